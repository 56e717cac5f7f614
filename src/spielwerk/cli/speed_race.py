"""``spielwerk speed live`` and ``simulated``: one race on a server, or one here, as of 2021."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from logging import Logger
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import click

from spielwerk.cli.speed_log import Leavings, assigned, leavings_options
from spielwerk.core import Json, SpielwerkError
from spielwerk.players import parse_player, parse_players, player_kind, player_names
from spielwerk.players.speed import SpeedPlayer

if TYPE_CHECKING:
    from spielwerk.arena import Lap, Race
    from spielwerk.protocols.speed import Feed

_F = TypeVar("_F", bound=Callable[..., Any])
_RESERVE = 0.5
"""Seconds that simulated players leave of a deadline, as live ones do."""


def _shared_options(function: _F) -> _F:
    """The options that both modes of the handbook have."""
    for decorate in (
        click.option("-v", "--viewer", is_flag=True, help="Show the race to a browser, and stay."),
        click.option(
            "-m",
            "--max-thread-count",
            "threads",
            default="4",
            show_default=True,
            callback=_threads,
            help="The most threads a solver may use; no more than there are cores.",
        ),
        leavings_options,
    ):
        function = decorate(function)
    return function


def _threads(context: click.Context, option: click.Parameter, value: str) -> int:
    text = value.removeprefix("=")
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1024:
        raise click.BadParameter(f"'{text}' is no number of threads; give 1 or more, as in -m=1.")
    return min(int(text), os.cpu_count() or 1)


@click.command()
@click.option(
    "-s",
    "--solver",
    default="strategist",
    show_default=True,
    callback=assigned,
    help="Who plays; -s=? lists everybody.",
)
@_shared_options
def live(solver: str, level: int, debug: bool, folder: str, threads: int, viewer: bool) -> None:
    """Play one race on a server, then stop.

    The environment says where: URL (ws://host:port/spe_ed), KEY, and TIME_URL
    (http://host:port/spe_ed_time), without which our own clock must do.
    """
    if _asks_who(solver):
        return
    url, key = (os.environ.get(name, "").strip() for name in ("URL", "KEY"))
    missing = [name for name, value in (("URL", url), ("KEY", key)) if not value]
    if missing:
        raise click.UsageError(
            f"The environment variable {' and '.join(missing)} must be set, for example: "
            "URL=ws://127.0.0.1:8021/spe_ed KEY=secret spielwerk speed live"
        )
    player = _with_threads(parse_player(solver, SpeedPlayer), threads)
    leavings = Leavings.begin(level, debug, folder)
    asyncio.run(_live(player, url, key, os.environ.get("TIME_URL"), leavings, viewer))


async def _live(
    player: SpeedPlayer, url: str, key: str, time_url: str | None, leavings: Leavings, viewer: bool
) -> None:
    from spielwerk.protocols.speed import LiveClient, RaceClientError

    async def run(feed: Feed) -> None:
        client = LiveClient(player, log=leavings.log, feed=feed)
        try:
            await client.play(url, key, time_url)
        except RaceClientError as problem:
            leavings.log.error("%s", problem)
            raise
        finally:
            if client.account.frames:
                leavings.keep(client.account.messages, client.account.album.to_text())

    await _watched(run, leavings, viewer)


@click.command(context_settings={"help_option_names": ["--help"]})
@click.option(
    "-s",
    "--solvers",
    default="transparent,transparent",
    show_default=True,
    callback=assigned,
    help="2 to 6 players parted by commas; -s=? lists everybody.",
)
@click.option("-w", "--width", default="10", show_default=True, callback=assigned, help="Cells.")
@click.option("-h", "--height", default="10", show_default=True, callback=assigned, help="Cells.")
@click.option("--lower-deadline", "lower", default=2.0, show_default=True, help="Seconds.")
@click.option("--upper-deadline", "upper", default=15.0, show_default=True, help="Seconds.")
@click.option("--seed", default=0, show_default=True, help="For the start and the deadlines.")
@_shared_options
def simulated(
    solvers: str,
    width: str,
    height: str,
    lower: float,
    upper: float,
    seed: int,
    level: int,
    debug: bool,
    folder: str,
    threads: int,
    viewer: bool,
) -> None:
    """Play one race here, between 2 to 6 players, then stop."""
    if _asks_who(solvers):
        return
    if not 0 < lower <= upper:
        raise click.UsageError(
            f"Deadlines are positive seconds, the lower one ({lower:g}) not above the upper one "
            f"({upper:g})."
        )
    racers = [_with_threads(player, threads) for player in parse_players(solvers, SpeedPlayer)]
    if not 2 <= len(racers) <= 6:
        raise click.UsageError(f"2 to 6 players race, not {len(racers)}; name them with -s=a,b.")
    size = _cells("width", width), _cells("height", height)
    leavings = Leavings.begin(level, debug, folder)
    asyncio.run(_simulated(racers, size, (lower, upper), seed, leavings, viewer))


async def _simulated(
    racers: Sequence[SpeedPlayer],
    size: tuple[int, int],
    deadlines: tuple[float, float],
    seed: int,
    leavings: Leavings,
    viewer: bool,
) -> None:
    from spielwerk.arena import Race
    from spielwerk.games.speed import Speed

    rng = Random(f"{seed}/deadlines")
    race = Race(racers, Speed(len(racers), *size, None), seed=seed, clock=time.monotonic)
    names = {number: str(player) for number, player in enumerate(racers, start=1)}

    def allot(_: int) -> float:
        deadline = rng.uniform(*deadlines)
        return max(deadline - _RESERVE, deadline / 2)

    async def run(feed: Feed) -> None:
        for racer in racers:
            await asyncio.to_thread(racer.ready)
        await _raced(race, race.laps(allot), names, leavings, feed)

    await _watched(run, leavings, viewer)


async def _raced(
    race: Race, laps: Iterator[Lap], names: Mapping[int, str], leavings: Leavings, feed: Feed
) -> None:
    """Live through a race in a thread; tell, show and keep what happens."""
    from spielwerk.protocols.speed import Album, cover, frame, state_message, tell_end, tell_start

    board = race.board
    front = cover(board, names)
    frames, messages = [], []
    tell_start(leavings.log, board)
    feed.begin(front)
    while lap := await asyncio.to_thread(next, laps, None):
        frames.append(_told(lap, leavings.log))
        feed.add(frames[-1])
        messages.append(state_message(lap.before, 1))
        board = lap.after
    frames.append(frame(board))
    feed.add(frames[-1])
    messages.append(state_message(board, 1, names=names))
    tell_end(leavings.log, board, names)
    leavings.keep(messages, Album(front, frames).to_text(), race.log.to_text())


def _told(lap: Lap, log: Logger) -> dict[str, Json]:
    """A round as a frame, after everybody's decision was told."""
    from spielwerk.protocols.speed import frame, tell_decision, thought

    for number, had in lap.thoughts.items():
        tell_decision(log, lap.before, number, had.decision, had.seconds, lap.allotted)
    thoughts = {
        number: thought(had.decision.action, round(had.seconds, 4), had.decision)
        for number, had in lap.thoughts.items()
    }
    return frame(lap.before, thoughts, lap.allotted)


async def _watched(run: Callable[[Feed], Any], leavings: Leavings, viewer: bool) -> None:
    """Run a race, with a browser looking on where that is wanted."""
    from spielwerk.protocols.speed import Feed, Gallery

    feed = Feed()
    if not viewer:
        await run(feed)
        return
    async with Gallery(feed) as gallery:
        click.echo(f"Watch at {gallery.address}")
        await run(feed)
        click.echo("The viewer stays open; press Ctrl-C to stop.")
        await gallery.run()


def _asks_who(solver: str) -> bool:
    if solver != "?":
        return False
    for name in player_names():
        if issubclass(kind := player_kind(name), SpeedPlayer):
            click.echo(f"{name.ljust(14)}{(kind.__doc__ or '').splitlines()[0]}")
    return True


def _with_threads(player: object, threads: int) -> SpeedPlayer:
    if not isinstance(player, SpeedPlayer):
        raise SpielwerkError(f"'{player}' does not play spe_ed; -s=? lists who does.")
    if dataclasses.is_dataclass(player) and hasattr(player, "threads"):
        return dataclasses.replace(player, threads=threads)
    return player


def _cells(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 8 <= int(text) <= 1000:
        raise click.UsageError(f"The {name} of a board is 8 to 1000 cells, not '{text}'.")
    return int(text)
