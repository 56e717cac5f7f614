"""Search over simultaneous moves against one rival, compiled.

Both choose at once, so a position is a table: our actions by theirs. A table is worth its best row,
and a row counts partly by its worst answer, partly by the mean of all answers: rivals are neither
clairvoyant nor careless. Leaves are judged by who reaches which cells first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.strategist_before.space import claim, compiled, survives
from spielwerk.games.speed import (
    ACTIVE,
    MAX_MARKS,
    SPEED,
    Arena,
    X,
    Y,
    play_arrays,
    undo_arrays,
)

_ACTIONS = 5
_CAUTION = 0.7
"""How much the worst answer of the rival counts against the mean of all."""
_HASTE, _THEIR_HASTE = 8.0, 1.0
"""How many times the cells of braking speed costs us, since it narrows every choice, and a rival,
of whom we do not know that it shuns speed: it may yet hurry out of a corridor we could close."""
_LOST, _BOTH_LOST, _WON = -1.0, -0.8, 1.0
"""The ends of a fight; all positions between them count from -0.5 to 0.5."""
_DEADLY = -0.7
"""Below this a value can only be a death."""
_MOVE = 50
"""Making a move takes as long as looking at so many cells."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Racer ``me`` against racer ``rival`` on a walled board; all others stand still."""

    arena: Arena
    me: int
    rival: int
    budget: NDArray[np.int64]
    """Cells that may still be looked at; below zero the search gives up."""

    @classmethod
    def between(cls, arena: Arena, me: int, rival: int) -> Fight:
        """A fight about to begin."""
        return cls(arena, me, rival, np.zeros(1, np.int64))

    def table(self, depth: int, work: int) -> NDArray[np.float64] | None:
        """Values -1..1 of our actions by theirs, so many rounds ahead; None if it takes too long.

        It may look at as many cells as ``work`` says, which tells its time better than positions.

        Actions that must kill have no number (NaN).
        """
        self.budget[0] = work
        table = np.full((_ACTIONS, _ACTIONS), np.nan)
        _search(
            self.arena.cells.copy(),
            self.arena.racers.copy(),
            self.arena.clock.copy(),
            self.me,
            self.rival,
            depth,
            self.budget,
            table,
        )
        return table if self.budget[0] >= 0 else None


def weigh(table: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each row of a table is worth (-2 if it must kill), and how many answers are deadly."""
    worth = np.full(_ACTIONS, -2.0)
    danger = np.ones(_ACTIONS)
    for action, row in enumerate(table):
        values = row[~np.isnan(row)]
        if len(values):
            worth[action] = _CAUTION * values.min() + (1.0 - _CAUTION) * values.mean()
            danger[action] = np.mean(values < _DEADLY)
    return worth, danger


@compiled
def _options(cells: Any, racers: Any, k: int, clock: int, frozen: bool, into: Any) -> int:
    """The actions that survive the trails; where there is none, going on. Frozen: one of them."""
    count = 0
    if frozen and survives(cells, racers[k], 4, clock):
        into[0] = 4
        return 1
    for action in range(_ACTIONS):
        if survives(cells, racers[k], action, clock):
            into[count] = action
            count += 1
    if count == 0:
        into[0] = 4
        return 1
    return 1 if frozen else count


@compiled
def _reach(speed: int, depth: int) -> int:
    return speed * depth + depth * (depth + 1) // 2


@compiled
def _judge(
    cells: Any, racers: Any, me: int, owner: Any, queue: Any, sizes: Any, budget: Any
) -> float:
    """Our cells against those of the strongest rival, -0.5..0.5."""
    budget[0] -= claim(cells, racers, owner, queue, sizes)
    mine, theirs = 0.0, 0.0
    for k in range(racers.shape[0]):
        if racers[k, ACTIVE]:
            haste = _HASTE if k == me else _THEIR_HASTE
            room = max(0.0, sizes[k] - haste * racers[k, SPEED] * (racers[k, SPEED] - 1) / 2.0)
            if k == me:
                mine = room
            else:
                theirs = max(theirs, room)
    return 0.5 * (mine - theirs) / (mine + theirs + 10.0)


@compiled
def _make(cells: Any, racers: Any, clock: Any, me: int, rival: int, act: Any, room: Any) -> int:
    """Let two racers act and everybody else stand still; who stands still, as bits."""
    places, olds, owners, befores, counts = room
    still = 0
    for k in range(racers.shape[0]):
        if k != me and k != rival and racers[k, ACTIVE]:
            racers[k, ACTIVE] = 0
            still |= 1 << k
    play_arrays(cells, racers, clock, act, places, olds, owners, befores, counts)
    for k in range(racers.shape[0]):
        if still >> k & 1:
            racers[k, ACTIVE] = 1
    return still


@compiled
def _value(
    cells: Any, racers: Any, clock: Any, me: int, rival: int, depth: int, budget: Any, room: Any,
    table: Any,
) -> float:  # fmt: skip
    places, olds, owners, befores, counts, choices, actions, owner, queue, sizes = room
    budget[0] -= _MOVE
    if not racers[me, ACTIVE]:
        return float((_LOST if racers[rival, ACTIVE] else _BOTH_LOST) - 0.01 * depth)
    if not racers[rival, ACTIVE] and racers[:, ACTIVE].sum() == 1:
        return _WON
    if depth == 0 or not racers[rival, ACTIVE]:
        return float(_judge(cells, racers, me, owner, queue, sizes, budget))
    apart = abs(racers[me, X] - racers[rival, X]) + abs(racers[me, Y] - racers[rival, Y])
    reach = _reach(racers[me, SPEED], depth) + _reach(racers[rival, SPEED], depth)
    mine = choices[depth, 0]
    theirs = choices[depth, 1]
    ours = _options(cells, racers, me, clock[0], False, mine)
    answers = _options(cells, racers, rival, clock[0], apart > reach + 2, theirs)
    best = -2.0
    root = depth == places.shape[0] - 1
    trail = (places[depth], olds[depth], owners[depth], befores[depth], counts[depth])
    act = actions[depth]
    for i in range(ours):
        worst, total = 2.0, 0.0
        for j in range(answers):
            act[me], act[rival] = mine[i], theirs[j]
            still = _make(cells, racers, clock, me, rival, act, trail)
            value = _value(cells, racers, clock, me, rival, depth - 1, budget, room, table)
            undo_arrays(cells, racers, clock, trail[0], trail[1], trail[3], trail[4])
            for k in range(racers.shape[0]):
                if still >> k & 1:
                    racers[k, ACTIVE] = 1
            if budget[0] < 0:
                return 0.0
            if root:
                table[mine[i], theirs[j]] = value
            worst = min(worst, value)
            total += value
        best = max(best, _CAUTION * worst + (1.0 - _CAUTION) * total / answers)
    return best


@compiled
def _search(
    cells: Any, racers: Any, clock: Any, me: int, rival: int, depth: int, budget: Any, table: Any
) -> None:
    players = racers.shape[0]
    levels = depth + 1
    room = (
        np.zeros((levels, MAX_MARKS), np.int32),
        np.zeros((levels, MAX_MARKS), np.uint8),
        np.zeros((levels, MAX_MARKS), np.int32),
        np.zeros((levels, players, 5), np.int32),
        np.zeros((levels, 1), np.int32),
        np.zeros((levels, 2, _ACTIONS), np.int32),
        np.full((levels, players), 4, np.int32),
        np.zeros(cells.size, np.uint8),
        np.zeros(cells.size, np.int32),
        np.zeros(players, np.int32),
    )
    _value(cells, racers, clock, me, rival, depth, budget, room, table)
