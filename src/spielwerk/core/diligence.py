"""Which moves were thought: every one that was not is counted, with the reason.

A move is thought when whoever sits there chose it. Moves that were made for somebody who was late,
failed or talked nonsense are not, however good they are; nor is one that a mind names without
having weighed anything. A move without an alternative needs no thought.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from spielwerk.core.choice import Choice


class Unthought(StrEnum):
    """Why a move was not thought."""

    LATE = "late"
    """The mind had not made up itself in time."""
    UNREADY = "not ready"
    """The rules or the mind were still being prepared."""
    FAILED = "failed"
    """The mind crashed, or does not play such games."""
    NONSENSE = "nonsense"
    """What it said is no legal move."""
    UNWEIGHED = "unweighed"
    """It had no time to weigh anything, and named some move."""


@dataclass
class Diligence:
    """How many moves one player made, and which of them it had not thought."""

    moves: int = 0
    unthought: Counter[Unthought] = field(default_factory=Counter)

    def note(self, why: Unthought | None = None) -> None:
        """One more move; ``why`` it was not thought, if it was not."""
        self.moves += 1
        if why is not None:
            self.unthought[why] += 1

    @property
    def missing(self) -> int:
        """How many moves were not thought."""
        return self.unthought.total()

    def __str__(self) -> str:
        moves = f"{self.moves} move{'s' * (self.moves != 1)}"
        if not self.missing:
            return f"{moves}, all thought"
        why = ", ".join(f"{count} {why}" for why, count in sorted(self.unthought.items()))
        return f"{moves}, {self.missing} not thought: {why}"


def unweighed(choice: Choice) -> Unthought | None:
    """Why a choice was not thought, where it says itself that no candidate was weighed."""
    candidates = choice.candidates
    weighed = any(c.visits or c.proven or c.value is not None for c in candidates)
    return Unthought.UNWEIGHED if candidates and not weighed else None
