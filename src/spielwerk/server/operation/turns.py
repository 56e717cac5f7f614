"""Turns for work that takes long: so many at once, each address in its turn, and no endless queue.

Whoever asks much waits for themselves: among those who wait, the addresses take turns, and where
there are several places one address never has them all.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from spielwerk.server.operation.metrics import QUEUES, REJECTED, WORKING
from spielwerk.server.problems import Problem


class Turns:
    """The queue for one kind of work."""

    def __init__(self, name: str, places: int, *, waiting: int = 100, mine: int = 10) -> None:
        """``waiting`` wait at most in all, ``mine`` of one address; ``name`` is for the numbers."""
        self.name = name
        self.places = places
        self._most, self._mine = waiting, mine
        self._at_once = max(1, places - 1)
        self._working: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._waiting = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return self._waiting

    @property
    def working(self) -> int:
        """How many places are taken."""
        return self._working.total()

    def share(self, whose: str) -> float:
        """What part of its time somebody from an address may hope to work, as things are now.

        Of other addresses only one at a time comes first, however much they ask for.
        """
        own = self._working[whose] + len(self._queues.get(whose, ()))
        others = len({*self._working, *self._queues} - {whose})
        return min(self.places / (own + others + 1), 1.0)

    @asynccontextmanager
    async def of(self, whose: str) -> AsyncIterator[None]:
        """A place, when it is this address's turn.

        :raises Problem: too many wait already
        """
        await self._begin(whose)
        try:
            yield
        finally:
            self._end(whose)

    async def _begin(self, whose: str) -> None:
        if self._is_free(whose) and not self._waiting:
            self._work(whose)
            return
        queue = self._queues.get(whose, ())
        if len(queue) >= self._mine:
            REJECTED.labels(f"{self.name}-per-address").inc()
            raise Problem(429, "too-many-at-once", "You ask for too much at once; wait a moment.")
        if self._waiting >= self._most:
            REJECTED.labels(self.name).inc()
            raise Problem(503, "busy", "Too many wait for this already; try again in a moment.")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(whose, deque()).append(turn)
        self._count(1)
        self._call()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._end(whose)  # it was called in the same moment
            elif turn in self._queues.get(whose, ()):
                self._forget(whose, turn)
            raise

    def _forget(self, whose: str, turn: asyncio.Future[None]) -> None:
        self._queues[whose].remove(turn)
        if not self._queues[whose]:
            del self._queues[whose]
        self._count(-1)

    def _is_free(self, whose: str) -> bool:
        return self.working < self.places and self._working[whose] < self._at_once

    def _work(self, whose: str) -> None:
        self._working[whose] += 1
        WORKING.labels(self.name).set(self.working)

    def _end(self, whose: str) -> None:
        self._working[whose] -= 1
        if not self._working[whose]:
            del self._working[whose]
        WORKING.labels(self.name).set(self.working)
        self._call()

    def _call(self) -> None:
        """Let those work whose turn it is: the address that waited longest since its last one."""
        while (whose := next(filter(self._is_free, self._queues), None)) is not None:
            turn = self._queues[whose].popleft()
            self._queues.move_to_end(whose)
            if not self._queues[whose]:
                del self._queues[whose]
            self._count(-1)
            if not turn.done():  # whoever gave up in the same moment does not work any more
                self._work(whose)
                turn.set_result(None)

    def _count(self, more: int) -> None:
        self._waiting += more
        QUEUES.labels(self.name).set(self._waiting)
