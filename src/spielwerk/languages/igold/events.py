"""What happens inside a match, for whoever watches: the debugger, a record, a view.

Every process (phase, phase state, action, action state, operation, selection) is told of before it
begins and after it has ended, in the order in which things happen; so is every implication that an
operation turns on or off.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from spielwerk.core import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from spielwerk.languages.igold.position import MatchPosition
    from spielwerk.languages.igold.processor import ToldSentence


@dataclass(frozen=True, slots=True)
class SaidSentence:
    """A sentence of the author, with the elements and values that it speaks of."""

    sentence: ToldSentence
    parts: tuple[Any, ...]
    listeners: frozenset[int] | None
    """Whom it is told; ``None`` are all, spectators too."""


@dataclass(frozen=True, slots=True)
class EngineMoment:
    """One moment of a process."""

    stage: str
    """``before`` or ``after``."""
    process: str
    text: str
    span: Span
    said: SaidSentence | None = None

    def __str__(self) -> str:
        return f"{self.stage} {self.process} {self.text}"


Watch: TypeAlias = "Callable[[EngineMoment, MatchPosition], None]"
"""Called with every event and the position as it is at that moment, which must be left alone."""
