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
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.violations import Report

__all__ = ["Account", "account_of", "derived_values", "package_price"]


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
    for fact in rules.world.of("package_price", 2):
        if fact.arguments[0] == thing.symbol():
            return fact.arguments[1].number
    parts = [
        f.arguments[1] for f in rules.world.of("package", 2) if f.arguments[0] == thing.symbol()
    ]
    terms = [term for part in parts if (term := term_of(part)) is not None]
    return sum(rules.lore.price(term) for term in terms) if terms else None


def derived_values(rules: Rules, hero: Hero) -> dict[str, int]:
    """Life energy, speed and so on, by the books' formulas and in the books' order."""
    if not hero.attributes:
        return {}
    order = {
        f.arguments[0].string: f.arguments[1].number for f in rules.world.of("derived_value", 2)
    }
    found = {name: _derived(rules, hero, name) for name in sorted(order, key=order.__getitem__)}
    return {name: value for name, value in found.items() if value is not None}


def _derived(rules: Rules, hero: Hero, name: str) -> int | None:
    attributes = hero.attributes or {}
    leads = [f.arguments[1] for f in _about(rules, "derived_lead", 2, name)]
    lead = 0
    for kind in leads:
        held = _lead_attribute(rules, hero, kind)
        if held is None:
            return None
        lead += attributes.get(held, 0)
    whole = sum(
        f.arguments[2].number * attributes.get(f.arguments[1].string, 0)
        for f in _about(rules, "derived_attribute", 3, name)
    )
    divisors = [f.arguments[1].number for f in _about(rules, "derived_divisor", 2, name)]
    divisor = divisors[0] if divisors and divisors[0] > 0 else 1
    rounded = (2 * whole + divisor) // (2 * divisor)
    bought = (hero.bought or {}).get(name, 0)
    return _bases(rules, hero, name) + rounded + lead + bought


def _bases(rules: Rules, hero: Hero, name: str) -> int:
    """Constants, and what race and advantages add; of several levels the highest counts."""
    total = 0
    best: dict[tuple[str, str | None], tuple[int, int]] = {}
    for fact in _about(rules, "derived_base", 3, name):
        cause, amount = fact.arguments[1], fact.arguments[2].number
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
        f.arguments[1].string
        for f in rules.world.of("gives_tradition", 2)
        if (term := term_of(f.arguments[0])) is not None and _has(hero, term)
    }
    for fact in rules.world.of("known_tradition", 3):
        name, of, attribute = fact.arguments
        if of == kind and name.string in given and attribute.type is SymbolType.String:
            return attribute.string
    return None


def _about(rules: Rules, predicate: str, arity: int, name: str) -> list[Symbol]:
    return [
        f
        for f in rules.world.of(predicate, arity)
        if f.arguments[0].type is SymbolType.String and f.arguments[0].string == name
    ]
