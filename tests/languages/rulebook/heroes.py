"""A full hero of the core rules that is legal, and ways to break it."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from importlib.resources import files
from typing import Any

from spielwerk.languages.rulebook import Hero

_ALRIKE = files("spielwerk").joinpath("library", "heroes", "alrike.json")
_MERCENARY: dict[str, Any] = json.loads(_ALRIKE.read_text(encoding="utf-8"))


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
