"""The core rulebook is complete, hangs together, and its prices add up to the published ones."""

from __future__ import annotations

import pytest

FEATURES = [
    "experience_level",
    "race",
    "race_variant",
    "culture",
    "profession",
    "attribute",
    "talent",
    "combat_technique",
    "advantage",
    "disadvantage",
    "special_ability",
    "spell",
    "liturgy",
    "cantrip",
    "blessing",
    "language",
    "script",
]
MUNDANE = ("Profaner Kämpfer", "Profaner Nichtkämpfer", "Krieger", "Ritter")
IMPROVED = ("talent", "combat_technique", "attribute", "spell", "liturgy")


def packages(book, feature):
    return {thing: ap for thing, ap in book.rows("package_price") if thing[0] == feature}


def group(book, thing):
    (found,) = book.about("group", thing)
    return found


def test_everything_the_core_rules_have_is_there(book):
    assert {feature: len(book.names(feature)) for feature in FEATURES} == {
        "experience_level": 7,
        "race": 4,
        "race_variant": 10,
        "culture": 26,
        "profession": 98,
        "attribute": 8,
        "talent": 59,
        "combat_technique": 14,
        "advantage": 50,
        "disadvantage": 52,
        "special_ability": 103,
        "spell": 67,
        "liturgy": 40,
        "cantrip": 12,
        "blessing": 12,
        "language": 31,
        "script": 16,
    }


def test_professions_are_69_mundane_ones_and_a_first_set_of_others(book):
    groups = {}
    for thing in packages(book, "profession"):
        groups.setdefault(group(book, thing), set()).add(thing)
    assert sum(len(groups.pop(name)) for name in MUNDANE) == 69
    assert {name: len(found) for name, found in groups.items()} == {
        "Magier (Gildenlos)": 1,
        "Magier (Graue Gilde)": 1,
        "Magier (Schwarze Gilde)": 1,
        "Magier (Weiße Gilde)": 1,
        "Elfen": 2,
        "Hexer": 3,
        "Geweihter (Zwölfgötter)": 20,
    }


def test_the_price_of_every_culture_is_what_its_package_is_worth(book):
    published = packages(book, "culture")
    assert len(published) == 26
    assert {thing: book.worth(thing) for thing in published} == published


def test_the_price_of_every_mundane_profession_is_what_its_package_is_worth(book):
    published = packages(book, "profession")
    mundane = {t: ap for t, ap in published.items() if group(book, t) in MUNDANE}
    assert len(mundane) == 69
    assert {thing: book.worth(thing) for thing in mundane} == mundane


def test_prices_of_magic_and_blessings_add_up_except_those_of_boron(book):
    """The columns we were given make the liturgies of Boron's priests 4 AP cheaper than printed."""
    published = packages(book, "profession")
    missing = {thing[1]: ap - book.worth(thing) for thing, ap in published.items()}
    assert {name: ap for name, ap in missing.items() if ap} == {
        "Borongeweihter": 4,
        "Borongeweihter (Diener Bishdariels)": 4,
        "Borongeweihter (Diener Golgaris)": 4,
    }


def test_choices_of_a_package_cost_the_same_whatever_is_chosen(book):
    columns = {}
    for cause, need in book.rows("requires"):
        if cause[0] == "profession" and need[0] == "any_of":
            columns.setdefault((cause, need[1]), set()).update(book.about("column", need[3]))
    assert columns
    assert all(len(found) == 1 for found in columns.values())


def named(value):
    """All things that a term names, however deep."""
    if isinstance(value, tuple):
        yield value
        for argument in value[1:]:
            yield from named(argument)


def test_everything_that_is_named_is_declared(book):
    known = {feature: book.names(feature) for feature in FEATURES}
    everything = {
        thing[:2]
        for predicate, rows in book.facts.items()
        if predicate != "alias"
        for row in rows
        for argument in row
        for thing in named(argument)
        if thing[0] in known and len(thing) > 1 and isinstance(thing[1], str)
    }
    assert len(everything) > 500
    assert {thing for thing in everything if thing[1] not in known[thing[0]]} == set()


@pytest.mark.parametrize("feature", ["advantage", "disadvantage", "special_ability"])
def test_uses_and_levels_that_are_named_can_be_had(book, feature):
    known = set(book.rows(f"known_{feature}"))
    free = {thing for (thing,) in book.rows("free_text")}
    for name in ("requires", "has_typical", "has_atypical", "strongly_recommends", "ap_cost"):
        for row in book.rows(name):
            for thing in row[:2]:
                if isinstance(thing, tuple) and thing[0] == feature and len(thing) == 4:
                    any_use = thing[2] == ("any",) or thing[:2] in free
                    assert any_use or thing[1:] in known, (name, thing)


@pytest.mark.parametrize("feature", ["advantage", "disadvantage", "special_ability"])
def test_everything_that_is_bought_has_one_price(book, feature):
    for known in book.rows(f"known_{feature}"):
        assert len(book.about("ap_cost", (feature, *known))) == 1, known


def test_what_is_improved_has_one_column_and_what_is_rolled_one_check(book):
    for feature in IMPROVED:
        for name in book.names(feature):
            assert len(book.about("column", (feature, name))) == 1, name
            if feature in ("talent", "spell", "liturgy"):
                assert len(book.about("check", (feature, name))) == 1, name


def test_exclusions_are_told_once(book):
    pairs = [frozenset(row[:2]) for row in book.rows("excludes")]
    assert len(pairs) == len(set(pairs))


def test_no_text_is_longer_than_a_name(book):
    """Facts only: the book holds no prose of the publisher."""
    own = ("message", "rulebook_title", "rulebook_notice")
    rows = [row for name, found in book.facts.items() if name not in own for row in found]
    assert max(len(text) for row in rows for text in row if isinstance(text, str)) <= 40


@pytest.mark.parametrize(
    ("culture", "races"),
    [
        ("Auelfen", {"Elfen", "Halbelfen"}),
        ("Andergast", {"Menschen", "Halbelfen"}),
        ("Erzzwerge", {"Zwerge"}),
    ],
)
def test_half_elves_come_from_elven_and_from_human_cultures(book, culture, races):
    needs = book.about("requires", ("culture", culture))
    assert {need[1] for need in needs if need[0] == "race"} == races


def test_mercenaries_know_people(book):
    assert ("talent", "Menschenkenntnis", 2) in book.about("requires", ("profession", "Söldner"))
