"""The server under load: 500 matches of connect four at once, and how long moves take.

Server and load generator run on the same machine, each in a process of its own. The same load on
a boardgame.io server is the reference, where node is installed. Moves come at a steady rate first,
then as fast as answers do.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import uvloop

from benchmarks.load import Load, Server, play
from benchmarks.load.boardgame import BoardgameIo, Unavailable, boardgame_server
from benchmarks.load.spielwerk import Spielwerk, spielwerk_server
from benchmarks.measure import QUICK, Budget
from benchmarks.report import Report
from spielwerk.client import Client

__all__ = ["load", "play_under_load", "serving"]

_ABOUT = (
    "From sending a move until both players see it, on the wall clock. Processor time of a move "
    "includes new tables and connections. Our server has written a move to disk before it tells."
)
_MATCHES = 500
_PATIENCE = 120.0
"""Seconds that founding all tables, and taking leave, may take."""
_STEADY = 330.0


async def play_under_load(url: str, matches: int, seconds: float, rate: float | None) -> Load:
    """Keep so many matches going on a Spielwerk server, with so many moves a second in all."""
    async with _spielwerk(url) as server:
        return await play(server, matches, seconds, rate)


@contextmanager
def serving() -> Iterator[str]:
    """A server of our own on a fresh database; its address."""
    with spielwerk_server() as (url, _):
        yield url


def load(budget: Budget) -> Report:
    """500 matches with 1,000 sockets: at a steady rate, and as fast as it goes."""
    seconds = 8.0 if budget is QUICK else 30.0
    rows, notes = [], [_ABOUT]
    for name, serving, talking in _CONTENDERS:
        try:
            with serving() as (url, process):
                for what, rate in (("steady, 330/s wanted", _STEADY), ("as fast as it goes", None)):
                    found = uvloop.run(_measure(talking(url), process, seconds, rate))
                    rows.append({"server": name, "load": what, **_figures(found)})
        except Unavailable as reason:
            notes.append(f"{name} is left out: {reason}")
    title = f"Server: {_MATCHES} matches of connect four between random players, 1,000 sockets"
    return Report(title, rows, notes)


async def _measure(
    talking: AbstractAsyncContextManager[Server], process: int, seconds: float, rate: float | None
) -> Load:
    async with talking as server, asyncio.timeout(seconds + _PATIENCE):
        return await play(server, _MATCHES, seconds, rate, lambda: _cpu_seconds(process))


def _figures(found: Load) -> dict[str, float]:
    return {
        "moves/s": found.moves / found.seconds,
        "p50 ms": found.percentile(0.50),
        "p95 ms": found.percentile(0.95),
        "p99 ms": found.percentile(0.99),
        "lost": found.lost,
        "server ms/move": 1000 * found.server_cpu / found.moves,
        "generator ms/move": 1000 * found.own_cpu / found.moves,
    }


def _cpu_seconds(process: int) -> float:
    """What a process, with all its threads, has used of the processor."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def _spielwerk(url: str) -> AsyncIterator[Server]:
    async with Client(url, timeout=120) as client:
        yield Spielwerk(client)


@asynccontextmanager
async def _boardgame(url: str) -> AsyncIterator[Server]:
    async with httpx.AsyncClient(timeout=120) as client:
        yield BoardgameIo(url, client)


_CONTENDERS = (
    ("Spielwerk, SQLite", spielwerk_server, _spielwerk),
    ("boardgame.io, in memory", boardgame_server, _boardgame),
)
