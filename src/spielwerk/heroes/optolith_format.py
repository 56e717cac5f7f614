"""Optolith's format: its ids, its keys, and what every file of it has.

Which id means what stands in the rulebooks (``optolith(...)`` facts); what books that nobody wrote
down here call and charge for things stands in a table of names and prices.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from clingo import Symbol

from spielwerk.languages.rulebook import (
    Optolith,
    OptolithChoice,
    OptolithCounted,
    OptolithFurther,
    OptolithGratis,
    OptolithRepeats,
    OptolithSide,
    OptolithVariant,
    Rules,
    Term,
    term_of,
)

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
PERMANENT = {"permanentLP": "LE", "permanentAE": "AsP", "permanentKP": "KaP"}
COINS = {"d": "Dukaten", "s": "Silbertaler", "h": "Heller", "k": "Kreuzer"}
ENTRY_KEYS = frozenset(["sid", "tier", "cost"])
STARTED = 3
"""Optolith's phase of heroes that are finished."""
NOBODY = "P_0"
"""Optolith's id of a profession of one's own, and of none yet."""
FIRST_PLAIN = (1, 1)
"""The first version that writes attributes as objects; before, they were triples."""

Named = tuple[str, str]
"""Feature and name."""


@dataclass(frozen=True, slots=True)
class Ids:
    """What Optolith calls things."""

    terms: Mapping[tuple[str, str | None], Term]
    """By id, or by id and choice."""
    ids: Mapping[tuple[str, str, str | None], tuple[str, Any]]
    """By feature, name and use: id and choice."""
    variants: Mapping[tuple[str, str], str]
    """Professions by the ids of profession and variant."""
    further: Mapping[tuple[str, str, int], str]
    """What the second, third, ... entry of a thing is here, by feature, name and place."""
    gratis: Mapping[Named, str]
    """What a thing that cost nothing is here."""
    sides: Mapping[Named, str]
    """The ability that holds what another chooses."""
    repeats: Mapping[tuple[str, str, str], int]
    """How many of the same count."""
    counted: frozenset[Named]
    """Things whose levels are entries of their own."""

    def first_of(self, feature: str, name: str) -> str:
        """The thing of which this one is the second or third."""
        for (kind, first, _), other in self.further.items():
            if kind == feature and other == name:
                return first
        return name


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
    world = rules.world
    return Ids(
        terms,
        ids,
        {(f.id, f.variant): _of(f.thing).value or "" for f in world.of(OptolithVariant)},
        {(*_named(f.thing), f.place): _named(f.further)[1] for f in world.of(OptolithFurther)},
        {_named(f.thing): _named(f.gratis)[1] for f in world.of(OptolithGratis)},
        {_named(f.thing): _named(f.side)[1] for f in world.of(OptolithSide)},
        {(*_named(f.thing), _of(f.thing).using or ""): f.most for f in world.of(OptolithRepeats)},
        frozenset(_named(f.thing) for f in world.of(OptolithCounted)),
    )


def _of(symbol: Symbol) -> Term:
    term = term_of(symbol)
    assert term is not None, symbol
    return term


def _named(symbol: Symbol) -> Named:
    return _of(symbol).feature, _of(symbol).value or ""


@dataclass(frozen=True, slots=True)
class ElsewhereEntry:
    """What a book that is not here calls a thing, and what it asks for it."""

    name: str
    prices: tuple[int, ...] = ()
    """By level; one price is that of each level. Of what is raised, the number of the column."""
    whole: tuple[int, ...] = ()
    """By level, what it costs in all."""
    choices: Mapping[str, tuple[str, int | None]] | None = None
    """Names and prices of what is chosen with it."""

    def price(self, level: int, choice: object, feature: str) -> int | None:
        """What it costs at a level; what disadvantages give is negative."""
        if self.choices and str(choice) in self.choices:
            points = self.choices[str(choice)][1]
        elif self.whole:
            points = self.whole[min(level, len(self.whole)) - 1]
        elif not self.prices:
            return None
        elif len(self.prices) == 1:
            points = self.prices[0] * max(1, level)
        elif feature == "special_ability":
            points = sum(self.prices[:level])
        else:
            points = self.prices[min(level, len(self.prices)) - 1]
        return -points if points is not None and feature == "disadvantage" else points


@cache
def elsewhere() -> Mapping[str, ElsewhereEntry]:
    """Names and prices by id of what stands in no rulebook here."""
    source = files("spielwerk").joinpath("library", "optolith", "entries.json")
    table: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return {
        name: ElsewhereEntry(
            said["name"],
            tuple(said.get("ap", ())),
            tuple(said.get("whole", ())),
            {key: (one[0], one[1]) for key, one in said.get("choices", {}).items()} or None,
        )
        for name, said in table.items()
    }


KINDS = {"ADV": "advantage", "DISADV": "disadvantage", "SA": "special_ability"}
"""Features by the beginnings of ids."""


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
