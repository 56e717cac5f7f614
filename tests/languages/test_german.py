"""Whatever a check says it says in German, too: every sentence of the sources stands in a table."""

from __future__ import annotations

import string
from collections.abc import Mapping

import pytest
from tests.languages.said import said_in

from spielwerk.core import Diagnostic, RuleText, Severity, say, speak, worded
from spielwerk.languages.gdl import GDL
from spielwerk.languages.gdl.german import GERMAN as GDL_GERMAN
from spielwerk.languages.igold import IGOLD
from spielwerk.languages.igold.german import GERMAN as IGOLD_GERMAN
from spielwerk.languages.rulebook import RULEBOOK
from spielwerk.languages.rulebook.german import GERMAN as BOOK_GERMAN

GDL_CHECKS = ["checks/*.py", "text/*.py", "load.py"]
IGOLD_CHECKS = [
    *(f"{name}.py" for name in ("source", "plugins", "model", "definition", "checks", "loading")),
    *("successors.py", "world.py", "processor/*.py", "notation/*.py"),
]
BOOK_CHECKS = [
    f"{name}.py" for name in ("lint", "world", "usable", "combining", "bundle", "folder")
]
NO_SENTENCES = {r"Expected is (?:one of )?\( (.*?) \)"}


@pytest.mark.parametrize(
    ("language", "modules", "table"),
    [
        ("gdl", GDL_CHECKS, GDL_GERMAN),
        ("igold", IGOLD_CHECKS, IGOLD_GERMAN),
        ("rulebook", BOOK_CHECKS, BOOK_GERMAN),
    ],
)
def test_no_sentence_lacks_german(
    language: str, modules: list[str], table: Mapping[str, str]
) -> None:
    missing = {
        text: file
        for text, file in said_in(language, modules)
        if text not in table and text not in NO_SENTENCES
    }
    assert missing == {}


@pytest.mark.parametrize("table", [GDL_GERMAN, IGOLD_GERMAN, BOOK_GERMAN])
def test_german_speaks_of_what_english_speaks_of(table: Mapping[str, str]) -> None:
    for english, german in table.items():
        strange = set(_names(german)) - set(_names(english))
        assert not strange, english
        assert german.strip() == german or english.strip() != english


def _names(pattern: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(pattern) if name]


def test_a_sentence_within_a_sentence_is_said_in_the_same_language() -> None:
    text = say(
        "There is no {what} '{name}'.", what=say("type of {kind}", kind=say("actor")), name="X"
    )
    assert text == "There is no type of actor 'X'."
    assert speak(text, IGOLD_GERMAN) == "Nicht zu finden: Typ (Akteur) 'X'."


def test_what_no_table_knows_is_told_in_english_alone() -> None:
    problem = Diagnostic("x", Severity.ERROR, "Something else is wrong.", None, "Close it.")
    assert worded(problem, {"de": GDL_GERMAN}).wordings == {}


@pytest.mark.parametrize(
    "text",
    [
        "(role anna",
        "(role anna) (<= (legal anna ?x) (sied ?x)) (side heads)",
        "(role anna) (<= (p ?x) (not (q ?x))) (q 1)",
        "(role anna) (<= (p ?x) (not (p ?x)) (q ?x)) (q 1)",
        "(role anna) (goal anna 101) (true x)",
        ")",
    ],
)
def test_problems_of_gdl_are_told_in_german(text: str) -> None:
    found = GDL.check(RuleText(text, "rules.gdl"))
    assert found
    for problem in found:
        assert GDL.worded(problem).wordings["de"].message, problem


HEAD = '<game name="Toy" xmlns="http://www.goldflam.de/lgold/v1.0"><gameDefinition>'


@pytest.mark.parametrize(
    "inside",
    [
        "<gameState/>",
        "<gameState/><actrs/>",
        '<gameState/><actors><actor typeId="A"/><actor typeId="A"/></actors>',
        '<gameState/><actors><actor typeId="A" extends="B"/></actors>',
        '<gameState/><actors><actor typeId="A"/></actors><phases><phase typeId="P"/></phases>',
        "<gameState>",
    ],
)
def test_problems_of_igold_are_told_in_german(inside: str) -> None:
    text = f"{HEAD}{inside}</gameDefinition></game>"
    found = IGOLD.check(IGOLD.brought(text))
    assert found
    for problem in found:
        assert IGOLD.worded(problem).wordings["de"].message, problem


@pytest.mark.parametrize(
    "change", [("talent(", "talemt("), ("validate_hero_step_", "validate_heroes_step_"), (".", ",")]
)
def test_problems_of_rulebooks_are_told_in_german(change: tuple[str, str]) -> None:
    assert RULEBOOK.example is not None
    found = RULEBOOK.check(RULEBOOK.brought(RULEBOOK.example().replace(*change)))
    assert found
    told = [RULEBOOK.worded(problem).wordings for problem in found]
    assert any("de" in wordings for wordings in told), found
