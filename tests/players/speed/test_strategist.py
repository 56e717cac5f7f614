"""Our solver: what it foresees, how long it lives, what it shows."""

from __future__ import annotations

import time
from functools import partial

import numpy as np
import pytest
from tests.players.speed.boards import drawn, go_alone, ticking

from spielwerk.games.speed.compiled import ACTIONS, SPEED
from spielwerk.games.speed.rules import Action
from spielwerk.players.speed.decision import reserve
from spielwerk.players.speed.fight import Fight, weigh
from spielwerk.players.speed.fill import LONGEST, RAID, STAY, Walks, rate
from spielwerk.players.speed.reach import neighbours
from spielwerk.players.speed.space import area_after, survivable, walled
from spielwerk.players.speed.strategist import Strategist, farther
from spielwerk.players.speed.style import USUAL

LEFT, RIGHT, SLOWER, FASTER, STRAIGHT = range(5)

HEAD_ON = """
    .........
    .........
    ..>.<....
    .........
    .........
"""

A_POCKET_BESIDE_THE_OPEN = """
    .......#...............
    .......#...............
    .>.....#...............
    .......#...............
    .......#...............
    ########...............
    .......................
    ....................v..
"""

A_NOOK_OR_A_TUNNEL = """
    .^..............
    .##.............
    .##.............
    .###############
    .###############
    .###############
    .###############
    .###############
    ................
    ................
    ..............<.
    ................
"""


def test_a_fight_sees_that_going_on_may_end_in_a_head_on_crash():
    table = Fight.between(walled(drawn(HEAD_ON)), 0, 1).table(1, work=1_000_000)
    assert np.isnan(table[SLOWER]).all()
    worth, danger = weigh(table)
    assert table[STRAIGHT, STRAIGHT] < -0.7
    assert danger[STRAIGHT] > 0
    assert danger[LEFT] == danger[RIGHT] == 0
    assert worth[SLOWER] < worth[STRAIGHT] < worth[LEFT]


def test_a_fight_that_takes_too_long_tells_the_rows_it_came_to():
    fight = Fight.between(walled(drawn(HEAD_ON)), 0, 1)
    whole = fight.table(3, work=1_000_000, first=LEFT)
    assert fight.finished
    part = fight.table(3, work=(1_000_000 - int(fight.budget[0])) * 3 // 4, first=LEFT)
    assert not fight.finished
    assert part[LEFT].tolist() == pytest.approx(whole[LEFT].tolist(), nan_ok=True)
    assert np.isnan(part[STRAIGHT]).all()
    assert not np.isnan(whole[STRAIGHT]).all()


@pytest.mark.parametrize(
    ("first_falls_to", "others"),
    [
        (0.28, [0.27, 0.08]),  # That is what looking farther does: the others fell as well.
        (-0.9, [0.24, 0.05]),  # That is a refutation: they fell no farther than is usual.
        (0.35, [0.29, 0.10]),
    ],
)
def test_what_was_not_looked_at_again_is_not_preferred_for_that(first_falls_to, others):
    before = np.array([-2.0, 0.29, 0.10, 0.30, -0.8]), np.array([1.0, 0, 0, 0.1, 1])
    after = np.array([-2.0, -2, -2, first_falls_to, -0.9]), np.array([1.0, 1, 1, 0.5, 1])
    worth, danger = farther(before, after, 3)
    assert worth.tolist() == pytest.approx([-2.0, *others, first_falls_to, -0.9])
    assert danger.tolist() == [1.0, 0, 0, 0.5, 1]


def test_who_is_behind_a_wall_is_no_neighbour():
    assert neighbours(walled(drawn(HEAD_ON)), 0) == [1]
    assert neighbours(walled(drawn(A_POCKET_BESIDE_THE_OPEN)), 0) == []


@pytest.mark.parametrize(("speed", "first"), [(1, 4), (2, 3), (3, 2)])
def test_a_cell_is_contested_if_a_rival_may_be_there_first(speed, first):
    lane = Walks.room(walled(drawn(">.......<", speeds=(1, speed))), 0).worth < 1
    assert lane.reshape(3, 11)[1, 2:9].tolist() == [x >= first for x in range(1, 8)]


def test_rooms_of_others_are_theirs_and_empty_ones_nobodys():
    rooms = Walks.room(walled(drawn(">..#...#..<", speeds=(1, 1))), 0).worth < 1
    assert rooms.reshape(3, 13)[1, 2:4].tolist() == [False, False]
    assert rooms.reshape(3, 13)[1, 5:8].tolist() == [False, False, False]
    assert rooms.reshape(3, 13)[1, 9:11].tolist() == [True, True]


def walks_of(arena, k, tries):
    board = walled(arena)
    walks = Walks.room(board, k)
    for attempt in range(tries):
        walks.explore(board, k, attempt % 5, seed=attempt)
    return board, walks


def test_a_plan_can_be_followed_to_its_end():
    arena = drawn(A_POCKET_BESIDE_THE_OPEN, round_number=4)
    board, walks = walks_of(arena, 0, 400)
    for first in (LEFT, RIGHT, FASTER, STRAIGHT):
        plan = walks.plan(first)
        assert plan[0] == first
        assert len(plan) == walks.rounds[first] > 10
        there = arena.copy()
        assert all(go_alone(there, 0, action) for action in plan)
        marked = {(x, y) for x, y in walks.places(board, 0, first)}
        new = (there.cells != 0) & (arena.cells == 0)
        assert marked == {(int(x), int(y)) for y, x in np.argwhere(new)}


def test_a_round_counts_less_where_a_rival_may_be_first():
    _, walks = walks_of(drawn(">.....<"), 0, 20)
    assert walks.rounds[STRAIGHT] == 5
    assert walks.life[STRAIGHT] == pytest.approx(2 + 3 * 0.3)


def test_a_quick_rival_at_its_end_makes_a_tunnel_worth_less_than_a_nook():
    arena = drawn(A_NOOK_OR_A_TUNNEL, speeds=(1, 3), round_number=2)
    _, walks = walks_of(arena, 0, 1_000)
    assert walks.rounds[LEFT] > 1.5 * walks.rounds[RIGHT]
    assert walks.life[LEFT] < walks.life[RIGHT]


@pytest.mark.parametrize(
    ("rows", "speed", "resolve"),
    [
        (">....#.......<", 1, RAID),
        (">....#.......<", 3, RAID),
        (">....#.......<", 4, 0),  # Who hurries runs out of room sooner.
        (">......#.....<", 1, STAY),
        (">......#...#..<", 1, STAY),
        (">......#....#....<", 1, 0),  # It may jump into the room between us.
        (">....#....#..<.......<", 1, 0),  # Of two rivals one may see to the other.
    ],
)
def test_who_will_be_outlived_leaves_its_room_and_who_will_outlive_stays(rows, speed, resolve):
    walks = Walks.room(walled(drawn(rows, speeds=(1, speed))), 0)
    assert walks.resolve == resolve
    assert (walks.worth[len(rows) + 2 + 2] < 1) == (resolve == RAID)


def test_who_had_better_leave_its_room_does_so_soon():
    arena = drawn(A_POCKET_BESIDE_THE_OPEN, round_number=2)
    board = walled(arena)
    walks = Walks.room(board, 0)
    assert walks.resolve == RAID
    for attempt in range(400):
        walks.explore(board, 0, attempt % 5, seed=attempt)
    there = arena.copy()
    for action in walks.plan(int(np.argmax(walks.life)))[:17]:
        assert go_alone(there, 0, action)
    assert neighbours(walled(there), 0) == [1]


def test_near_a_rival_an_action_without_a_walk_has_nothing_to_live_on():
    worth, danger, fresh = np.zeros(5), np.zeros(5), np.full((5, 2), (1, 2_000), np.int32)
    rated = rate(worth, danger, np.array([0.0, 2_000, 100, 0, 0]), fresh, USUAL, near=True)
    assert rated[:3].tolist() == pytest.approx([0.0, USUAL.living, USUAL.living / 2])


def test_what_a_long_walk_leaves_counts_as_life():
    arena = drawn("\n".join([">" + "." * 29, *["." * 30] * 29]))
    _, walks = walks_of(arena, 0, 60)
    for first in (RIGHT, FASTER, STRAIGHT):
        assert walks.rounds[first] == LONGEST
        there = arena.copy()
        assert all(go_alone(there, 0, action) for action in walks.plan(first))
        there.racers[0, SPEED] = 1
        left = max((area_after(there, 0, turn) for turn in survivable(there, 0)), default=-1) + 1
        assert walks.life[first] == pytest.approx(LONGEST + 0.8 * left)
    assert walks.life.max() > 2 * LONGEST


def test_walks_find_the_jump_out_of_a_pocket():
    _, walks = walks_of(drawn(A_POCKET_BESIDE_THE_OPEN), 0, 2_000)
    pocket = 5 * 7 - 1
    assert walks.rounds.max() > pocket + 20


def test_a_closed_room_is_filled_almost_to_the_last_cell():
    rows = ["#" * 16, "#>" + "." * 13 + "#", *["#" + "." * 14 + "#"] * 13, "#" * 16, "v" + "." * 15]
    arena = drawn("\n".join(rows))
    solver, rounds = Strategist(), 0
    clock = partial(ticking, 0.04, 2e-4)
    while go_alone(arena, 0, ACTIONS.index(solver.decide(arena, 0, clock()).action)):
        rounds += 1
    assert rounds >= 0.9 * (14 * 14 - 1)


def test_speed_is_shed_where_nobody_comes():
    arena = drawn(A_POCKET_BESIDE_THE_OPEN, speeds=(3,))
    decision = Strategist().decide(arena, 0, ticking(0.1))
    there = arena.copy()
    for action in decision.line[:4]:
        assert go_alone(there, 0, ACTIONS.index(action))
    assert there.racers[0, SPEED] <= 2


def test_it_says_what_it_saw_and_shows_it():
    decision = Strategist().decide(drawn(HEAD_ON), 0, ticking(0.05))
    assert decision.action in (Action.TURN_LEFT, Action.TURN_RIGHT)
    assert decision.note.startswith("Player 2 can come: looked ")
    assert decision.line[0] == decision.action
    names = ["territory", "danger", "probability", "min steps", "best line"]
    pictures = decision.draw()
    assert list(pictures) == names
    assert {picture.shape for picture in pictures.values()} == {(5, 9)}
    assert np.nanmax(pictures["best line"]) == 1.0


def test_the_doomed_still_answer():
    doomed = drawn("###\n#>#\n###\n.v.")
    assert Strategist().decide(doomed, 0, ticking(0.05)).action == Action.CHANGE_NOTHING


@pytest.mark.parametrize(("size", "seconds"), [(80, 0.05), (500, 0.5)])
def test_it_answers_in_time_however_large_the_board(size, seconds):
    rows = ["." * size for _ in range(size)]
    rows[10] = "." * 10 + ">" + "." * (size - 11)
    rows[20] = "." * 20 + "^" + "." * (size - 21)
    board = drawn("\n".join(rows))
    Strategist().decide(drawn(HEAD_ON), 0, ticking(0.05))

    def taken() -> float:
        begun = time.thread_time()
        Strategist().decide(board, 0, lambda: begun + seconds - time.thread_time())
        return time.thread_time() - begun

    # The host of a virtual machine may take the processor away at any moment, but not in every try.
    assert any(taken() < 1.2 * seconds for _ in range(8))


def test_it_does_not_think_long_where_there_is_one_thing_to_do():
    clock = ticking(1.0)
    Strategist().decide(drawn("#####\n#>.##\n#####\n..v.."), 0, clock)
    assert clock() > 0.7


@pytest.mark.parametrize("board", [HEAD_ON, A_POCKET_BESIDE_THE_OPEN])
def test_elsewhere_it_thinks_as_long_as_it_may(board):
    """It once stopped after a tenth of a second of four: there may be a longer walk to be found."""
    clock = ticking(4.2, 0.02)
    Strategist().decide(drawn(board), 0, clock)
    assert clock() < reserve(4.2) + 0.2
