"""The cheapest way to a goal, comparisons, accounts and derived values."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.languages.rulebook.heroes import mercenary

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook import (
    OutOfReach,
    Rules,
    account_of,
    compare,
    derived_values,
    parse_goal,
    plan,
)


def test_prerequisites_are_bought_first_and_all_is_paid_for(core: Rules) -> None:
    hero = mercenary(mode="advancement")
    found = plan(core, hero, [parse_goal("special_ability:Wuchtschlag=2")])
    names = [(step.term.value, step.term.level) for step in found.steps]
    assert names == [("KK", 15), ("Wuchtschlag", 2)]
    assert found.prices == (30, 20)
    before, after = core.validate(hero), core.validate(found.hero)
    assert after.valid
    assert after.ap_spent - before.ap_spent == found.cost


def test_nothing_is_bought_for_what_the_hero_has(core: Rules) -> None:
    found = plan(core, mercenary(), [parse_goal("talent:Zechen=5")])
    assert found.steps == ()
    assert found.cost == 0


def test_no_disadvantage_is_taken_to_pay(core: Rules) -> None:
    found = plan(core, mercenary(mode="advancement"), [parse_goal("talent:Zechen=9")])
    assert [step.term.feature for step in found.steps] == ["talent"]


def test_what_cannot_be_bought_says_why(core: Rules) -> None:
    with pytest.raises(OutOfReach, match="not known"):
        plan(core, mercenary(), [parse_goal("talent:Raumfahrt=3")])
    with pytest.raises(OutOfReach, match="lässt sich nicht erkaufen"):
        plan(core, mercenary(), [parse_goal("talent:Raumfahrt=3")], language="de")


def test_what_is_wrong_with_a_hero_is_borne_while_it_learns(core: Rules) -> None:
    found = plan(core, mercenary(culture="Auelfen"), [parse_goal("talent:Zechen=6")])
    assert [step.says(core, "de") for step in found.steps] == ["Talent Zechen 6 statt Zechen 5"]


@pytest.mark.parametrize("text", ["", "Zechen", "race:Elfen", "talent:", "talent:Zechen=x"])
def test_other_texts_are_no_goals(text: str) -> None:
    with pytest.raises(SpielwerkError, match=r"no goal|no level"):
        parse_goal(text)


def test_two_heroes_are_compared(core: Rules) -> None:
    hero = mercenary()
    stronger = replace(hero, attributes={**(hero.attributes or {}), "KO": 12})
    found = compare(core, hero, stronger)
    assert [c.term.value for c in found.changes] == ["KO"]
    before, after = found.derived["LE"]
    assert before is not None
    assert after == before - 4
    assert found.valid == (True, False)
    assert found.spent[0] - found.spent[1] == 30


def test_the_account_adds_up(core: Rules) -> None:
    hero = mercenary()
    report = core.validate(hero)
    account = account_of(core, hero, report)
    assert account.total == 1100
    assert account.spent == sum(account.by_feature.values())
    assert account.left == 1100 - account.spent
    assert account.by_feature["attribute"] == 540
    assert account.packages["profession"] == 202


def test_derived_values_follow_the_formulas(core: Rules) -> None:
    values = derived_values(core, mercenary())
    assert values["LE"] == 5 + 2 * 14
    assert values["AW"] == 7
    assert values["INI"] == 13
    assert values["GS"] == 8
    assert values["SK"] == -5 + 6
    assert values["ZK"] == -5 + 7
    assert "AsP" not in values


def test_caps_of_creation_end_with_creation(core: Rules) -> None:
    talents = dict(mercenary().talents or {}) | {"Kriegskunst": 13}
    assert not core.validate(mercenary(talents=talents)).valid
    grown = mercenary(talents=talents, mode="advancement", adventure_points=1300)
    assert core.validate(grown).valid
    too_far = dict(talents) | {"Kriegskunst": 16}
    report = core.validate(replace(grown, talents=too_far))
    assert [v.type for v in report.errors] == ["max_lvl_exceeded"]
    assert report.errors[0].parameter["max_level"] == 15


def test_points_that_lapse_are_a_strong_warning(core: Rules) -> None:
    report = core.validate(mercenary(adventure_points=1200))
    assert report.valid
    assert "ap_left_exceeded" in {v.type for v in report.warnings}
