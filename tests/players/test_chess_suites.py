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


@pytest.mark.parametrize("depth", [4, 6])
def test_alphabeta_leaves_no_piece(depth: int) -> None:
    """Four plies and six: Medium sees seven on average in its time."""
    for puzzle in suite("hanging")[:: 1 if SOAK else 10]:
        assert chosen(f"alphabeta:depth={depth}", puzzle) in puzzle.solutions, puzzle


@pytest.mark.parametrize("depth", [5, 6, 7])
def test_moves_that_look_dull_are_tried_as_long_as_something_hangs(depth: int) -> None:
    """After e5 Qg7 the bishop at a6 hangs, and 30 moves look better than its retreat."""
    fen = "r1b1k1nr/pp2bp2/B1pppqp1/7p/1P2PP2/P1PP4/6PP/RNBQK1NR w KQkq - 0 9"
    (puzzle,) = (one for one in suite("hanging") if one.fen == fen)
    assert chosen(f"alphabeta:depth={depth}", puzzle) in puzzle.solutions
