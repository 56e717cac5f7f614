"""The rows of a character sheet: skills with their checks, combat techniques with their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clingo import SymbolType

from spielwerk.languages.rulebook import FEATURES, Check, FightValue, Hero, Primary, Rules, entity


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the sheet."""

    name: str
    check: tuple[str, ...]
    level: int | None
    values: Mapping[str, int] = field(default_factory=dict)


def skill_rows(rules: Rules, hero: Hero, feature: str) -> dict[str, list[SheetRow]]:
    """Skills by group: all talents there are, but only the spells and liturgies a hero knows."""
    levels: Mapping[str, int] = getattr(hero, FEATURES[feature].key) or {}
    checks = checks_of(rules, feature)
    names = [term.value or "" for term in rules.lore.known[feature]]
    if feature == "talent":
        shown = [*names, *(name for name in levels if name not in names)] if levels else []
    else:
        shown = list(levels)
    groups: dict[str, list[SheetRow]] = {}
    for name in shown:
        group = rules.lore.groups.get((feature, name), "")
        groups.setdefault(group, []).append(SheetRow(name, checks.get(name, ()), levels.get(name)))
    return groups


def fight_rows(rules: Rules, hero: Hero) -> list[SheetRow]:
    """Combat techniques with what is rolled in a fight, by the books' ``fight_value`` facts."""
    levels = hero.combat_techniques or {}
    start = rules.lore.start.get("combat_technique", 0)
    attributes = hero.attributes or {}
    primaries: dict[str, list[str]] = {}
    for primary in rules.world.of(Primary):
        if (thing := entity(primary.thing)) is not None:
            primaries.setdefault(thing[1], []).append(primary.attribute)
    values: dict[str, dict[str, int]] = {}
    for name, technique, attribute, divisor in rules.world.of(FightValue):
        thing = entity(technique)
        if thing is None or attribute.type is not SymbolType.String or not attributes:
            continue
        level = levels.get(thing[1], start)
        bonus = max(0, (attributes.get(attribute.string, 8) - 8) // 3)
        value = -(-level // max(1, divisor)) + bonus
        known = values.setdefault(thing[1], {})
        known[name] = max(value, known.get(name, 0))
    if not levels:
        return []
    names = [term.value or "" for term in rules.lore.known["combat_technique"]]
    shown = [*names, *(name for name in levels if name not in names)]
    return [
        SheetRow(
            name, tuple(primaries.get(name, ())), levels.get(name, start), values.get(name, {})
        )
        for name in shown
        if name in levels or attributes
    ]


def equipment(hero: Hero) -> list[str]:
    """What the hero carries, where another program told us."""
    optolith: Any = hero.foreign.get("optolith", {})
    items: Any = optolith.get("belongings", {}) if isinstance(optolith, Mapping) else {}
    found = items.get("items", {}) if isinstance(items, Mapping) else {}
    if not isinstance(found, Mapping):
        return []
    return [
        f"{item.get('amount', 1)} × {item['name']}"
        for item in found.values()
        if isinstance(item, Mapping) and isinstance(item.get("name"), str)
    ]


def checks_of(rules: Rules, feature: str) -> dict[str, tuple[str, ...]]:
    """The attributes that are rolled against, by name."""
    found = {}
    for check in rules.world.of(Check):
        thing = entity(check.thing)
        if thing is not None and thing[0] == feature:
            found[thing[1]] = check.attributes
    return found
