"""At most so many processes at the same time, whatever they are there to answer.

Before a process begins it asks for a place. Where none is free, the process that has been idle for
longest gives way; where all are at work, whoever asks waits until one is done.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition


@dataclass(slots=True)
class _Place:
    end: Callable[[], None]
    stays: bool
    busy: bool = True


class Crew:
    """The places for processes, shared by everybody who starts some."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._places: dict[object, _Place] = {}
        """Those who have a place, the longest unused first."""
        self._changed = Condition()

    def __len__(self) -> int:
        return len(self._places)

    @property
    def busy(self) -> int:
        """How many are at work."""
        return sum(place.busy for place in list(self._places.values()))

    def begin(
        self, who: object, end: Callable[[], None], seconds: float | None, *, stays: bool
    ) -> bool:
        """A process begins to work; it has its place from now on, or there was none in time.

        ``end`` ends an idle process whose place another needs; who ``stays`` keeps its own.
        """
        until = None if seconds is None else time.monotonic() + seconds
        with self._changed:
            while not self._admit(who, end, stays):
                left = None if until is None else until - time.monotonic()
                if left is not None and left <= 0:
                    return False
                self._changed.wait(left)
        return True

    def _admit(self, who: object, end: Callable[[], None], stays: bool) -> bool:
        known = self._places.pop(who, None)
        if known is None and len(self._places) >= self.most:
            idle = next((w for w, p in self._places.items() if not p.busy and not p.stays), None)
            if idle is None:
                return False
            self._places.pop(idle).end()
        self._places[who] = _Place(end, stays)
        return True

    def rest(self, who: object) -> None:
        """The process is idle, and may have to give way."""
        with self._changed:
            if who in self._places:
                self._places[who].busy = False
                self._changed.notify_all()

    def leave(self, who: object) -> None:
        """The process is gone."""
        with self._changed:
            if self._places.pop(who, None) is not None:
                self._changed.notify_all()
