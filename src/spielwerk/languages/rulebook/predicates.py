"""What Python reads out of logic programs: a class for each predicate, with named fields.

The class says the predicate's name (in words with underscores) and, field
by field, what its arguments are: texts, numbers, or terms that are looked at further. A symbol of
clingo goes into :func:`read`, the class comes out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_type_hints

from clingo import Symbol, SymbolType

from spielwerk.core import Kept

Signature = tuple[str, int]
"""Name and number of arguments of an atom."""

Predicate = tuple[Any, ...]
P = TypeVar("P", bound=Predicate)


def read(kind: type[P], symbol: Symbol) -> P:
    """A symbol as the predicate it is."""
    found: P = kind._make(  # type: ignore[attr-defined]
        [way(one) if way else one for way, one in zip(_ways(kind), symbol.arguments, strict=True)]
    )
    return found


def is_a(kind: type[Predicate], symbol: Symbol) -> bool:
    """Whether a symbol is of a predicate."""
    return _SEEN[symbol] == signature_of(kind)


def _signature(symbol: Symbol) -> Signature:
    if symbol.type is not SymbolType.Function:
        return "", -1
    return symbol.name, len(symbol.arguments)


_SEEN: Kept[Symbol, Signature] = Kept(_signature)
"""Signatures of symbols; asking clingo each time takes long."""


@cache
def signature_of(kind: type[Predicate]) -> Signature:
    """How a logic program knows a predicate."""
    spelt = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    return _SPELT.get(kind, spelt), len(get_type_hints(kind))


def said(symbol: Symbol) -> str:
    """A text without its quotes, and anything else as it is written."""
    return symbol.string if symbol.type is SymbolType.String else str(symbol)


def _plain(symbol: Symbol) -> int | str:
    return symbol.number if symbol.type is SymbolType.Number else said(symbol)


_WAYS: dict[Any, Callable[[Symbol], Any]] = {
    str: said,
    int: lambda symbol: symbol.number,
    int | str: _plain,
    tuple[str, ...]: lambda symbol: tuple(map(said, symbol.arguments)),
}
"""How arguments of each type are read; terms stay as they are."""


@cache
def _ways(kind: type[Predicate]) -> tuple[Callable[[Symbol], Any] | None, ...]:
    return tuple(_WAYS.get(wanted) for wanted in get_type_hints(kind).values())


# What the engine finds out about a hero


class FoundViolation(NamedTuple):
    """A violation with what it comes from."""

    step: int
    violation: Symbol
    rule: int
    witnesses: Symbol


class At(NamedTuple):
    """Which statement says a fact."""

    fact: Symbol
    statement: int


class Pick(NamedTuple):
    """Which of the values is tried."""

    number: int


class Cost(NamedTuple):
    thing: Symbol
    points: int


class Activated(NamedTuple):
    thing: Symbol


class ApTotal(NamedTuple):
    points: int


# What there is


class BoughtMax(NamedTuple):
    value: str
    attribute: Symbol


class KnownRaceVariant(NamedTuple):
    race: str
    variant: str


class KnownTradition(NamedTuple):
    name: str
    kind: Symbol
    attribute: Symbol


class GivesTradition(NamedTuple):
    cause: Symbol
    tradition: str


class FreeText(NamedTuple):
    thing: Symbol


class Package(NamedTuple):
    whole: Symbol
    part: Symbol


class PackageAp(NamedTuple):
    whole: Symbol
    key: str
    points: int


class PackagePrice(NamedTuple):
    whole: Symbol
    points: int


# What it asks for


class Requires(NamedTuple):
    cause: Symbol
    need: Symbol


class AnyOf(NamedTuple):
    """One option of a choice; all options of it share the key."""

    key: Symbol
    many: int | str
    option: Symbol
    level: int | str


class ListedAnyOf(NamedTuple):
    """``any_of(1,talent,("A","B"),4)``"""

    many: Symbol
    feature: Symbol
    names: Symbol
    level: Symbol


class ShortAnyOf(NamedTuple):
    """``any_of(1,talent("A","B"),4)``"""

    many: Symbol
    names: Symbol
    level: Symbol


# What it costs


class Column(NamedTuple):
    thing: Symbol
    value: str


class LevelCost(NamedTuple):
    column: str
    level: int
    points: int


class ActivationCost(NamedTuple):
    column: str
    points: int


class ApCost(NamedTuple):
    thing: Symbol
    points: int


class FreeFor(NamedTuple):
    cause: Symbol
    thing: Symbol


class StartLevel(NamedTuple):
    feature: str
    level: int


class Lowest(NamedTuple):
    feature: str
    level: int


class KnownExperienceLevel(NamedTuple):
    name: str
    attribute: int
    skill: int
    combat_technique: int
    points: int
    spells: int
    foreign_spells: int


class ExperienceAp(NamedTuple):
    name: str
    points: int


# What it is called, and what a book says about violations


class Label(NamedTuple):
    thing: Symbol
    language: str
    text: str


class UseLabel(NamedTuple):
    use: str
    language: str
    name: str


class GroupLabel(NamedTuple):
    group: str
    language: str
    name: str


class GroupOf(NamedTuple):
    thing: Symbol
    value: str


class Alias(NamedTuple):
    other: Symbol
    thing: Symbol


class PrintedBook(NamedTuple):
    code: str
    language: str
    name: str


class Ref(NamedTuple):
    thing: Symbol
    book: str
    page: str


class Optolith(NamedTuple):
    thing: Symbol
    id: str


class OptolithChoice(NamedTuple):
    thing: Symbol
    id: str
    choice: int | str


class OptolithVariant(NamedTuple):
    thing: Symbol
    id: str
    variant: str


class OptolithFurther(NamedTuple):
    thing: Symbol
    place: int
    further: Symbol


class OptolithGratis(NamedTuple):
    thing: Symbol
    gratis: Symbol


class OptolithSide(NamedTuple):
    thing: Symbol
    side: Symbol


class OptolithRepeats(NamedTuple):
    thing: Symbol
    most: int


class OptolithCounted(NamedTuple):
    thing: Symbol


class SeverityOf(NamedTuple):
    violation: Symbol
    weight: str


class Allows(NamedTuple):
    violation: Symbol


class MessageText(NamedTuple):
    key: str
    language: str
    text: str


# What follows from it


class DerivedValue(NamedTuple):
    name: str
    order: int


class DerivedBase(NamedTuple):
    name: str
    cause: Symbol
    amount: int


class DerivedAttribute(NamedTuple):
    name: str
    attribute: str
    times: int


class DerivedDivisor(NamedTuple):
    name: str
    divisor: int


class DerivedLead(NamedTuple):
    name: str
    kind: Symbol


class Check(NamedTuple):
    thing: Symbol
    attributes: tuple[str, ...]


class Primary(NamedTuple):
    thing: Symbol
    attribute: str


class FightValue(NamedTuple):
    name: str
    technique: Symbol
    attribute: Symbol
    divisor: int


# What is carried


class CarriedItem(NamedTuple):
    name: str
    kind: str
    price: int
    weight: int
    id: str


class Melee(NamedTuple):
    name: str
    technique: str
    dice: int
    points: int
    threshold: int
    at: int
    pa: int
    reach: int


class Ranged(NamedTuple):
    name: str
    technique: str
    dice: int
    points: int
    ranges: tuple[str, ...]
    loading: int


class Armour(NamedTuple):
    name: str
    protection: int
    encumbrance: int
    further: int


class Parries(NamedTuple):
    name: str
    bonus: int


class Coin(NamedTuple):
    name: str
    worth: int


class Carries(NamedTuple):
    attribute: str
    weight: int


class CarriesMore(NamedTuple):
    weight: int


class EasesEncumbrance(NamedTuple):
    thing: Symbol
    levels: int


_SPELT: dict[type[Predicate], str] = {
    FoundViolation: "__found",
    CarriedItem: "item",
    GroupOf: "group",
    MessageText: "message",
    SeverityOf: "severity",
    StartLevel: "start",
    At: "__at",
    Pick: "__pick",
    ListedAnyOf: "any_of",
    ShortAnyOf: "any_of",
    OptolithChoice: "optolith",
}
"""Predicates whose names are not those of their classes."""
