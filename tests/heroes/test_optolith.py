"""Heroes of Optolith come without loss and go back as they came."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.languages.rulebook.heroes import broken_mercenary, mercenary

from spielwerk.heroes import NotAHero, export_optolith, import_optolith
from spielwerk.languages.rulebook import Hero, Rules, library

OWN = Path(__file__).parent / "optolith"


@pytest.fixture(scope="module")
def core() -> Rules:
    return library().rules(["dsa5"])


def foreign(name: str) -> dict[str, Any]:
    """A hero as Optolith writes them, with much that only Optolith knows."""
    body: dict[str, Any] = json.loads((OWN / f"{name}.json").read_text(encoding="utf-8"))
    return body


def test_the_hero_that_is_legal_at_creation_is_legal_here(core: Rules) -> None:
    hero = import_optolith(core, foreign("graduate")).hero
    report = core.validate(hero)
    assert report.valid, [v.message for v in report.errors]
    assert report.ap_total == 1100
    assert 1090 <= report.ap_spent <= 1100
    assert hero.mode == "creation"
    assert (hero.race, hero.profession) == ("Menschen", "Graumagier")
    assert (hero.languages or {})["Bosparano"] == 3
    assert (hero.spells or {})["Odem Arcanum"] == 6


def test_the_incomplete_hero_is_imported_with_a_report(core: Rules) -> None:
    imported = import_optolith(core, foreign("unfinished"))
    assert imported.hero.mode == "draft"
    assert imported.hero.profession is None
    assert imported.hero.disadvantages == (
        ("Angst vor", "engen Räumen", 1),
        ("Persönlichkeitsschwäche", "Weltfremd", 1),
    )
    assert imported.unknown == ()  # P_0 is Optolith's way to say that none was chosen yet
    core.validate(imported.hero)


@pytest.mark.parametrize("name", ["graduate", "unfinished"])
def test_export_and_import_again_is_the_identity(core: Rules, name: str) -> None:
    body = foreign(name)
    imported = import_optolith(core, body)
    exported = export_optolith(core, imported.hero)
    assert import_optolith(core, exported).hero == imported.hero
    assert _unordered(exported) == _unordered(body)


def test_what_we_do_not_know_is_kept_and_reported(core: Rules) -> None:
    body = foreign("graduate")
    body["spells"]["SPELL_9999"] = 7
    body["activatable"]["SA_9999"] = [{"sid": 3}]
    body["magic_hat"] = {"size": 58}
    imported = import_optolith(core, body)
    assert "spell SPELL_9999 7 (price not known)" in imported.unknown
    exported = export_optolith(core, imported.hero)
    assert exported["spells"]["SPELL_9999"] == 7
    assert exported["activatable"]["SA_9999"] == [{"sid": 3}]
    assert exported["magic_hat"] == {"size": 58}


def test_our_own_heroes_go_there_and_back(core: Rules) -> None:
    hero = mercenary()
    assert import_optolith(core, export_optolith(core, hero)).hero == hero
    rich = replace(
        hero,
        talents={**(hero.talents or {}), "Hausregeltalent": 3},
        advantages=(("Flügel", "", 1),),
        mode="advancement",
        adventure_points=1234,
        waivers=({"type": "atypical", "parameter": {}},),
        history=({"change": "Zechen", "ap": 1},),
    )
    again = import_optolith(core, export_optolith(core, rich)).hero
    assert again.to_json() == Hero.from_json(rich.to_json()).to_json()


def test_even_broken_heroes_go_there_and_back(core: Rules) -> None:
    rng = random.Random(5)
    for _ in range(20):
        hero = broken_mercenary(rng)
        again = import_optolith(core, json.loads(json.dumps(export_optolith(core, hero)))).hero
        assert again.to_json() == hero.to_json()


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        5,
        {},
        {"name": "x"},
        {"name": "x", "attr": 5, "ap": {}},
        {"name": "x", "attr": {}, "ap": {}, "talents": 3},
        {"name": "x", "attr": {"values": [5]}, "ap": {}},
        {"name": "x", "attr": {}, "ap": {}, "activatable": {"ADV_1": [7]}},
        {"name": "x", "attr": {}, "ap": {}, "talents": {"TAL_1": -4}},
        {"name": "x", "attr": {}, "ap": {"total": "many"}},
        {"name": "x", "attr": {}, "ap": {}, "spielwerk": {"features": {"nonsense": 1}}},
    ],
)
def test_something_else_is_refused_in_words(core: Rules, body: object) -> None:
    with pytest.raises(NotAHero):
        import_optolith(core, body)


def _unordered(body: dict[str, Any]) -> Any:
    """Optolith does not care in which order attributes and cantrips stand."""
    loose = json.loads(json.dumps(body))
    loose["cantrips"] = sorted(loose["cantrips"])
    return loose
