"""How games show themselves: boards, cards and scenes as values, and what is shown of any game."""

from __future__ import annotations

import json

from tests.core.tiny_games import ANN, Nim

from spielwerk.core import Explanation, Glimpse, Layout, Move, MoveCard, Scene
from spielwerk.core.presentation import plain_scene

BOARD = Layout(("a", "b"), ("2", "1"), ground="checked")


def test_squares_are_named_as_people_write_them() -> None:
    assert list(BOARD.squares) == ["a2", "b2", "a1", "b1"]
    assert list(Layout(("1", "2"), ("1",)).squares) == ["1·1", "2·1"]
    assert BOARD.square("a", "3") is None


def test_words_that_name_a_column_and_a_row_are_squares() -> None:
    assert BOARD.split(["a", "2", "b", "1", "queen"]) == (("a2", "b1"), ("queen",))
    assert BOARD.split(["a"]) == ((), ("a",))


def test_a_board_comes_back_from_json() -> None:
    assert Layout.from_json(json.loads(json.dumps(BOARD.to_json()))) == BOARD


def test_a_card_says_only_what_there_is_to_say() -> None:
    card = MoveCard(Move("(move a 2 a 1)"), "a2-a1", squares=("a2", "a1"))
    assert card.json == {"move": "(move a 2 a 1)", "short": "a2-a1", "squares": ["a2", "a1"]}
    assert MoveCard.from_json(card.json) == card


def test_a_scene_holds_what_belongs_to_its_kind() -> None:
    board = Scene("board", {"a1": ("rook",)}, {"quiet": (("3",),)})
    assert board.json == {"kind": "board", "pieces": {"a1": ["rook"]}, "facts": {"quiet": [["3"]]}}
    story = Scene("story", steps=(Glimpse(("bid", ("dice", "3")), (("card", "king"),)),))
    assert story.json["steps"] == [{"did": ["bid", ["dice", "3"]], "saw": [["card", "king"]]}]
    assert Scene.from_json(story.json).json == story.json


def test_a_game_that_says_nothing_is_shown_with_its_view_as_facts() -> None:
    view = {"heap": 3, "hands": {"ann": [1, 2]}, "open": True, "left": None, "row": ["x", "y"]}
    assert plain_scene(view).json == {
        "kind": "facts",
        "facts": {
            "heap": [["3"]],
            "hands": [["ann", "1", "2"]],
            "open": [["yes"]],
            "left": [[]],
            "row": [["x"], ["y"]],
        },
    }
    assert plain_scene({"table": {}}).kind == "table"
    assert plain_scene({}).kind == "secret"


def test_moves_of_a_game_that_says_nothing_are_their_words() -> None:
    game = Nim()
    state = game.initial()
    move = state.legal(ANN)[0]
    assert state.card(ANN, move) == MoveCard(move, move, tuple(move.split()))
    assert game.short(move) == move
    assert (game.layout, game.source, state.meant(ANN, ["a1"])) == (None, None, ())


def test_sentences_are_clearer_than_denials_and_these_than_literals() -> None:
    sentence = Explanation("A stone lies there.", False)
    denial = Explanation("Not true: It is free.", False, denies="It is free.")
    literal = Explanation("(free a 1) does not hold.", False, literal=True)
    assert sentence.clarity > denial.clarity > literal.clarity
