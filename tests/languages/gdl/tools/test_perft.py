"""Counting ways to go on, in games with turns, simultaneous moves and chance."""

from __future__ import annotations

from pathlib import Path

import pytest

import spielwerk
from spielwerk.core import CHANCE
from spielwerk.languages.gdl import GdlGame, load_program, parse_program
from spielwerk.languages.gdl.tools.perft import divide, perft
from spielwerk.protocols.chess.notation import state_from_fen

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
POSITIONS = {
    KIWIPETE: (48, 2039),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": (14, 191),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2079),
}

SIMULTANEOUS = """
(role left) (role right)
(hand rock) (hand paper) (hand scissors)
(<= (legal ?player (show ?hand)) (role ?player) (hand ?hand))
(<= (next over) (does left ?move))
(<= terminal (true over))
(<= (goal ?player 50) (role ?player))
(init playing)
"""

COIN = """
(role player) (role random)
(init toss)
(<= (legal random ?side) (true toss) (side ?side))
(side heads) (side tails)
(<= (legal random noop) (not (true toss)))
(<= (legal player noop) (true toss))
(<= (legal player (call ?side)) (not (true toss)) (side ?side))
(<= (next (shows ?side)) (does random ?side) (side ?side))
(<= (next (shows ?side)) (true (shows ?side)))
(<= (next over) (does player (call ?side)))
(<= terminal (true over))
(<= (goal player 50) (true over))
"""


@pytest.fixture(scope="module")
def chess() -> GdlGame:
    return GdlGame(load_program(LIBRARY / "chess.gdl"), "chess")


def test_chess_has_the_well_known_counts(chess):
    assert [perft(chess, depth) for depth in range(4)] == [1, 20, 400, 8902]


@pytest.mark.soak
def test_chess_has_the_well_known_count_four_moves_deep(chess):
    assert perft(chess, 4) == 197281


@pytest.mark.parametrize(("fen", "counts"), POSITIONS.items())
def test_tricky_positions_have_the_well_known_counts(chess, fen, counts):
    state = state_from_fen(chess, fen)
    assert (perft(state, 1), perft(state, 2)) == counts


def test_divide_splits_the_count_by_first_moves(chess):
    parts = divide(state_from_fen(chess, KIWIPETE), 2)
    assert len(parts) == 48
    assert sum(parts.values()) == 2039
    assert parts["(move e 1 g 1)"] == 43


def test_finished_matches_go_on_in_no_way():
    game = GdlGame(load_program(LIBRARY / "tic-tac-toe.gdl"), "tic-tac-toe")
    assert [perft(game, depth) for depth in (1, 2, 5, 6)] == [9, 72, 15120, 54720]


def test_moves_made_at_once_are_one_decision():
    game = GdlGame(parse_program(SIMULTANEOUS), "hands")
    assert [perft(game, depth) for depth in (1, 2)] == [9, 0]
    assert divide(game, 1)["(show rock) (show paper)"] == 1


def test_chance_counts_as_a_decision():
    game = GdlGame(parse_program(COIN), "coin")
    assert set(game.initial().legal(CHANCE)) == {"heads", "tails"}
    assert [perft(game, depth) for depth in (1, 2, 3)] == [2, 4, 0]
    assert divide(game, 2) == {"heads": 2, "tails": 2}
