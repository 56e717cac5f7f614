"""How much memory a match takes in the server when nobody does anything there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import uvloop

from benchmarks.load.spielwerk import spielwerk_server
from benchmarks.measure import QUICK, Budget
from benchmarks.report import Report
from spielwerk.client import Client, Seat

__all__ = ["idle_matches"]

_MOVES = 10
_AT_ONCE = 8
_REST = 8.0
"""Seconds after which a match in which nothing happens has let go of what it does not need."""


def idle_matches(budget: Budget) -> Report:
    """Memory of the process before and after many matches were founded and played a little.

    As many were played before: what a process needs in between stays with it and is used again.
    """
    many = 200 if budget is QUICK else 500
    rows: list[dict[str, str | float]] = []
    for game in ("connect-four", "chess"):
        with spielwerk_server() as (url, process):
            before, after = (uvloop.run(_resting(url, game, many, process)) for _ in range(2))
            grown = after - before
        rows.append({"game": game, "matches": many, "kB a match": grown / many})
    notes = [
        f"Resident memory of the process; {_MOVES} moves were made in each, nobody is connected, "
        f"and nothing has happened for {_REST:.0f} seconds."
    ]
    return Report("Server: idle matches", rows, notes)


async def _resting(url: str, game: str, many: int, process: int) -> float:
    """Memory of the process some time after so many more matches were played."""
    await _play(url, game, many)
    await asyncio.sleep(_REST)
    return _memory(process)


async def _play(url: str, game: str, many: int) -> None:
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(client: Client, number: int) -> None:
        async with gate:
            first = await client.found(game, visibility="unlisted")
            (invitation,) = first.invitations.values()
            seats: list[Seat] = [first, await client.join(first.match, invitation=invitation)]
            rng = Random(number)
            for step in range(_MOVES):
                seat = seats[step % 2]
                legal = (await seat.show())["picture"]["legal"]
                if legal:  # some are over soon
                    await seat.move(rng.choice(legal), step)

    async with Client(url, timeout=300) as client:
        await asyncio.gather(*(one(client, number) for number in range(many)))


def _memory(process: int) -> float:
    """Kilobytes that a process has in memory."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    raise AssertionError("every process has some")
