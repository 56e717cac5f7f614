"""Typical heroes are legal under the core rules, and broken ones are refused for what is wrong."""

from __future__ import annotations

import pytest

from spielwerk.languages.rulebook import Hero, Weight

HEROES = ["mercenary", "mage", "wildrunner", "blessed"]


def errors(rules, hero):
    """The errors as type, cause and what it refers to; those that follow from others left out."""
    return {
        (
            v.type,
            v.parameter.get("caused_feature_value", v.parameter.get("caused_feature")),
            v.parameter.get("referred_feature_value"),
        )
        for v in rules.validate(hero).errors
        if v.follows is None
    }


@pytest.mark.parametrize("name", HEROES)
def test_typical_heroes_are_legal_and_use_up_their_points(rules, hero, name):
    report = rules.validate(hero(name))
    assert report.valid, [v.message for v in report.errors]
    assert report.ap_total == 1100
    assert 0 <= 1100 - report.ap_spent <= 10
    assert {v.type for v in report.warnings} <= {"missing_typical", "atypical"}


def test_a_mercenary_pays_for_what_it_has_and_not_for_its_packages(rules, hero):
    costs = rules.validate(hero("mercenary")).costs
    by_name = {(term.feature, term.value): points for term, points in costs.items()}
    assert by_name["attribute", "KK"] == 6 * 15
    assert by_name["talent", "Kriegskunst"] == 6 * 2
    assert by_name["combat_technique", "Hiebwaffen"] == 6 * 3
    assert by_name["special_ability", "Fertigkeitsspezialisierung"] == 2
    assert by_name.get(("language", "Garethi"), 0) == 0
    assert ("culture", "Andergast") not in by_name


def test_what_comes_with_an_elf_is_in_its_price(rules, hero):
    costs = rules.validate(hero("wildrunner")).costs
    by_name = {(term.feature, term.value): points for term, points in costs.items()}
    assert by_name["race", "Elfen"] == 18
    assert by_name.get(("advantage", "Zauberer"), 0) == 0
    assert by_name["advantage", "Altersresistenz"] == 5


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        pytest.param(
            "mercenary",
            {"talents.Kriegskunst": 5},
            ("missing_level", "Söldner", "Kriegskunst"),
            id="a mercenary who knows too little of war",
        ),
        pytest.param(
            "mercenary",
            {"culture": "Auelfen"},
            ("unusable_by", "Auelfen", "Menschen"),
            id="a human from an elven culture",
        ),
        pytest.param(
            "mercenary",
            {"attributes.KK": 12},
            ("missing_level", "Söldner", "KK"),
            id="a weak mercenary",
        ),
        pytest.param(
            "mercenary",
            {"attributes.KK": 15},
            ("max_lvl_exceeded", "KK", None),
            id="an attribute above the experience level",
        ),
        pytest.param(
            "mercenary",
            {"talents.Zechen": 11},
            ("max_lvl_exceeded", "Zechen", None),
            id="a skill above the experience level",
        ),
        pytest.param(
            "mercenary",
            {"advantages": [["Reich", "", 1]], "disadvantages": [["Arm", "", 1]]},
            ("unusable_by", "Reich", "Arm"),
            id="rich and poor",
        ),
        pytest.param(
            "mercenary",
            {
                "advantages": [["Begabung", "Zechen", 1]],
                "disadvantages": [["Unfähig", "Zechen", 1]],
            },
            ("unusable_by", "Begabung", "Unfähig"),
            id="gifted and hopeless at the same skill",
        ),
        pytest.param(
            "mercenary",
            {"advantages": [["Dunkelsicht", "", 1]]},
            ("unusable_by", "Dunkelsicht", "Menschen"),
            id="a human who sees in the dark",
        ),
        pytest.param(
            "mercenary",
            {"talents.Fliegenfischen": 1},
            ("unknown", "Fliegenfischen", None),
            id="a skill that nobody knows",
        ),
        pytest.param(
            "mercenary",
            {"spells": {"Armatrutz": 4}},
            ("missing_level", "Armatrutz", None),
            id="a spell without a tradition",
        ),
        pytest.param(
            "mage",
            {"advantages": []},
            ("missing", "Graumagier", "Zauberer"),
            id="a mage without the gift",
        ),
        pytest.param(
            "mage",
            {"spells.Paralysis": 3},
            ("missing_level", "Graumagier", "Paralysis"),
            id="a mage who forgot a spell",
        ),
        pytest.param(
            "mage",
            {"spells.Friedenslied": 0},
            ("missing", "Friedenslied", "Tradition (Elfen)"),
            id="a mage who sings like an elf",
        ),
        pytest.param(
            "wildrunner",
            {"race": "Menschen", "race_variant": None},
            ("unusable_by", "Wildnisläufer", "Menschen"),
            id="a human wildrunner",
        ),
        pytest.param(
            "wildrunner",
            {"advantages": [["Zauberer", "", 1]]},
            ("missing", "Elfen", "Zweistimmiger Gesang"),
            id="an elf with one voice",
        ),
        pytest.param(
            "wildrunner",
            {"attribute_choice": "MU"},
            ("unusable_by", "MU", "Elfen"),
            id="an elf who chooses freely",
        ),
        pytest.param(
            "blessed",
            {"disadvantages": [["Verpflichtungen", "Tempel", 2]]},
            ("missing", "Rondrageweihter", "Prinzipientreue"),
            id="a priest without principles",
        ),
        pytest.param(
            "blessed",
            {"liturgies.Rabenruf": 1},
            ("missing_level", "Rabenruf", None),
            id="a liturgy of another church",
        ),
        pytest.param(
            "blessed",
            {"blessings": ["Feuersegen"]},
            ("missing", "Rondrageweihter", "Eidsegen"),
            id="a priest with one blessing",
        ),
    ],
)
def test_a_broken_hero_is_refused_for_the_right_reason(rules, hero, name, changes, expected):
    assert expected in errors(rules, hero(name, changes))


def test_a_higher_level_satisfies_a_lower_need(rules, hero):
    stern = [["Prinzipientreue", "Rondrakirche", 3], ["Verpflichtungen", "Tempel", 3]]
    assert "missing" not in {e[0] for e in errors(rules, hero("blessed", {"disadvantages": stern}))}


def test_half_elves_grow_up_on_both_sides(rules, hero):
    for culture in ("Andergast", "Waldelfen"):
        changes = {"race": "Halbelfen", "race_variant": None, "culture": culture}
        found = errors(rules, hero("mercenary", changes))
        assert not [e for e in found if e[0] == "unusable_by"]


def test_any_of_the_weapons_will_do(rules, hero):
    swords = {"Armbrüste": 10, "Raufen": 10, "Schwerter": 10}
    assert rules.validate(hero("mercenary", {"combat_techniques": swords})).valid
    bare = {"Armbrüste": 10, "Raufen": 10}
    (found,) = rules.validate(hero("mercenary", {"combat_techniques": bare})).errors
    assert found.addon == "any_of"
    assert found.parameter["selection"][0] == "Hiebwaffen"
    assert len(found.parameter["selection"]) == 5


def test_dwarves_are_strongly_advised_and_not_forced(rules, hero):
    changes = {
        "race": "Zwerge",
        "race_variant": None,
        "culture": "Ambosszwerge",
        "attribute_choice": "GE",
        "languages": {"Rogolan": 4},
        "attributes.GE": 12,
        "special_abilities": [],
    }
    report = rules.validate(hero("mercenary", changes))
    weights = {
        v.parameter["referred_feature_value"]: v.weight
        for v in report.warnings
        if v.type == "missing_typical" and v.parameter.get("referred_feature_level") == 1
    }
    assert {name for name, weight in weights.items() if weight is Weight.STRONG} == {
        "Dunkelsicht",
        "Immunität gegen (Gift)",
        "Unfähig",
    }
    assert weights["Zwergennase"] is Weight.HINT


def test_a_violation_tells_where_its_rule_stands_and_on_which_page(rules, hero):
    report = rules.validate(hero("mercenary", {"talents.Kriegskunst": 5}))
    found = report.errors[0]
    assert found.parameter["caused_feature_value"] == "Söldner"
    assert found.why.source is not None
    assert found.why.source.file == "dsa5/professions_fighters.lp"
    assert found.pages == ("RGW 203",)


def test_a_hero_has_one_mother_tongue_and_better_one_of_its_culture(rules, hero):
    two = rules.validate(hero("mercenary", {"languages": {"Garethi": 4, "Thorwalsch": 4}}))
    assert [v.parameter["rule"] for v in two.errors] == ["one_mother_tongue"]
    foreign = rules.validate(hero("mercenary", {"languages": {"Thorwalsch": 4}}))
    told = [v for v in foreign.warnings if v.type == "house_rule"]
    assert [v.parameter["rule"] for v in told] == ["mother_tongue"]


def test_energy_is_bought_up_to_the_lead_attribute(rules, hero):
    found = errors(rules, hero("mage", {"bought": {"AsP": 16}}))
    assert ("max_lvl_exceeded", "AsP", None) in found
    assert ("missing", "AsP", "Zauberer") in errors(
        rules, hero("mercenary", {"bought": {"AsP": 1}})
    )
    assert not [e for e in errors(rules, hero("mage", {"bought": {"AsP": 15}})) if e[1] == "AsP"]


def test_caps_of_creation_end_with_creation(rules, hero):
    changes = {"mode": "advancement", "adventure_points": 3000, "attributes.KK": 16}
    assert rules.validate(hero("mercenary", changes)).valid


def packed(book, profession):
    """A strong hero who has what its profession asks for, and nothing else."""
    needs = book.about("requires", profession)
    races = [need[1] for need in needs if need[0] == "race"] or ["Menschen"]
    cultures = [need[1] for need in needs if need[0] == "culture"]
    body = {
        "name": profession[1],
        "mode": "advancement",
        "adventure_points": 5000,
        "experience_level": "Legendär",
        "race": races[-1],
        "culture": cultures[0] if cultures else "Mittelreich",
        "profession": profession[1],
        "attributes": dict.fromkeys(book.names("attribute"), 15),
    }
    traits = {"advantage": [], "disadvantage": [], "special_ability": []}
    levels = {"talent": {}, "combat_technique": {}, "spell": {}, "liturgy": {}}
    blessings = []
    for feature, *rest in [*needs, *book.content(profession)]:
        if feature in levels:
            levels[feature][rest[0]] = rest[1]
        elif feature in traits:
            traits[feature].append([rest[0], rest[1] if isinstance(rest[1], str) else "", rest[2]])
        elif feature == "blessing":
            blessings.append(rest[0])
    keys = {"advantage": "advantages", "disadvantage": "disadvantages"}
    keys |= {"special_ability": "special_abilities", "talent": "talents", "spell": "spells"}
    keys |= {"combat_technique": "combat_techniques", "liturgy": "liturgies"}
    if races[-1] == "Halbelfen":
        traits["advantage"].append(["Zauberer", "", 1])
    everything = {keys[feature]: found for feature, found in (traits | levels).items()}
    return Hero.from_json(body | everything | {"blessings": blessings})


def test_every_package_can_be_played_and_six_ask_for_a_little_more(rules, book):
    more = {}
    for (name,) in book.rows("known_profession"):
        for found in rules.validate(packed(book, ("profession", name))).errors:
            assert found.type == "missing_level", found.message
            more.setdefault(name, set()).add(found.parameter["referred_feature_value"])
    assert more == {
        "Messerwerfer": {"Gaukeleien"},
        "Quacksalber": {"Heilkunde Wunden"},
        "Zahnreißer": {"Heilkunde Wunden"},
        "Fischer": {"Verbergen"},
        "Robbenjäger": {"Verbergen"},
        "Walfänger": {"Verbergen"},
    }
