"""Short ways to write moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.core import MoveSyntaxError
from spielwerk.languages.gdl import parse_program, parse_term
from spielwerk.languages.gdl.presentation.moves import MoveReader
from spielwerk.languages.gdl.presentation.notation import Notation, Notations

CHESS = Notations(
    [
        "?a?b-?c?d (move ?a ?b ?c ?d)",
        "?a?b?c?d (move ?a ?b ?c ?d)",
        "?a?b-?c?d=?kind (promote ?a ?b ?c ?d ?kind)",
    ]
)


@pytest.mark.parametrize(
    ("short", "move"),
    [
        ("e2-e4", "(move e 2 e 4)"),
        ("e2e4", "(move e 2 e 4)"),
        (" e2-e4 ", "(move e 2 e 4)"),
        ("a10-b11", "(move a 10 b 11)"),
        ("e7-e8=white_queen", "(promote e 7 e 8 white_queen)"),
    ],
)
def test_what_people_type_is_read_as_the_move(short: str, move: str) -> None:
    assert CHESS.expand(short) == parse_term(move)


@pytest.mark.parametrize("text", ["", "e2", "e2-", "-e2e4", "e2--e4", "22-44x", "é!", "(move e 2)"])
def test_what_has_another_shape_is_no_short_form(text: str) -> None:
    assert CHESS.expand(text) is None


def test_moves_are_shown_in_the_first_notation_that_fits() -> None:
    assert CHESS.shorten(parse_term("(move e 2 e 4)")) == "e2-e4"
    assert CHESS.shorten(parse_term("(promote e 7 e 8 queen)")) == "e7-e8=queen"
    assert CHESS.shorten("noop") is None


def test_a_move_whose_parts_would_run_together_is_not_shortened() -> None:
    nim = Notations(["?count?heap (take ?count ?heap)"])
    assert nim.shorten(parse_term("(take 2 b)")) == "2b"
    assert nim.shorten(parse_term("(take 2 13)")) is None
    assert nim.shorten(parse_term("(take 2 (heap 1))")) is None


@pytest.mark.parametrize(
    "header", ["", "?a?b", "?a (move ?a ?b)", "?a?a (move ?a)", "?a (move ?a", "?a?b (move ?a)"]
)
def test_headers_that_do_not_fit_together_are_left_out(header: str) -> None:
    assert Notation.parse(header) is None


values = st.one_of(st.from_regex(r"[a-z_]{1,4}", fullmatch=True), st.integers(0, 99).map(str))


@given(st.tuples(values, values, values, values))
def test_whatever_is_shortened_reads_back(parts: tuple[str, ...]) -> None:
    move = ("move", *parts)
    short = CHESS.shorten(move)
    assert short is None or CHESS.expand(short) == move


# ---- Together with the rules

READER = MoveReader(
    parse_program(
        """;! notation ?n (bid ?n)
        (role x) (n 1) (n 2) (init a)
        (<= (legal x (bid ?n)) (n ?n)) (legal x noop)
        (<= (next a) (does x ?m)) (<= terminal (true b)) (goal x 0)"""
    )
)


def test_a_word_that_is_a_move_itself_is_not_taken_for_a_short_form() -> None:
    assert READER.parse("2") == ("bid", "2")
    assert READER.parse("NOOP") == "noop"
    assert READER.shorten(("bid", "2")) == "2"
    assert READER.shorten("noop") is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(bid ?x)", "values, not variables"),
        ("(bet 2)", "no move of this game. Moves are"),
        ("(bid 1 2)", "no move of this game"),
        ("(bid 1", "Column"),
        ("", "Nothing was given"),
        ("(" * 100_000, "Column"),
    ],
)
def test_what_is_no_move_is_refused_with_a_hint(text: str, complaint: str) -> None:
    with pytest.raises(MoveSyntaxError, match=complaint):
        READER.parse(text)
