"""Slips in ``;!`` headers are warnings with the place of the header and a hint."""

from __future__ import annotations

import pytest

from spielwerk.core import Diagnostic, Severity
from spielwerk.languages.gdl.presentation.headers import check_headers
from spielwerk.languages.gdl.text.syntax import read

GOOD = """\
;! title Tiny
;! grid (cell ?column ?row ?piece)
;! columns a b
;! rows 2 1
;! piece x X
;! board hex
;! edge red left right
;! notation ?x?y (put ?x ?y)
(role me)
(init (cell a 1 x))
"""


def problems(text: str) -> tuple[Diagnostic, ...]:
    return check_headers(read(text, file="tiny.gdl").program, text)


def only(text: str) -> Diagnostic:
    (problem,) = problems(text)
    assert problem.severity is Severity.WARNING
    assert problem.hint
    return problem


def test_good_headers_are_left_alone() -> None:
    assert problems(GOOD) == ()
    assert problems("(role me)") == ()


def test_an_edge_needs_a_colour_and_a_side() -> None:
    problem = only(GOOD.replace("left right", "lefft"))
    assert problem.code == "gdl-header-edge"
    assert "left, right, top, bottom" in problem.hint


def test_a_misspelt_header_names_the_nearest() -> None:
    problem = only(GOOD.replace(";! title", ";! abuot Very small.\n;! title"))
    assert problem.code == "gdl-header-unknown"
    assert problem.hint == "Did you mean 'about'?"


def test_the_place_of_a_header_is_its_words() -> None:
    problem = only(";! title A\n   ;!  board  round  \n")
    assert problem.span is not None
    assert str(problem.span) == "tiny.gdl:2:8"
    assert (problem.span.end_line, problem.span.end_column) == (2, 20)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("(cell ?column ?row ?piece)", "(cell ?x ?y ?piece)", "grid", "where the column"),
        ("(cell ?column ?row ?piece)", "(cell ?column ?row", "grid", "where the column"),
        ("(cell ?column ?row ?piece)", "(cel ?column ?row ?piece)", "grid", "No fact 'cel' with 3"),
        ("(cell ?column ?row ?piece)", "(cell ?column ?row)", "grid", "No fact 'cell' with 2"),
        ("columns a b", "columns a a", "twice", "'a' stands more than once"),
        ("board hex", "board round", "board", "no board 'round'"),
        ("title Tiny", "title", "empty", "'title' says nothing"),
        (";! rows 2 1\n", "", "incomplete", "here is no rows"),
        (";! grid (cell ?column ?row ?piece)\n", "", "incomplete", "here is no grid"),
        ("(put ?x ?y)", "(put ?x ?z)", "notation", "is not a short form"),
        ("(put ?x ?y)", "", "notation", "is not a short form"),
        ("piece x X", "peace x X", "unknown", "no header 'peace'"),
    ],
)
def test_each_slip_has_its_code(old: str, new: str, code: str, words: str) -> None:
    problem = only(GOOD.replace(old, new))
    assert problem.code == f"gdl-header-{code}"
    assert words in problem.message


def test_a_grid_of_a_misspelt_fact_suggests_the_right_one() -> None:
    assert only(GOOD.replace("(cell ?c", "(cel ?c")).hint == "Did you mean 'cell'?"
