"""Where the matches are played: in processes of this machine, or on a Ray cluster.

Both take fixtures and hand back results as they come, in any order. A match whose worker dies is
played again elsewhere; since a fixture determines its match up to the players' own clocks, that
changes nothing, and the results count each match once.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from typing import Any

from spielwerk.arena.results import Result
from spielwerk.arena.schedule import Fixture, Tournament
from spielwerk.catalogue import open_game
from spielwerk.core import Game, Role, SpielwerkError
from spielwerk.match import Ended, Late, Ledger, Stepped, Where, parse_clock, play
from spielwerk.players import parse_player

_TRIES = 3
"""How often a match is begun anew after its worker died."""


def play_fixture(tournament: Tournament, fixture: Fixture) -> Result:
    """Play one match of a tournament to its end."""
    game = _game(tournament.game)
    seats = zip(game.roles, fixture.seating, strict=True)
    players = {role: parse_player(tournament.players[player]) for role, player in seats}
    begun = time.monotonic()
    steps = 0
    late = Counter[Role]()
    ledger = Ledger(game.roles)
    events = play(
        game,
        players,
        clock=parse_clock(tournament.clock),
        seed=fixture.seed,
        where=Where.INLINE,
        thoughts=ledger.hear,
    )
    for event in events:
        ledger.take(event)
        if isinstance(event, Stepped):
            steps += 1
        elif isinstance(event, Late):
            late[event.role] += 1
        elif isinstance(event, Ended):
            outcome = tuple(event.outcome[role] for role in game.roles)
            seconds = round(time.monotonic() - begun, 3)
            return Result(
                fixture.number,
                fixture.seating,
                fixture.seed,
                outcome,
                event.reason,
                steps,
                seconds,
                tuple(late[role] for role in game.roles),
                tuple(ledger.seats[role].missing for role in game.roles),
                "; ".join(f"{r}: {seat}" for r, seat in ledger.seats.items() if seat.missing),
            )
    raise AssertionError("a match ends with an event that says so")


def local(
    tournament: Tournament,
    fixtures: Iterable[Fixture],
    workers: int | None = None,
    play_one: Callable[[Tournament, Fixture], Result] = play_fixture,
) -> Iterator[Result]:
    """Results from processes of this machine, as they come."""
    todo = iter(fixtures)
    waiting: dict[Future[Result], tuple[Fixture, int]] = {}
    again: list[tuple[Fixture, int]] = []
    count = workers or os.cpu_count() or 1
    while True:
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))
        try:
            yield from _drain(pool, partial(play_one, tournament), todo, again, waiting, count)
            return
        except BrokenProcessPool:
            # Somebody killed a worker; the pool is lost, the matches it held are not.
            again = [(fixture, tries + 1) for fixture, tries in [*again, *waiting.values()]]
            waiting.clear()
            if worn := [fixture for fixture, tries in again if tries >= _TRIES]:
                raise SpielwerkError(
                    f"Match {worn[0].number} has killed its worker {_TRIES} times; "
                    "is there enough memory?"
                ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _drain(
    pool: ProcessPoolExecutor,
    play_one: Callable[[Fixture], Result],
    todo: Iterator[Fixture],
    again: list[tuple[Fixture, int]],
    waiting: dict[Future[Result], tuple[Fixture, int]],
    count: int,
) -> Iterator[Result]:
    """Keep every worker busy, with one match in hand, until nothing is left."""
    while True:
        while len(waiting) < 2 * count:
            following = again.pop() if again else None
            if following is None:
                fixture = next(todo, None)
                if fixture is None:
                    break
                following = fixture, 0
            waiting[pool.submit(play_one, following[0])] = following
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            result = future.result()
            del waiting[future]
            yield result


def on_ray(
    tournament: Tournament, fixtures: Iterable[Fixture], address: str | None = None
) -> Iterator[Result]:
    """Results from a Ray cluster: the one at ``address``, or one made here for the purpose.

    :raises SpielwerkError: Ray is not installed, or nothing answers at the address
    """
    ray = _connected(address)
    remote = ray.remote(max_retries=_TRIES, retry_exceptions=False)(play_fixture)
    shared = ray.put(tournament)
    todo = iter(fixtures)
    limit = 2 * max(int(ray.cluster_resources().get("CPU", 1)), 1)
    waiting: list[Any] = []
    try:
        while True:
            while len(waiting) < limit and (fixture := next(todo, None)) is not None:
                waiting.append(remote.remote(shared, fixture))
            if not waiting:
                return
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()


def _connected(address: str | None) -> Any:
    try:
        import ray
    except ImportError:
        raise SpielwerkError(
            "Ray is not installed: pip install 'spielwerk[ray]', or leave out --engine ray."
        ) from None
    try:
        if address is None:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        else:
            _knock(address)
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as problem:  # Ray has many ways of not starting, and errors of its own
        if address is None:
            raise SpielwerkError(
                f"Ray could not be started here: {_first_line(problem)} "
                "Leave out --engine ray to play on this machine without it."
            ) from None
        raise SpielwerkError(
            f"No Ray cluster answers at {address}: {_first_line(problem)} "
            "Look whether it runs (ray status), or leave out --address."
        ) from None
    return ray


def _first_line(problem: Exception) -> str:
    """What went wrong, as one sentence."""
    told = str(problem).strip().splitlines()
    return f"{told[0].rstrip('.') if told else type(problem).__name__}."


def _knock(address: str) -> None:
    """See whether anybody listens there; Ray itself would go on trying for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto":
        return
    if not host or not port.isdigit():
        raise ValueError("an address is host:port")
    socket.create_connection((host, int(port)), timeout=5).close()


@lru_cache(maxsize=4)
def _game(name: str) -> Game:
    return open_game(name).quick()
