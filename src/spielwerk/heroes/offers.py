"""What the books offer, as tables for pages and programs that build heroes.

Rules go in; the values of a feature, what is known about each of them, and what the package of a
culture or profession brings come out as JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spielwerk.core import SpielwerkError
from spielwerk.heroes.figures import checks_of
from spielwerk.languages.rulebook import (
    FEATURES,
    Package,
    Rules,
    Shape,
    Term,
    package_price,
    term_of,
)

_PACKAGES = ("culture", "profession")
_CAPS = ("attribute", "talent", "combat_technique", "points", "spells", "foreign_spells")
"""The order of an experience level's limits."""


def feature_values(rules: Rules, feature: str) -> list[Any]:
    """All values of a feature: names, or triples of name, use and level where it has uses."""
    known = rules.lore.known[feature]
    if FEATURES[feature].shape is Shape.USED:
        triples = sorted((term.value or "", term.using or "", term.level or 1) for term in known)
        return [list(triple) for triple in triples]
    return sorted({term.value or "" for term in known})


def feature_table(rules: Rules, feature: str, language: str) -> list[dict[str, Any]]:
    """What is known about each value of a feature, in the books' order."""
    checks = checks_of(rules, feature)
    lore = rules.lore
    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys(term.value or "" for term in lore.known[feature]):
        row: dict[str, Any] = {"name": name, "label": lore.label(Term(feature, name), language)}
        if (group := lore.groups.get((feature, name))) is not None:
            row["group"] = group
        if name in checks:
            row["check"] = list(checks[name])
        if (column := lore.columns.get((feature, name))) is not None:
            row["column"] = column
        if feature == "experience_level":
            row["ap"] = lore.experience_ap.get(name)
            caps = lore.experience.get(name, ())
            row["caps"] = dict(zip(_CAPS, caps, strict=False))
        if feature in _PACKAGES:
            row["ap"] = package_price(rules, Term(feature, name))
        if (feature, name) in lore.free_texts:
            row["free_text"] = True
        rows.append(row)
    return rows


def package_of(rules: Rules, feature: str, name: str, language: str) -> dict[str, Any]:
    """What the package of a culture or profession brings and what it leaves to choose.

    :raises SpielwerkError: it has no package
    """
    thing = Term(feature, name)
    if feature not in _PACKAGES or thing not in rules.lore.known[feature]:
        raise SpielwerkError(
            f"There is no package of {feature} '{name}'. Cultures and professions have packages."
        )
    parts: list[dict[str, Any]] = []
    choices: list[dict[str, Any]] = []
    for many, options in _brought(rules, thing):
        told = [_told(rules, term, language) for term in options]
        if len(options) > many:
            choices.append({"many": many, "options": told})
        else:
            parts.extend(told)
    return {"ap": package_price(rules, thing), "parts": parts, "choices": choices}


def _brought(rules: Rules, thing: Term) -> Iterator[tuple[int, tuple[Term, ...]]]:
    """How many of which entries. What a hero *is* cannot be brought, only asked for."""
    for whole, brought in rules.world.of(Package):
        if whole == thing.symbol() and (part := term_of(brought)):
            yield 1, (part,)
    for need in rules.lore.needs.get((thing.feature, thing.value or ""), ()):
        if FEATURES[need.options[0].feature].shape is not Shape.SINGLE:
            yield need.many, need.options


def _told(rules: Rules, term: Term, language: str) -> dict[str, Any]:
    body: dict[str, Any] = {"feature": term.feature, "value": term.value}
    if FEATURES[term.feature].shape is Shape.USED:
        body["using"] = term.using or ""
    if term.level is not None or FEATURES[term.feature].shape is Shape.USED:
        body["level"] = term.level or 1
    return {**body, "label": rules.lore.label(term, language)}
