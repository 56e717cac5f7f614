"""What a hero carries: weapons with their values, armour, load and money, by the core rules."""

from __future__ import annotations

import pytest
from tests.languages.rulebook.heroes import mercenary

from spielwerk.languages.rulebook import Rules, library, outfit_of


@pytest.fixture(scope="module")
def core() -> Rules:
    return library().rules(["dsa5"])


def carrying(*names: str) -> list[dict[str, object]]:
    return [{"name": name} for name in names]


def test_a_weapon_changes_what_its_technique_gives(core: Rules) -> None:
    bare = outfit_of(core, mercenary(belongings=carrying("Streitkolben")))
    (mace,) = bare.weapons
    assert mace.values == {"AT": 13, "PA": 7}  # 13 and 8 by the technique, PA -1 by the weapon
    assert mace.damage == "1W6+4"  # KK 14 is the threshold


def test_a_shield_helps_the_other_hand_and_more_where_it_parries(core: Rules) -> None:
    outfit = outfit_of(core, mercenary(belongings=carrying("Streitkolben", "Großschild")))
    mace, shield = outfit.weapons
    assert mace.values["PA"] == 7 + 3
    alone = outfit_of(core, mercenary(belongings=carrying("Großschild"))).weapons[0]
    assert shield.values == alone.values


def test_armour_protects_and_hinders_less_who_is_used_to_it(core: Rules) -> None:
    used = outfit_of(core, mercenary(belongings=carrying("Schuppenrüstung")))
    assert (used.protection, used.encumbrance) == (5, 1)  # 2 less Belastungsgewöhnung I
    plain = outfit_of(core, mercenary(special_abilities=[], belongings=carrying("Schuppenrüstung")))
    assert plain.encumbrance == 2
    bare = outfit_of(core, mercenary())
    assert bare.values["GS"] - plain.values["GS"] == 2 + 1  # and one more by the armour itself


def test_too_much_is_too_heavy(core: Rules) -> None:
    loaded = outfit_of(core, mercenary(belongings=[{"name": "Truhe", "amount": 7}]))
    assert (loaded.weight, loaded.capacity) == (7 * 200, 14 * 80)
    assert loaded.encumbrance == 2  # 7 Stein too many, one level for every 4


def test_the_purse_is_worth_what_is_in_it(core: Rules) -> None:
    rich = outfit_of(core, mercenary(purse={"Dukaten": 2, "Silbertaler": 3, "Kreuzer": 4}))
    assert rich.money == 2_304


def test_what_no_book_knows_is_carried_all_the_same(core: Rules) -> None:
    assert outfit_of(core, mercenary(belongings=carrying("Omas Teekanne"))).weapons == ()
