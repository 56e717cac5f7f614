"""Keeping a deadline: a pace that never begins what it cannot finish.

Games differ by a factor of a million in how long one successor takes. A :class:`Pace` is asked
between any two indivisible pieces of work; it remembers how long such pieces take and says stop
while the next one would still fit.
"""

from __future__ import annotations

import gc
import time
from math import inf
from threading import Lock

from spielwerk.core import NEVER, Deadline, TimeSource

_FORGET = 0.97
"""How the memory of a long piece fades, so that one hiccup of the machine costs little."""


_SLOWEST = 5.0
"""However busy the machine is, a second of work takes no longer than so many of the wall's."""


def working_clock() -> TimeSource:
    """Seconds for which this thread really works, so that a busy machine does not make it blind.

    It goes as the wall's clock does where the machine has time, and at a fifth of its speed at
    least where others have it: an answer comes later then, and maybe from a shorter thought, but
    it comes.
    """
    worked, begun = time.thread_time(), time.monotonic()
    return lambda: max(time.thread_time() - worked, (time.monotonic() - begun) / _SLOWEST)


class Quiet:
    """Keeps the garbage collector from interrupting: it may take longer than a player's grace.

    Searches keep their trees without cycles, so nothing piles up meanwhile. Several threads may
    be quiet at once; the collector is back when the last one is done. What was made until then
    counts as old, or the collector would look through all of it before the answer is out. Where
    somebody has frozen objects, they are left alone, and not counted again and again: that takes
    a tenth of a second where there are millions.
    """

    _lock = Lock()
    _depth = 0
    _restore = False
    _frozen = False

    def __enter__(self) -> None:
        with Quiet._lock:
            if Quiet._depth == 0:
                Quiet._restore = gc.isenabled()
                gc.disable()
            Quiet._depth += 1

    def __exit__(self, *_: object) -> None:
        with Quiet._lock:
            Quiet._depth -= 1
            if Quiet._depth == 0 and Quiet._restore:
                Quiet._frozen = Quiet._frozen or gc.get_freeze_count() > 0
                if not Quiet._frozen:
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()


class Pace:
    """Says, between pieces of work, whether there is time for another."""

    __slots__ = ("_at", "_clock", "_last", "_longest", "_rounds")

    def __init__(self, deadline: Deadline = NEVER, rounds: int | None = None) -> None:
        self._at = deadline.at
        self._clock = deadline.clock
        self._last = self._clock()
        self._longest = 0.0
        self._rounds = inf if rounds is None else rounds

    @property
    def timed(self) -> bool:
        """Whether there is a deadline at all."""
        return self._at < inf

    def next_round(self) -> bool:
        """Whether one more round of the search may begin; counts it if so."""
        if self._rounds <= 0 or not self.go_on():
            return False
        self._rounds -= 1
        return True

    def go_on(self) -> bool:
        """Whether a piece of work as long as the longest of late would end in time."""
        now = self._clock()
        piece = now - self._last
        self._last = now
        self._longest = piece if piece > self._longest else self._longest * _FORGET
        return now + self._longest < self._at
