"""Completion and validation never contradict each other."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest
from tests.languages.rulebook.conftest import MakeHero
from tests.languages.rulebook.heroes import mercenary

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook import FEATURES, Hero, OptionStatus, Rules, Term, complete
from spielwerk.languages.rulebook.completing import speaking_of

HEROES, SHARES = (30, 1) if os.environ.get("SPIELWERK_SOAK") else (3, 3)
"""How many heroes, and in how many parts they share the features among them."""
TRIED = 3


def test_a_dwarf_is_offered_dwarven_cultures(seed_rules: Rules, dwarf: MakeHero) -> None:
    options = {o.term.value: o for o in complete(seed_rules, dwarf(), "culture", "de")}
    possible = {name for name, o in options.items() if o.status is OptionStatus.POSSIBLE}
    assert possible == {"Ambosszwerge", "Erzzwerge"}
    assert options["Ambosszwerge"].chosen
    assert options["Auelfen"].says(seed_rules, "de") == (
        "Auelfen: nicht möglich: Das passt nicht zu Spezies Zwerg: Auelfen."
    )


def test_what_only_lacks_strength_is_nearly_possible(core: Rules) -> None:
    attributes = mercenary().attributes or {}
    hero = mercenary(mode="draft", profession="Händler", attributes=attributes | {"KK": 12})
    hero = replace(hero, special_abilities=())
    options = {o.term: o for o in complete(core, hero, "special_ability", "en")}
    blow = options[Term("special_ability", "Wuchtschlag", "", 1)]
    assert blow.status is OptionStatus.NEARLY
    assert blow.says(core).endswith("nearly possible: needs KK 13")


def test_prices_are_those_of_the_next_step(core: Rules) -> None:
    options = {o.term.value: o for o in complete(core, mercenary(mode="draft"), "talent")}
    assert options["Körperbeherrschung"].term.level == 7
    assert options["Körperbeherrschung"].price == 4
    assert options["Fliegen"].price == 2


def test_a_hero_without_anything_can_become_anything(core: Rules) -> None:
    nobody = Hero.from_json({"name": "", "mode": "draft"})
    for feature in ("race", "culture", "experience_level"):
        options = complete(core, nobody, feature)
        assert options
        possible_after_needs = [o for o in options if o.status is not OptionStatus.IMPOSSIBLE]
        assert possible_after_needs == options


def test_there_is_no_such_feature(core: Rules) -> None:
    with pytest.raises(SpielwerkError, match="no feature 'wealth'"):
        complete(core, mercenary(), "wealth")


def test_random_partial_heroes_completion_and_validation_agree(core: Rules) -> None:
    rng = random.Random(3)
    for number in range(HEROES):
        hero = _partial(rng, core)
        assert core.validate(hero).valid
        for feature in list(FEATURES)[number % SHARES :: SHARES]:
            options = complete(core, hero, feature)
            for option in rng.sample(options, min(TRIED, len(options))):
                tried = speaking_of(hero, feature).put(option.term)
                legal = core.validate(tried).valid
                assert legal is (option.status is OptionStatus.POSSIBLE), option


def _partial(rng: random.Random, rules: Rules) -> Hero:
    """A legal hero in the making: grown by random choices that completion calls possible."""
    hero = Hero.from_json({"name": "x", "mode": "draft"})
    for feature in FEATURES:
        hero = speaking_of(hero, feature)
    for feature in rng.sample(list(FEATURES), 10):
        possible = [o for o in complete(rules, hero, feature) if o.status is OptionStatus.POSSIBLE]
        if possible:
            hero = hero.put(rng.choice(possible).term)
    return hero
