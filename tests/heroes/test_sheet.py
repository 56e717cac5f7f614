"""The printed sheet: a PDF with everything one rolls for."""

from __future__ import annotations

import pytest
from tests.languages.rulebook.heroes import mercenary

from spielwerk.heroes import hero_sheet
from spielwerk.heroes.figures import fight_rows, skill_rows
from spielwerk.languages.rulebook import Hero, Rules, library


@pytest.fixture(scope="module")
def core() -> Rules:
    return library().rules(["dsa5"])


def printed(core: Rules, hero: Hero, language: str) -> bytes:
    return hero_sheet(core, hero, language)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_sheet_is_a_pdf(core: Rules, language: str) -> None:
    data = printed(core, mercenary(), language)
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert data.count(b"/Type /Page\n") == 2


def test_all_talents_are_on_it_with_what_is_rolled(core: Rules) -> None:
    groups = skill_rows(core, mercenary(), "talent")
    assert list(groups) == ["Körper", "Gesellschaft", "Natur", "Wissen", "Handwerk"]
    talents = {row.name: row for rows in groups.values() for row in rows}
    assert len(talents) == 59
    assert talents["Kriegskunst"].level == 7
    assert talents["Kriegskunst"].check == ("MU", "KL", "IN")


def test_attack_and_parry_are_worked_out(core: Rules) -> None:
    rows = {row.name: row for row in fight_rows(core, mercenary())}
    assert rows["Hiebwaffen"].values == {"AT": 12 + 1, "PA": 6 + 2}
    assert rows["Armbrüste"].values == {"FK": 10 + 1}


def test_a_hero_in_the_making_and_strange_names_can_be_printed(core: Rules) -> None:
    nobody = Hero.from_json({"name": "<b>&\"'\\", "mode": "draft"})
    assert printed(core, nobody, "de").startswith(b"%PDF-")
    long = mercenary(name="N" * 300, talents={"<i>Talent</i> & mehr": 3})
    assert printed(core, long, "en").startswith(b"%PDF-")
