"""What follows from a hero: derived values, and the account of adventure points.

A hero and rules go in; life energy, speed and so on by the books' formulas come out, and what
was spent on what.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
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
    for package in rules.world.of(PackagePrice):
        if package.whole == thing.symbol():
            return package.points
    parts = [fact.part for fact in rules.world.of(Package) if fact.whole == thing.symbol()]
    terms = [term for part in parts if (term := term_of(part)) is not None]
    return sum(rules.lore.price(term) for term in terms) if terms else None


def derived_values(rules: Rules, hero: Hero) -> dict[str, int]:
    """Life energy, speed and so on, by the books' formulas and in the books' order."""
    if not hero.attributes:
        return {}
    values = sorted(dict(rules.world.of(DerivedValue)).items(), key=lambda value: value[1])
    found = {name: _derived(rules, hero, name) for name, _ in values}
    return {name: value for name, value in found.items() if value is not None}


def _derived(rules: Rules, hero: Hero, name: str) -> int | None:
    attributes = hero.attributes or {}
    world = rules.world
    lead = 0
    for wanted in world.of(DerivedLead):
        if wanted.name == name:
            held = _lead_attribute(rules, hero, wanted.kind)
            if held is None:
                return None
            lead += attributes.get(held, 0)
    whole = sum(
        part.times * attributes.get(part.attribute, 0)
        for part in world.of(DerivedAttribute)
        if part.name == name
    )
    divisors = [fact.divisor for fact in world.of(DerivedDivisor) if fact.name == name]
    divisor = divisors[0] if divisors and divisors[0] > 0 else 1
    rounded = (2 * whole + divisor) // (2 * divisor)
    bought = (hero.bought or {}).get(name, 0)
    return _bases(rules, hero, name) + rounded + lead + bought


def _bases(rules: Rules, hero: Hero, name: str) -> int:
    """Constants, and what race and advantages add; of several levels the highest counts."""
    total = 0
    best: dict[tuple[str, str | None], tuple[int, int]] = {}
    for about, cause, amount in rules.world.of(DerivedBase):
        if about != name:
            continue
        term = term_of(cause)
        if str(cause) == "always":
            total += amount
        elif term is not None and _has(hero, term):
            level = term.level or 0
            best[term.feature, term.value] = max(
                best.get((term.feature, term.value), (-1, 0)), (level, amount)
            )
    return total + sum(amount for _, amount in best.values())


def _has(hero: Hero, wanted: Term) -> bool:
    return any(
        term.feature == wanted.feature
        and term.value == wanted.value
        and (wanted.using is None or term.using == wanted.using)
        and (wanted.level is None or (term.level or 0) >= wanted.level)
        for term in hero.terms()
    )


def _lead_attribute(rules: Rules, hero: Hero, kind: Symbol) -> str | None:
    given = {
        fact.tradition
        for fact in rules.world.of(GivesTradition)
        if (term := term_of(fact.cause)) is not None and _has(hero, term)
    }
    for name, of, attribute in rules.world.of(KnownTradition):
        if of == kind and name in given and attribute.type is SymbolType.String:
            return attribute.string
    return None
