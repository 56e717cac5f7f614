"""The printed sheet: a PDF with everything one rolls for."""

from __future__ import annotations

import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.languages.rulebook.heroes import mercenary

from spielwerk.heroes import hero_sheet
from spielwerk.heroes.figures import fight_rows, skill_rows
from spielwerk.languages.rulebook import Hero, Rules, answer, library


@pytest.fixture(scope="module")
def core() -> Rules:
    return library().rules(["dsa5"])


def printed(core: Rules, hero: Hero, language: str, seen: list[str] | None = None) -> bytes:
    question = {
        "do": "validate",
        "rulebooks": ["dsa5"],
        "hero": hero.to_json(),
        "language": language,
    }
    return hero_sheet(core, hero, answer(question, library()), language)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_sheet_is_a_pdf(core: Rules, language: str) -> None:
    data = printed(core, mercenary(), language)
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert data.count(b"/Type /Page\n") == 2


def test_everything_is_on_it(core: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn in the head is drawn as text; the tables come from these rows."""
    drawn: list[str] = []
    for name in ("drawString", "drawRightString"):
        original = getattr(Canvas, name)

        def spy(self: Canvas, x: float, y: float, text: str, *rest: object, _o=original) -> None:
            drawn.append(text)
            _o(self, x, y, text, *rest)

        monkeypatch.setattr(Canvas, name, spy)
    printed(core, mercenary(), "de")
    for expected in ("Alrike", "KK", "14", "LE", "33"):
        assert expected in drawn
    talents = [row for rows in skill_rows(core, mercenary(), "talent").values() for row in rows]
    assert len(talents) == 59
    assert next(row for row in talents if row.name == "Kriegskunst").level == 7


def test_attack_and_parry_are_worked_out(core: Rules) -> None:
    rows = {row.name: row for row in fight_rows(core, mercenary())}
    assert rows["Hiebwaffen"].values == {"AT": 12 + 1, "PA": 6 + 2}
    assert rows["Armbrüste"].values == {"FK": 10 + 1}


def test_a_hero_in_the_making_and_strange_names_can_be_printed(core: Rules) -> None:
    nobody = Hero.from_json({"name": "<b>&\"'\\", "mode": "draft"})
    assert printed(core, nobody, "de").startswith(b"%PDF-")
    long = mercenary(name="N" * 300, talents={"<i>Talent</i> & mehr": 3})
    assert printed(core, long, "en").startswith(b"%PDF-")
