"""``python -m benchmarks.siege kills|attacks|everything``: what a siege costs those who play."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from random import Random

import click
from rich.console import Console

from benchmarks.measure import machine
from benchmarks.report import Report
from benchmarks.siege.attacks import ATTACKS
from benchmarks.siege.honest import Findings, Played, examine, play_on
from benchmarks.siege.servers import AS_ALWAYS, SiegedServer, besieged
from spielwerk.catalogue import entries
from spielwerk.client import Client

_QUICK = ["connect-four"]
_BETWEEN = 1.5
"""Seconds between two kills."""
_MOST_BETWEEN = 30.0
_MOVES = 20
"""So many moves are acknowledged between two kills: otherwise nothing could be lost. They are not
waited for longer than so many seconds more."""
_WARMING = 4.0
"""Seconds of play that do not count: engines are made beside the first moves."""
_P99 = 500.0
"""Milliseconds that an honest move may take, all but one in a hundred."""


def _all_games() -> list[str]:
    return sorted(entry.name for entry in entries())


@contextmanager
def _under(names: Sequence[str], url: str) -> Iterator[None]:
    """While these attacks go on."""
    command = [sys.executable, "-m", "benchmarks.siege.attacks"]
    running = [
        subprocess.Popen([*command, name, url], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for name in names
    ]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


async def _besiege(
    servers: Sequence[SiegedServer],
    games: Sequence[str],
    tables: int,
    pause: float,
    until: Callable[[list[Played]], Awaitable[None]],
) -> Findings:
    """Honest matches until something has come to its end; what became of them."""
    over, played = asyncio.Event(), list[Played]()
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(Client(server.url, timeout=60)) for server in servers
        ]
        share = max(len(games) // tables, 1)
        async with asyncio.TaskGroup() as group:  # whoever fails ends it all
            for n in range(tables):
                turns = [*games[n * share :], *games[: n * share]]
                group.create_task(play_on(clients, turns, Random(n), over, pause, played))
            await until(played)
            over.set()
    return await asyncio.to_thread(examine, played)


def _moves(played: list[Played]) -> int:
    return sum(len(one.acknowledged) for one in played)


async def _attacked(names: Sequence[str], url: str, what: Awaitable[None]) -> None:
    """Attacks that end when something has come to its end; who plays honestly then takes leave."""
    with _under(names, url):
        await what


async def _kill(
    servers: Sequence[SiegedServer], kills: int, between: float, played: list[Played]
) -> None:
    for number in range(kills):
        before = _moves(played)
        await asyncio.sleep(between)
        with suppress(TimeoutError):  # a busy machine takes longer to get back to work
            async with asyncio.timeout(_MOST_BETWEEN):
                while _moves(played) < before + _MOVES:
                    await asyncio.sleep(0.1)
        server = servers[number % len(servers)]
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.sleep(between)


def _report(title: str, rows: list[dict[str, str | float]], notes: Sequence[str] = ()) -> None:
    Console(width=170).print(Report(title, rows, [*notes, machine()]).table())


@click.group()
def main() -> None:
    """What a siege costs those who play."""


@main.command()
@click.option("--db", type=click.Choice(["sqlite", "postgresql"]), multiple=True)
@click.option("--kills", "many", default=20, show_default=True)
@click.option("--tables", default=12, show_default=True)
def kills(db: tuple[str, ...], many: int, tables: int) -> None:
    """Kill servers under load: one on SQLite, one of two on PostgreSQL, again and again."""
    rows = []
    for kind in db or ("sqlite", "postgresql"):
        processes = 1 if kind == "sqlite" else 2
        with besieged(kind, processes) as servers:
            story = _besiege(
                servers, _QUICK, tables, 0.02, lambda p, s=servers: _kill(s, many, _BETWEEN, p)
            )
            found = asyncio.run(story)
            faults = servers[0].faults
        row = {"database": kind, "processes": processes, "kills": many, **found.row()}
        rows.append({**row, "faults": faults})
    _report("Servers killed under load", rows)
    sys.exit(any(row["lost"] or row["changed"] for row in rows))


@main.command()
@click.argument("names", nargs=-1, type=click.Choice(sorted(ATTACKS)))
@click.option("--seconds", default=20.0, show_default=True, help="For each of them.")
def attacks(names: tuple[str, ...], seconds: float) -> None:
    """How long honest moves take during each attack, and during none."""
    rows = []
    for name in (None, *(names or ATTACKS)):
        with besieged("sqlite", limits=AS_ALWAYS) as servers:

            def play(
                names: Sequence[str], seconds: float, servers: list[SiegedServer] = servers
            ) -> Findings:
                def until(_: list[Played]) -> Awaitable[None]:
                    return _attacked(names, servers[0].url, asyncio.sleep(seconds))

                return asyncio.run(_besiege(servers, _QUICK, 4, 0.2, until))

            play([], _WARMING)
            found = play([] if name is None else [name], seconds)
            rows.append({"attack": name or "none", **found.row(), "faults": servers[0].faults})
        click.echo(f"{name or 'none'}: p99 {found.percentile(0.99):.0f} ms", err=True)
    _report("Honest matches of connect four during attacks", rows)
    sys.exit(any(row["lost"] or row["changed"] or row["p99 ms"] > _P99 for row in rows))


@main.command()
@click.option("--minutes", default=30.0, show_default=True)
@click.option("--between", default=60.0, show_default=True, help="Seconds between two kills.")
@click.option("--tables", default=6, show_default=True)
def everything(minutes: float, between: float, tables: int) -> None:
    """Honest matches of all games under all attacks at once, with kills."""
    began, times = time.monotonic(), max(int(60 * minutes / between), 1)
    with besieged("sqlite", limits=AS_ALWAYS) as servers:

        def until(played: list[Played]) -> Awaitable[None]:
            kills = _kill(servers, times, between, played)
            return _attacked(list(ATTACKS), servers[0].url, kills)

        found = asyncio.run(_besiege(servers, _all_games(), tables, 0.3, until))
        faults = servers[0].faults
    row = {"minutes": (time.monotonic() - began) / 60, "kills": times, **found.row()}
    _report("All games under all attacks, with kills", [{**row, "faults": faults}])
    sys.exit(bool(found.lost or found.changed or found.leaked))


if __name__ == "__main__":
    main()
