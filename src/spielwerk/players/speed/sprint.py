"""Whole races of strategists in compiled code, with a fixed effort instead of a clock.

Each decides as :mod:`.strategist` does, with the same fights, walks and scenarios, but looks so
many rounds ahead and tries so many walks whatever the time. The same seed gives the same race on
every machine, and thousands are raced in minutes: that is what tuning needs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spielwerk.games.speed import ACTIVE, MAX_MARKS, SPEED, TOP_SPEED, Arena, X, Y, play_arrays
from spielwerk.players.speed.fight import search, weigh_table
from spielwerk.players.speed.fill import LONGEST, explore_walk, rate, retrace_walk, weigh_cells
from spielwerk.players.speed.forecast import HORIZON, NEVER_TAKEN, SCENARIOS, stroll_on, sum_up
from spielwerk.players.speed.reach import find_neighbours
from spielwerk.players.speed.space import compiled, survives, walled
from spielwerk.players.speed.style import Style

_ACTIONS = 5
_RIVALS = 2
_PLENTY = 1 << 60


class Effort(NamedTuple):
    """How much each racer does in a round."""

    depth: int = 1
    """Rounds that a fight looks ahead."""
    walks: int = 6
    scenarios: int = 2
    """How many are drawn anew."""


def dash(
    arena: Arena, styles: tuple[Style, Style], sides: tuple[int, ...], effort: Effort, seed: int
) -> int:
    """Race to the end: the row of whoever is left, or -1. ``sides`` says which style sits where."""
    board = walled(arena)
    return int(
        _dash(
            board.cells, board.racers, board.clock, styles,
            np.array(sides, np.int64), effort, seed,
        )
    )  # fmt: skip


@compiled
def _nearest(racers: Any, k: int, distance: Any) -> None:
    """How far each living rival is, less what its speed is good for."""
    for row in range(racers.shape[0]):
        distance[row] = _PLENTY
        if row != k and racers[row, ACTIVE]:
            apart = abs(racers[row, X] - racers[k, X]) + abs(racers[row, Y] - racers[k, Y])
            distance[row] = apart - 2 * racers[row, SPEED]


@compiled
def _fights(
    cells: Any, racers: Any, clock: Any, k: int, style: Any, depth: int, worth: Any, danger: Any
) -> None:
    """What the nearest rivals can do to each of our actions."""
    distance = np.zeros(racers.shape[0], np.int64)
    _nearest(racers, k, distance)
    worth[:], danger[:] = 2.0, 0.0
    budget = np.full(1, _PLENTY)
    for _ in range(_RIVALS):
        row = int(np.argmin(distance))
        if distance[row] == _PLENTY:
            break
        distance[row] = _PLENTY
        table = np.full((_ACTIONS, _ACTIONS), np.nan)
        search(cells, racers, clock, k, row, depth, _ACTIONS - 1, style, budget, table)
        one_worth, one_danger = weigh_table(table, style.caution)
        for action in range(_ACTIONS):
            worth[action] = min(worth[action], one_worth[action])
            danger[action] = max(danger[action], one_danger[action])


@compiled
def _foresee(
    cells: Any, racers: Any, now: int, k: int, effort: Any, luck: int, memory: Any, scratch: Any
) -> int:
    """Draw some scenarios anew; how many there are to look at."""
    marked, seen, queue, stamp = scratch[1:5]
    taken, first, lasting, known = memory[5:9]
    even = np.ones(cells.size)
    for number in range(effort.scenarios):
        column = taken[k, :, known[k] % SCENARIOS]
        stroll_on(
            cells, racers, now, k, even, luck + number, column, marked, seen, queue, stamp
        )  # fmt: skip
        known[k] += 1
    scenarios = min(known[k], SCENARIOS)
    sum_up(taken[k], scenarios, first[k], lasting[k])
    return int(scenarios)


@compiled
def _decide(
    cells: Any, racers: Any, clock: Any, k: int, style: Any, effort: Any, luck: int, memory: Any,
    scratch: Any,
) -> int:  # fmt: skip
    """The action of a racer; its memory holds the walks it knows and what it thinks of rivals."""
    rounds, used, plans, life, fresh, taken, first, lasting, _known, chosen = memory
    walk, marked, seen, queue, stamp, intact = scratch
    now = clock[0]
    safe = [action for action in range(_ACTIONS) if survives(cells, racers[k], action, now)]
    if not safe:
        return _ACTIONS - 1
    near = np.zeros(racers.shape[0], np.bool_)
    find_neighbours(cells, racers, k, near)
    company = bool(near.any())
    hope = style.company if company else style.regain
    scenarios = 0
    if hope < 1.0:
        scenarios = _foresee(cells, racers, now, k, effort, luck, memory, scratch)
    worth = np.ones(cells.size)
    resolve = weigh_cells(cells, racers, k, style, company, worth)
    later = worth * lasting[k]
    before = max(0, chosen[k])
    plan = plans[k, before, 1 : rounds[k, before]].copy()
    rounds[k], used[k], life[k], fresh[k] = 0, 0, 0.0, 0
    if chosen[k] >= 0 and plan.size:
        begin = plan[0]
        rounds[k, begin], used[k, begin], life[k, begin] = retrace_walk(
            cells, racers[k], now, plan, worth, taken[k], first[k], scenarios, hope, marked, intact
        )
        plans[k, begin, : rounds[k, begin]] = plan[: rounds[k, begin]]
    foreseen, danger = np.full(_ACTIONS, -2.0), np.ones(_ACTIONS)
    if len(safe) > 1:
        _fights(cells, racers, clock, k, style, effort.depth, foreseen, danger)
    for tries in range(effort.walks):
        each = tries if tries < len(safe) else tries // 2 % len(safe)
        begin = safe[each]
        if tries >= len(safe) and tries % 2:
            begin = int(np.argmax(life[k]))
        explore_walk(
            cells, racers[k], now, begin, luck + tries, rounds[k], used[k], plans[k], life[k],
            fresh[k], worth, later, taken[k], first[k], scenarios, hope, style.usable,
            style.leaping, resolve, walk, marked, seen, queue, stamp, intact,
        )  # fmt: skip
    totals = rate(foreseen, danger, life[k], fresh[k], style, company)
    best = safe[0]
    for action in safe[1:]:
        if totals[action] > totals[best] or (
            totals[action] == totals[best] and used[k, action] < used[k, best]
        ):
            best = action
    chosen[k] = best
    return int(best)


@compiled
def _dash(
    cells: Any, racers: Any, clock: Any, styles: Any, sides: Any, effort: Any, seed: int
) -> int:
    players, size = racers.shape[0], cells.size
    memory = (
        np.zeros((players, _ACTIONS), np.int32),
        np.zeros((players, _ACTIONS), np.int32),
        np.zeros((players, _ACTIONS, LONGEST), np.int8),
        np.zeros((players, _ACTIONS)),
        np.zeros((players, _ACTIONS, 2), np.int32),
        np.full((players, size, SCENARIOS), NEVER_TAKEN, np.int32),
        np.full((players, size), NEVER_TAKEN, np.int32),
        np.ones((players, size)),
        np.zeros(players, np.int64),
        np.full(players, -1, np.int64),
    )
    scratch = (
        np.zeros(LONGEST, np.int8),
        np.zeros(max(LONGEST + 3, HORIZON * players) * TOP_SPEED, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(1, np.int32),
        np.ones(SCENARIOS, np.bool_),
    )
    actions = np.full(players, _ACTIONS - 1, np.int32)
    places, values = np.zeros(MAX_MARKS, np.int32), np.zeros(MAX_MARKS, np.uint8)
    owners, before = np.zeros(MAX_MARKS, np.int32), np.zeros((players, 5), np.int32)
    count = np.zeros(1, np.int32)
    while racers[:, ACTIVE].sum() > 1:
        for k in range(players):
            if racers[k, ACTIVE]:
                luck = (seed + clock[0] * players + k) * 1_000
                style = styles[sides[k]]
                actions[k] = _decide(cells, racers, clock, k, style, effort, luck, memory, scratch)
        play_arrays(cells, racers, clock, actions, places, values, owners, before, count)
        for row in range(players):  # Beyond the wall there is nothing to stand on.
            racers[row, X] = min(max(racers[row, X], 0), cells.shape[1] - 1)
            racers[row, Y] = min(max(racers[row, Y], 0), cells.shape[0] - 1)
    for row in range(players):
        if racers[row, ACTIVE]:
            return int(row)
    return -1
