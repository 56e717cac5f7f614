"""Plain forward path search, compiled: every step is looked at cell by cell, every time.

It finds the same paths in the same order as the search on the movement graph (:mod:`.graph`) and
is there to be compared with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spielwerk.games.speed import CHANGE, DX, DY, JUMP_EVERY, JUMP_SPEED, TOP_SPEED, TURN
from spielwerk.players.speed.graph import Graph, Paths
from spielwerk.players.speed.space import compiled, step_is_free
from spielwerk.players.speed.steps import (
    DIRECTION,
    JUMP,
    LEVEL,
    PARENT,
    SPEED,
    CellOdds,
    X,
    Y,
    rate,
)


@dataclass(frozen=True, slots=True)
class ForwardPaths(Paths):
    """Paths found breadth first without a graph."""

    def extend(
        self,
        graph: Graph,
        clock: int,
        odds: CellOdds,
        portion: int,
    ) -> bool:
        """Extend so many paths by every action; False when there is nothing left to do."""
        more: bool = _extend_plainly(
            graph.cells, clock, *odds, portion, self.steps, self.ends,
            self.success, self.cut_off,
        )  # fmt: skip
        return more


@compiled
def _share_a_cell(one: Any, other: Any) -> bool:
    for i in range(one[SPEED]):
        if one[JUMP] and 0 < i < one[SPEED] - 1:
            continue
        x, y = _back(one, i)
        for j in range(other[SPEED]):
            if other[JUMP] and 0 < j < other[SPEED] - 1:
                continue
            if (x, y) == _back(other, j):
                return True
    return False


@compiled
def _back(step: Any, count: int) -> tuple[int, int]:
    """The cell so far before the end of a step."""
    direction = step[DIRECTION]
    dx, dy = DX[direction], DY[direction]
    return step[X] - dx * count, step[Y] - dy * count


@compiled
def _extend_plainly(
    cells: Any, clock: int, probability: Any, first: Any, safety: Any, portion: int,
    steps: Any, ends: Any, success: Any, cut_off: Any,
) -> bool:  # fmt: skip
    head, tail = ends[0], ends[1]
    stop = min(tail, head + portion)
    while head < stop and tail + 5 <= steps.shape[0]:
        path = steps[head]
        moment = clock + path[LEVEL]
        for action in range(5):
            heading = (path[DIRECTION] + TURN[action]) & 3
            pace = path[SPEED] + CHANGE[action]
            if pace < 1 or pace > TOP_SPEED:
                continue
            if not step_is_free(cells, path[X], path[Y], heading, pace, moment):
                continue
            dx, dy = DX[heading], DY[heading]
            step = steps[tail]
            step[X], step[Y] = path[X] + dx * pace, path[Y] + dy * pace
            step[DIRECTION], step[SPEED] = heading, pace
            step[JUMP] = 1 if moment % JUMP_EVERY == 0 and pace >= JUMP_SPEED else 0
            step[LEVEL], step[PARENT] = path[LEVEL] + 1, head
            ancestor = path[PARENT]
            crosses = False
            while ancestor >= 0 and not crosses:
                crosses = _share_a_cell(step, steps[ancestor])
                ancestor = steps[ancestor, PARENT]
            if crosses:
                continue
            safe, cut = rate(step, probability, first, safety)
            success[tail] = success[head] * safe
            cut_off[tail] = max(cut_off[head], cut)
            tail += 1
        head += 1
    ends[0], ends[1] = head, tail
    return bool(head < tail and tail + 5 <= steps.shape[0])
