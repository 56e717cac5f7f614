"""A player's decision together with what it weighed, and the decision as an Explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from spielwerk.core.explanation import Explanation
from spielwerk.core.game import Json, Move

_SHOWN = 10
"""How many candidates an explanation lists."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One move that was weighed."""

    move: Move
    value: float | None = None
    """The outcome expected from it, on the 0..100 of outcomes; ``None`` where nothing is known."""
    visits: int = 0
    """How often it was tried in thought."""
    proven: bool = False
    """Whether the value is certain if everybody plays their best."""
    at_most: bool = False
    """Whether the value is only known not to be higher: enough to prefer another move."""

    def __str__(self) -> str:
        parts = []
        if self.value is not None:
            parts.append(f"{'at most ' * self.at_most}{self.value:.1f} of 100")
        if self.proven:
            parts.append("proven")
        if self.visits:
            parts.append(f"{self.visits:,} visits")
        return f"{self.move}: {', '.join(parts) or 'not weighed'}"


@dataclass(frozen=True, slots=True)
class Choice:
    """The move a player settled on, and why."""

    move: Move
    by: str = ""
    """Who chose: the player's spec."""
    candidates: tuple[Candidate, ...] = ()
    """What was weighed, best first."""
    line: tuple[str, ...] = ()
    """The principal variation: the chosen move and what is expected to follow."""
    effort: str = ""
    """How much thought went in, such as ``depth 6, 20,113 positions``."""

    def to_json(self) -> dict[str, Json]:
        """The choice as a JSON-able mapping."""
        return asdict(self)

    @classmethod
    def from_json(cls, row: Json) -> Choice:
        """The choice that :meth:`to_json` was asked of.

        :raises TypeError: the mapping is none of a choice
        """
        try:
            candidates = tuple(Candidate(**candidate) for candidate in row["candidates"])
            choice = cls(**{**row, "candidates": candidates, "line": tuple(row["line"])})
        except (KeyError, TypeError) as problem:
            raise TypeError(f"this is not a choice: {problem}") from None
        if not all(isinstance(text, str) for text in (choice.move, choice.by, *choice.line)):
            raise TypeError("a choice holds texts")
        return choice

    def explain(self) -> Explanation:
        """The choice as a tree: the chosen move, then every candidate with its figures."""
        facts = [f"expected line: {' → '.join(self.line)}"] if self.line else []
        if self.effort:
            facts.append(f"effort: {self.effort}")
        reasons = [
            Explanation(str(candidate), candidate.move == self.move)
            for candidate in self.candidates[:_SHOWN]
        ]
        if len(self.candidates) > _SHOWN:
            more = len(self.candidates) - _SHOWN
            reasons.append(Explanation(f"{more} more moves, none of them better", False))
        who = f"{self.by} chooses" if self.by else "The choice is"
        return Explanation(f"{who} {self.move}", True, facts=tuple(facts), reasons=tuple(reasons))


def only_move(legal: Sequence[Move], name: str) -> Choice | None:
    """The choice of somebody who has none; nothing where there are several moves."""
    return Choice(legal[0], name, effort="the only legal move") if len(legal) == 1 else None
