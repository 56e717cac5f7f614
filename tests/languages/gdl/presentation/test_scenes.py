"""What a page is told of GDL games: pieces on squares, moves by squares, and what was meant."""

from __future__ import annotations

import pytest

from spielwerk.catalogue import open_game
from spielwerk.core import CHANCE, Move, Role, State
from spielwerk.languages.gdl import GdlGame, parse_program

WHITE = Role("white")
PLAIN = GdlGame(
    parse_program(
        """(role a) (role b) (init (heap 5)) (init (control a)) (init over)
        (<= (legal ?p (take 1 (of ?q))) (true (control ?p)) (role ?q))
        (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
        (<= (next over) (does ?p ?m)) (<= terminal (true (heap 0))) (goal a 50) (goal b 50)"""
    ),
    "plain",
)

DENIED = """(role a) (init (heap 1)) (size 1) (size 2)
    ;: There are ?n left.
    (<= (enough ?n) (true (heap ?n)))
    (<= (legal a (take ?n)) (size ?n) (enough ?n))
    (<= (next (heap 1)) (does a (take ?n))) (<= terminal (true (heap 3))) (goal a 50)"""


@pytest.fixture(scope="module")
def chess() -> State:
    return open_game("chess").initial()


def test_a_position_lies_on_its_board_and_the_rest_beside_it(chess: State) -> None:
    scene = chess.scene(None)
    assert scene.kind == "board"
    assert scene.pieces["e1"] == ["white-king"]
    assert len(scene.pieces) == 32
    assert scene.json["facts"]["quiet"] == [["0"]]
    assert "control" not in scene.facts, "whose turn it is is said elsewhere"


def test_a_move_names_its_squares_or_column_and_what_is_chosen_beside_them(chess: State) -> None:
    assert chess.card(WHITE, Move("(move e 2 e 4)")).json == {
        "move": "(move e 2 e 4)",
        "short": "e2-e4",
        "squares": ["e2", "e4"],
    }
    promotion = chess.card(WHITE, Move("(promote e 7 e 8 queen)"))
    assert (promotion.squares, promotion.choice) == (("e7", "e8"), "queen")
    drop = open_game("connect-four").initial().card(None, Move("(drop 4)"))
    assert (drop.short, drop.column, drop.squares, drop.choice) == ("4", "4", (), "")


def test_without_headers_everything_is_shown_in_words() -> None:
    state = PLAIN.initial()
    assert state.scene(None).json == {
        "kind": "facts",
        "facts": {"control": [["a"]], "heap": [["5"]], "over": [[]]},
    }
    card = state.card(Role("a"), Move("(take 1 (of b))"))
    assert card.json == {
        "move": "(take 1 (of b))",
        "short": "take 1 (of b)",
        "words": ["take", "1", ["of", "b"]],
    }
    assert state.meant(Role("a"), ["a1"]) == []


def test_hidden_games_are_a_story_of_what_one_did_and_saw() -> None:
    game = open_game("kuhn-poker")
    state = game.initial()
    state = state.after({CHANCE: state.legal(CHANCE)[0]})
    (step,) = state.scene(game.roles[0]).json["steps"]
    assert step["did"] is None, "a pass is nothing one did"
    assert step["saw"][0][0] == "card"
    secret = state.scene(None).json
    assert secret == {"kind": "secret", "facts": {"card": [], "said": [], "shows": []}}


@pytest.mark.parametrize(
    ("game", "squares", "meant"),
    [
        ("chess", ["d2", "d5"], ["(move d 2 d 5)"]),
        ("chess", ["d2", "z9"], []),
        ("chess", [], []),
        ("connect-four", ["4·1"], ["(drop 4)"]),
        ("tic-tac-toe", ["2·2"], ["(mark 2 2)"]),
        ("amazons", ["a1", "b3"], ["(move a 1 b 3)"]),
        ("nim", ["a1"], []),
    ],
)
def test_an_attempt_on_the_board_means_moves(
    game: str, squares: list[str], meant: list[str]
) -> None:
    state = open_game(game).initial()
    (role,) = state.turn.roles  # type: ignore[union-attr]
    assert list(state.meant(role, squares)) == meant


def test_explanations_name_the_squares_they_speak_of(chess: State) -> None:
    why = chess.why_not(WHITE, Move("(move d 2 d 5)"))
    assert why.claim == "A pawn on d2 cannot go to d5."
    assert {"d2", "d5"} <= set(why.squares)
    assert (why.literal, why.denies) == (False, "")


def test_an_explanation_says_whether_somebody_put_it_into_words() -> None:
    why = PLAIN.initial().why_not(Role("a"), Move("(take 2 (of b))"))
    assert why.literal
    said = GdlGame(parse_program(DENIED), "denied").initial()
    denied = said.why_not(Role("a"), Move("(take 2)"))
    assert denied.claim == "Not true: There are 2 left."
    assert (denied.denies, denied.literal) == ("There are 2 left.", False)
