"""The features a hero has: how each is named in logic programs and in JSON, and its shape.

A feature of a hero is a term of the logic program, like ``talent("Zechen",4)``. This module names
the features, and takes terms apart into what a message needs: name, use and level.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from clingo import Function, Number, String, Symbol, SymbolType


class Shape(Enum):
    """How a hero says what it has of a feature."""

    SINGLE = "one name"
    LEVELLED = "names with levels"
    USED = "triples of name, use and level"
    NAMED = "names"


@dataclass(frozen=True, slots=True)
class Feature:
    """A kind of thing a hero has."""

    name: str
    """The function of the logic program, and the seed's ``feature`` parameter."""
    key: str
    """The key in a hero's JSON."""
    shape: Shape


FEATURES: dict[str, Feature] = {
    name: Feature(name, key, shape)
    for name, key, shape in [
        ("experience_level", "experience_level", Shape.SINGLE),
        ("race", "race", Shape.SINGLE),
        ("race_variant", "race_variant", Shape.SINGLE),
        ("attribute_choice", "attribute_choice", Shape.SINGLE),
        ("culture", "culture", Shape.SINGLE),
        ("profession", "profession", Shape.SINGLE),
        ("attribute", "attributes", Shape.LEVELLED),
        ("advantage", "advantages", Shape.USED),
        ("disadvantage", "disadvantages", Shape.USED),
        ("talent", "talents", Shape.LEVELLED),
        ("combat_technique", "combat_techniques", Shape.LEVELLED),
        ("special_ability", "special_abilities", Shape.USED),
        ("spell", "spells", Shape.LEVELLED),
        ("liturgy", "liturgies", Shape.LEVELLED),
        ("cantrip", "cantrips", Shape.NAMED),
        ("blessing", "blessings", Shape.NAMED),
        ("language", "languages", Shape.LEVELLED),
        ("script", "scripts", Shape.NAMED),
        ("bought", "bought", Shape.LEVELLED),
    ]
}
"""All features by name, in the order of a hero's creation."""

BY_KEY = {feature.key: feature for feature in FEATURES.values()}

SEED_FEATURES = (
    "experience_level",
    "race",
    "culture",
    "profession",
    "advantage",
    "disadvantage",
    "talent",
    "combat_technique",
)
"""What every finished hero speaks of."""


@dataclass(frozen=True, slots=True)
class Term:
    """A feature term taken apart: ``advantage("Adel","",1)``, ``talent("Zechen",4)``, ``race``."""

    feature: str
    value: str | None = None
    using: str | None = None
    level: int | None = None

    def symbol(self) -> Symbol:
        """The term of the logic program."""
        return _written(self)[0]

    def written(self) -> str:
        """The term as the logic program writes it."""
        return _written(self)[1]


@lru_cache(maxsize=50_000)
def _written(term: Term) -> tuple[Symbol, str]:
    arguments = [] if term.value is None else [String(term.value)]
    if term.using is not None:
        arguments.append(String(term.using))
    if term.level is not None:
        arguments.append(Number(term.level))
    symbol = Function(term.feature, arguments)
    return symbol, str(symbol)


@lru_cache(maxsize=50_000)
def term_of(symbol: Symbol) -> Term | None:
    """The parts of a feature term; ``None`` where the symbol is no feature."""
    if symbol.type is not SymbolType.Function:
        return None
    value: str | None = None
    using: str | None = None
    level: int | None = None
    for place, argument in enumerate(symbol.arguments):
        if argument.type is SymbolType.Number and level is None:
            level = argument.number
        elif argument.type is SymbolType.String and place == 0:
            value = argument.string
        elif argument.type is SymbolType.String and place == 1:
            using = argument.string
        elif str(argument) == "any" and place == 1:
            continue
        else:
            return None
    return Term(symbol.name, value, using, level)


@lru_cache(maxsize=50_000)
def entity(symbol: Symbol) -> tuple[str, str] | None:
    """What a term speaks of, as feature and name; ``None`` where it names no single thing."""
    if symbol.type is SymbolType.Function and symbol.name in FEATURES and symbol.arguments:
        first, *_ = symbol.arguments
        if first.type is SymbolType.String:
            return symbol.name, first.string
    return None
