"""Who can walk to whom and who is where first: bits find what a search cell by cell finds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from tests.players.speed.boards import positions

from spielwerk.games.speed.compiled import ACTIVE, FREE, SPEED, X, Y
from spielwerk.players.speed.reach import contest, neighbours
from spielwerk.players.speed.space import walled


def steps_to(board, k):
    """For each cell that racer ``k`` can walk to, how far it is."""
    _height, width = board.cells.shape
    flat = board.cells.ravel()
    far = {int(board.racers[k, Y]) * width + int(board.racers[k, X]): 0}
    queue = list(far)
    for here in queue:
        for near in (here - width, here + 1, here + width, here - 1):
            if flat[near] == FREE and near not in far:
                far[near] = far[here] + 1
                queue.append(near)
    return far


@given(positions())
def test_neighbours_are_those_we_can_walk_to(arena):
    board = walled(arena)
    width = board.cells.shape[1]
    far = {place for place, steps in steps_to(board, 0).items() if steps}
    expected = []
    for k, racer in enumerate(board.racers):
        here = racer[Y] * width + racer[X]
        beside = {here - width, here + 1, here + width, here - 1}
        if k and racer[ACTIVE] and beside & far:
            expected.append(k)
    assert neighbours(board, 0) == expected


@given(positions())
def test_a_cell_is_contested_where_a_rival_at_its_speed_is_no_later(arena):
    board = walled(arena)
    expected = np.zeros(board.cells.size, np.bool_)
    mine = steps_to(board, 0)
    for k in range(1, len(board.racers)):
        if board.racers[k, ACTIVE]:
            for place, steps in steps_to(board, k).items():
                if steps <= board.racers[k, SPEED] * mine.get(place, 10**6):
                    expected[place] = True
    taken = np.zeros(board.cells.size, np.bool_)
    contest(board.cells, board.racers, 0, taken)
    assert (taken == expected).all()
