"""What ``spielwerk check`` says about rulebooks."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.rulebook.conftest import BOOKS, WriteBook

from spielwerk.core import Severity
from spielwerk.languages.rulebook import check_rulebook, library
from spielwerk.languages.rulebook.lint import lint


@pytest.mark.parametrize("name", ["dsa5", "dsa5_aventurisches_götterwirken_2"])
def test_the_books_of_these_tests_are_fine(name: str) -> None:
    assert lint(BOOKS / name) == []


@pytest.mark.parametrize("name", library().names())
def test_the_books_of_the_library_have_no_errors(name: str) -> None:
    found = lint(library().find(name))
    assert [str(d) for d in found if d.severity is Severity.ERROR] == []


CASES = {
    "foreign claim": ("", "", 'rulebook("dsa5").', "rulebook-foreign"),
    "no range": ("", "", 'rulebook_depends("b","dsa5","new").', "rulebook-version"),
    "missing book": ("", "", 'rulebook_depends("b","nowhere").', "rulebook-missing"),
    "needs and rejects": (
        "",
        "",
        'rulebook_depends("b","a"). rulebook_conflicts("b","a").',
        "rulebook-conflict",
    ),
    "undeclared entity": (
        'requires(race("Ork"),talent("Keulen",3)).',
        "",
        "",
        "rulebook-undeclared",
    ),
    "unused fact": ('knwon_race("Ork").', "", "", "rulebook-unused"),
    "wrong arity": ('known_race("Ork",1).', "", "", "rulebook-unused"),
    "condition that never holds": (
        "",
        "#program validate_hero_step_50.\nunknown(race(R)) :- raec(R).",
        "",
        "rulebook-never",
    ),
    "step that is never taken": (
        "",
        "#program validate_hero_step_60.\nunknown(race(R)) :- race(R).",
        "",
        "rulebook-step",
    ),
    "step without rules": (
        "#program meta.\nextra_hero_validation_step(60).",
        "",
        "",
        "rulebook-step",
    ),
    "constraint": ("", "#program validate_hero_step_50.\n:- race(R).", "", "rulebook-statement"),
    "choice": ('{ known_race("Ork") }.', "", "", "rulebook-statement"),
    "script": ("#script(python)\nimport os\n#end.", "", "", "rulebook-script"),
    "external": ("x(@now()).", "", "", "rulebook-external"),
    "syntax": ("known_race(.", "", "", "rulebook-syntax"),
    "unsafe": ("known_race(X).", "", "", "rulebook-grounding"),
    "unsafe rule": (
        "",
        "#program validate_hero_step_50.\nunknown(race(X)) :- not race(X).",
        "",
        "rulebook-grounding",
    ),
    "escaping include": ("", '#include "../../secret.lp".', "", "rulebook-include"),
    "include of nothing": ("", '#include "nothing.lp".', "", "rulebook-include"),
    "unread program": ('#program world_fact.\nknown_race("Ork").', "", "", "rulebook-program"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_broken_book_is_told_what_is_wrong(write_book: WriteBook, case: str) -> None:
    facts, rules, about, code = CASES[case]
    folder = write_book("b", facts, rules, about)
    found = lint(folder)
    assert code in {d.code for d in found}, [str(d) for d in found]
    assert all(d.span is not None for d in found)


def test_a_syntax_error_stands_at_its_place(write_book: WriteBook) -> None:
    folder = write_book("b", 'known_race("Ork").\n\nknown_race("Elf" "Zwerg").')
    (problem,) = lint(folder)
    assert problem.span is not None
    lines = (folder / "meta.lp").read_text().splitlines()
    assert lines[problem.span.line - 1] == 'known_race("Elf" "Zwerg").'


def test_misspelt_names_get_a_suggestion(write_book: WriteBook) -> None:
    folder = write_book(
        "b", 'known_race("Zwerg"). known_culture("Berg").\nrequires(culture("Berg"),race("Zwreg")).'
    )
    (problem,) = lint(folder)
    assert problem.code == "rulebook-undeclared"
    assert problem.hint == "Did you mean 'Zwerg'?"


def test_missing_files_and_programs_are_told(tmp_path: Path) -> None:
    assert {d.code for d in lint(tmp_path / "nowhere")} == {"rulebook-folder"}
    empty = tmp_path / "empty"
    empty.mkdir()
    assert [d.code for d in lint(empty)] == ["rulebook-file"] * 3
    for name in ("_entrypoint.lp", "meta.lp", "rules.lp"):
        (empty / name).write_text("")
    codes = {d.code for d in lint(empty)}
    assert {"rulebook-program", "rulebook-nameless", "rulebook-unused-file"} <= codes


def test_checking_in_a_process_of_its_own_says_the_same(write_book: WriteBook) -> None:
    folder = write_book("b", 'requires(race("Ork"),talent("Keulen",3)).')
    assert check_rulebook(folder) == lint(folder)
