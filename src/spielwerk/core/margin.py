"""How much less than the wait a mind is granted, from how late things come on this machine.

Threads wake late, hand over late and are interrupted, on a crowded machine by a tenth of a second.
Goes in how much later than planned something happened (:class:`Hiccups`); comes out how long a mind
may think whose answer is awaited for so many seconds. Everybody who waits for a mind asks here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Lock, Thread

from spielwerk.core.deadline import TimeSource

_LEAST = 0.020
"""Seconds that are kept back on the calmest machine."""
_TIMES = 3.0
"""An answer passes several threads, and each of them may be kept waiting."""
_SHARE = 0.4
"""The most of a wait that is kept back, so that short clocks leave time to think."""
_HALF_LIFE = 20.0
"""Seconds of watching after which a hiccup counts half; while nobody watches none is forgotten."""
_LONGEST = 0.5
"""What takes longer is no hiccup of the machine, but somebody who hangs."""
_ASSUMED = 0.1
"""The longest hiccup of a machine of which nothing is known yet."""
_BEAT = 0.025
"""Seconds between two looks at how late a thread wakes."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """When an answer leaves, by the clock of the machine."""

    planned: float
    latest: float
    """Until then a mind is waited for that the machine kept from its answer."""


class Hiccups:
    """How much later than planned things happened of late: the longest counts, and fades."""

    def __init__(self, clock: TimeSource = time.monotonic) -> None:
        self.longest = _ASSUMED
        """Seconds by which something may come too late."""
        self._clock = clock
        self._lock = Lock()
        self._watchers = 0
        self._over = Event()

    def note(self, late: float, watched: float = 0.0) -> None:
        """Something came so many seconds later than planned; what came in time says nothing.

        ``watched`` are the seconds in which somebody would have noticed if more had happened.
        """
        fading = 0.5 ** (watched / _HALF_LIFE)
        self.longest = max(self.longest * fading, min(late, _LONGEST))

    def margin(self, wait: float) -> float:
        """Seconds of a wait that are not for thinking."""
        return max(min(_LEAST + _TIMES * self.longest, _SHARE * wait), 0.0)

    def granted(self, wait: float) -> float:
        """How long a mind may think whose answer is awaited for so long."""
        return max(wait - self.margin(wait), 0.0)

    def leaving(self, arrived: float, clock: float, way: float) -> Leaving:
        """When the answer to a question leaves that came at a moment and waits for ``clock``.

        ``way`` is how long it may be under way. Half of that is enough for one that was held up.
        """
        planned = clock - max(way, self.margin(clock))
        return Leaving(arrived + planned, arrived + clock - way / 2)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """While somebody waits for a mind: look how late a thread wakes beside it."""
        with self._lock:
            self._watchers += 1
            if self._watchers == 1:
                self._over = Event()
                Thread(target=self._watch, args=(self._over,), name="hiccups", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._watchers -= 1
                if not self._watchers:
                    self._over.set()

    def _watch(self, over: Event) -> None:
        before = self._clock()
        while not over.wait(_BEAT):
            now = self._clock()
            self.note(now - before - _BEAT, now - before)
            before = now


HICCUPS = Hiccups()
"""Those of this process; all who wait in it share what they learn."""
