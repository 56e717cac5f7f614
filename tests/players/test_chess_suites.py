"""What two plies show nobody misses: mates in one, and pieces that hang."""

from __future__ import annotations

import os

import pytest

chess = pytest.importorskip("chess")

from benchmarks.chess_suites import NAMES, chosen, suite  # noqa: E402

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


@pytest.mark.parametrize("name", NAMES)
def test_a_suite_has_two_hundred_positions_that_can_be_solved_and_missed(name: str) -> None:
    puzzles = suite(name)
    assert len({puzzle.fen for puzzle in puzzles}) == 200
    for puzzle in puzzles:
        legal = {move.uci() for move in chess.Board(puzzle.fen).legal_moves}
        assert puzzle.solutions < legal


def test_what_solves_a_mate_in_one_is_every_mate_and_nothing_else() -> None:
    for puzzle in suite("mates"):
        board = chess.Board(puzzle.fen)
        for move in board.legal_moves:
            board.push(move)
            assert board.is_checkmate() == (move.uci() in puzzle.solutions)
            board.pop()


def test_alphabeta_misses_no_mate_in_one() -> None:
    for puzzle in suite("mates")[:: 1 if SOAK else 10]:
        assert chosen("alphabeta:depth=2", puzzle) in puzzle.solutions, puzzle


def test_alphabeta_hardly_ever_leaves_a_piece() -> None:
    """Four plies is less than what Medium sees in its time."""
    puzzles = suite("hanging")[:: 1 if SOAK else 10]
    missed = [p for p in puzzles if chosen("alphabeta:depth=4", p) not in p.solutions]
    assert len(missed) <= max(2, len(puzzles) // 50), missed
