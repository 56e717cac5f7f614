"""Python's search for cyclic garbage, at moments in which it keeps nobody waiting.

A full search looks at every object of every match, and nothing else happens meanwhile: with some
hundred matches that is half a second. Nearly everything here is freed without it, so it waits for a
quiet second, and comes while people play only when much may have piled up.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

_YOUNG = (40_000, 1_000_000, 1_000_000)
"""How many new objects call for a short search; the other numbers keep longer ones to us.

What a match has left after a short search stays as long as the match: to look at it a second time
soon, as Python does otherwise, finds nothing.
"""
_LOOK = 1.0
_PAUSE = 60.0
"""Seconds between full searches, however quiet it is."""
_MOST = 100
"""Short searches after which a full one comes even while people play.

Each hands on at most some forty thousand objects: together that is about half a gigabyte.
"""


class Tidying:
    """Full searches, one after another."""

    def __init__(self, busy: Callable[[], int]) -> None:
        """``busy`` counts what is done for people: while it does not change, it is quiet."""
        self._busy = busy
        self._before = gc.get_threshold()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Take over from Python; what is in memory now stays there and is not looked at again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_YOUNG)
        self._task = asyncio.create_task(self._tidy(), name="tidying")

    def stop(self) -> None:
        """Leave it to Python again."""
        if self._task is not None:
            self._task.cancel()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    async def _tidy(self) -> None:
        last, done = time.monotonic(), self._busy()
        while True:
            await asyncio.sleep(_LOOK)
            quiet, done = self._busy() == done, self._busy()
            overdue = gc.get_count()[1] > _MOST
            if overdue or (quiet and time.monotonic() - last > _PAUSE):
                gc.collect()
                last = time.monotonic()
