"""Joint moves: what the protocol tells becomes the state of the contract."""

from __future__ import annotations

from random import Random

import pytest

from spielwerk.catalogue import open_game
from spielwerk.core import CHANCE, Event, Move, MoveError, Over, random_event
from spielwerk.protocols.ggp.joint import follow, joint_move, open_moves, roles_in_order


@pytest.mark.parametrize("name", ["tic-tac-toe", "goofspiel", "monty-hall", "kuhn-poker"])
def test_following_the_joint_moves_of_a_match_leads_through_the_same_states(name):
    game = open_game(name)
    for seed in range(5):
        state, rng = game.initial(), Random(seed)
        while not isinstance(state.turn, Over):
            before, made = state, {}
            while not made or state.pending is not None:
                event: Event = random_event(state, rng)
                made.update(event.moves)
                state = state.after(event.moves)
            assert follow(before, joint_move(before, made)) == state


def test_those_who_are_not_asked_pass():
    start = open_game("tic-tac-toe").initial()
    assert joint_move(start, {"xplayer": Move("(mark 2 2)")}) == ("(mark 2 2)", "noop")
    assert open_moves(start, "oplayer") == ("noop",)


def test_chance_moves_in_the_place_of_its_role():
    game = open_game("kuhn-poker")
    assert roles_in_order(game)[-1] == CHANCE
    assert follow(game.initial(), ("noop", "NOOP", "( Deal jack KING )")).turn.roles == ("first",)


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        (("(mark 1 1)",), "2 moves were expected"),
        (("noop", "(mark 1 1)"), "noop is not legal for xplayer"),
        (("(mark 1 9)", "noop"), r"\(mark 1 9\) is not legal"),
        (("(jump 1)", "noop"), "no move of this game"),
        (("(mark 1 1", "noop"), "never closed"),
    ],
)
def test_moves_that_cannot_have_been_made_are_refused(moves, complaint):
    with pytest.raises(MoveError, match=complaint):
        follow(open_game("tic-tac-toe").initial(), moves)
