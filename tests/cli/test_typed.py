"""What people type is understood where it fits exactly one legal move."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tiny_games import ANN, BOB, Nim, NimState

from spielwerk.cli.typed import complete_move, split_role, understand
from spielwerk.core import Move, MoveSyntaxError, Role

LEGAL = [Move("(move e 2 e 4)"), Move("(move e 2 e 3)"), Move("(move d 2 d 4)"), Move("noop")]


class Board(NimState):
    """A state with moves as GDL writes them."""

    def legal(self, role: Role) -> Sequence[Move]:
        return LEGAL if role == ANN else ()


class Terms(Nim):
    """Reads one word or one parenthesised term, as GDL does."""

    pattern = r"\([a-z0-9]+( [a-z0-9]+)*\)|[a-z]+"


def meant(text: str) -> str:
    return understand(Terms(), Board(3), ANN, text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("(move e 2 e 4)", "(move e 2 e 4)"),
        ("  (MOVE e  2 e 4) ", "(move e 2 e 4)"),
        ("move e 2 e 4", "(move e 2 e 4)"),
        ("e 2 e 4", "(move e 2 e 4)"),
        ("e2e4", "(move e 2 e 4)"),
        ("E2-E4", "(move e 2 e 4)"),
        ("noop", "noop"),
        ("d4", "(move d 2 d 4)"),
    ],
)
def test_short_and_long_forms_mean_the_same_move(text: str, move: str) -> None:
    assert meant(text) == move


def test_a_form_that_fits_several_moves_asks_for_more() -> None:
    with pytest.raises(
        MoveSyntaxError, match=r"could be any of \(move e 2 e 4\), \(move d 2 d 4\)"
    ):
        meant("4")


def test_a_legal_reading_wins_over_an_illegal_one() -> None:
    """'take' alone is a word that parses; as the end of no legal move it stays what it says."""
    assert meant("take") == "take"


def test_an_illegal_move_stays_what_it_says() -> None:
    assert meant("(move a 1 a 8)") == "(move a 1 a 8)"
    assert meant("move a 1 a 8") == "(move a 1 a 8)"


@pytest.mark.parametrize("text", ["((", "!?", "", "   ", ")", "?x"])
def test_what_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(MoveSyntaxError):
        meant(text)


ROLES = [Role("player 3"), Role("player"), ANN, BOB]


@pytest.mark.parametrize(
    ("line", "role", "rest"),
    [
        ("ann (move e 2 e 4)", ANN, "(move e 2 e 4)"),
        ("ANN  e4", ANN, "e4"),
        ("player 3 e4", "player 3", "e4"),
        ("player e4", "player", "e4"),
        ("anna e4", None, "anna e4"),
        ("ann", None, "ann"),
        ("e4", None, "e4"),
    ],
)
def test_the_role_in_front_is_split_off(line: str, role: str | None, rest: str) -> None:
    assert split_role(line, ROLES) == (role, rest)


def test_a_beginning_is_completed_with_or_without_parentheses() -> None:
    assert complete_move("(move e", LEGAL) == ["(move e 2 e 4)", "(move e 2 e 3)"]
    assert complete_move("mov", LEGAL) == LEGAL[:3]
    assert complete_move("", LEGAL) == LEGAL
    assert complete_move("x", LEGAL) == []
