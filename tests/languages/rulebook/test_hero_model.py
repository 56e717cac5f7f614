"""Heroes as JSON: both forms, and everything that is no hero."""

from __future__ import annotations

from typing import Any

import pytest

from spielwerk.languages.rulebook import Hero, HeroError, Rules

SEED_HERO: dict[str, Any] = {
    "name": "Thorgrim",
    "experience_level": "Durchschnittlich",
    "race": "Zwerg",
    "culture": "Ambosszwerge",
    "profession": "Händler",
    "talents": {"Zechen": 3},
    "combat_techniques": {},
    "advantages": [["Dunkelsicht", "", 1]],
    "disadvantages": [],
}


def test_the_seeds_hero_is_read_and_written() -> None:
    hero = Hero.from_json(SEED_HERO)
    assert Hero.from_json(hero.to_json()) == hero
    assert hero.to_json()["format"] == 1


def test_a_full_hero_is_read_and_written() -> None:
    body = SEED_HERO | {
        "attributes": {"KK": 14},
        "special_abilities": [["Finte", "", 2]],
        "spells": {"Armatrutz": 3},
        "languages": {"Garethi": 4},
        "scripts": ["Kusliker Zeichen"],
        "bought": {"LE": 2},
        "adventure_points": 1200,
        "mode": "advancement",
        "waivers": [{"type": "atypical", "parameter": {}}],
        "history": [{"change": "Zechen 4", "ap": 1}],
        "details": {"family": "vom Berg"},
    }
    hero = Hero.from_json(body)
    assert Hero.from_json(hero.to_json()) == hero
    assert {**hero.to_json()} == {"format": 1, **body}


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"shoe_size": 43}, "/shoe_size"),
        ({"race": 5}, "/race"),
        ({"talents": ["Zechen"]}, "/talents"),
        ({"talents": {"Zechen": -1}}, "/talents/Zechen"),
        ({"talents": {"Zechen": "3"}}, "/talents/Zechen"),
        ({"talents": {"Zechen": 3.5}}, "/talents/Zechen"),
        ({"talents": {"Zechen": True}}, "/talents/Zechen"),
        ({"talents": {"Zechen": 10**12}}, "/talents/Zechen"),
        ({"advantages": [["Adel", 1]]}, "/advantages/0"),
        ({"advantages": [["Adel", None, 1]]}, "/advantages/0/1"),
        ({"talents": {f"t{n}": 1 for n in range(10_000)}}, "/talents"),
        ({"advantages": [["Adel", str(n), 1] for n in range(10_000)]}, "/advantages"),
        ({"name": "x" * 10_000}, "/name"),
        ({"race": "Zwerg\x00"}, "/race"),
        ({"race": "\ud800"}, "/race"),
        ({"mode": "asleep"}, "/mode"),
        ({"format": 99}, "/format"),
        ({"history": "long"}, "/history"),
        ({"culture": None}, "/culture"),
    ],
)
def test_what_is_wrong_with_a_hero_is_said_with_its_place(
    change: dict[str, Any], where: str
) -> None:
    with pytest.raises(HeroError) as caught:
        Hero.from_json(SEED_HERO | change)
    assert [problem.where for problem in caught.value.problems] == [where]


@pytest.mark.parametrize("body", [None, [], "hero", 5, {}])
def test_something_else_is_no_hero(body: object) -> None:
    with pytest.raises(HeroError):
        Hero.from_json(body)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(HeroError) as caught:
        Hero.from_json(SEED_HERO | {"race": 1, "talents": {"a": -1}, "x": 0})
    assert len(caught.value.problems) == 3


def test_of_an_advantage_named_twice_the_higher_level_counts() -> None:
    hero = Hero.from_json(SEED_HERO | {"advantages": [["Adel", "", 1], ["Adel", "", 3]]})
    assert hero.advantages == (("Adel", "", 3),)


def test_the_largest_hero_we_read_is_still_judged(seed_rules: Rules) -> None:
    talents = {f"Talent {n}": 1 for n in range(1_000)}
    report = seed_rules.validate(Hero.from_json(SEED_HERO | {"talents": talents}))
    assert len(report.errors) == 1_000
