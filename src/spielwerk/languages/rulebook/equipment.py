"""What a hero carries and what follows from it: weapons with their values, armour, load and money.

A hero and rules go in; what is rolled with each weapon comes out, what armour keeps off, how much
everything hinders, and what the purse is worth. All numbers stand in the books.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clingo import SymbolType

from spielwerk.languages.rulebook.features import Term, entity, term_of
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.predicates import (
    Armour,
    CarriedItem,
    Carries,
    CarriesMore,
    Coin,
    EasesEncumbrance,
    FightValue,
    Melee,
    Parries,
    Primary,
    Ranged,
)
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.values import derived_values
from spielwerk.languages.rulebook.world import BookWorld

_HINDERED = ("AW", "INI", "GS")
"""Derived values that encumbrance lowers."""


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """What is rolled with a weapon."""

    name: str
    technique: str
    damage: str
    values: Mapping[str, int]
    """AT and PA, or FK."""
    ranges: tuple[str, ...] = ()
    reach: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "technique": self.technique,
            "damage": self.damage,
            "values": dict(self.values),
            "ranges": list(self.ranges),
            "reach": self.reach,
        }


@dataclass(frozen=True, slots=True)
class Outfit:
    """What follows from what a hero carries."""

    weapons: tuple[WeaponRow, ...] = ()
    protection: int = 0
    encumbrance: int = 0
    values: Mapping[str, int] = field(default_factory=dict)
    """Derived values as they are under this load."""
    weight: int = 0
    capacity: int = 0
    money: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "weapons": [weapon.to_json() for weapon in self.weapons],
            "RS": self.protection,
            "BE": self.encumbrance,
            "values": dict(self.values),
            "weight": self.weight,
            "capacity": self.capacity,
            "money": self.money,
        }


def outfit_of(rules: Rules, hero: Hero) -> Outfit:
    """What a hero's belongings come to; nothing is said of what no book knows."""
    items = rules.world.once(items_of)
    carried = [(thing, items.get(template_of(thing, items))) for thing in hero.belongings]
    attributes = hero.attributes or {}
    weight = sum(int(t.get("amount", 1)) * i.weight for t, i in carried if i)
    capacity = sum(
        fact.weight * attributes.get(fact.attribute, 0) for fact in rules.world.of(Carries)
    )
    armours = {fact.name: fact for fact in rules.world.of(Armour)}
    worn = [armours[i.name] for t, i in carried if i and i.name in armours and t.get("worn", True)]
    more = next((fact.weight for fact in rules.world.of(CarriesMore)), 0)
    overload = max(0, -(-(weight - capacity) // more)) if more and attributes else 0
    protection = max((fact.protection for fact in worn), default=0)
    heaviest = max(worn, key=lambda fact: fact.protection, default=None)
    base = heaviest.encumbrance if heaviest else 0
    encumbrance = max(0, base - _eased(rules, hero)) + overload
    values = dict(derived_values(rules, hero))
    for name in _HINDERED:
        if name in values:
            values[name] = max(0, values[name] - encumbrance)
            if heaviest and name in ("INI", "GS"):
                values[name] = max(0, values[name] - heaviest.further)
    return Outfit(
        tuple(_weapons(rules, hero, [i.name for _, i in carried if i], encumbrance)),
        protection,
        encumbrance,
        values,
        weight,
        capacity,
        sum(fact.worth * hero.purse.get(fact.name, 0) for fact in rules.world.of(Coin)),
    )


def items_of(world: BookWorld) -> dict[str, CarriedItem]:
    """All that can be carried, by name."""
    return {item.name: item for item in world.of(CarriedItem)}


def template_of(thing: Mapping[str, Any], items: Mapping[str, CarriedItem]) -> str:
    """The item of the books that a belonging is."""
    template = str(thing.get("template") or thing["name"])
    by_id = next((item.name for item in items.values() if item.id == template), template)
    return by_id if by_id in items else str(thing["name"])


def technique_values(rules: Rules, hero: Hero) -> dict[str, dict[str, int]]:
    """AT, PA and FK of every combat technique, by the books' ``fight_value`` facts."""
    attributes, levels = hero.attributes or {}, hero.combat_techniques or {}
    start = rules.lore.start.get("combat_technique", 0)
    found: dict[str, dict[str, int]] = {}
    if not attributes:
        return found
    for name, technique, attribute, divisor in rules.world.once(_fighting):
        bonus = max(0, (attributes.get(attribute, 8) - 8) // 3)
        value = -(-levels.get(technique, start) // divisor) + bonus
        known = found.setdefault(technique, {})
        known[name] = max(value, known.get(name, 0))
    return found


def _fighting(world: BookWorld) -> list[tuple[str, str, str, int]]:
    """What is rolled with which technique, by which attribute, and what its level is divided by."""
    return [
        (name, thing[1], attribute.string, max(1, divisor))
        for name, technique, attribute, divisor in world.of(FightValue)
        if (thing := entity(technique)) is not None and attribute.type is SymbolType.String
    ]


def primaries_of(rules: Rules) -> Mapping[str, list[str]]:
    """The attributes that carry a combat technique."""
    return rules.world.once(_primaries)


def _primaries(world: BookWorld) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for primary in world.of(Primary):
        if (thing := entity(primary.thing)) is not None:
            found.setdefault(thing[1], []).append(primary.attribute)
    return found


def _eased(rules: Rules, hero: Hero) -> int:
    held = list(hero.terms())
    return max(
        (
            fact.levels
            for fact in rules.world.of(EasesEncumbrance)
            if (term := term_of(fact.thing)) is not None and _at_least(held, term)
        ),
        default=0,
    )


def _at_least(held: list[Term], term: Term) -> bool:
    return any(
        (one.feature, one.value) == (term.feature, term.value)
        and (one.level or 0) >= (term.level or 0)
        for one in held
    )


def _weapons(rules: Rules, hero: Hero, names: list[str], hindered: int) -> list[WeaponRow]:
    if not names:
        return []
    values = technique_values(rules, hero)
    primaries, attributes = primaries_of(rules), hero.attributes or {}
    melee = {fact.name: fact for fact in rules.world.of(Melee)}
    ranged = {fact.name: fact for fact in rules.world.of(Ranged)}
    parries = {fact.name: fact.bonus for fact in rules.world.of(Parries)}
    shields = [parries[n] for n in names if n in parries]
    rows: list[WeaponRow] = []
    for name in dict.fromkeys(names):
        if (close := melee.get(name)) is not None:
            base = values.get(close.technique, {})
            best = max(
                (attributes.get(a, 0) for a in primaries.get(close.technique, ())), default=0
            )
            bonus = max(0, best - close.threshold) if close.threshold else 0
            beside = max(shields, default=0) if name not in parries else parries[name]
            changes = {"AT": close.at, "PA": close.pa + beside}
            found = {k: max(0, v + changes.get(k, 0) - hindered) for k, v in base.items()}
            damage = f"{close.dice}W6+{close.points + bonus}"
            rows.append(WeaponRow(name, close.technique, damage, found, reach=close.reach))
        elif (far := ranged.get(name)) is not None:
            base = values.get(far.technique, {})
            found = {k: max(0, v - hindered) for k, v in base.items()}
            damage = f"{far.dice}W6+{far.points}"
            rows.append(WeaponRow(name, far.technique, damage, found, far.ranges))
    return rows
