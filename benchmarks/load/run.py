"""A load: so many matches at once, random moves, and how long each takes to reach both players.

A move's time is from sending it until both players have it in their views. Whatever the server
acknowledged must be in the match afterwards, once; killed servers are waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

__all__ = ["Load", "Seats", "Server", "Table", "play"]

_T = TypeVar("_T")

Seats: TypeAlias = Any
"""What a server hands out to those who sit at a table."""
_AT_ONCE = 20
"""How many tables are founded or entered at the same time."""
_RETRY = 0.2


class Table:
    """A table as its two players see it; a server's own code keeps it up to date."""

    def __init__(self) -> None:
        self.steps = [-1, -1]
        """How many moves each of them has seen."""
        self.legal: list[list[str]] = [[], []]
        """What each of them may do now."""
        self.acknowledged: list[int] = []
        """The steps whose moves the server called safe."""
        self._gone: Exception | None = None
        self._waiting: asyncio.Future[None] | None = None

    def send(self, place: int, move: str, step: int) -> None:
        """Let the player at a place make a move."""
        raise NotImplementedError

    def close(self) -> None:
        """Both leave."""
        raise NotImplementedError

    def changed(self) -> None:
        """Something is new: whoever waits may look again."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def fail(self, problem: Exception) -> None:
        """It cannot go on like this: a connection is gone, or a move was refused."""
        self._gone = self._gone or problem
        self.changed()

    def lost(self) -> None:
        """A connection is gone."""
        self.fail(ConnectionError("a connection was lost"))

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Wait until it is so.

        :raises ConnectionError: a connection is gone before
        """
        while not wanted():
            if self._gone is not None:
                raise self._gone
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting


class Server(Protocol):
    """A server that the load is played on. Its calls may raise ``OSError`` while it is away."""

    async def found(self) -> Seats:
        """Two seats at a new table."""

    async def enter(self, seats: Seats) -> Table:
        """Both players' connections, and what they see."""


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
    server_cpu: float = 0.0
    """Processor seconds of the server from the first move on, new tables included."""
    own_cpu: float = 0.0
    """The same of this process."""

    def percentile(self, share: float) -> float:
        """Milliseconds within which this share of the moves was seen by both."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


async def play(
    server: Server,
    matches: int,
    seconds: float,
    rate: float | None,
    cpu: Callable[[], float] = lambda: 0.0,
) -> Load:
    """Keep so many matches going for a while, with so many moves a second in all.

    The time counts from when all are connected. ``cpu`` tells the server's processor seconds.
    """
    run = _Run(server, matches, seconds, 0.0 if rate is None else matches / rate, cpu)
    with _without_garbage_search():
        await asyncio.gather(*(_play_on(run, Random(number)) for number in range(matches)))
    run.end()
    return run.result


class _Run:
    """What all matches of a run share."""

    def __init__(
        self,
        server: Server,
        matches: int,
        seconds: float,
        pause: float,
        cpu: Callable[[], float],
    ) -> None:
        self.server = server
        self.pause = pause
        self.result = Load(matches)
        self.gate = asyncio.Semaphore(_AT_ONCE)
        self.began = 0.0
        self._seconds = seconds
        self._cpu = cpu
        self._cpu_before = (0.0, 0.0)
        self._start = asyncio.Barrier(matches)

    async def all_there(self) -> None:
        """Wait until all are connected; then the time begins."""
        await self._start.wait()
        if not self.began:
            self.began = time.monotonic()
            self._cpu_before = self._cpu(), time.process_time()

    @property
    def over(self) -> bool:
        return bool(self.began) and time.monotonic() > self.began + self._seconds

    def end(self) -> None:
        """Add up."""
        self.result.seconds = self.result.last - self.began
        server, own = self._cpu_before
        self.result.server_cpu = self._cpu() - server
        self.result.own_cpu = time.process_time() - own


async def _play_on(run: _Run, rng: Random) -> None:
    """Play one match after another, come what may, until the time is over."""
    seats, safe = await _insist(run, run.server.found), set[int]()
    while not run.over:
        table = await _insist(run, lambda seats=seats: run.server.enter(seats))
        run.result.lost += sum(step >= max(table.steps) for step in safe)
        if not run.began:
            await run.all_there()
            await asyncio.sleep(run.pause * rng.random())
        over = False
        with contextlib.suppress(ConnectionError):
            over = await _play(run, table, rng)
        table.close()
        run.result.lost += len(table.acknowledged) - len({*table.acknowledged} - safe)
        safe.update(table.acknowledged)
        run.result.lost += sum(step >= max(table.steps) for step in safe)
        if over and not run.over:
            seats, safe = await _insist(run, run.server.found), set()


async def _play(run: _Run, table: Table, rng: Random) -> bool:
    """Move by turns until the match, or the time, is over; whether the match is."""
    while not run.over:
        await table.until(lambda: table.steps[0] == table.steps[1])
        place = next((place for place, moves in enumerate(table.legal) if moves), None)
        if place is None:
            return True
        step, sent = table.steps[place], time.monotonic()
        table.send(place, rng.choice(table.legal[place]), step)
        await table.until(lambda step=step: min(table.steps) > step)
        run.result.last = time.monotonic()
        run.result.latencies.append(run.result.last - sent)
        run.result.moves += 1
        if run.pause:
            await asyncio.sleep(run.pause * (0.5 + rng.random()))
    return False


async def _insist(run: _Run, ask: Callable[[], Awaitable[_T]]) -> _T:
    """The answer, however long the server takes to come back."""
    while True:
        with contextlib.suppress(OSError):
            async with run.gate:
                return await ask()
        await asyncio.sleep(_RETRY)


@contextlib.contextmanager
def _without_garbage_search() -> Iterator[None]:
    """Our own pauses shall not look like the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
