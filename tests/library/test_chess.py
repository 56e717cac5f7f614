"""Chess against python-chess: legal moves, positions and results, state by state."""

from __future__ import annotations

import os
from random import Random

import pytest

from spielwerk.core import SourceError, SpielwerkError
from spielwerk.languages.gdl import GdlGame
from spielwerk.languages.gdl.program.rules import term_text
from spielwerk.languages.gdl.text.syntax import parse_term
from spielwerk.protocols.chess.notation import (
    START,
    facts_from_fen,
    fen_of,
    move_from_uci,
    state_from_fen,
)

chess = pytest.importorskip("chess", reason="python-chess (extra 'pgn') is the oracle here")

MATCHES = 200 if os.environ.get("SPIELWERK_SOAK") else 20

POSITIONS = {
    "start": chess.STARTING_FEN,
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "3": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "5": "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "6": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
}


class Chess:
    """One chess position by our rules, asked in python-chess's words."""

    def __init__(self, engine, position):
        self.engine = engine
        self.position = position

    @classmethod
    def at(cls, engine, fen):
        return cls(engine, engine.position(facts_from_fen(fen)))

    @property
    def fen(self):
        return fen_of(self.engine.facts(self.position))

    def legal(self):
        side = "white" if ("control", "white") in self.engine.facts(self.position) else "black"
        return {term_text(move) for move in self.engine.legal(self.position, side)}

    def after(self, *moves):
        position = self.position
        for move in moves:
            term = parse_term(move_from_uci(move))
            white = ("control", "white") in self.engine.facts(position)
            position = self.engine.next(position, (term, "noop") if white else ("noop", term))
        return Chess(self.engine, position)

    def result(self):
        if not self.engine.terminal(self.position):
            return None
        goals = self.engine.goals(self.position)
        assert sum(goals["white"] + goals["black"]) == 100
        return {100: "1-0", 0: "0-1", 50: "1/2-1/2"}[goals["white"][0]]


@pytest.fixture
def at(engine):
    """A position by its FEN."""
    return lambda fen: Chess.at(engine("chess"), fen)


def expected_legal(board):
    return {move_from_uci(move.uci()) for move in board.legal_moves}


def expected_result(board):
    """python-chess's result, but that 100 quiet half-moves are a draw and repetition is not."""
    if board.is_checkmate():
        return "0-1" if board.turn else "1-0"
    if board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 100:
        return "1/2-1/2"
    return None


def assert_alike(ours, board):
    fen = board.fen(en_passant="fen")
    assert ours.fen.rsplit(" ", 1)[0] == fen.rsplit(" ", 1)[0]
    assert ours.legal() == expected_legal(board), fen
    assert ours.result() == expected_result(board), fen


@pytest.mark.parametrize("seed", range(MATCHES))
def test_random_matches_agree_in_every_state(at, seed):
    rng = Random(seed)
    board = chess.Board()
    ours = at(chess.STARTING_FEN)
    assert_alike(ours, board)
    while expected_result(board) is None:
        move = rng.choice(sorted(board.legal_moves, key=str))
        board.push(move)
        ours = ours.after(move.uci())
        assert_alike(ours, board)


@pytest.mark.parametrize("fen", POSITIONS.values(), ids=POSITIONS)
def test_all_replies_in_tricky_positions_agree(at, fen):
    board = chess.Board(fen)
    ours = at(fen)
    assert_alike(ours, board)
    for move in list(board.legal_moves):
        board.push(move)
        assert_alike(ours.after(move.uci()), board)
        board.pop()


def test_the_first_position_is_the_usual_one(engine):
    assert fen_of(engine("chess").facts(engine("chess").initial())) == chess.STARTING_FEN


def test_king_may_not_castle_through_check(at):
    legal = at("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1").legal()
    assert "(move e 1 c 1)" in legal
    assert "(move e 1 g 1)" not in legal


def test_king_may_not_castle_out_of_check(at):
    legal = at("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1").legal()
    assert not legal & {"(move e 1 c 1)", "(move e 1 g 1)"}


def test_the_rook_may_castle_through_attack(at):
    assert "(move e 1 c 1)" in at("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1").legal()


def test_castling_is_lost_with_the_rook_that_is_taken(at):
    ours = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").after("a1a8")
    assert ours.fen == "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"


def test_castling_is_lost_for_good_when_the_king_comes_back(at):
    ours = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1").after("e1e2", "e8e7", "e2e1", "e7e8")
    assert "(move e 1 g 1)" not in ours.legal()


def test_king_may_not_step_back_along_the_line_of_check(at):
    assert (
        at("4k3/8/8/8/r2K4/8/8/8 w - - 0 1")
        .legal()
        .isdisjoint({"(move d 4 e 4)", "(move d 4 c 4)"})
    )


def test_pinned_piece_moves_along_its_line_only(at):
    legal = at("4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1").legal()
    assert {"(move e 3 e 7)", "(move e 3 e 2)"} <= legal
    assert "(move e 3 d 3)" not in legal


def test_two_checks_leave_only_the_king_to_move(at):
    legal = at("4k3/8/8/8/1b6/8/3P4/r3K2Q w - - 0 1").legal()
    assert legal
    assert all(move.startswith("(move e 1") for move in legal)


def test_en_passant_is_possible_for_one_move_only(at):
    ours = at("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").after("d7d5")
    assert "(move e 5 d 6)" in ours.legal()
    assert ours.after("e5d6").fen == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"
    assert "(move e 5 d 6)" not in ours.after("e1e2", "e8e7").legal()


def test_en_passant_may_not_bare_the_king_along_the_rank(at):
    assert "(move e 5 d 6)" not in at("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1").legal()


def test_en_passant_may_not_bare_the_king_along_a_diagonal(at):
    assert "(move f 5 e 6)" not in at("8/8/3K4/3PpP2/7k/6q1/8/3q4 w - e6 0 1").legal()


def test_en_passant_may_take_the_pawn_that_gives_check(at):
    assert "(move e 5 d 6)" in at("8/8/8/3pP3/2K5/8/8/4k3 w - d6 0 1").legal()


def test_a_pawn_on_the_last_row_becomes_any_of_four_pieces_but_no_pawn(at):
    ours = at("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert ours.legal() >= {
        f"(promote a 7 a 8 {kind})" for kind in ("queen", "rook", "bishop", "knight")
    }
    assert "(move a 7 a 8)" not in ours.legal()
    assert ours.after("a7a8n").fen == "N7/7k/8/8/8/8/8/K7 b - - 0 1"


def test_mate_at_the_hundredth_quiet_half_move_wins(at):
    ours = at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80").after("a1a8")
    assert ours.result() == "1-0"


def test_a_hundred_quiet_half_moves_are_a_draw(at):
    ours = at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80")
    assert ours.result() is None
    assert ours.after("a1a7").result() == "1/2-1/2"


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", True),
        ("4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", True),
        ("4kb2/8/7b/8/8/4B3/8/2B1K3 w - - 0 1", True),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", False),
        ("4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", False),
        ("4k3/8/8/8/8/8/1N6/1N2K3 w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/N3K2N w - - 0 1", False),
        ("4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1", False),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", False),
        ("4k2r/8/8/8/8/8/8/4K3 w - - 0 1", False),
    ],
)
def test_material_that_cannot_mate_ends_the_match(at, fen, dead):
    assert chess.Board(fen).is_insufficient_material() is dead
    assert (at(fen).result() == "1/2-1/2") is dead


@pytest.fixture(scope="module")
def game(program):
    return GdlGame(program("chess"), "chess")


AND_BACK = "g1f3 g8f6 f3g1 f6g8"


@pytest.mark.parametrize(
    "made",
    [
        f"{AND_BACK} {AND_BACK}",
        f"e2e4 a7a6 e4e5 d7d5 {AND_BACK} {AND_BACK} {AND_BACK}",  # at first in passing, too
        f"e2e4 e7e5 {AND_BACK} {AND_BACK}",  # where nobody could have taken in passing
        f"g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 f3g1 f6g8 {AND_BACK} {AND_BACK}",  # castling is lost
    ],
)
def test_a_position_comes_back_when_all_that_can_be_done_in_it_does(game, made):
    state, board = game.initial(), chess.Board()
    seen = [state.recurrence()]
    for text in made.split():
        (role,) = state.turn.roles
        state = state.after({role: game.parse_move(text)})
        board.push_uci(text)
        seen.append(state.recurrence())
        assert (seen.count(seen[-1]) >= game.repetitions) == board.is_repetition(3)
    assert board.is_repetition(3)


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        (START, "e4e5", "You have no piece on e4."),
        (START, "e7e5", "You have no piece on e7."),
        (START, "e1e2", "Your own pawn stands on e2."),
        (START, "b1b3", "A knight on b1 cannot go to b3."),
        (START, "a1a5", "The piece on a2 is in the way."),
        (START, "e2e5", "A pawn on e2 cannot go to e5."),
        (
            START,
            "e2d3",
            "A pawn moves slantwise only to take, and on d3 there is nothing to take.",
        ),
        (
            "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
            "e4e5",
            "A piece stands on e5, and pawns do not take straight on.",
        ),
        (
            "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1",
            "c3d5",
            "The piece on c3 is pinned: the king would be in check from the bishop on b4.",
        ),
        (
            "4k3/4r3/8/8/8/8/3P4/4K3 w - - 0 1",
            "d2d3",
            "The king would be in check from the rook on e7.",
        ),
        (
            "4k3/4r3/8/8/8/8/8/3K4 w - - 0 1",
            "d1e1",
            "The king would be in check from the rook on e7.",
        ),
        (
            "4k3/8/8/8/r2K4/8/8/8 w - - 0 1",
            "d4e4",
            "The king would be in check from the rook on a4.",
        ),
        (
            "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",
            "e1g1",
            "On f1 the king would be in check from the rook on f3.",
        ),
        ("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "e1g1", "A king in check cannot castle."),
        (
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
            "e1g1",
            "The king or this rook has moved before, so castling short is lost.",
        ),
        (START, "e1g1", "The piece on f1 stands between king and rook."),
        (
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
            "e5d6",
            "With both pawns gone, the king would be in check from the rook on h5.",
        ),
        (
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            "a7a8",
            "The pawn on a7 goes to the last row, where it is promoted.",
        ),
    ],
)
def test_refused_moves_are_explained_as_a_teacher_would(game, fen, move, reason):
    explanation = state_from_fen(game, fen).why_not("white", move_from_uci(move))
    assert explanation.claim == reason
    assert not explanation.holds


def test_moves_are_typed_and_shown_in_chess_players_notation(game):
    assert game.parse_move("e2-e4") == game.parse_move("e2e4") == "(move e 2 e 4)"
    assert game.short(game.parse_move("(promote e 7 e 8 queen)")) == "e7-e8=queen"


def test_the_board_is_drawn_with_white_below(game):
    drawing = game.draw(game.initial().view(None)).splitlines()
    assert drawing[0].split() == ["8", *"♜♞♝♛♚♝♞♜"]
    assert drawing[7].split() == ["1", *"♖♘♗♕♔♗♘♖"]


def test_a_position_in_which_the_king_could_be_taken_is_refused(game):
    with pytest.raises(SourceError, match="not on turn stands in check"):
        state_from_fen(game, "4k3/8/8/8/8/8/8/4RK2 w - - 0 1")


def test_fen_positions_are_for_chess_only(program):
    nim = GdlGame(program("nim"), "nim")
    with pytest.raises(SpielwerkError, match="'nim' is another game"):
        state_from_fen(nim, START)
