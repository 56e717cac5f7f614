"""Several server processes on one PostgreSQL: moves a second, and what a move costs.

As behind a plain proxy: every request and every socket reaches any of the processes, so that most
moves come in where their match does not live and are passed on.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random

import uvloop

from benchmarks.load import Load, Table, play
from benchmarks.load.spielwerk import Spielwerk
from benchmarks.measure import QUICK, Budget
from benchmarks.report import Report
from benchmarks.siege.servers import SiegedServer, postgresql
from spielwerk.client import Client, Closed, Seat

__all__ = ["scale"]

_PROCESSES = (1, 2, 3)
_MATCHES = 60
_LOADS = (("steady", 60.0), ("as fast as it goes", None))
"""Moves a second that are wanted of all matches together."""
_WARMING = 15.0
_ROOM: dict[str, object] = {
    "MESSAGE_RATE": 100_000,
    "MESSAGE_BURST": 100_000,
    "REQUEST_RATE": 100_000,
    "REQUEST_BURST": 100_000,
    "CONNECTIONS_PER_ADDRESS": 100_000,
    "SOCKETS_PER_ADDRESS": 100_000,
    "PROXIES": "",
}


class _Anywhere(Spielwerk):
    """Servers that share a database; whoever comes reaches any of them."""

    def __init__(self, clients: Sequence[Client]) -> None:
        super().__init__(clients[0])
        self._clients = clients
        self._rng = Random(1)

    def _any(self) -> Client:
        return self._rng.choice(self._clients)

    async def found(self) -> tuple[Seat, Seat]:
        try:
            first = await self._any().found("connect-four", visibility="unlisted")
            (invitation,) = first.invitations.values()
            second = await self._any().join(first.match, invitation=invitation)
        except Closed as problem:
            raise ConnectionError(str(problem)) from None
        return first, second

    async def enter(self, seats: tuple[Seat, Seat]) -> Table:
        moved = [Seat(self._any(), seat.match, seat.role, seat.token) for seat in seats]
        return await super().enter((moved[0], moved[1]))


def scale(budget: Budget) -> Report:
    """1, 2 and 3 processes on one PostgreSQL: at a steady rate, and as fast as they go."""
    seconds = 4.0 if budget is QUICK else 20.0
    rows: list[dict[str, str | float]] = []
    for processes in _PROCESSES:
        with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
            folder = Path(name)
            address, database = stack.enter_context(postgresql(folder))
            servers = [SiegedServer(address, folder / "log", _ROOM) for _ in range(processes)]
            for server in servers:
                stack.callback(server.kill)
                server.start()
            uvloop.run(_play(servers, 10, _WARMING if budget is not QUICK else 5.0, None))
            for load, rate in _LOADS:
                before = _cpu(database), sum(_cpu(server.pid) for server in servers)
                found = uvloop.run(_play(servers, _MATCHES, seconds, rate))
                after = _cpu(database), sum(_cpu(server.pid) for server in servers)
                spent = [1000 * (now - then) for then, now in zip(before, after, strict=True)]
                alone = next((row for row in rows if row["load"] == load), None)
                rows.append(
                    {
                        "processes": processes,
                        "load": load,
                        "moves/s": found.moves / found.seconds,
                        "p50 ms": found.percentile(0.5),
                        "p99 ms": found.percentile(0.99),
                        "lost": found.lost,
                        "servers ms/move": spent[1] / found.moves,
                        "PostgreSQL ms/move": spent[0] / found.moves,
                        "of one": sum(spent) / found.moves / float(alone["all"]) if alone else 1.0,
                        "all": sum(spent) / found.moves,
                    }
                )
    notes = [
        "Processor time includes founding tables and connecting; PostgreSQL's is of all of it.",
        "'all' is what a move costs on all processes together, 'of one' how often that of one.",
    ]
    return Report("Server: several processes on one PostgreSQL, connect four", rows, notes)


async def _play(
    servers: Sequence[SiegedServer], matches: int, seconds: float, rate: float | None
) -> Load:
    async with AsyncExitStack() as stack, asyncio.timeout(seconds + 200):
        clients = [
            await stack.enter_async_context(Client(server.url, timeout=120)) for server in servers
        ]
        return await play(_Anywhere(clients), matches, seconds, rate)


def _cpu(process: int) -> float:
    """Seconds of the processor that a process and its children have used, also those that ended."""
    ticks, found = os.sysconf("SC_CLK_TCK"), 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except (OSError, UnicodeDecodeError):
            continue
        if int(entry.name) == process:
            found += sum(map(int, fields[11:15]))
        elif int(fields[1]) == process:
            found += sum(map(int, fields[11:13]))
    return found / ticks
