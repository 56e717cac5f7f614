"""Plans face moving rivals: what rivals may take counts less, and jumps out of rooms are found."""

from __future__ import annotations

import numpy as np
import pytest
from tests.players.speed.boards import drawn, go_alone

from spielwerk.games.speed import JUMP_EVERY
from spielwerk.players.speed.fill import Walks
from spielwerk.players.speed.forecast import NEVER_TAKEN, SCENARIOS, Forecast
from spielwerk.players.speed.leap import leap
from spielwerk.players.speed.space import walled
from spielwerk.players.speed.style import USUAL

STRAIGHT = 4
A_LANE = ">......<"
A_ROOM_WITH_A_THIN_WALL = """
    ........#........
    ........#........
    .>......#........
    ........#........
    ........#........
    ########.........
    v................
"""


def foreseen(arena, k, draws=SCENARIOS):
    board = walled(arena)
    forecast = Forecast.none(board)
    for seed in range(draws):
        forecast.draw(board, k, np.ones(board.cells.size), seed)
    forecast.settle()
    return board, forecast


def test_scenarios_say_when_a_rival_takes_which_cell_and_leave_the_board_as_it_was():
    arena = drawn(A_LANE)
    before = walled(arena).cells.copy()
    board, forecast = foreseen(arena, 0)
    assert np.array_equal(board.cells, before)
    lane = forecast.first.reshape(board.cells.shape)[1, 1:-1].tolist()
    clock = int(arena.clock[0])
    assert lane[6] == clock, "the rival goes on in its lane"
    assert lane[5] <= clock + 1
    assert forecast.lasting.reshape(board.cells.shape)[1, 2] < 1
    _, nobody = foreseen(arena, 0, draws=0)
    assert (nobody.first == NEVER_TAKEN).all()
    assert (nobody.lasting == 1).all()


def test_the_oldest_scenario_is_forgotten_first():
    board, forecast = foreseen(drawn(A_LANE), 0, draws=3)
    assert forecast.scenarios == 3
    for seed in range(SCENARIOS):
        forecast.draw(board, 0, np.ones(board.cells.size), seed)
    assert forecast.scenarios == SCENARIOS


@pytest.mark.parametrize(("regain", "rounds"), [(1.0, 6.0), (0.5, 4.5), (0.0, 3.0)])
def test_rounds_after_a_rival_has_crossed_the_walk_count_less(regain, rounds):
    """The two meet in the middle of the lane: three rounds are ours, whatever comes after."""
    style = USUAL._replace(regain=regain, contested=1.0, usable=0.0)
    board, forecast = foreseen(drawn(A_LANE), 0)
    slow = forecast.taken[:, :]
    cells = board.cells.ravel()
    lane = [place for place in range(cells.size) if cells[place] == 0]
    slow[:] = NEVER_TAKEN
    for n, place in enumerate(reversed(lane)):
        slow[place] = int(board.clock[0]) + n
    forecast.settle()
    walks = Walks.room(board, 0, forecast, style)
    walks.follow(board, 0, [STRAIGHT] * 6)
    assert walks.rounds[STRAIGHT] == 6
    assert walks.life[STRAIGHT] == pytest.approx(rounds)


def test_a_leap_is_three_actions_that_end_in_another_room():
    arena = drawn(A_ROOM_WITH_A_THIN_WALL, round_number=JUMP_EVERY - 2)
    arena.racers[0, 0] = 2
    board = walled(arena)
    size, found = board.cells.size, np.zeros(3, np.int64)
    scratch = np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(1, np.int32)
    before = board.cells.copy()
    worth, marked = np.ones(size), np.zeros(size, np.int32)
    clock = int(board.clock[0])
    assert leap(board.cells, board.racers[0], clock, worth, marked, 0, *scratch, found)
    assert np.array_equal(board.cells, before)
    for action in found:
        assert go_alone(arena, 0, int(action))
    x, y = int(arena.racers[0, 0]), int(arena.racers[0, 1])
    assert x > 8 or y > 5


def test_a_leap_out_of_an_open_field_is_none():
    board = walled(drawn(".....\n.>...\n.....\n....<", round_number=JUMP_EVERY - 2))
    size, found = board.cells.size, np.zeros(3, np.int64)
    scratch = np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(1, np.int32)
    worth, marked = np.ones(size), np.zeros(size, np.int32)
    clock = int(board.clock[0])
    assert not leap(board.cells, board.racers[0], clock, worth, marked, 0, *scratch, found)
