"""A full hero of the core rules that is legal, and ways to break it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from spielwerk.languages.rulebook import Hero

_MERCENARY: dict[str, Any] = {
    "name": "Alrike",
    "experience_level": "Erfahren",
    "race": "Menschen",
    "attribute_choice": "KK",
    "culture": "Andergast",
    "profession": "Söldner",
    "attributes": {"MU": 13, "KL": 11, "IN": 13, "CH": 11, "FF": 11, "GE": 13, "KO": 14, "KK": 14},
    "advantages": [],
    "disadvantages": [["Arm", "", 1]],
    "talents": {
        "Körperbeherrschung": 6,
        "Kraftakt": 6,
        "Selbstbeherrschung": 5,
        "Zechen": 5,
        "Menschenkenntnis": 4,
        "Überreden": 3,
        "Orientierung": 4,
        "Wildnisleben": 4,
        "Götter & Kulte": 3,
        "Kriegskunst": 7,
        "Sagen & Legenden": 5,
        "Handel": 3,
        "Heilkunde Wunden": 4,
        "Klettern": 5,
        "Schwimmen": 3,
        "Reiten": 4,
    },
    "combat_techniques": {"Armbrüste": 10, "Raufen": 10, "Hiebwaffen": 12},
    "special_abilities": [
        ["Aufmerksamkeit", "", 1],
        ["Belastungsgewöhnung", "", 1],
        ["Wuchtschlag", "", 1],
        ["Fertigkeitsspezialisierung", "Kriegskunst", 1],
    ],
    "languages": {"Garethi": 4, "Bosparano": 1},
}


def mercenary(**changes: Any) -> Hero:
    """A mercenary of the core rules; legal without changes."""
    return Hero.from_json(_MERCENARY | changes)


def broken_mercenary(rng: random.Random) -> Hero:
    """The mercenary, broken in one to three ways."""
    hero = mercenary()
    for way in rng.sample(_WAYS, rng.randint(1, 3)):
        hero = way(hero, rng)
    return hero


def _weaker(hero: Hero, rng: random.Random) -> Hero:
    name = rng.choice(["KK", "KO", "IN"])
    return replace(hero, attributes={**(hero.attributes or {}), name: rng.randint(8, 12)})


def _too_strong(hero: Hero, rng: random.Random) -> Hero:
    name = rng.choice(list(hero.attributes or {}))
    return replace(hero, attributes={**(hero.attributes or {}), name: rng.randint(16, 19)})


def _less_skilled(hero: Hero, rng: random.Random) -> Hero:
    talents = dict(hero.talents or {})
    for name in rng.sample(sorted(talents), 3):
        talents[name] = rng.randint(0, 2)
    return replace(hero, talents=talents)


def _too_skilled(hero: Hero, rng: random.Random) -> Hero:
    talents = dict(hero.talents or {})
    talents[rng.choice(sorted(talents))] = rng.randint(11, 20)
    return replace(hero, talents=talents)


def _unheard_of(hero: Hero, rng: random.Random) -> Hero:
    return replace(
        hero,
        talents={**(hero.talents or {}), 'Raum"fahrt': rng.randint(0, 9)},
        advantages=(*(hero.advantages or ()), ("Flügel", "", 1)),
    )


def _contradictory(hero: Hero, _rng: random.Random) -> Hero:
    return replace(
        hero,
        advantages=(*(hero.advantages or ()), ("Reich", "", 1)),
        disadvantages=(("Arm", "", 1),),
    )


def _of_nowhere(hero: Hero, rng: random.Random) -> Hero:
    return replace(hero, culture=rng.choice(["Ambosszwerge", "Auelfen", "Atlantis"]))


def _poor(hero: Hero, rng: random.Random) -> Hero:
    return replace(hero, adventure_points=rng.randint(940, 990))


def _without_prerequisites(hero: Hero, _rng: random.Random) -> Hero:
    return replace(hero, special_abilities=(*(hero.special_abilities or ()), ("Finte", "", 2)))


_WAYS = [
    _weaker,
    _too_strong,
    _less_skilled,
    _too_skilled,
    _unheard_of,
    _contradictory,
    _of_nowhere,
    _poor,
    _without_prerequisites,
]
