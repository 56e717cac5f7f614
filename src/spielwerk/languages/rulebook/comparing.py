"""Two heroes side by side: what one has and the other has not, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.repairing import Change, changes_between
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.values import derived_values


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two heroes differ."""

    changes: tuple[Change, ...]
    """What turns the first into the second."""
    derived: dict[str, tuple[int | None, int | None]]
    """Derived values that differ."""
    spent: tuple[int, int]
    valid: tuple[bool, bool]

    def to_json(self, rules: Rules, language: str = "en") -> dict[str, Any]:
        return {
            "changes": [{**c.to_json(), "says": c.says(rules, language)} for c in self.changes],
            "derived": {name: list(pair) for name, pair in self.derived.items()},
            "spent": list(self.spent),
            "valid": list(self.valid),
        }


def compare(rules: Rules, hero: Hero, other: Hero) -> Comparison:
    """Compare two heroes under the same books."""
    ours, theirs = derived_values(rules, hero), derived_values(rules, other)
    names = dict.fromkeys((*ours, *theirs))
    first, second = rules.validate(hero), rules.validate(other)
    return Comparison(
        tuple(changes_between(hero, other)),
        {n: (ours.get(n), theirs.get(n)) for n in names if ours.get(n) != theirs.get(n)},
        (first.ap_spent, second.ap_spent),
        (first.valid, second.valid),
    )
