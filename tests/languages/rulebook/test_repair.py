"""Repairs make heroes legal, change as little as possible, and leave alone what is pinned."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from tests.languages.rulebook.conftest import MakeHero, WriteBook
from tests.languages.rulebook.heroes import broken_mercenary, mercenary

from spielwerk.languages.rulebook import (
    Hero,
    Rules,
    Unrepairable,
    parse_pin,
    repair,
    rules_of,
)
from spielwerk.languages.rulebook.repairing import changes_between
from spielwerk.languages.rulebook.search import IDENTITY

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
BROKEN = 500 if SOAK else 20
SMALL = 50 if SOAK else 15


def test_a_legal_hero_needs_no_repair(core: Rules) -> None:
    hero = mercenary()
    assert core.validate(hero).valid, core.validate(hero).errors
    found = repair(core, hero)
    assert found.changes == ()
    assert found.hero == hero


def test_a_single_weakness_is_a_single_change_with_its_reason(core: Rules) -> None:
    weak = mercenary(attributes=mercenary().attributes | {"KK": 12})
    found = repair(core, weak, language="de")
    (change,) = found.changes
    assert (change.term.value, change.after.level if change.after else None) == ("KK", 13)
    assert any("Söldner" in sentence for sentence in found.reasons[0])
    assert found.optimal
    assert core.validate(found.hero).valid


def test_what_a_hero_is_stays_if_it_can(core: Rules) -> None:
    bare = mercenary(talents={}, combat_techniques={})
    found = repair(core, bare)
    assert found.hero.profession == "Söldner"
    assert core.validate(found.hero).valid


def test_of_several_equal_repairs_the_others_are_offered(core: Rules) -> None:
    wrong = mercenary(culture="Ambosszwerge")
    found = repair(core, wrong)
    assert [c.term.feature for c in found.changes] == ["culture"]
    assert found.alternatives
    for changes in found.alternatives:
        assert len(changes) == 1


def test_pins_hold(core: Rules) -> None:
    wrong = mercenary(culture="Ambosszwerge")
    found = repair(core, wrong, frozenset([parse_pin("culture")]))
    assert found.hero.culture == "Ambosszwerge"
    assert found.hero.race != wrong.race
    assert core.validate(found.hero).valid


def test_where_pins_leave_no_way_this_is_said(core: Rules) -> None:
    wrong = mercenary(culture="Ambosszwerge")
    with pytest.raises(Unrepairable, match="pinned"):
        repair(core, wrong, frozenset([parse_pin("culture"), parse_pin("race")]))


def test_an_overdrawn_account_is_balanced(core: Rules) -> None:
    hero = mercenary()
    spent = core.validate(hero).ap_spent
    found = repair(core, replace(hero, adventure_points=spent - 6))
    report = core.validate(found.hero)
    assert report.valid
    assert len(found.changes) == 1
    assert report.ap_spent == spent - 6


def test_a_choice_that_was_forgotten_is_made(core: Rules) -> None:
    undecided = replace(mercenary(), attribute_choice=None, race="Elfen", culture="Auelfen")
    undecided = replace(
        undecided,
        profession="Händler",
        advantages=(("Zauberer", "", 1), ("Zweistimmiger Gesang", "", 1)),
        disadvantages=(),
    )
    found = repair(core, undecided, frozenset([parse_pin("race")]))
    assert found.hero.attribute_choice in ("KL", "KK")
    assert core.validate(found.hero).valid


def test_what_is_pinned_and_absent_stays_absent(core: Rules) -> None:
    talents = dict(mercenary().talents or {})
    del talents["Zechen"]
    pins = frozenset(map(parse_pin, ["talent:Zechen", "profession"]))
    with pytest.raises(Unrepairable):
        repair(core, mercenary(talents=talents), pins)


def test_the_seeds_hero_is_repaired_as_well(seed_rules: Rules, dwarf: MakeHero) -> None:
    found = repair(seed_rules, dwarf(profession="Söldner"))
    assert seed_rules.validate(found.hero).valid
    assert len(found.changes) == 16


@pytest.mark.timeout(3600)
def test_random_broken_heroes_become_valid(core: Rules) -> None:
    rng = random.Random(20)
    for _ in range(BROKEN):
        hero = broken_mercenary(rng)
        found = repair(core, hero)
        assert core.validate(found.hero).valid, hero
        assert len(found.changes) == len(changes_between(hero, found.hero))


SMALL_WORLD = """
known_experience_level("E",14,3,3,100,9,9).
known_race("A";"B"). known_culture("X";"Y"). known_profession("P";"Q").
known_talent("t";"u";"v"). known_advantage("a","",(1..2)). known_disadvantage("d","",1).
requires(culture("X"),race("A")). requires(culture("Y"),race("B")).
requires(profession("P"),talent("t",2)). requires(profession("P"),any_of("k",1,talent("u";"v"),1)).
requires(profession("Q"),advantage("a","",1)). requires(race("B"),disadvantage("d","",1)).
requires(advantage("a","",2),talent("v",2)).
excludes(advantage("a"),disadvantage("d")).
forbids(profession("Q"),culture("Y")).
"""


def test_no_brute_force_search_finds_a_smaller_repair(write_book: WriteBook) -> None:
    rules = rules_of([write_book("small", SMALL_WORLD)])
    legal = [hero for hero in _all_small_heroes() if rules.validate(hero).valid]
    assert legal
    rng = random.Random(7)
    everyone = [hero for hero in _all_small_heroes(level=4) if hero not in legal]
    for hero in rng.sample(everyone, SMALL):
        found = repair(rules, hero)
        assert found.optimal
        assert _measure(hero, found.hero) == min(_measure(hero, other) for other in legal)


def _all_small_heroes(level: int = 3) -> Iterator[Hero]:
    for race, culture, profession in product("AB", "XY", "PQ"):
        for t, u, v, a, d in product((0, 2, level), (0, 1), (0, level), (0, 1, 2), (0, 1)):
            body: dict[str, Any] = {
                "name": "small",
                "experience_level": "E",
                "race": race,
                "culture": culture,
                "profession": profession,
                "talents": {"t": t, "u": u, "v": v},
                "combat_techniques": {},
                "advantages": [["a", "", a]] if a else [],
                "disadvantages": [["d", "", 1]] if d else [],
            }
            yield Hero.from_json(body)


def _measure(hero: Hero, other: Hero) -> tuple[int, int]:
    changes = changes_between(hero, other)
    what_it_is = sum(change.term.feature in IDENTITY for change in changes)
    return what_it_is, len(changes) - what_it_is
