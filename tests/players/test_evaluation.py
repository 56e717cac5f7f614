"""What random matches teach about a game, and how views become numbers."""

from __future__ import annotations

from random import Random

from tests.players import native

from spielwerk.core import Move
from spielwerk.players import Pace
from spielwerk.players.evaluation import learn, watch
from spielwerk.players.features import FeatureReader
from spielwerk.players.rollout import rollouts_of


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
