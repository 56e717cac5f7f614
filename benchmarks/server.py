"""The server under load: 500 matches of connect four at once, and how long moves take.

Server and load generator run on the same machine, each in a process of its own. The same load on
a boardgame.io server is the reference, where node is installed. Moves come at a steady rate first,
then as fast as answers do.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from functools import partial
from pathlib import Path
from statistics import median

import httpx
import uvloop

from benchmarks.before import ONE_SPINE, NoHistory, sources_of
from benchmarks.load import Load, Server, play
from benchmarks.load.boardgame import BoardgameIo, Unavailable, boardgame_server
from benchmarks.load.spielwerk import Spielwerk, spielwerk_server
from benchmarks.measure import QUICK, Budget, cpu_seconds
from benchmarks.report import Report
from spielwerk.client import ApiError, Client

__all__ = ["bystanders", "chess_move", "load", "play_under_load", "serving"]

_WILD_FOLDER = Path(__file__).parent / "load" / "wild"
_ABOUT = (
    "From sending a move until both players see it, on the wall clock. Processor time of a move "
    "includes new tables and connections. Our server has written a move to disk before it tells."
)
_MATCHES = (20, 100)
_PATIENCE = 120.0
"""Seconds that founding all tables, and taking leave, may take."""
_LOADS = (("steady", 10.0, 30.0), ("as fast as it goes", None, 12.0))
"""Moves a second that are wanted of each match, and for how many seconds."""
_ENGINES = 20.0
"""Seconds that do not count: engines are made beside the first moves."""
_CHESS = (
    "Processor time of a move from frame in to frames out: read, checked, stored, told to both "
    "players; without a network, and as a server at a steady pace with all that sockets cost."
)
_BOARDS, _CHESS_RATE = 4, 20.0
_GETTING_READY = 30.0
"""Seconds of chess before anything is measured: rules are compiled beside the first moves."""
_BYSTANDERS = 50
_UPLOADS = 2
_WARMING = 2.0
"""Seconds of a first run that does not count."""
_WILD = {rules.stem: rules.read_text() for rules in sorted(_WILD_FOLDER.iterdir())}
"""Rules that run wild: each says how."""


async def play_under_load(url: str, matches: int, seconds: float, rate: float | None) -> Load:
    """Keep so many matches going on a Spielwerk server, with so many moves a second in all."""
    async with _spielwerk(url) as server:
        return await play(server, matches, seconds, rate)


@contextmanager
def serving(package: Path | None = None) -> Iterator[str]:
    """A server of our own on a fresh database; its address."""
    with spielwerk_server(package) as (url, _):
        yield url


def load(budget: Budget) -> Report:
    """20 and 100 matches over real sockets: at a steady rate, and as fast as it goes."""
    share = 0.25 if budget is QUICK else 1.0
    rows, notes = [], [_ABOUT]
    for name, serving, talking in _CONTENDERS:
        try:
            with serving() as (url, process):
                uvloop.run(_measure(talking(url), process, _MATCHES[0], _ENGINES, 100.0))
                for matches in _MATCHES:
                    for what, each, seconds in _LOADS:
                        rate = None if each is None else matches * each
                        measured = _measure(talking(url), process, matches, share * seconds, rate)
                        figures = _figures(uvloop.run(measured))
                        rows.append({"server": name, "matches": matches, "load": what, **figures})
        except Unavailable as reason:
            notes.append(f"{name} is left out: {reason}")
    title = "Server: matches of connect four between random players, over WebSockets"
    return Report(title, rows, notes)


def chess_move(budget: Budget) -> Report:
    """What a move of chess costs the server, from frame in to frames out, now and before."""
    seconds, turns = (5.0, 1) if budget is QUICK else (20.0, 5)
    notes = [_CHESS]
    with ExitStack() as stack:
        versions: dict[str, Path | None] = {}
        try:
            versions["before"] = stack.enter_context(sources_of(ONE_SPINE))
        except NoHistory as reason:
            notes.append(f"The version before is left out: {reason}")
        versions["now"] = None
        # In turns, so that a busy minute of the machine falls on both.
        found = [{name: _inside(path) for name, path in versions.items()} for _ in range(turns)]
        reference = next(iter(versions))
        rows = [
            {
                "version": name,
                "frame to frames ms": median(turn[name] for turn in found),
                "of before": median(turn[name] / turn[reference] for turn in found),
                **_chess(path, seconds),
            }
            for name, path in versions.items()
        ]
    return Report("Server: a move of chess", rows, notes)


def _inside(sources: Path | None) -> float:
    """Milliseconds of processor time without a network, in a process of its own."""
    path = {} if sources is None else {"PYTHONPATH": str(sources)}
    command = [sys.executable, "-m", "benchmarks.load.in_process", "chess", "10"]
    done = subprocess.run(command, env={**os.environ, **path}, capture_output=True, check=True)
    return float(json.loads(done.stdout))


def _chess(sources: Path | None, seconds: float) -> dict[str, float]:
    """Some matches at a steady pace, after a first run in which engines get ready."""

    async def run(url: str, seconds: float) -> Load:
        async with Client(url, timeout=120) as client, asyncio.timeout(seconds + _PATIENCE):
            cpu = partial(cpu_seconds, process)
            return await play(Spielwerk(client, "chess"), _BOARDS, seconds, _CHESS_RATE, cpu)

    with spielwerk_server(sources) as (url, process):
        uvloop.run(run(url, _GETTING_READY))
        figures = _figures(uvloop.run(run(url, seconds)))
    return {key: figures[key] for key in ("moves/s", "p50 ms", "p99 ms", "server ms/move")}


def bystanders(budget: Budget) -> Report:
    """How moves elsewhere fare while rules that run wild are uploaded."""
    seconds = 3.0 if budget is QUICK else 8.0
    rows = []
    with spielwerk_server() as (url, process):
        uvloop.run(_measure_beside(url, None, process, _WARMING))
        for name in (None, *_WILD):
            found, worst = uvloop.run(_measure_beside(url, name, process, seconds))
            figures = _figures(found)
            rows.append(
                {
                    "meanwhile uploaded": name or "nothing",
                    **{key: figures[key] for key in ("moves/s", "p50 ms", "p95 ms", "p99 ms")},
                    "stopped after s": worst,
                }
            )
    notes = ("Two uploads at a time, one after another; each may take five seconds.",)
    return Report("Server: 50 matches, 50 moves a second, beside rules that run wild", rows, notes)


async def _measure_beside(
    url: str, wild: str | None, process: int, seconds: float
) -> tuple[Load, float]:
    """A light load while wild rules are uploaded; and how long the longest of these was borne."""
    borne, over = [0.0], asyncio.Event()

    async def upload() -> None:
        async with Client(url, timeout=120) as client:
            while wild is not None and not over.is_set():
                began = time.monotonic()
                with suppress(ApiError):
                    await client.call("POST", "/rules", {"source": _WILD[wild]})
                borne.append(time.monotonic() - began)

    uploads = [asyncio.create_task(upload()) for _ in range(_UPLOADS)]
    async with _spielwerk(url) as server, asyncio.timeout(seconds + _PATIENCE):
        cpu = partial(cpu_seconds, process)
        found = await play(server, _BYSTANDERS, seconds, _BYSTANDERS, cpu)
        over.set()
        await asyncio.gather(*uploads)
    return found, max(borne)


async def _measure(
    talking: AbstractAsyncContextManager[Server],
    process: int,
    matches: int,
    seconds: float,
    rate: float | None,
) -> Load:
    async with talking as server, asyncio.timeout(seconds + _PATIENCE):
        return await play(server, matches, seconds, rate, partial(cpu_seconds, process))


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
