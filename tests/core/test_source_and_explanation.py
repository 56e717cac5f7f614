"""Diagnostics, explanations and errors: what people and programs read when something is wrong."""

from __future__ import annotations

import json

import pytest

import spielwerk.core as core
from spielwerk.core import (
    Diagnostic,
    Explanation,
    IllegalMove,
    LimitExceeded,
    MoveError,
    MoveSyntaxError,
    NotYourTurn,
    RecordError,
    Severity,
    SourceError,
    Span,
    SpielwerkError,
    UnknownGame,
    has_errors,
)

PLACE = Span("chess.gdl", 12, 5, 12, 11)
ERROR = Diagnostic("gdl-unsafe", Severity.ERROR, "?x is not bound.", PLACE, "Bind it.")
WARNING = Diagnostic("gdl-unused", Severity.WARNING, "Nobody uses 'line'.")

BECAUSE = Explanation(
    "the king may not move to e2",
    False,
    PLACE,
    reasons=(
        Explanation("e2 is attacked", True, facts=("(cell e 8 black-rook)",)),
        Explanation("the king stands on e1", True),
    ),
)


def test_a_place_reads_as_editors_understand_it() -> None:
    assert str(PLACE) == "chess.gdl:12:5"


def test_places_sort_as_they_stand_in_the_file() -> None:
    assert sorted([PLACE, Span("chess.gdl", 2, 9, 2, 10)])[0].line == 2


def test_a_diagnostic_says_what_where_and_what_to_do() -> None:
    assert str(ERROR) == ("chess.gdl:12:5: error[gdl-unsafe]: ?x is not bound.\n    hint: Bind it.")


def test_a_diagnostic_without_a_place_has_no_empty_one() -> None:
    assert str(WARNING) == "warning[gdl-unused]: Nobody uses 'line'."


def test_a_diagnostic_is_json_with_and_without_a_place() -> None:
    assert json.loads(json.dumps(ERROR.to_json()))["line"] == 12
    assert json.loads(json.dumps(WARNING.to_json()))["file"] is None
    assert WARNING.to_json()["severity"] == "warning"


def test_only_errors_refuse_a_source() -> None:
    assert not has_errors([WARNING])
    assert has_errors([WARNING, ERROR])


def test_an_explanation_is_an_indented_tree() -> None:
    assert str(BECAUSE).splitlines() == [
        "no: the king may not move to e2  [chess.gdl:12:5]",
        "  yes: e2 is attacked",
        "    fact: (cell e 8 black-rook)",
        "  yes: the king stands on e1",
    ]


def test_an_explanation_is_json_all_the_way_down() -> None:
    tree = json.loads(json.dumps(BECAUSE.to_json()))
    assert tree["source"] == "chess.gdl:12:5"
    assert tree["reasons"][0]["facts"] == ["(cell e 8 black-rook)"]
    assert tree["reasons"][1]["source"] is None


def test_a_refused_source_lists_all_that_is_wrong() -> None:
    problem = SourceError([ERROR, WARNING])
    assert str(problem) == f"{ERROR}\n{WARNING}"
    assert problem.diagnostics == (ERROR, WARNING)


def test_an_unknown_game_suggests_the_nearest() -> None:
    assert str(UnknownGame("ches", ["chess", "chess-960"])) == (
        "There is no game called 'ches'. Did you mean chess or chess-960? "
        "'spielwerk games' lists all."
    )
    assert "Did you mean" not in str(UnknownGame("zzz"))


def test_an_illegal_move_reads_as_its_explanation() -> None:
    assert str(IllegalMove(BECAUSE)) == str(BECAUSE)


def test_a_record_error_names_its_line_where_it_has_one() -> None:
    assert str(RecordError("Odd.", 4)) == "line 4: Odd."
    assert str(RecordError("Odd.")) == "Odd."


@pytest.mark.parametrize("kind", [MoveSyntaxError, IllegalMove, NotYourTurn])
def test_whatever_is_wrong_with_a_move_is_a_move_error(kind: type[Exception]) -> None:
    assert issubclass(kind, MoveError)


def test_every_error_of_the_core_has_one_root() -> None:
    errors = [
        value
        for name in core.__all__
        if isinstance(value := getattr(core, name), type) and issubclass(value, Exception)
    ]
    assert LimitExceeded in errors
    assert all(issubclass(error, SpielwerkError) for error in errors)


def test_the_public_names_of_the_core_exist_and_are_sorted() -> None:
    assert all(hasattr(core, name) for name in core.__all__)
    assert sorted(core.__all__, key=lambda n: (not n.isupper(), n[0].islower(), n)) == core.__all__
