"""When a text is checked: not at every letter, and one check of a text at a time.

Whoever changes a text calls :meth:`Checks.changed`; a moment after the last change the check
begins, and while it runs only the newest text waits for the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

PAUSE = 0.15
"""Seconds without a change before a check begins."""


class Checks:
    """The checks of all open texts, each by its name."""

    def __init__(self, check: Callable[[str], Awaitable[None]], pause: float = PAUSE) -> None:
        self._check = check
        self._pause = pause
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def changed(self, name: str, *, at_once: bool = False) -> None:
        """A text is other than it was."""
        self._forget_timer(name)
        pause = 0.0 if at_once else self._pause
        self._timers[name] = asyncio.get_running_loop().call_later(pause, self._begin, name)

    def closed(self, name: str) -> None:
        """A text is no longer looked at."""
        self._forget_timer(name)
        self._again.discard(name)

    def stop(self) -> None:
        """Nobody wants to know any more."""
        for name in list(self._timers):
            self.closed(name)
        for task in self._running.values():
            task.cancel()

    def _forget_timer(self, name: str) -> None:
        if timer := self._timers.pop(name, None):
            timer.cancel()

    def _begin(self, name: str) -> None:
        self._timers.pop(name, None)
        if name in self._running:
            self._again.add(name)
            return
        task = asyncio.ensure_future(self._check(name))
        self._running[name] = task
        task.add_done_callback(lambda _: self._end(name))

    def _end(self, name: str) -> None:
        self._running.pop(name, None)
        if name in self._again:
            self._again.discard(name)
            self._begin(name)
