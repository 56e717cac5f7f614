"""Why a player chose: in words, with lines, and what other moves lack."""

from __future__ import annotations

from random import Random

import pytest

from spielwerk.catalogue import entries, open_game
from spielwerk.core import (
    CHANCE,
    Candidate,
    Chance,
    Choice,
    Game,
    Joint,
    Knowledge,
    Move,
    Open,
    State,
    draw_chance,
)
from spielwerk.players import parse_player, reasons_for


def after(game: Game, *moves: str) -> State:
    state = game.initial()
    for move in moves:
        assert isinstance(state.turn, Joint)
        state = state.after({state.turn.roles[0]: game.parse_move(move)})
    return state


def test_a_bishop_left_for_nothing_is_named_with_its_square_and_the_answer() -> None:
    game = open_game("chess").quick()
    state = after(game, "e2e4", "e7e5")
    white = game.roles[0]
    knight, bishop = Move("(move g 1 f 3)"), Move("(move f 1 a 6)")
    weighed = (Candidate(knight, 55.0, 9), Candidate(bishop, 50.0, 1))
    choice = Choice(knight, "test", weighed, (knight,))
    found = reasons_for(
        Knowledge(game, state, white), choice, parse_player("alphabeta:depth=3"), 1.0
    )
    (other,) = found.alternatives
    assert other.says.en == "loses the {piece} on {square}: {reply}."
    assert (other.says.piece, other.says.square) == ("bishop", "a6")
    assert other.says.text(game).startswith("loses the bishop on a6: b")
    assert "a6" in found.text(game)


def test_a_move_that_wins_says_so_and_the_others_do_not() -> None:
    game = open_game("tic-tac-toe").quick()
    state = after(game, "(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)")
    x = game.roles[0]
    choice = parse_player("medium:20ms").sit(game, x).choose(Knowledge(game, state, x))
    found = reasons_for(Knowledge(game, state, x), choice)
    assert found.best.says.en == "This wins by force."
    assert found.best.says.de == "Das gewinnt zwingend."
    assert {way.says.en for way in found.alternatives} <= {
        "does not force the win.",
        "loses by force.",
    }


@pytest.mark.parametrize("name", [entry.name for entry in entries() if len(entry.roles) > 1])
def test_every_game_gets_a_sentence_and_a_first_move(name: str) -> None:
    game = open_game(name)
    state = game.initial(1)
    rng = Random(1)
    while isinstance(state.turn, Chance):
        state = state.after({CHANCE: draw_chance(state, rng)})
    assert isinstance(state.turn, Joint | Open)
    role = state.turn.roles[0]
    knowledge = Knowledge(game, state, role)
    moves = knowledge.legal[:3]
    weighed = tuple(Candidate(move, 60.0 - 10 * n, 5) for n, move in enumerate(moves))
    found = reasons_for(knowledge, Choice(moves[0], "test", weighed, (moves[0],)))
    text = found.text(game)
    assert text.startswith(game.short(moves[0]))
    assert "{" not in found.best.says.text(game)
    assert len(found.alternatives) == len(moves) - 1
