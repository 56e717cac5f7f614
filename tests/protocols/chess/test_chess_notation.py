"""FEN, UCI and PGN against python-chess, and what is refused in them."""

from __future__ import annotations

import random

import pytest

from spielwerk.core import IllegalMove, Move, MoveSyntaxError, SourceError
from spielwerk.languages.gdl.tools.testmatch import ExpectedResult, ScriptCommand, parse_script
from spielwerk.protocols.chess.matches import matches_from_pgn, pgn_of, script_of
from spielwerk.protocols.chess.notation import (
    START,
    facts_from_fen,
    fen_of,
    move_from_uci,
    uci_of,
)

chess = pytest.importorskip("chess", reason="python-chess (extra 'pgn') is the oracle here")

SCHOLARS_MATE = """\
[Event "Casual"]
[White "Teacher"]
[Black "Pupil"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 {threatens mate} Nf6? (3... g6) 4. Qxf7# 1-0
"""


def test_the_first_position_has_thirty_two_pieces_and_all_castling_rights():
    facts = facts_from_fen(START)
    assert sum(fact[0] == "cell" for fact in facts) == 32
    assert sum(fact[0] == "castle" for fact in facts) == 4
    assert {("control", "white"), ("quiet", "0"), ("cell", "d", "8", "black-queen")} <= facts


@pytest.mark.parametrize("seed", range(20))
def test_positions_of_random_matches_survive_the_round_trip(seed: int):
    rng = random.Random(seed)
    board = chess.Board()
    while board.legal_moves and board.halfmove_clock <= 100 and board.ply() < 300:
        fen = board.fen(en_passant="fen")
        assert fen_of(facts_from_fen(fen), board.fullmove_number) == fen
        board.push(rng.choice(list(board.legal_moves)))


def test_the_counters_of_a_fen_may_be_left_out():
    short, whole = START.removesuffix(" 0 1"), START
    assert facts_from_fen(short) == facts_from_fen(whole)


@pytest.mark.parametrize(
    ("fen", "column", "complaint"),
    [
        ("", 1, "0"),
        ("8/8/8 w - - 0 1", 1, "3 rows"),
        (START.replace("8/8/8/8", "8/9/8/8"), 1, "'9'"),
        (START.replace("8/8/8/8", "8/7/8/8"), 1, "Row 5"),
        (START.replace("RNBQKBNR", "RNBQKKNR"), 1, "2 white kings"),
        (START.replace("rnbqkbnr", "rnbqpbnr"), 1, "0 black kings"),
        (START.replace("RNBQKBNR", "PNBQKBNR"), 1, "pawn stands on a1"),
        (START.replace(" w ", " x "), 45, "'x'"),
        (START.replace("KQkq", "KKkq"), 47, "castle"),
        (START.replace("KQkq", "HAha"), 47, "castle"),
        (START.replace("RNBQKBNR", "RNBQKBN1"), 47, "White cannot castle short"),
        (START.replace(" - ", " e3 "), 52, "'e3'"),
        (START.replace(" - ", " e6 "), 52, "No pawn has just passed e6"),
        (START.replace(" 0 1", " 101 1"), 54, "'101'"),
        (START.replace(" 0 1", " -3 1"), 54, "'-3'"),
        (START.replace(" 0 1", f" {'9' * 9999} 1"), 54, "no count"),
    ],
)
def test_what_is_no_position_is_refused_with_its_column(fen: str, column: int, complaint: str):
    with pytest.raises(SourceError) as refusal:
        facts_from_fen(fen)
    (diagnostic,) = refusal.value.diagnostics
    assert complaint in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.column == column
    assert diagnostic.hint


def test_uci_moves_and_ours_mean_the_same():
    assert move_from_uci("e2e4") == "(move e 2 e 4)"
    assert move_from_uci("a7b8n") == "(promote a 7 b 8 knight)"
    board = chess.Board("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1")
    for move in board.legal_moves:
        assert uci_of(move_from_uci(move.uci())) == move.uci()


@pytest.mark.parametrize("text", ["", "e2", "e2e9", "e7e8k", "castle", "e2 e4"])
def test_what_is_no_uci_move_is_refused(text: str):
    with pytest.raises(MoveSyntaxError):
        move_from_uci(text)


def test_a_pass_has_no_uci_form():
    with pytest.raises(MoveSyntaxError, match="noop"):
        uci_of(Move("noop"))


def test_pgn_is_read_to_moves_without_comments_and_variations():
    (match,) = matches_from_pgn(SCHOLARS_MATE)
    assert match.tags["White"] == "Teacher"
    assert [uci_of(move) for move in match.moves] == (
        ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"]
    )


def test_pgn_is_written_with_the_result_of_the_board():
    (match,) = matches_from_pgn(SCHOLARS_MATE)
    text = pgn_of(match.moves, {"White": "Teacher"})
    assert "4. Qxf7# 1-0" in text
    (again,) = matches_from_pgn(text)
    assert again.moves == match.moves
    assert pgn_of(match.moves[:3]).endswith("*\n")


def test_writing_an_impossible_match_is_refused():
    with pytest.raises(IllegalMove):
        pgn_of([Move("(move e 2 e 5)")])


def test_several_matches_are_read_one_by_one():
    first, second = matches_from_pgn(SCHOLARS_MATE + "\n1. d4 d5 2. c4 *\n")
    assert (len(first.moves), len(second.moves)) == (7, 3)


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        ("", 1, "no match"),
        ("Dear diary, today I lost at chess.", 1, "no match"),
        ("1. e4 e5 2. Ke3 *", 1, "Ke3"),
        (f"{SCHOLARS_MATE}\n1. d4 d4 *\n", 8, "Match 2"),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *', 1, "another position"),
        ('[Variant "Atomic"]\n\n1. e4 *', 1, "another variant"),
        ("1. e4 -- 2. d4 *", 1, "passes"),
    ],
)
def test_damaged_pgn_is_refused_with_the_line_of_its_match(text: str, line: int, complaint: str):
    with pytest.raises(SourceError) as refusal:
        list(matches_from_pgn(text))
    (diagnostic,) = refusal.value.diagnostics
    assert complaint in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.line == line


def test_a_match_becomes_a_test_match_with_a_state_after_every_move():
    (match,) = matches_from_pgn(SCHOLARS_MATE)
    script = script_of(match, "chess.gdl")
    *_, last = (step for step in script.steps if isinstance(step, ScriptCommand))
    assert [(move.role, move.text) for move in last.moves] == [("white", "(move h 5 f 7)")]
    assert len(script.steps) == 1 + 2 * len(match.moves) + 1
    assert script.steps[-1] == ExpectedResult((("white", 100), ("black", 0)))
    assert parse_script(script.to_text()).to_text() == script.to_text()


def test_a_match_that_nobody_won_on_the_board_has_no_goal():
    (match,) = matches_from_pgn("1. e4 e5 2. Nf3 1-0")
    assert not any(isinstance(step, ExpectedResult) for step in script_of(match, "chess.gdl").steps)


def test_a_test_match_ends_where_our_fifty_move_rule_ends_it():
    shuffle = " ".join(f"{n}. Nf3 Nf6 {n + 1}. Ng1 Ng8" for n in range(1, 60, 2))
    (match,) = matches_from_pgn(f"{shuffle} *")
    script = script_of(match, "chess.gdl")
    assert sum(isinstance(step, ScriptCommand) for step in script.steps) == 100 < len(match.moves)
    assert script.steps[-1] == ExpectedResult((("white", 50), ("black", 50)))
