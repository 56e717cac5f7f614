"""A moment by which somebody must have answered, by whatever clock counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

TimeSource = Callable[[], float]
"""Seconds from an arbitrary start, never going back."""

_THOUGHT_SECONDS = 1.0
"""How long a player thinks where neither its spec nor the match says so."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment by a clock. Players get the moment by which they must have answered."""

    at: float = inf
    clock: TimeSource = time.monotonic

    @classmethod
    def after(cls, seconds: float | None, clock: TimeSource = time.monotonic) -> Deadline:
        """The moment ``seconds`` from now; ``None`` is never."""
        return cls(inf if seconds is None else clock() + seconds, clock)

    @classmethod
    def until(cls, moment: float | None) -> Deadline:
        """A moment by :func:`time.monotonic`, which all processes share; ``None`` is never."""
        return cls(inf if moment is None else moment)

    def within(self, seconds: float | None) -> Deadline:
        """The earlier of this moment and ``seconds`` from now."""
        if seconds is None:
            return self
        return Deadline(min(self.at, self.clock() + seconds), self.clock)

    def for_thought(self, seconds: float | None, *, counted: bool = False) -> Deadline:
        """When a player must have stopped thinking if it gives itself ``seconds`` at most.

        Whoever has all the time in the world takes a second, unless it ends by having counted.
        """
        if seconds is None and self.at == inf and not counted:
            seconds = _THOUGHT_SECONDS
        return self.within(seconds)

    def left(self) -> float:
        """Seconds until then; negative once it has passed."""
        return self.at - self.clock()


NEVER = Deadline()
"""For whoever has all the time in the world."""
