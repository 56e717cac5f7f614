"""What was decided where sources differ, and what the core rules have that was long missing.

``docs/dsa5.md`` tells each decision with its page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spielwerk.languages.rulebook import Hero, Term, Weight


def found(rules: Any, hero: Hero) -> set[tuple[str, Any, Any]]:
    return {
        (v.type, v.parameter.get("caused_feature_value"), v.parameter.get("referred_feature_value"))
        for v in rules.validate(hero).errors
    }


def test_a_riposte_costs_forty(rules: Any) -> None:
    assert rules.lore.price(Term("special_ability", "Riposte", "", 1)) == 40


def test_frenzy_needs_a_short_temper(rules: Any, hero: Any) -> None:
    calm = replace(hero("mercenary"), disadvantages=(("Blutrausch", "", 1),))
    asked = ("missing", "Blutrausch", "Schlechte Eigenschaft")
    assert asked in found(rules, calm)
    angry = calm.put(Term("disadvantage", "Schlechte Eigenschaft", "Jähzorn", 1))
    assert asked not in found(rules, angry)


@pytest.mark.parametrize(
    ("ability", "lack"),
    [("Vertrautenbindung", "Kein Vertrauter"), ("Flugsalbe", "Keine Flugsalbe")],
)
def test_nobody_has_what_they_lack(rules: Any, hero: Any, ability: str, lack: str) -> None:
    witch = hero("mage").put(Term("special_ability", ability, "", 1))
    assert ("unusable_by", ability, lack) not in found(rules, witch)
    assert ("unusable_by", ability, lack) in found(
        rules, witch.put(Term("disadvantage", lack, "", 1))
    )


def test_toad_and_raven_witches_choose_their_curses(book: Any) -> None:
    placed = {row[0][1]: row[2] for row in book.rows("package_ap") if row[1] == "curses"}
    assert placed == {"Krötenhexer": 12, "Rabenhexer": 8}


def test_an_unusual_culture_is_a_hint_and_one_of_another_people_an_error(
    rules: Any, hero: Any
) -> None:
    far_away = rules.validate(replace(hero("mercenary"), culture="Fjarninger"))
    assert far_away.valid
    unusual = [v for v in far_away.warnings if v.type == "missing_usual"]
    assert "Fjarninger" in [v.parameter["referred_feature_value"] for v in unusual]
    assert {v.weight for v in unusual} == {Weight.HINT}
    among_elves = replace(hero("mercenary"), culture="Auelfen")
    assert ("unusable_by", "Auelfen", "Menschen") in found(rules, among_elves)


def test_the_core_book_is_complete_where_it_was_not(rules: Any) -> None:
    professions = {term.value for term in rules.lore.known["profession"]}
    variants = {"Bordellvater", "Lustknabe", "Gesellschafter", "Favorit"}
    assert {"Prostituierter", "Zuhälter", *variants} <= professions
    abilities = rules.lore.known["special_ability"]
    uses = [term.value for term in abilities]
    assert uses.count("Berufsgeheimnis") == 10
    assert uses.count("Bann-/Schutzkreis") == 4
    assert "Füchsisch" in uses
