"""Honest matches of any game: random moves over real sockets, whatever happens around them.

Whoever is thrown out comes back and goes on. What the server has acknowledged is written down, and
so is everything that anybody was shown; when all is over the logs tell what was lost, changed, or
shown to somebody who may not see it (:func:`examine`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from spielwerk.catalogue import open_game
from spielwerk.client import ApiError, Client, Closed, Connection, RefusedByServer, Seat
from spielwerk.core import Role
from spielwerk.match import MatchLog, Moved, Stepped, replay_match

__all__ = ["Findings", "Played", "examine", "play_on"]

_MOST_MOVES = 60
"""Moves after which a match is given up: the next is of another game."""
_RETRY = 0.3
_PATIENCE = 60.0
"""Seconds after which a silent server counts as gone."""
_LOST = (Closed, OSError, TimeoutError)
"""What it looks like when a server goes away."""


@dataclass
class Shown:
    """What a seat was shown at a step."""

    role: str | None
    step: int
    view: str
    legal: list[str]


@dataclass
class Played:
    """One match as those who played it know it."""

    game: str
    acknowledged: list[tuple[int, str, str]] = field(default_factory=list)
    """Step, role and move of everything that the server called safe."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from sending a move until everybody had it, where nobody was thrown out meanwhile."""
    shown: list[Shown] = field(default_factory=list)
    log: str = ""
    interruptions: int = 0


async def play_on(
    clients: Sequence[Client],
    games: Sequence[str],
    rng: Random,
    over: asyncio.Event,
    pause: float,
    played: list[Played],
) -> None:
    """One match after another, of each game in turn, until it is over."""
    for number in range(1_000_000):
        if over.is_set():
            return
        played.append(Played(games[number % len(games)]))
        await _play(clients, played[-1], rng, over, pause)


async def _play(
    clients: Sequence[Client], played: Played, rng: Random, over: asyncio.Event, pause: float
) -> None:
    seats = await _insist(lambda: _sit_down(rng.choice(clients), played.game))
    tables: list[Connection] = []
    moves = 0
    while moves < _MOST_MOVES and not over.is_set():
        try:
            async with asyncio.timeout(_PATIENCE):
                if not tables:
                    tables = await _connect(seats, clients, rng)
                if not await _move(tables, played, rng):
                    break
            moves += 1
            await asyncio.sleep(pause * (0.5 + rng.random()))
        except RefusedByServer:  # what was sent before a kill has happened after all
            played.interruptions += 1
        except _LOST:
            played.interruptions += bool(tables)
            await _leave(tables)
            tables = []
            await asyncio.sleep(_RETRY)
    await _leave(tables)
    played.log = await _insist(lambda: _end(rng.choice(clients), seats))


async def _insist(ask: Any) -> Any:
    """The answer, however long the server takes to come back."""
    while True:
        try:
            async with asyncio.timeout(_PATIENCE):
                return await ask()
        except (*_LOST, ApiError):
            await asyncio.sleep(_RETRY)


async def _sit_down(client: Client, game: str) -> list[Seat]:
    first = await client.found(game, visibility="unlisted")
    others = [await client.join(first.match, invitation=i) for i in first.invitations.values()]
    return [first, *others]


def _through(client: Client, seat: Seat) -> Seat:
    """The same seat, through any of several servers."""
    return Seat(client, seat.match, seat.role, seat.token)


async def _connect(
    seats: Sequence[Seat], clients: Sequence[Client], rng: Random
) -> list[Connection]:
    tables: list[Connection] = []
    try:
        for seat in seats:
            table = _through(rng.choice(clients), seat).connect()
            tables.append(await table.__aenter__())
    except BaseException:
        await _leave(tables)
        raise
    return tables


async def _leave(tables: Sequence[Connection]) -> None:
    for table in tables:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await table.close()


async def _move(tables: Sequence[Connection], played: Played, rng: Random) -> bool:
    """Let somebody move whose turn it is; whether there was anybody."""
    latest = max(table.seq or 0 for table in tables)
    for table in tables:
        await table.until(lambda _, table=table: (table.seq or 0) >= latest)
        _note(table, played)
    able = [table for table in tables if table.picture["legal"]]
    if not able:
        if tables[0].picture["phase"] in ("ended", "abandoned"):
            return False
        await asyncio.sleep(0.05)  # chance moves, or a clock
        return True
    table = rng.choice(able)
    step, move = table.picture["step"], rng.choice(table.picture["legal"])
    sent = time.monotonic()
    number = await table.move(move, step)
    played.acknowledged.append((step, table.picture["role"], move))
    for other in tables:
        await other.until(lambda _, other=other: (other.seq or 0) >= number)
    played.latencies.append(time.monotonic() - sent)
    return True


def _note(table: Connection, played: Played) -> None:
    picture = table.picture
    view = json.dumps(picture["view"], sort_keys=True)
    played.shown.append(Shown(picture["role"], picture["step"], view, list(picture["legal"])))


async def _end(client: Client, seats: Sequence[Seat]) -> str:
    """Give up where it is not over yet; the log is for everybody then."""
    for seat in seats:
        async with _through(client, seat).connect() as table:
            if table.picture["phase"] in ("ended", "abandoned"):
                break
            with contextlib.suppress(RefusedByServer):
                await table.order({"type": "resign"})
    return await _through(client, seats[0]).log()


@dataclass
class Findings:
    """What is to be said of many matches."""

    matches: int = 0
    games: int = 0
    moves: int = 0
    lost: int = 0
    """Moves that the server had acknowledged and that are not in the log."""
    changed: int = 0
    """Moves that the log has otherwise."""
    leaked: int = 0
    """Pictures that were not what the role may see there."""
    interruptions: int = 0
    latencies: list[float] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Milliseconds within which this share of the moves was seen by everybody."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0

    def row(self) -> dict[str, str | float]:
        """As a line of a table."""
        return {
            "matches": self.matches,
            "games": self.games,
            "moves": self.moves,
            "lost": self.lost,
            "changed": self.changed,
            "leaked": self.leaked,
            "thrown out": self.interruptions,
            "p50 ms": self.percentile(0.5),
            "p99 ms": self.percentile(0.99),
        }


def examine(played: Sequence[Played]) -> Findings:
    """What was lost, changed and leaked, by the logs of the matches."""
    found = Findings(games=len({one.game for one in played}))
    for one in played:
        found.moves += len(one.acknowledged)
        found.interruptions += one.interruptions
        found.latencies += one.latencies
        if not one.log:
            found.lost += len(one.acknowledged)
            continue
        found.matches += 1
        log = MatchLog.from_text(one.log)
        made = _made(log)
        for step, role, move in one.acknowledged:
            logged = made.get((step, role))
            found.lost += logged is None
            found.changed += logged is not None and logged != move
        found.leaked += _leaked(log, one.shown)
    return found


def _made(log: MatchLog) -> dict[tuple[int, str], str]:
    """Who chose what at which step."""
    made: dict[tuple[int, str], str] = {}
    step = 0
    for event in log.events:
        if isinstance(event, Moved):
            made[step, str(event.role)] = str(event.move)
        step += isinstance(event, Stepped)
    return made


def _leaked(log: MatchLog, shown: Sequence[Shown]) -> int:
    """How many pictures showed something else than the view and the moves of their role."""
    states = {match.step: match.state for match in replay_match(open_game(log.game), log)}
    wrong = 0
    for one in shown:
        state = states[one.step]
        role = None if one.role is None else Role(one.role)
        legal = [] if role is None else [str(move) for move in state.legal(role)]
        fitting = one.view == json.dumps(state.view(role), sort_keys=True)
        wrong += not fitting or one.legal not in ([], legal)
    return wrong
