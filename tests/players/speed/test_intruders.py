"""What of our area stays ours when somebody jumps into it."""

from __future__ import annotations

import numpy as np
import pytest
from tests.players.speed.boards import drawn

from spielwerk.players.speed.intruders import Intruders
from spielwerk.players.speed.space import walled

LEFT, RIGHT, SLOWER, FASTER, STRAIGHT = range(5)

A_STRIP_BESIDE_A_ROOM = """
    ######################
    #########............#
    #########............#
    #........<...........#
    #........#...........#
    ##########...........#
    #########............#
    ######################
    v.....................
"""
PLENTY = 1_000_000
NOBODY = np.zeros((9, 22), np.float32)


def intruders(probability=NOBODY, work=PLENTY):
    return Intruders.of(walled(drawn(A_STRIP_BESIDE_A_ROOM)), 0, probability, work)


def leave(plan, **settings):
    return intruders(**settings).leave(np.array(plan, np.int8))


def test_who_enters_a_strip_is_cut_off_from_the_room():
    into_the_strip = leave([STRAIGHT] * 5)
    into_the_room = leave([RIGHT, RIGHT, STRAIGHT, STRAIGHT, STRAIGHT])
    assert into_the_strip < 0.4 < 0.5 < into_the_room < 1


def test_only_the_rounds_until_the_next_jumps_count():
    assert leave([STRAIGHT] * 5) == leave([STRAIGHT] * 5 + [LEFT, LEFT, STRAIGHT])


def test_landings_are_free_cells_of_our_area_and_half_of_them_likely():
    likely = NOBODY.copy()
    likely[6, 20] = 0.5
    likely[8, 5] = 0.9
    board = intruders(likely)
    width = board.board.cells.shape[1]
    places = [(int(p) % width - 1, int(p) // width - 1) for p in board.landings]
    assert all(A_STRIP_BESIDE_A_ROOM.split()[y][x] == "." and y < 8 for x, y in places)
    assert places.count((20, 6)) >= len(places) / 2


@pytest.mark.parametrize(("work", "count"), [(0, 4), (1_000, 10), (PLENTY, 24)])
def test_how_many_are_looked_at_depends_on_the_work_that_may_be_done(work, count):
    assert len(intruders(work=work).landings) == count


def test_a_full_area_has_nothing_to_lose():
    full = walled(drawn("###\n#>#\n###\n.v."))
    assert len(Intruders.of(full, 0, np.zeros((4, 3), np.float32), PLENTY).landings) == 0


def test_the_board_is_left_as_it_was():
    there = intruders()
    before = there.board.cells.copy()
    there.leave(np.array([STRAIGHT] * 5, np.int8))
    assert (there.board.cells == before).all()
