"""Why something holds or fails.

A refused move, an unsatisfied rule, a bot's choice, an invalid hero: all of them answer *why?*
with one type. An explanation is a small tree: a claim, whether it holds, where the deciding
rule stands, and the reasons below it.
"""

from __future__ import annotations

from dataclasses import dataclass

from spielwerk.core.sentences import phrased
from spielwerk.core.source import Span


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a claim holds or fails: the claim, the rule that decided it, and the reasons below."""

    claim: str
    """A sentence a player understands, or the literal of the rules where there is no sentence.

    A :func:`~spielwerk.core.phrase` knows it in other languages, too.
    """
    holds: bool
    source: Span | None = None
    """Where the deciding rule stands."""
    facts: tuple[str, ...] = ()
    """The facts of the position that made the claim true or false, in the game's own notation."""
    reasons: tuple[Explanation, ...] = ()
    squares: tuple[str, ...] = ()
    """The squares of the board that it speaks of, by their names in the game's layout."""
    denies: str = ""
    """The sentence that the claim says is not true, where it says no more than that."""
    literal: bool = False
    """Whether the claim shows the rules as they are, because nobody has put them into words."""

    @property
    def clarity(self) -> int:
        """How well a player understands the claim: a sentence, a denied one, or a literal."""
        return 0 if self.literal else 1 if self.denies else 2

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, depth: int = 0) -> list[str]:
        """The tree as indented lines, one claim a line."""
        mark = "yes" if self.holds else "no"
        place = f"  [{self.source}]" if self.source else ""
        head = f"{'  ' * depth}{mark}: {self.claim}{place}"
        facts = [f"{'  ' * (depth + 1)}fact: {fact}" for fact in self.facts]
        below = [line for reason in self.reasons for line in reason.lines(depth + 1)]
        return [head, *facts, *below]

    def to_json(self) -> dict[str, object]:
        """The tree as JSON-able mappings."""
        return {
            "claim": self.claim,
            "wordings": dict(phrased(self.claim)),
            "holds": self.holds,
            "source": str(self.source) if self.source else None,
            "facts": list(self.facts),
            "reasons": [reason.to_json() for reason in self.reasons],
            "squares": list(self.squares),
            "denies": self.denies,
            "literal": self.literal,
        }
