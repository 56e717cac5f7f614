"""Which parts of rules are used in matches, for games whose rules can tell.

A game hands out a :class:`Usage`, which is shown every step of some matches and knows afterwards
which parts of the rules nothing ever came to. What a part is the language decides: a rule of GDL,
a phase, action or operation of IGold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from spielwerk.core.game import State
from spielwerk.core.replay import Event
from spielwerk.core.source import Span


@dataclass(frozen=True, slots=True)
class RulePart:
    """A part of rules that is used or not."""

    kind: str
    """What it is: ``rule``, ``action``, ``operation``."""
    text: str
    span: Span | None = None

    def __str__(self) -> str:
        return f"{self.kind} {self.text}" + (f" ({self.span})" if self.span else "")


class Usage(ABC):
    """What was used so far."""

    @abstractmethod
    def began(self, seed: int) -> None:
        """A match began from a seed."""

    @abstractmethod
    def saw(self, state: State, event: Event) -> None:
        """Something happened in a state."""

    @abstractmethod
    def ended(self, state: State) -> None:
        """A match ended in a state."""

    @abstractmethod
    def unused(self) -> Sequence[RulePart]:
        """The parts that nothing came to, in the order of the source."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many parts there are."""
