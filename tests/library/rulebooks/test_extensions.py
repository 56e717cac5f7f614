"""Books on top of the core rules: one adds a land of our own, one is the house rules of a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spielwerk.core import SourceError
from spielwerk.languages.rulebook import Weight, outfit_of

FOGGED = {
    "culture": "Nebelmark",
    "profession": "Nebelgänger",
    "race_variant": None,
    "talents.Fährtensuchen": 6,
    "talents.Klettern": 5,
    "talents.Orientierung": 8,
    "talents.Sinnesschärfe": 6,
    "combat_techniques.Stangenwaffen": 10,
    "special_abilities": [
        ["Fertigkeitsspezialisierung", "Orientierung", 1],
        ["Nebelgespür", "", 1],
        ["Wettervorhersage", "", 1],
    ],
}


def kinds(report):
    return {v.type for v in report.errors}


def test_packages_of_an_extension_are_worth_their_price_as_well(read):
    book = read("dsa5", "grenzmark")
    prices = dict(book.rows("package_price"))
    for thing in [("culture", "Nebelmark"), ("profession", "Nebelgänger")]:
        assert book.worth(thing) == prices[thing]


def test_a_book_brings_a_culture_and_a_profession_of_its_own(rules_with, hero):
    report = rules_with("dsa5", "grenzmark").validate(hero("mercenary", FOGGED))
    assert not kinds(report) - {"ap_overdrawn"}, [v.message for v in report.errors]


def test_without_the_book_nobody_knows_them(rules, hero):
    unknown = [v for v in rules.validate(hero("mercenary", FOGGED)).errors if v.type == "unknown"]
    assert {v.parameter["caused_feature_value"] for v in unknown} == {
        "Nebelmark",
        "Nebelgänger",
        "Nebelgespür",
    }


def test_cultures_of_an_extension_are_open_to_whom_their_group_is_open(rules_with, hero):
    dwarf = hero("mercenary", FOGGED | {"race": "Zwerge", "attribute_choice": "GE"})
    found = rules_with("dsa5", "grenzmark").validate(dwarf).errors
    pairs = {
        (v.parameter["caused_feature_value"], v.parameter["referred_feature_value"])
        for v in found
        if v.type == "unusable_by"
    }
    assert ("Nebelmark", "Zwerge") in pairs


def test_a_rule_of_the_book_is_told_in_its_own_words(rules_with, hero):
    hidden = hero("mercenary", FOGGED | {"talents.Verbergen": 9})
    found = rules_with("dsa5", "grenzmark").validate(hidden, "de").errors
    (told,) = [v for v in found if v.type == "house_rule"]
    assert told.message.startswith("Wer andere durch den Nebel führt")


@pytest.mark.parametrize("name", ["grenzmark", "hausregeln"])
def test_an_extension_alone_asks_for_the_core_rules(rules_with, name):
    with pytest.raises(SourceError, match="dsa5"):
        rules_with(name)


def test_house_rules_allow_what_the_core_rules_forbid(rules, rules_with, hero):
    foundling = hero("mercenary", {"culture": "Hügelzwerge", "languages": {"Rogolan": 4}})
    assert "unusable_by" in kinds(rules.validate(foundling))
    assert "unusable_by" not in kinds(rules_with("dsa5", "hausregeln").validate(foundling))


def test_house_rules_forbid_what_the_core_rules_allow(rules, rules_with, hero):
    def refused(judge, changes):
        found = judge.validate(hero("mercenary", changes)).errors
        return {v.parameter["caused_feature_value"] for v in found if v.type == "unusable_by"}

    strict = rules_with("dsa5", "hausregeln")
    murderer = {"profession": "Meuchelmörder"}
    assert refused(rules, murderer) == set()
    assert refused(strict, murderer) == {"Meuchelmörder"}
    torn = {"advantages": [["Glück", "", 1]], "disadvantages": [["Pechmagnet", "", 1]]}
    assert refused(rules, torn) == set()
    assert refused(strict, torn) == {"Glück"}


def test_house_rules_add_an_advantage_and_a_rule(rules, rules_with, hero):
    strict = rules_with("dsa5", "hausregeln")
    regular = hero("mercenary", {"advantages": [["Stammgast", "Zum Roten Ochsen", 1]]})
    assert "unknown" in kinds(rules.validate(regular))
    assert "unknown" not in kinds(strict.validate(regular))
    drinker = hero("mercenary", {"talents.Zechen": 9, "talents.Selbstbeherrschung": 3})
    assert "house_rule" not in kinds(rules.validate(drinker))
    assert "house_rule" in kinds(strict.validate(drinker))


def test_house_rules_weigh_differently(rules, rules_with, hero):
    def weight(judge):
        stranger = hero("mercenary", {"culture": "Utulus"})
        found = [v for v in judge.validate(stranger).warnings if v.type == "missing_usual"]
        return {v.weight for v in found}

    assert weight(rules) == {Weight.HINT}
    assert weight(rules_with("dsa5", "hausregeln")) == {Weight.STRONG}


def test_all_books_of_the_library_can_be_used_together(rules_with, hero):
    everything = rules_with("dsa5", "grenzmark", "hausregeln")
    for name in ("mercenary", "mage", "wildrunner", "blessed"):
        assert everything.validate(hero(name)).valid


COAST = ("dsa5", "grenzmark", "salzkueste")


def test_a_book_of_real_size_stands_on_two_others(read, rules_with):
    book = read(*COAST)
    prices = dict(book.rows("package_price"))
    alone = dict(read("dsa5", "grenzmark").rows("package_price"))
    added = prices.keys() - alone.keys()
    assert len(added) == 4 + 12
    assert {thing: book.worth(thing) for thing in added} == {t: prices[t] for t in added}
    known = rules_with(*COAST).lore.known
    assert {"Lotse", "Nebelgespür"} <= {term.value for term in known["special_ability"]}


def test_its_dependencies_versions_and_conflicts_are_checked(rules_with):
    with pytest.raises(SourceError, match="missing 'grenzmark'"):
        rules_with("dsa5", "salzkueste")
    with pytest.raises(SourceError, match="contradict each other"):
        rules_with(*COAST, "hausregeln")


def test_its_own_rules_and_weapons_count(rules_with, hero):
    rules = rules_with(*COAST)
    guide = hero("mercenary", {"profession": "Wattführer", "culture": "Salzküste"})
    guide = replace(guide, talents={**guide.talents, "Orientierung": 8, "Schwimmen": 2})
    assert any(v.parameter.get("rule") == "tide" for v in rules.validate(guide).errors)
    armed = replace(guide, belongings=({"name": "Robbenspeer"}, {"name": "Öljacke"}))
    outfit = outfit_of(rules, armed)
    assert (outfit.weapons[0].technique, outfit.protection) == ("Stangenwaffen", 1)
