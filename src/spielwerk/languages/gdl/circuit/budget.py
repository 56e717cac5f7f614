"""How much compiling a game may cost, and the meter that watches over it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from spielwerk.core import LimitExceeded


@dataclass(frozen=True, slots=True)
class Budget:
    """How much grounding and compiling may cost before the direct engine is the better choice."""

    rows: int = 5_000_000
    """The longest table that a join may make."""
    atoms: int = 500_000
    """How many ground atoms and auxiliary gates there may be before simplification."""
    gates: int = 200_000
    """How many gates the finished circuit may have."""
    seconds: float = 60.0
    """How much processor time all of it may take."""


class Meter:
    """Holds work against a budget."""

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.thread_time) -> None:
        self.budget = budget
        self._clock = clock
        self._start = clock()

    def seconds(self) -> float:
        """How much processor time the work has taken so far."""
        return self._clock() - self._start

    def check(self, doing: str, atoms: int = 0, gates: int = 0) -> None:
        """:raises LimitExceeded: one of the limits is passed; ``doing`` says during what"""
        if (spent := self.seconds()) > self.budget.seconds:
            raise LimitExceeded(
                f"{doing} took {spent:.0f} s; the limit is {self.budget.seconds:.0f} s."
            )
        if atoms > self.budget.atoms:
            raise LimitExceeded(
                f"{doing} made {atoms:,} ground atoms; the limit is {self.budget.atoms:,}."
            )
        if gates > self.budget.gates:
            raise LimitExceeded(
                f"{doing} made {gates:,} gates; the limit is {self.budget.gates:,}."
            )
