"""Heroes from other tables: nothing is lost, nothing is judged falsely, every point is counted.

The folder ``optolith`` holds files that we wrote, each with something that heroes of real tables
have; an independent calculator says what they have spent.
"""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.heroes import optolith_points
from tests.heroes.optolith_schema import SCHEMA
from tests.languages.rulebook.heroes import mercenary

from spielwerk.heroes import NotAHero, export_optolith, hero_sheet, import_optolith
from spielwerk.heroes.figures import unjudged
from spielwerk.languages.rulebook import (
    Hero,
    Rules,
    account_of,
    derived_values,
    library,
    lines_of,
)

FOLDER = Path(__file__).parent / "optolith"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))
NOW = datetime(2026, 5, 4, 3, 2, 1, 654_000, UTC)


@pytest.fixture(scope="module")
def core() -> Rules:
    return library().rules(["dsa5"])


def read(name: str) -> dict[str, Any]:
    body: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return body


def hero_of(core: Rules, name: str) -> Hero:
    return import_optolith(core, read(name)).hero


def left(core: Rules, hero: Hero) -> int | None:
    return account_of(core, hero, core.validate(hero)).left


def errors(core: Rules, hero: Hero) -> str:
    return "\n".join(v.message for v in core.validate(hero, "de").errors)


def test_there_are_many_files() -> None:
    assert len(FILES) >= 25


@pytest.mark.parametrize("name", FILES)
def test_a_hero_comes_goes_and_comes_again_without_loss(core: Rules, name: str) -> None:
    hero = hero_of(core, name)
    core.validate(hero)
    exported = export_optolith(core, hero, NOW)
    Draft202012Validator(SCHEMA).validate(exported)
    again = import_optolith(core, json.loads(json.dumps(exported))).hero
    assert again.to_json() == hero.to_json()


@pytest.mark.parametrize("name", FILES)
def test_the_points_that_are_left_are_those_of_the_calculator(core: Rules, name: str) -> None:
    body = read(name)
    expected = optolith_points.left(body)
    if expected is None:
        assert name == "unpriced"
        return
    hero = hero_of(core, name)
    assert left(core, hero) == expected


@pytest.mark.parametrize("name", sorted(set(FILES) - {"old_client", "specialised"}))
def test_what_goes_back_is_what_came(core: Rules, name: str) -> None:
    """Optolith finds its own file again, in its own order."""
    assert export_optolith(core, hero_of(core, name), NOW) == read(name)


def test_a_hero_of_ours_has_all_that_optolith_insists_on(core: Rules) -> None:
    for hero in (mercenary(), Hero.from_json({"name": "", "mode": "draft"})):
        exported = export_optolith(core, hero, NOW)
        Draft202012Validator(SCHEMA).validate(exported)
        assert exported["id"] == f"H_{int(NOW.timestamp() * 1000)}"
        assert exported["dateCreated"] == "2026-05-04T03:02:01.654Z"
        assert import_optolith(core, exported).hero == hero


def test_a_guild_mage_casts_the_foreign_spell_it_chose_as_its_own(core: Rules) -> None:
    hero = hero_of(core, "foreign_spell")
    assert ("Zauber fremder Tradition", "Spurlos", 1) in (hero.special_abilities or ())
    crowded = hero.put(_spell("Falkenauge")).put(_spell("Wasseratem"))
    assert "Fremdzauber" not in errors(core, crowded)
    third = crowded.put(_spell("Silentium"))
    assert "Fremdzauber" not in errors(core, hero)
    assert core.validate(third).errors, "three others are one too many for an experienced hero"


def test_a_chosen_spell_that_no_book_knows_is_kept(core: Rules) -> None:
    hero = hero_of(core, "foreign_spell_elsewhere")
    assert ("Tradition (Gildenmagier)", "", 1) in (hero.special_abilities or ())
    assert "Tradition" not in errors(core, hero)
    assert export_optolith(core, hero, NOW)["activatable"]["SA_70"] == [{"sid": "SPELL_91"}]


def test_a_variant_of_a_profession_is_a_profession_of_its_own(core: Rules) -> None:
    assert hero_of(core, "golgari").profession == "Borongeweihter (Diener Golgaris)"
    exported = export_optolith(core, hero_of(core, "golgari"), NOW)
    assert (exported["p"], exported["pv"]) == ("P_26", "PV_55")


def test_an_unknown_profession_is_no_draft_and_has_no_caps_of_creation(core: Rules) -> None:
    hero = hero_of(core, "apothecary")
    assert (hero.profession, hero.mode) == ("Apothekarius", "advancement")
    assert errors(core, hero) == ""
    told = [line.text for line in lines_of(core, core.validate(hero, "de"), "de")]
    assert any("nicht beurteilt" in text and "Apothekarius" in text for text in told)


def test_a_profession_of_ones_own_keeps_its_name(core: Rules) -> None:
    hero = hero_of(core, "own_profession")
    assert (hero.profession, hero.mode) == ("Kräutersammlerin", "creation")
    assert "Kräutersammlerin" not in errors(core, hero)


def test_the_staff_can_all_that_it_can(core: Rules) -> None:
    hero = hero_of(core, "staff")
    assert {"Ewige Flamme", "Seil des Adepten"} <= {name for name, _, _ in _abilities(hero)}
    assert ("Merkmalsfokus", "Einfluss", 1) in _abilities(hero)
    assert hero_of(core, "regeneration").disadvantages
    assert ("Schlechte Regeneration (Karmaenergie)", "", 2) in (
        hero_of(core, "regeneration").disadvantages or ()
    )


def test_habits_and_books_have_the_names_of_their_choices(core: Rules) -> None:
    habits = hero_of(core, "habits").disadvantages or ()
    assert ("Schlechte Angewohnheit", "Barfüßer", 1) in habits
    assert ("Schlechte Angewohnheit", "singt beim Gehen", 1) in habits
    writer = _abilities(hero_of(core, "writer"))
    assert ("Schriftstellerei", "Liebesroman", 1) in writer


def test_home_is_free_and_other_places_are_paid(core: Rules) -> None:
    places = {use: name for name, use, _ in _abilities(hero_of(core, "writer")) if use}
    assert places["Gareth"] == "Ortskenntnis"
    assert places["Punin"] == places["Angbar"] == "Ortskenntnis (weitere)"
    assert "Ortskenntnis" not in errors(core, hero_of(core, "writer"))


def test_the_second_knowledge_is_the_second(core: Rules) -> None:
    mage = _abilities(hero_of(core, "properties"))
    assert ("Merkmalskenntnis", "Einfluss", 1) in mage
    assert ("Zweite Merkmalskenntnis", "Hellsicht", 1) in mage
    assert ("Dritte Merkmalskenntnis", "Antimagie", 1) in mage
    priest = _abilities(hero_of(core, "aspects"))
    assert ("Aspektkenntnis", "Traum", 1) in priest
    assert ("Zweite Aspektkenntnis", "Tod", 1) in priest


def test_a_skill_that_was_specialised_twice_is_so(core: Rules) -> None:
    hero = hero_of(core, "specialised")
    assert ("Fertigkeitsspezialisierung", "Fährtensuchen", 2) in _abilities(hero)
    assert ("Fertigkeitsspezialisierung", "Kriegskunst", 1) in _abilities(hero)
    sent = export_optolith(core, hero, NOW)["activatable"]["SA_9"]
    assert sorted(map(str, sent)) == sorted(map(str, read("specialised")["activatable"]["SA_9"]))


def test_what_was_lost_is_lost_and_what_was_bought_back_is_there(core: Rules) -> None:
    hero = hero_of(core, "redeemed")
    assert (hero.lost, hero.redeemed) == ({"LE": 1, "AsP": 4}, {"AsP": 2})
    whole = derived_values(core, Hero.from_json({**hero.to_json(), "lost": {}, "redeemed": {}}))
    now = derived_values(core, hero)
    assert (whole["AsP"] - now["AsP"], whole["LE"] - now["LE"]) == (2, 1)
    assert account_of(core, hero, core.validate(hero)).by_feature["redeemed"] == 4


def test_a_file_of_long_ago_is_read(core: Rules) -> None:
    hero = hero_of(core, "old_client")
    assert (hero.attributes or {})["MU"] == 12
    assert export_optolith(core, hero, NOW)["clientVersion"] == "1.5.1"


def test_a_large_portrait_comes_along_and_is_printed(core: Rules) -> None:
    body = read("portrait")
    assert import_optolith(core, body).hero.portrait.startswith("data:image/png;base64,")
    body["avatar"] = "data:image/jpeg;base64," + base64.b64encode(bytes(1_500_000)).decode()
    hero = import_optolith(core, body).hero
    assert len(hero.portrait) > 1_500_000
    assert export_optolith(core, hero, NOW)["avatar"] == body["avatar"]
    assert hero_sheet(core, hero).startswith(b"%PDF-"), "a picture that is none is left out"


def test_the_order_of_cantrips_is_kept(core: Rules) -> None:
    sent = export_optolith(core, hero_of(core, "cantrips"), NOW)["cantrips"]
    assert sent == ["CANTRIP_50", "CANTRIP_12", "CANTRIP_3", "CANTRIP_70", "CANTRIP_1"]


def test_what_other_books_brought_is_named_counted_and_not_judged(core: Rules) -> None:
    body = read("other_books")
    body["activatable"]["SA_186"] = [{}]
    imported = import_optolith(core, body, "de")
    assert "Sonderfertigkeit Hruruzat (12 AP)" in imported.unknown
    hero = imported.hero
    assert hero.culture == "Engasaler"
    told = lines_of(core, core.validate(hero, "de"), "de")
    kept = [line for line in told if "nicht beurteilt" in line.text]
    assert len(kept) == 1
    assert "Hruruzat" in kept[0].text
    assert "Sonderfertigkeit SA_1077" in kept[0].text
    assert not any("{" in line.text for line in told)
    assert left(core, hero) == (left(core, hero_of(core, "other_books")) or 0) - 12


def test_a_sheet_names_what_other_books_brought_with_its_level(core: Rules) -> None:
    hero = hero_of(core, "other_books")
    assert "Vorteil ADV_97 (von Welt) 1, 7 AP" in unjudged(core, hero)
    assert "disadvantage DISADV_88 2, -9 AP" in unjudged(core, hero, "en")


def test_what_depends_on_a_book_that_is_not_here_cannot_be_judged(core: Rules) -> None:
    body = read("other_books") | {"r": "R_77"}
    body["activatable"] = {**body["activatable"], "ADV_2": [{}]}
    report = core.validate(import_optolith(core, body).hero, "de")
    assert not any(v.type == "unusable_by" for v in report.errors)
    not_decided = [v.message for v in report.warnings if v.type == "not_decided"]
    assert any("Altersresistenz" in message for message in not_decided)


def test_where_a_price_is_not_known_the_account_is_not_judged(core: Rules) -> None:
    hero = hero_of(core, "unpriced")
    poor = Hero.from_json({**hero.to_json(), "adventure_points": 1})
    types = {v.type for v in core.validate(poor).violations}
    assert "ap_overdrawn" not in types
    assert "not_judged" in types


def test_principles_and_flaws_are_paid_as_the_rules_say(core: Rules) -> None:
    account = account_of(core, hero := hero_of(core, "principles"), core.validate(hero))
    assert account.by_feature["disadvantage"] == -20 - 20 - 5 - 10 - 10
    assert len(hero.unjudged) == 3


def test_a_witch_without_familiar_and_ointment_pays_less(core: Rules) -> None:
    hero = hero_of(core, "witch")
    assert "Vertrautenbindung" not in errors(core, hero)
    account = account_of(core, hero, core.validate(hero))
    assert account.by_feature["special_ability"] == 135 - 20


def test_belongings_and_money_come_along(core: Rules) -> None:
    hero = hero_of(core, "rich")
    assert [(t["name"], t.get("amount", 1)) for t in hero.belongings] == [
        ("Streitkolben", 1),
        ("Kettenhemd", 1),
        ("Pechfackel", 5),
    ]
    assert hero.purse == {"Dukaten": 12, "Silbertaler": 7, "Heller": 3}


def test_a_file_that_is_written_wrongly_says_where() -> None:
    core = library().rules(["dsa5"])
    with pytest.raises(NotAHero, match=r"attr\.values.*export it again"):
        import_optolith(core, {"name": "x", "attr": {"values": [5]}, "ap": {}})


def _abilities(hero: Hero) -> set[tuple[str, str, int]]:
    return set(hero.special_abilities or ())


def _spell(name: str) -> Any:
    from spielwerk.languages.rulebook import Term

    return Term("spell", name, None, 1)
