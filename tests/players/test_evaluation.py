"""What random matches teach about a game, and how views become numbers."""

from __future__ import annotations

from random import Random

import pytest
from tests.players import native

from spielwerk.catalogue import open_game
from spielwerk.core import Move
from spielwerk.players import Pace
from spielwerk.players.evaluation import learn, watch
from spielwerk.players.features import FeatureReader
from spielwerk.players.rollout import rollouts_of
from spielwerk.players.training import CannotTrain, first_judgement


def test_a_list_of_facts_is_read_as_a_set_and_a_board_by_place() -> None:
    facts = [{"facts": ["a", "b"]}, {"facts": ["b", "c", "d"]}]
    assert FeatureReader(facts).read(facts[0]) == {".facts:a": 1.0, ".facts:b": 1.0}
    board = [{"row": ["x", "."]}, {"row": [".", "."]}]
    assert FeatureReader(board).read(board[0]) == {".row.0=x": 1.0, ".row.1=.": 1.0}


def test_numbers_count_as_amounts_and_as_themselves() -> None:
    view = {"gold": 3, "crown": True, "name": None}
    assert FeatureReader([view]).read(view) == {
        ".gold": 3.0,
        ".gold=3": 1.0,
        ".crown=True": 1.0,
        ".name=None": 1.0,
    }


def test_random_matches_teach_that_the_middle_of_connect_four_is_worth_more_than_the_edge() -> None:
    game, rng = native.connect_four(), Random(1)
    lessons, suited = watch(game, rollouts_of(game, rng), rng, Pace())
    assert suited
    judge = learn(lessons)
    middle, edge = (game.initial().after({native.X: Move(move)}) for move in "41")
    assert judge(middle) > judge(edge) + 0.03


def test_without_lessons_every_position_is_worth_the_same() -> None:
    judge = learn([])
    assert judge(native.tic_tac_toe().initial()) == 0.5
    assert len(judge) == 0


def test_facts_are_judged_by_what_they_bring_in_random_play() -> None:
    game = open_game("breakthrough").quick()
    found, batch = first_judgement(game, seed=1, go_on=lambda: True), game.batch(1)
    assert batch is not None
    facts = batch.row(game.initial())
    assert found.facts.shape == facts.shape
    start = game.initial()
    white, black = game.roles
    better = start.after({white: Move("(move e 2 e 3)")}).after({black: Move("(move a 7 a 6)")})
    for step, reply in (("(move e 3 e 4)", "(move a 6 a 5)"), ("(move e 4 e 5)", "(move a 5 a 4)")):
        better = better.after({white: Move(step)}).after({black: Move(reply)})
    taken = better.after({white: Move("(move e 5 d 6)")}).after({black: Move("(move a 4 a 3)")})
    taken = taken.after({white: Move("(move d 6 c 7)")})
    assert batch.row(taken) @ found.facts > facts @ found.facts


def test_games_of_choices_at_once_are_not_judged() -> None:
    with pytest.raises(CannotTrain):
        first_judgement(open_game("goofspiel").quick(), seed=1, go_on=lambda: True)
