"""The rows of a character sheet: skills with their checks, combat techniques with their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from spielwerk.languages.rulebook import (
    FEATURE_WORDS,
    FEATURES,
    Check,
    Hero,
    Rules,
    entity,
    primaries_of,
    technique_values,
    unjudged_term,
)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the sheet."""

    name: str
    check: tuple[str, ...]
    level: int | None
    values: Mapping[str, int] = field(default_factory=dict)


def skill_rows(
    rules: Rules, hero: Hero, feature: str, language: str = "de"
) -> dict[str, list[SheetRow]]:
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
        group = rules.lore.group(feature, name, language) or ""
        groups.setdefault(group, []).append(SheetRow(name, checks.get(name, ()), levels.get(name)))
    return groups


def fight_rows(rules: Rules, hero: Hero) -> list[SheetRow]:
    """Combat techniques with what is rolled in a fight."""
    levels = hero.combat_techniques or {}
    if not levels:
        return []
    start = rules.lore.start.get("combat_technique", 0)
    primaries, values = primaries_of(rules), technique_values(rules, hero)
    names = [term.value or "" for term in rules.lore.known["combat_technique"]]
    shown = [*names, *(name for name in levels if name not in names)]
    return [
        SheetRow(
            name, tuple(primaries.get(name, ())), levels.get(name, start), values.get(name, {})
        )
        for name in shown
        if name in levels or hero.attributes
    ]


def equipment(hero: Hero) -> list[str]:
    """What the hero carries, a line each."""
    return [
        f"{thing['amount']} × {thing['name']}" if thing.get("amount", 1) > 1 else str(thing["name"])
        for thing in hero.belongings
    ]


def unjudged(rules: Rules, hero: Hero, language: str = "de") -> list[str]:
    """What comes from books that are not here, a line each, with what it cost."""
    said = []
    for entry in hero.unjudged:
        word = FEATURE_WORDS[entry["feature"]][0 if language == "de" else 1]
        label = rules.lore.label(unjudged_term(entry), language)
        price = f", {entry['ap']} AP" if entry.get("ap") is not None else ""
        said.append(f"{word} {label}{price}")
    return said


def checks_of(rules: Rules, feature: str) -> dict[str, tuple[str, ...]]:
    """The attributes that are rolled against, by name."""
    found = {}
    for check in rules.world.of(Check):
        thing = entity(check.thing)
        if thing is not None and thing[0] == feature:
            found[thing[1]] = check.attributes
    return found
