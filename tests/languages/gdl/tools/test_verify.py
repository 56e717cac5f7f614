"""Traces of another reasoner: reproduced, and differences found where they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.gdl.awkward_games import GAMES, STATES, needs_swipl, trace_of, traced

from spielwerk.core import RecordError
from spielwerk.languages.gdl import GdlGame, load_program, parse_program
from spielwerk.languages.gdl.tools import verify
from spielwerk.languages.gdl.tools.swipl import SwiPrologEngine
from spielwerk.languages.gdl.tools.verify import TraceDifference

RULES = """
    (role robot) (init (at 1)) (succ 1 2) (succ 2 3)
    (legal robot wait)
    (<= (legal robot (go ?y)) (true (at ?x)) (succ ?x ?y))
    (<= (next (at ?y)) (does robot (go ?y)))
    (<= (next (at ?x)) (does robot wait) (true (at ?x)))
    (<= terminal (true (at 3)))
    (<= (goal robot 100) (true (at 3)))
    (<= (goal robot 0) (not (true (at 3))))
"""
TRACE = """!R!robot
!T!false
!L!wait,( go 2 )
!C!( go 2 )
!T!false
!L!( go 3 ),wait
!C!( go 3 )
!T!true
!G!100
!T!false
!L!( go 2 ),wait
!C!wait
!T!false
!F!
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_matches_told_by_two_reasoners_are_reproduced(game: Path) -> None:
    kept = trace_of(game).read_text(encoding="utf-8")
    assert kept.count("!T!") == STATES
    assert verify(load_program(game), kept) is None
    assert verify(GdlGame(load_program(game), game.stem), kept) is None


@needs_swipl
@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_the_other_reasoner_still_tells_them_so(game: Path) -> None:
    with SwiPrologEngine(load_program(game)) as prolog:
        assert traced(prolog) == trace_of(game).read_text(encoding="utf-8")


def test_no_trace_is_kept_of_a_game_that_is_gone() -> None:
    kept = {path.stem for path in trace_of(GAMES[0]).parent.iterdir()}
    assert kept == {path.stem for path in GAMES}


def test_a_trace_that_fits_gives_no_difference() -> None:
    program = parse_program(RULES)
    assert verify(program, TRACE) is None
    assert verify(GdlGame(program, "robot"), TRACE) is None


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("!R!robot", "!R!somebody", 1, "roles"),
        ("!L!( go 3 ),wait", "!L!wait", 6, "legal moves of robot"),
        ("!C!( go 3 )", "!C!( go 1 )", 7, "move of robot"),
        ("!T!true", "!T!false", 8, "terminal"),
        ("!G!100", "!G!0", 9, "goals"),
    ],
)
def test_the_first_difference_is_named_with_its_line(
    old: str, new: str, line: int, what: str
) -> None:
    found = verify(parse_program(RULES), TRACE.replace(old, new))
    assert isinstance(found, TraceDifference)
    assert (found.line, found.what) == (line, what)


def test_a_difference_says_what_was_expected_and_what_was_found() -> None:
    found = verify(parse_program(RULES), TRACE.replace("!G!100", "!G!50"))
    assert str(found) == "line 9: goals: expected 50, found 100"


@pytest.mark.parametrize(
    ("trace", "complaint"),
    [
        ("hello", "line 1: A line of a trace starts with"),
        ("!R!robot\n!T!false\n!L!(go 2\n", "line 3"),
        ("!R!robot\n!T!false\n!L!wait,(go 2)\n!L!wait\n", "line 4: There are more lists"),
        ("!R!robot\n!C!wait,wait\n", "line 2: A joint move has 1 moves, not 2"),
    ],
)
def test_what_is_no_trace_is_refused_with_its_line(trace: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint.replace("(", r"\(")):
        verify(parse_program(RULES), trace)
