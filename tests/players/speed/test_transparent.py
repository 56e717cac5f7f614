"""The solver of 2021: its matrices, ratings, weights and threads."""

from __future__ import annotations

import numpy as np
import pytest
from tests.players.speed.boards import drawn, ticking

from spielwerk.games.speed.rules import Action
from spielwerk.players.speed.opponents import outlook
from spielwerk.players.speed.transparent import TransparentSolver, Weights

TWO_IN_THE_OPEN = """
    ...............
    ...............
    ..>............
    ...............
    ...............
    ...............
    ............<..
    ...............
    ...............
"""


def test_an_opponent_takes_each_survivable_action_with_equal_probability():
    probability, first = outlook(drawn(TWO_IN_THE_OPEN), 0, depth=1)
    # At speed 1 slowing down is fatal: two turns, going on, and two cells for speeding up.
    assert probability[6, 11] == pytest.approx(2 / 4)
    assert probability[6, 10] == probability[5, 12] == probability[7, 12] == pytest.approx(1 / 4)
    assert first[6, 10] == first[6, 11] == first[5, 12] == 1


def test_cells_beyond_the_search_have_the_floor_and_are_flooded():
    probability, first = outlook(drawn(TWO_IN_THE_OPEN), 0, depth=1)
    assert probability[0, 0] == pytest.approx(1 / 5**2)
    # From the nearest cell of the search, (10, 6), it is 16 steps to the corner.
    assert first[0, 0] == 1 + 16


def test_several_opponents_count_by_the_likeliest_and_the_quickest():
    two = drawn("..........\n..>....<..\n..........\n..........\n.......^..\n..........")
    both = outlook(two, 0, depth=2)
    single = []
    for other in (1, 2):
        alone = two.copy()
        alone.racers[3 - other, 4] = 0
        single.append(outlook(alone, 0, depth=2))
    assert np.array_equal(both[0], np.maximum(single[0][0], single[1][0]))
    assert np.array_equal(both[1], np.minimum(single[0][1], single[1][1]))


def test_ratings_lie_between_0_and_1_and_add_up_by_weight():
    weights = Weights(success=0.7, cut_off=0.5, importance=0.3)
    decision = TransparentSolver(weights).decide(drawn(TWO_IN_THE_OPEN), 0, ticking(0.05))
    for action, rating in decision.ratings.items():
        if action == Action.SLOW_DOWN:
            assert rating["total"] == -1.0
            continue
        parts = [rating[name] for name in ("success", "cut off", "inverted importance")]
        assert all(0 <= part <= 1 for part in parts)
        assert rating["total"] == pytest.approx(np.dot([0.7, 0.5, 0.3], parts))
    best = max(decision.ratings, key=lambda action: decision.ratings[action]["total"])
    assert decision.action == best


def test_a_decision_shows_five_pictures_of_the_size_of_the_board():
    decision = TransparentSolver().decide(drawn(TWO_IN_THE_OPEN), 0, ticking(0.05))
    names = ["success", "cut off", "inverted importance", "probability", "min steps"]
    pictures = decision.draw()
    assert list(pictures) == names
    assert {picture.shape for picture in pictures.values()} == {(9, 15)}


def test_several_threads_rate_as_one_does_where_all_paths_can_be_found():
    room = drawn("#######\n#>....#\n#.....#\n#######\n.....v.")
    one = TransparentSolver().decide(room, 0, ticking(10.0))
    four = TransparentSolver(threads=4).decide(room, 0, ticking(10.0))
    assert four.action == one.action
    assert four.ratings == one.ratings


def test_it_does_not_search_where_there_is_one_thing_to_do():
    clock = ticking(1.0)
    decision = TransparentSolver().decide(drawn("#####\n#>.##\n#####\n..v.."), 0, clock)
    assert decision.action == Action.CHANGE_NOTHING
    assert clock() > 0.99
