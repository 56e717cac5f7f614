"""What follows from a hero: derived values, and the account of adventure points.

A hero and rules go in; life energy, speed and so on by the books' formulas come out, and what
was spent on what.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clingo import Symbol, SymbolType

from spielwerk.languages.rulebook.features import FEATURES, Term, term_of
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.predicates import (
    DerivedAttribute,
    DerivedBase,
    DerivedDivisor,
    DerivedLead,
    DerivedValue,
    GivesTradition,
    KnownTradition,
    Package,
    PackagePrice,
)
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.violations import Report
from spielwerk.languages.rulebook.world import BookWorld


@dataclass(frozen=True, slots=True)
class Account:
    """Where the adventure points went."""

    total: int | None
    spent: int
    by_feature: Mapping[str, int]
    entries: tuple[tuple[Term, int], ...]
    packages: Mapping[str, int]
    """What the packages of culture and profession are worth, by feature."""

    @property
    def left(self) -> int | None:
        return None if self.total is None else self.total - self.spent

    def to_json(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "spent": self.spent,
            "left": self.left,
            "by_feature": dict(self.by_feature),
            "packages": dict(self.packages),
            "entries": [
                {"feature": t.feature, "value": t.value, "using": t.using, "ap": points}
                for t, points in self.entries
            ],
        }


def account_of(rules: Rules, hero: Hero, report: Report) -> Account:
    """The account of a hero that was validated."""
    by_feature: dict[str, int] = defaultdict(int)
    for term, points in report.costs.items():
        by_feature[term.feature] += points
    order = {name: place for place, name in enumerate(FEATURES)}
    entries = sorted(
        ((t, p) for t, p in report.costs.items() if p),
        key=lambda entry: (order.get(entry[0].feature, 99), entry[0].value or ""),
    )
    packages = {
        feature: price
        for feature, name in (("culture", hero.culture), ("profession", hero.profession))
        if name and (price := package_price(rules, Term(feature, name))) is not None
    }
    return Account(report.ap_total, report.ap_spent, dict(by_feature), tuple(entries), packages)


def package_price(rules: Rules, thing: Term) -> int | None:
    """The published price of a package, or what its parts cost where none is published."""
    whole = thing.symbol()
    published = rules.world.once(_published)
    if whole in published:
        return published[whole]
    terms = rules.world.once(_packages).get(whole)
    return sum(rules.lore.price(term) for term in terms) if terms else None


def _published(world: BookWorld) -> dict[Symbol, int]:
    return {package.whole: package.points for package in reversed(world.of(PackagePrice))}


def _packages(world: BookWorld) -> dict[Symbol, list[Term]]:
    found: dict[Symbol, list[Term]] = defaultdict(list)
    for package in world.of(Package):
        if (term := term_of(package.part)) is not None:
            found[package.whole].append(term)
    return found


def derived_values(rules: Rules, hero: Hero) -> dict[str, int]:
    """Life energy, speed and so on, by the books' formulas and in the books' order."""
    if not hero.attributes:
        return {}
    held = _held(hero)
    found = {
        name: _derived(rules, hero, held, name, formula)
        for name, formula in rules.world.once(_formulas).items()
    }
    return {name: value for name, value in found.items() if value is not None}


@dataclass(slots=True)
class _Formula:
    """How a derived value is worked out."""

    always: int = 0
    bases: list[tuple[Term, int]] = field(default_factory=list)
    """What some things of a hero add."""
    parts: list[tuple[str, int]] = field(default_factory=list)
    """Attributes and how often they count, before the division."""
    divisor: int = 1
    leads: list[Symbol] = field(default_factory=list)
    """Kinds of tradition whose lead attribute is added."""


def _formulas(world: BookWorld) -> dict[str, _Formula]:
    order = sorted(dict(world.of(DerivedValue)).items(), key=lambda value: value[1])
    found = {name: _Formula() for name, _ in order}
    for name, cause, amount in world.of(DerivedBase):
        if name in found and str(cause) == "always":
            found[name].always += amount
        elif name in found and (term := term_of(cause)) is not None:
            found[name].bases.append((term, amount))
    for name, attribute, times in world.of(DerivedAttribute):
        if name in found:
            found[name].parts.append((attribute, times))
    for name, divisor in reversed(world.of(DerivedDivisor)):
        if name in found:
            found[name].divisor = max(divisor, 1)
    for name, kind in world.of(DerivedLead):
        if name in found:
            found[name].leads.append(kind)
    return found


def _derived(rules: Rules, hero: Hero, held: _Held, name: str, formula: _Formula) -> int | None:
    attributes = hero.attributes or {}
    lead = 0
    for kind in formula.leads:
        leading = _lead_attribute(rules, held, kind)
        if leading is None:
            return None
        lead += attributes.get(leading, 0)
    whole = sum(times * attributes.get(attribute, 0) for attribute, times in formula.parts)
    rounded = (2 * whole + formula.divisor) // (2 * formula.divisor)
    bought = (hero.bought or {}).get(name, 0)
    gone = hero.lost.get(name, 0) - hero.redeemed.get(name, 0)
    return _bases(held, formula) + rounded + lead + bought - gone


def _bases(held: _Held, formula: _Formula) -> int:
    """Constants, and what race and advantages add; of several levels the highest counts."""
    best: dict[tuple[str, str | None], tuple[int, int]] = {}
    for term, amount in formula.bases:
        if _has(held, term):
            level = term.level or 0
            best[term.feature, term.value] = max(
                best.get((term.feature, term.value), (-1, 0)), (level, amount)
            )
    return formula.always + sum(amount for _, amount in best.values())


_Held = Mapping[tuple[str, str | None], list[Term]]
"""What a hero has, by feature and name."""


def _held(hero: Hero) -> _Held:
    found: dict[tuple[str, str | None], list[Term]] = defaultdict(list)
    for term in hero.terms():
        found[term.feature, term.value].append(term)
    return found


def _has(held: _Held, wanted: Term) -> bool:
    if (wanted.feature, wanted.value) not in held:
        return False
    return any(
        (wanted.using is None or term.using == wanted.using)
        and (wanted.level is None or (term.level or 0) >= wanted.level)
        for term in held[wanted.feature, wanted.value]
    )


def _lead_attribute(rules: Rules, held: _Held, kind: Symbol) -> str | None:
    given = {
        fact.tradition
        for fact in rules.world.of(GivesTradition)
        if (term := term_of(fact.cause)) is not None and _has(held, term)
    }
    for name, of, attribute in rules.world.of(KnownTradition):
        if of == kind and name in given and attribute.type is SymbolType.String:
            return attribute.string
    return None
