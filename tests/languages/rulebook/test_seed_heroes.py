"""The example and test heroes of the source document give the results it documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from spielwerk.languages.rulebook import Hero, Rules, library, rules_of

BOOKS = Path(__file__).parent / "books"
CORE = "dsa5"
GODS = "dsa5_aventurisches_götterwirken_2"

MERCENARY_TALENTS = {
    "Körperbeherrschung": 3,
    "Kraftakt": 3,
    "Selbstbeherrschung": 4,
    "Zechen": 5,
    "Menschenkenntnis": 3,
    "Überreden": 3,
    "Orientierung": 4,
    "Wildnisleben": 3,
    "Götter & Kulte": 3,
    "Kriegskunst": 6,
    "Sagen & Legenden": 5,
    "Handel": 3,
    "Heilkunde Wunden": 4,
}


@cache
def rules(*names: str) -> Rules:
    return rules_of([BOOKS / name for name in names])


@cache
def rules_with_the_core_of_the_library(*names: str) -> Rules:
    """The same books, but for the small one of the examples the whole core rulebook."""
    core = library().find(CORE)
    return rules_of([core if name == CORE else BOOKS / name for name in names])


WorldOf = Callable[..., Rules]
WORLDS = pytest.mark.parametrize("world", [rules, rules_with_the_core_of_the_library])


def hero(**changes: Any) -> Hero:
    """The bare dwarf of the source's invalid heroes, with changes."""
    body: dict[str, Any] = {
        "name": "valid_söldner",
        "experience_level": "Durchschnittlich",
        "race": "Zwerg",
        "culture": "Ambosszwerge",
        "profession": "Söldner",
        "talents": {},
        "combat_techniques": {},
        "advantages": [],
        "disadvantages": [],
    }
    return Hero.from_json(body | changes)


MERCENARY = {
    "talents": MERCENARY_TALENTS,
    "combat_techniques": {"Armbrüste": 10, "Raufen": 10, "Hiebwaffen": 10},
    "advantages": [["Dunkelsicht", "", 1], ["Immunität", "Tulmadron", 1]],
    "disadvantages": [["Unfähig", "Schwimmen", 1]],
}
SKULDRUN = {
    "experience_level": "Erfahren",
    "race": "Mensch",
    "culture": "Fjarninger",
    "profession": "Skuldrun",
    "talents": {
        "Körperbeherrschung": 4,
        "Kraftakt": 6,
        "Selbstbeherrschung": 4,
        "Sinnesschärfe": 4,
        "Bekehren & Überzeugen": 2,
        "Einschüchtern": 2,
        "Etikette": 4,
        "Menschenkenntnis": 4,
        "Willenskraft": 4,
        "Orientierung": 4,
        "Pflanzenkunde": 2,
        "Tierkunde": 4,
        "Wildnisleben": 4,
        "Geschichtswissen": 4,
        "Götter & Kulte": 5,
        "Rechnen": 2,
        "Rechtskunde": 5,
        "Sagen & Legenden": 6,
        "Heilkunde Krankheiten": 4,
        "Heilkunde Seele": 4,
        "Heilkunde Wunden": 3,
    },
    "combat_techniques": {"Hiebwaffen": 11, "Raufen": 10, "Stangenwaffen": 10, "Wurfwaffen": 8},
    "advantages": [["Geweihter", "", 1]],
    "disadvantages": [["Prinzipientreue", "", 1], ["Verpflichtungen", "", 2]],
}
UNCLE_BOB = {
    "experience_level": "Legendary",
    "race": "Elfen",
    "culture": "Auelfen",
    "talents": MERCENARY_TALENTS | {"Körperbeherrschung": 2},
    "combat_techniques": {
        "Armbrüste": 10,
        "Raufen": 10,
        "Stangenwaffen": 9,
        "Zweihandschwerter": 10,
    },
    "advantages": [
        ["Begabung", "Singen", 1],
        ["Begabung", "Musizieren", 1],
        ["Beidhändig", "", 1],
        ["Dunkelsicht", "", 2],
    ],
    "disadvantages": [
        ["Körpergebundene Kraft", "", 1],
        ["Lästige Mindergeister", "", 1],
        ["Wahrer Name", "", 1],
    ],
}


@WORLDS
@pytest.mark.parametrize(("books", "changes"), [((CORE,), MERCENARY), ((CORE, GODS), SKULDRUN)])
def test_valid_heroes_are_valid(
    world: WorldOf, books: tuple[str, ...], changes: dict[str, Any]
) -> None:
    report = world(*books).validate(hero(**changes))
    assert report.valid, [v.message for v in report.errors]


INVALID = {
    "unknown race": (
        (CORE,),
        {"race": "__unknown__"},
        "unknown",
        {"caused_feature": "race", "caused_feature_value": "__unknown__"},
    ),
    "culture unusable by race": (
        (CORE,),
        {"culture": "Andergaster"},
        "unusable_by",
        {
            "caused_feature": "culture",
            "caused_feature_value": "Andergaster",
            "referred_feature": "race",
            "referred_feature_value": "Zwerg",
        },
    ),
    "profession unusable by culture": (
        (CORE, GODS),
        {"profession": "Skuldrun"},
        "unusable_by",
        {
            "caused_feature": "profession",
            "caused_feature_value": "Skuldrun",
            "referred_feature": "culture",
            "referred_feature_value": "Ambosszwerge",
        },
    ),
    "talent below what the profession needs": (
        (CORE,),
        {},
        "missing_level",
        {
            "caused_feature": "profession",
            "caused_feature_value": "Söldner",
            "referred_feature": "talent",
            "referred_feature_value": "Körperbeherrschung",
            "min_level": 3,
        },
    ),
    "combat technique below what the profession needs": (
        (CORE,),
        {},
        "missing_level",
        {
            "caused_feature": "profession",
            "caused_feature_value": "Söldner",
            "referred_feature": "combat_technique",
            "referred_feature_value": "Armbrüste",
            "min_level": 10,
        },
    ),
    "none of several combat techniques": (
        (CORE,),
        {},
        "missing_level",
        {
            "caused_feature": "profession",
            "caused_feature_value": "Söldner",
            "referred_feature": "combat_technique",
            "selection": [
                "Hiebwaffen",
                "Schwerter",
                "Stangenwaffen",
                "Zweihandschwerter",
                "Zweihandhiebwaffen",
            ],
            "min_level": 10,
            "selection_min_choices": 1,
        },
    ),
    "talent above what the experience allows": (
        (CORE,),
        MERCENARY
        | {
            "experience_level": "Meisterlich",
            "talents": MERCENARY_TALENTS | {"Körperbeherrschung": 17},
        },
        "max_lvl_exceeded",
        {
            "caused_feature": "talent",
            "caused_feature_value": "Körperbeherrschung",
            "caused_feature_level": 17,
            "max_level": 16,
        },
    ),
}


@WORLDS
@pytest.mark.parametrize("case", INVALID)
def test_invalid_heroes_say_what_the_source_documents(world: WorldOf, case: str) -> None:
    books, changes, kind, parameter = INVALID[case]
    report = world(*books).validate(hero(**changes))
    assert not report.valid
    assert parameter in [dict(v.parameter) for v in report.errors if v.type == kind]


def test_uncle_bob_of_listing_2_2_gets_the_answer_of_listing_2_3() -> None:
    """And, as all violations are told now, that elves are magical, which the source held back."""
    answer = rules(CORE).validate(hero(**UNCLE_BOB)).to_json()
    assert answer["valid"] is False
    assert answer["warnings"] == []
    documented, later = answer["errors"]
    assert documented["type"] == "missing_level"
    assert documented["parameter"] == {
        "caused_feature": "profession",
        "caused_feature_value": "Söldner",
        "referred_feature": "talent",
        "referred_feature_value": "Körperbeherrschung",
        "min_level": 3,
    }
    assert later["parameter"]["referred_feature_value"] == "Zauberer"


@pytest.mark.parametrize(
    ("culture", "errors"), [("Aranier", 0), ("", 1), ("_invalid_", 1), ("Erzzwerge", 1)]
)
def test_humans_choose_human_cultures(culture: str, errors: int) -> None:
    """Appendix A.17."""
    report = rules(CORE).validate(hero(race="Mensch", culture=culture, profession="Händler"))
    assert len(report.errors) == errors


@pytest.mark.parametrize(
    ("profession", "errors"), [("Händler", 0), ("", 1), ("_invalid_", 1), ("Zauberweber", 1)]
)
def test_professions_must_be_usable(profession: str, errors: int) -> None:
    """Appendix A.17."""
    report = rules(CORE).validate(
        hero(race="Mensch", culture="Menschlichekultur", profession=profession)
    )
    assert len(report.errors) == errors


def test_half_elves_take_elven_and_human_cultures() -> None:
    for culture in ("Auelfen", "Andergaster"):
        made = hero(race="Halbelfen", culture=culture, profession="Händler")
        assert rules(CORE).validate(made).valid


def test_professions_check_what_they_need_of_advantages_and_disadvantages() -> None:
    """The source never did."""
    report = rules(CORE, GODS).validate(hero(**SKULDRUN | {"advantages": [], "disadvantages": []}))
    missing = {v.parameter["referred_feature_value"] for v in report.errors if v.type == "missing"}
    assert missing == {"Geweihter", "Prinzipientreue", "Verpflichtungen"}


def test_a_higher_level_satisfies_a_lower_need() -> None:
    changes = SKULDRUN | {"disadvantages": [["Prinzipientreue", "", 3], ["Verpflichtungen", "", 3]]}
    assert rules(CORE, GODS).validate(hero(**changes)).valid
