"""The server under load: many matches at once over real sockets, and how long moves take.

Server and load generator run on the same machine. A move's time is from sending it until both
players have it in their views. Moves come at a steady rate first, then as fast as answers do.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import QUICK, Budget
from benchmarks.report import Report
from spielwerk.client import Client, Closed, Connection, Refused, Seat

__all__ = ["Load", "load", "play_under_load", "serving"]

_GAME = "connect-four"
_ROOM = {
    "MESSAGE_RATE": 100_000,
    "MESSAGE_BURST": 100_000,
    "REQUEST_RATE": 100_000,
    "REQUEST_BURST": 100_000,
    "MATCHES_PER_GUEST": 1_000_000,
    "SOCKETS_PER_ADDRESS": 100_000,
}


@dataclass
class Load:
    """What a run brought."""

    matches: int = 0
    moves: int = 0
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    last: float = 0.0
    """When the last move was seen by both; taking leave afterwards does not count."""
    lost: int = 0
    """Moves that were acknowledged and are not in the match, or are there twice."""

    def percentile(self, share: float) -> float:
        """Milliseconds within which this share of the moves was seen by both."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """A server of our own on a fresh database; its address."""
    with tempfile.TemporaryDirectory() as folder:
        room = {f"SPIELWERK_{name}": str(value) for name, value in _ROOM.items()}
        command = [str(Path(sys.executable).with_name("spielwerk")), "serve", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--db", f"{folder}/load.db"],
            env={**os.environ, **room, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


async def play_under_load(url: str, matches: int, seconds: float, rate: float | None) -> Load:
    """Keep so many matches going for a while, with so many moves a second in all.

    The time counts from when all are connected.
    """
    result = Load(matches)
    async with Client(url, timeout=120) as client:
        gate = asyncio.Semaphore(20)
        pairs = await asyncio.gather(*(_sit(client, gate) for _ in range(matches)))
        run = _Run(client, seconds, 0.0 if rate is None else matches / rate, matches, result)
        await asyncio.gather(
            *(_match(run, pair, Random(number), gate) for number, pair in enumerate(pairs))
        )
        result.seconds = result.last - run.began
    return result


class _Run:
    """What all matches of a run share."""

    def __init__(
        self, client: Client, seconds: float, pause: float, matches: int, result: Load
    ) -> None:
        self.client = client
        self.pause = pause
        self.result = result
        self.began = 0.0
        self._seconds = seconds
        self._start = asyncio.Barrier(matches)

    async def all_there(self) -> None:
        """Wait until all are connected; then the time begins."""
        await self._start.wait()
        self.began = self.began or time.monotonic()

    @property
    def over(self) -> bool:
        return bool(self.began) and time.monotonic() > self.began + self._seconds


async def _sit(client: Client, gate: asyncio.Semaphore) -> tuple[Seat, Seat]:
    """Two seats at a new table, however long the server takes to come back."""
    while True:
        with contextlib.suppress(Closed):
            async with gate:
                first = await client.found(_GAME, visibility="unlisted")
                (invitation,) = first.invitations.values()
                return first, await client.join(first.match, invitation=invitation)
        await asyncio.sleep(0.2)


async def _match(run: _Run, pair: tuple[Seat, Seat], rng: Random, gate: asyncio.Semaphore) -> None:
    """Play one match after another, come what may, until the time is over."""
    acknowledged: set[int] = set()
    while not run.over:
        async with contextlib.AsyncExitStack() as stack:
            tables = await _connect(stack, pair, gate)
            if not run.began:
                await run.all_there()
                await asyncio.sleep(run.pause * rng.random())
            with contextlib.suppress(Closed, TimeoutError):
                await _play(run, tables, rng, acknowledged)
        shown = await _insist(pair[0])
        run.result.lost += sum(step >= shown["step"] for step in acknowledged)
        if shown["phase"] == "ended" and not run.over:
            pair, acknowledged = await _sit(run.client, gate), set()


async def _connect(
    stack: contextlib.AsyncExitStack, pair: tuple[Seat, Seat], gate: asyncio.Semaphore
) -> tuple[Connection, Connection]:
    """Both seats' connections, however long the server takes to come back."""
    while True:
        with contextlib.suppress(Closed, TimeoutError):
            async with gate:
                one = await stack.enter_async_context(pair[0].connect())
                return one, await stack.enter_async_context(pair[1].connect())
        await asyncio.sleep(0.2)


async def _play(
    run: _Run, tables: tuple[Connection, Connection], rng: Random, acknowledged: set[int]
) -> None:
    """Move by turns until the match, or the time, is over."""
    while not run.over:
        await _both(tables, max(table.seq or 0 for table in tables))
        mover = next((table for table in tables if table.picture["legal"]), None)
        if mover is None:
            return
        await _move(tables, mover, rng, run.result, acknowledged)
        if run.pause:
            await asyncio.sleep(run.pause * (0.5 + rng.random()))


async def _move(
    tables: tuple[Connection, Connection],
    mover: Connection,
    rng: Random,
    result: Load,
    acknowledged: set[int],
) -> None:
    step, sent = mover.picture["step"], time.monotonic()
    try:
        done = await mover.move(rng.choice(mover.picture["legal"]))
    except Refused as refusal:
        if refusal.code != "stale":  # a server that was killed had it safe, but could not say so
            raise
        return
    result.lost += step in acknowledged
    acknowledged.add(step)
    await _both(tables, done)
    result.last = time.monotonic()
    result.latencies.append(result.last - sent)
    result.moves += 1


async def _both(tables: tuple[Connection, Connection], seq: int) -> None:
    for table in tables:
        await _reach(table, seq)


async def _reach(table: Connection, seq: int) -> None:
    if (table.seq or 0) < seq:
        await table.until(lambda _: (table.seq or 0) >= seq)


async def _insist(seat: Seat) -> dict[str, Any]:
    """What the table shows, however long the server takes to come back."""
    while True:
        with contextlib.suppress(Closed):
            picture: dict[str, Any] = (await seat.show())["picture"]
            return picture
        await asyncio.sleep(0.2)


def load(budget: Budget) -> Report:
    """500 matches with 1,000 sockets: at a steady rate, and as fast as it goes."""
    seconds = 8.0 if budget is QUICK else 30.0
    rows = []
    with serving() as url:
        for name, rate in (("steady, 330 moves/s wanted", 330.0), ("as fast as it goes", None)):
            found = asyncio.run(play_under_load(url, 500, seconds, rate))
            rows.append(
                {
                    "load": name,
                    "matches": found.matches,
                    "moves/s": found.moves / found.seconds,
                    "p50 ms": found.percentile(0.50),
                    "p95 ms": found.percentile(0.95),
                    "p99 ms": found.percentile(0.99),
                    "lost": found.lost,
                }
            )
    notes = ("From sending a move until both players see it; wall-clock time, same machine.",)
    return Report("Server: connect four between random players, 1,000 sockets", rows, notes)
