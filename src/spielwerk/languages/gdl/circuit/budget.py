"""How much compiling a game may cost, and the meter that watches over it.

What a compilation will take is known long before it is done: each literal of a ground rule costs
about as much as any other, in time and in memory. So the meter does not wait until the budget is
used up; it refuses as soon as the count of ground atoms or literals says that it will be.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from spielwerk.confinement import machine_memory
from spielwerk.core import LimitExceeded

_SECONDS_A_LITERAL = 4e-5
_BYTES_A_LITERAL = 1_000
"""What a literal of a ground rule takes on its way into the circuit, as measured on large games."""
_UNSHARED = 2.5
"""A network with so many times as many gates as are allowed does not become small enough."""


def _memory() -> int:
    """A quarter of what the machine has."""
    return (machine_memory() or 8 << 30) // 4


@dataclass(frozen=True, slots=True)
class Budget:
    """How much grounding and compiling may cost before the direct engine is the better choice."""

    rows: int = 5_000_000
    """The longest table that a join may make."""
    gates: int = 600_000
    """How many gates the finished circuit may have: kernels for more take minutes to make."""
    seconds: float = 60.0
    """How much processor time all of it may take."""
    memory: int = field(default_factory=_memory)
    """How many bytes all of it may take."""

    @property
    def grounding(self) -> float:
        """How many of the seconds may be gone until all ground atoms are known."""
        return self.seconds / 10

    @property
    def literals(self) -> int:
        """How many literals ground rules may have, by time and by memory."""
        return int(min(self.seconds / _SECONDS_A_LITERAL, self.memory / _BYTES_A_LITERAL))


class Meter:
    """Holds work against a budget."""

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.thread_time) -> None:
        self.budget = budget
        self._clock = clock
        self._start = clock()

    def seconds(self) -> float:
        """How much processor time the work has taken so far."""
        return self._clock() - self._start

    def check(self, doing: str, gates: int = 0) -> None:
        """:raises LimitExceeded: one of the limits is passed; ``doing`` says during what"""
        self._in_time(doing, self.budget.seconds)
        if gates > self.budget.gates:
            raise LimitExceeded(
                f"{doing} made {gates:,} gates; the limit is {self.budget.gates:,}."
            )

    def check_grounding(self, atoms: int, largest: Callable[[], str]) -> None:
        """:raises LimitExceeded: there are too many atoms; ``largest`` says which relation has most

        Each atom will have a literal at least.
        """
        found = "Grounding has found"
        if self.seconds() > self.budget.grounding:
            self._in_time(f"{found} {atoms:,} ground atoms, {largest()}; it", self.budget.grounding)
        if atoms > self.budget.literals:
            raise LimitExceeded(
                f"{found} {atoms:,} ground atoms so far, {largest()}; {self._limit()}"
            )

    def check_literals(self, literals: int, largest: Callable[[], str]) -> None:
        """:raises LimitExceeded: ground rules have too many literals"""
        self._in_time("Instantiating rules", self.budget.seconds)
        if literals > self.budget.literals:
            raise LimitExceeded(
                f"The ground rules have {literals:,} literals so far, {largest()}; {self._limit()}"
            )

    def check_network(self, size: int) -> None:
        """:raises LimitExceeded: a network of so many gates will not become small enough"""
        self.check("Building the circuit")
        if size > _UNSHARED * self.budget.gates:
            raise LimitExceeded(
                f"The circuit has {size:,} gates before those that are equal are shared; "
                f"the limit is {self.budget.gates:,} after that."
            )

    def _in_time(self, doing: str, limit: float) -> None:
        if (spent := self.seconds()) > limit:
            raise LimitExceeded(f"{doing} took {spent:.0f} s; the limit is {limit:.0f} s.")

    def _limit(self) -> str:
        budget = self.budget
        return (
            f"{budget.literals:,} literals are what {budget.seconds:.0f} s of processor time and "
            f"{budget.memory >> 20:,} MiB suffice for."
        )
