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
    CarriedItem,
    FreeFor,
    GivesTradition,
    Package,
    PackageAp,
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
        if (group := lore.group(feature, name, language)) is not None:
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
        if uses := _use_labels(rules, feature, name, language):
            row["uses"] = uses
        if (feature, name) in lore.free_texts:
            row["free_text"] = True
        rows.append(row)
    return rows


def _use_labels(rules: Rules, feature: str, name: str, language: str) -> dict[str, str]:
    """What a thing can be used for, where that is called otherwise in a language."""
    known = {term.using for term in rules.lore.known[feature] if term.value == name and term.using}
    called = {using: rules.lore.use(using, language) for using in sorted(known)}
    return {using: label for using, label in called.items() if label != using}


def package_of(rules: Rules, feature: str, name: str, language: str) -> dict[str, Any]:
    """What the package of a culture or profession brings and what it leaves to choose.

    :raises SpielwerkError: it has no package
    """
    thing = rules.lore.canonical_term(Term(feature, name))
    if feature not in (*_PACKAGES, "race") or thing not in rules.lore.known[feature]:
        raise SpielwerkError(
            f"There is no package of {feature} '{name}'. Races, cultures and professions have some."
        )
    parts: list[dict[str, Any]] = []
    choices: list[dict[str, Any]] = []
    for many, options in _brought(rules, thing):
        told = [_told(rules, term, language) for term in options]
        if len(options) > many:
            choices.append({"many": many, "options": told})
        else:
            parts.extend(told)
    price = package_price(rules, thing)
    before = _beforehand(rules, thing, language)
    return {
        "ap": price,
        "parts": parts,
        "choices": choices,
        "before": before,
        "total": None if price is None else price + sum(one["ap"] for one in before),
        "placed": {f.key: f.points for f in rules.world.of(PackageAp) if f.whole == thing.symbol()},
        "mother_tongues": _mother_tongues(rules, thing),
    }


def item_table(rules: Rules) -> list[dict[str, Any]]:
    """What can be carried: names, kinds, prices and weights, in the books' order."""
    return [
        {"name": item.name, "kind": item.kind, "price": item.price, "weight": item.weight}
        for item in rules.world.of(CarriedItem)
    ]


def _beforehand(rules: Rules, thing: Term, language: str) -> list[dict[str, Any]]:
    """What must be there before and is paid besides the price of the package."""
    found = []
    for need in rules.lore.needs.get((thing.feature, thing.value or ""), ()):
        term = need.options[0]
        tradition = term.feature == "special_ability" and _gives_tradition(rules, term)
        if term.feature in ("attribute", "advantage") or tradition:
            label = rules.lore.label(term, language)
            found.append({"label": label, "ap": rules.lore.price(_whole(rules, term))})
    return [one for one in found if one["ap"]]


def _whole(rules: Rules, term: Term) -> Term:
    if FEATURES[term.feature].shape is not Shape.USED:
        return term
    return Term(term.feature, term.value, term.using or "", term.level or 1)


def _gives_tradition(rules: Rules, term: Term) -> bool:
    return any(
        (cause := term_of(fact.cause)) is not None and cause.value == term.value
        for fact in rules.world.of(GivesTradition)
    )


def _mother_tongues(rules: Rules, thing: Term) -> list[str]:
    """The languages that come with a culture for nothing."""
    return [
        term.value or ""
        for fact in rules.world.of(FreeFor)
        if fact.cause == thing.symbol()
        and (term := term_of(fact.thing)) is not None
        and term.feature == "language"
    ]


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
