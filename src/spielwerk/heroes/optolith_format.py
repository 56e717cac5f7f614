"""Optolith's format: its ids, its keys, and what every file of it has.

Which id means what stands in the rulebooks (``optolith(...)`` facts).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from clingo import Symbol

from spielwerk.languages.rulebook import Optolith, OptolithChoice, Rules, Term, term_of

OURS = "spielwerk"
"""The key in an exported file for what Optolith has no place for."""
SKELETON: dict[str, Any] = {
    "clientVersion": "1.5.1",
    "locale": "de-DE",
    "sex": "m",
    "pets": {},
    "rules": {
        "higherParadeValues": 0,
        "attributeValueLimit": False,
        "enableAllRuleBooks": True,
        "enabledRuleBooks": [],
        "enableLanguageSpecializations": False,
    },
    "belongings": {
        "items": {},
        "armorZones": {},
        "purse": {"d": "", "s": "", "h": "", "k": ""},
    },
}
"""What every file has; it says nothing about a hero."""
SINGLES = {
    "el": "experience_level",
    "r": "race",
    "rv": "race_variant",
    "c": "culture",
    "p": "profession",
}
LEVELLED = {
    "talents": "talent",
    "ct": "combat_technique",
    "spells": "spell",
    "liturgies": "liturgy",
}
NAMED = {"cantrips": "cantrip", "blessings": "blessing"}
BOUGHT = {"lp": "LE", "ae": "AsP", "kp": "KaP"}
ENTRY_KEYS = frozenset(["sid", "tier"])
STARTED = 3
"""Optolith's phase of heroes that are finished."""


INTACT: dict[str, Any] = {
    "permanentAE": {"lost": 0, "redeemed": 0},
    "permanentKP": {"lost": 0, "redeemed": 0},
    "permanentLP": {"lost": 0},
}


@dataclass(frozen=True, slots=True)
class Ids:
    """What Optolith calls things."""

    terms: Mapping[tuple[str, str | None], Term]
    """By id, or by id and choice."""
    ids: Mapping[tuple[str, str, str | None], tuple[str, Any]]
    """By feature, name and use: id and choice."""


def ids_of(rules: Rules) -> Ids:
    terms: dict[tuple[str, str | None], Term] = {}
    ids: dict[tuple[str, str, str | None], tuple[str, Any]] = {}
    named: list[tuple[Symbol, str, int | str | None]] = [
        *((thing, name, None) for thing, name in rules.world.of(Optolith)),
        *rules.world.of(OptolithChoice),
    ]
    for thing, name, choice in named:
        term = term_of(thing)
        if term is None or term.value is None:
            continue
        terms.setdefault((name, None if choice is None else str(choice)), term)
        ids.setdefault((term.feature, term.value, term.using), (name, choice))
    return Ids(terms, ids)


def usual_price(rules: Rules, feature: str, level: int | None) -> int:
    """What a thing that no book knows costs, going by its likes."""
    likes = [Term(feature, term.value, None, level) for term in rules.lore.known[feature]]
    return int(median(map(rules.lore.price, likes))) if likes else 0


def has_levels(rules: Rules, term: Term) -> bool:
    if term.feature == "language":
        return True
    if term.feature == "script":
        return False
    levels = rules.lore.levels(term.feature, term.value or "", term.using or "")
    return any(level > 1 for level in levels)


def entry_name(term: Term) -> str:
    return "|".join([term.feature, term.value or "", term.using or ""])


def order_name(entry: Any) -> str:
    return "|".join(map(str, entry[:2])) if isinstance(entry, list | tuple) else str(entry)


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value
