"""From what clingo found to what a player reads: violations in order, each told once.

The engine's rules say for each violation which rule derived it from which facts. Here these
findings are put together: options of one choice become one violation, the place is that of the
fact that was violated, and a violation that only follows from another one points to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from clingo import Function, String, Symbol

from spielwerk.core import Kept, Span
from spielwerk.languages.rulebook.features import FEATURES, entity
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.predicates import AnyOf, FoundViolation, is_a, read
from spielwerk.languages.rulebook.violations import MissingLevel, Violation, Weight

_RANK = {name: place for place, name in enumerate(FEATURES)}
ROOTS = ("unknown", "unusable_by")
"""Violations that make others meaningless, the more fundamental first."""

Roots = Sequence[tuple[int, Violation, tuple[object, ...] | None]]
"""Fundamental violations: their place, and what they are about."""


@dataclass(frozen=True, slots=True)
class DerivedViolation:
    """A violation as the logic program derived it; several atoms are the options of a choice."""

    step: int
    atoms: tuple[Symbol, ...]
    rules: tuple[int, ...]
    witnesses: tuple[Symbol, ...]

    @property
    def type(self) -> str:
        return self.atoms[0].name

    def source(self, origins: Mapping[Symbol, Span], places: Sequence[Span]) -> Span:
        """Where the violated fact stands, or else the rule."""
        for witness in self.witnesses:
            if witness in origins:
                return origins[witness]
        return places[self.rules[0]]

    def pages(self, references: Mapping[Symbol, tuple[str, ...]]) -> tuple[str, ...]:
        """The pages where the things it names are described, those of the fact itself first."""
        named = [one for one in map(_named, self.atoms[0].arguments) if one is not None]
        found = [references.get(symbol, ()) for symbol in (*self.witnesses, *named)]
        return tuple(dict.fromkeys(page for pages in found for page in pages))


def findings_of(found: Iterable[Symbol]) -> list[DerivedViolation]:
    """What was found, each violation once, in the order of the steps."""
    groups: dict[tuple[object, ...], list[RuleFinding]] = {}
    for symbol in found:
        finding = FINDINGS[symbol]
        groups.setdefault(finding.key, []).append(finding)
    placed = [(min(one.step for one in group), group[0].rank, group) for group in groups.values()]
    return [
        DerivedViolation(
            step,
            tuple(dict.fromkeys(one.atom for one in group)),
            tuple(one.rule for one in group),
            tuple(dict.fromkeys(fact for one in group for fact in one.witnesses)),
        )
        for step, _, group in sorted(placed, key=lambda one: one[:2])
    ]


class RuleFinding(NamedTuple):
    """What one rule found, taken apart."""

    step: int
    atom: Symbol
    rule: int
    witnesses: tuple[Symbol, ...]
    key: tuple[object, ...]
    """The same for all that is one violation."""
    rank: int
    """The place of the feature that it is about, in the order of a hero's creation."""


def _finding(symbol: Symbol) -> RuleFinding:
    step, atom, rule, witnesses = read(FoundViolation, symbol)
    first, *_ = atom.arguments
    thing = entity(first)
    rank = _RANK[thing[0]] if thing else len(_RANK)
    return RuleFinding(step, atom, rule, tuple(witnesses.arguments), _key(atom), rank)


FINDINGS: Kept[Symbol, RuleFinding] = Kept(_finding, 20_000)
"""Findings of heroes come again with every question about them."""


def linked(violations: Sequence[Violation]) -> list[Violation]:
    """The violations, those that only follow from another one pointing to it."""
    roots = [
        (place, violation, _things(violation)[0])
        for place, violation in enumerate(violations)
        if violation.type in ROOTS and violation.weight is Weight.ERROR
    ]
    if not roots:
        return list(violations)
    return [_follower(violation, violations, roots) for violation in violations]


def is_waived(violation: Violation, hero: Hero) -> bool:
    """Whether the game master accepted this warning; errors cannot be accepted."""
    return violation.weight is not Weight.ERROR and any(
        waiver.get("type") == violation.type
        and dict(waiver.get("parameter") or {}) == dict(violation.parameter)
        for waiver in hero.waivers
    )


def _key(atom: Symbol) -> tuple[object, ...]:
    if is_a(MissingLevel, atom):
        cause, need = read(MissingLevel, atom)
        if is_a(AnyOf, need):
            return atom.name, cause, read(AnyOf, need).key
    return (atom,)


@lru_cache(maxsize=20_000)
def _named(argument: Symbol) -> Symbol | None:
    """The thing that something is about, as pages are looked up by."""
    thing = entity(argument)
    return None if thing is None else Function(thing[0], [String(thing[1])])


def _follower(violation: Violation, violations: Sequence[Violation], roots: Roots) -> Violation:
    """The violation, with the one that it follows from as its reason."""
    place = _root_of(violation, roots)
    reasons = () if place is None else (violations[place].why,)
    return replace(violation, follows=place, why=replace(violation.why, reasons=reasons))


def _root_of(violation: Violation, roots: Roots) -> int | None:
    level = ROOTS.index(violation.type) if violation.type in ROOTS else len(ROOTS)
    things = _things(violation)
    mild = violation.weight is not Weight.ERROR
    for kind in ROOTS[:level]:
        concerned = things if kind == "unknown" or mild else things[:1]
        for place, root, subject in roots:
            if root.type == kind and subject is not None and subject in concerned:
                return place
    return None


def _things(violation: Violation) -> list[tuple[object, ...] | None]:
    return [_identity(argument) for argument in violation.atoms[0].arguments]


def _identity(symbol: Symbol) -> tuple[object, ...] | None:
    """What a term speaks of; two uses of the same advantage are different things."""
    thing = entity(symbol)
    if thing is None:
        return None
    _, *use_and_level = symbol.arguments
    return (*thing, *map(str, use_and_level[:-1]))
