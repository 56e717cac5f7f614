"""Forward path search on the movement graph: the workhorse of the 2021 solver, compiled.

Cells are nodes; every cell has an edge for each direction, speed and kind of round (jump or not).
Edges are worked out when first needed, kept from round to round, and struck out when a trail
crosses them. A path is a chain of edges that does not touch itself; paths are extended breadth
first, one search for each first action, in portions that let the caller watch the clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed import (
    CHANGE,
    DX,
    DY,
    FREE,
    JUMP_EVERY,
    JUMP_SPEED,
    TOP_SPEED,
    TURN,
    Arena,
)
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
    lay_out,
    rate,
    runs_into,
)

UNKNOWN, OPEN, BLOCKED = range(3)

_SOON = 1 << 19
"""More paths than 50 ms find for one action, even where the others are dead ends."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The edges of a board as far as they are known: cell, direction, speed - 1, jump."""

    edges: NDArray[np.uint8]
    cells: NDArray[np.uint8]

    @classmethod
    def of(cls, arena: Arena) -> Graph:
        """All edges still to be worked out."""
        return cls(np.zeros((arena.cells.size, 4, TOP_SPEED, 2), np.uint8), arena.cells.copy())

    def follow(self, arena: Arena) -> None:
        """Strike out the edges through cells that were taken since the last look."""
        _strike_out(self.edges, self.cells, arena.cells)
        self.cells[:] = arena.cells


@dataclass(frozen=True, slots=True)
class Paths:
    """All paths found so far that begin with one action."""

    steps: NDArray[np.int32]
    """One row a path: its last step, how many rounds it takes, and the path it extends."""
    ends: NDArray[np.int64]
    """Next path to extend; number of paths; portions worked off."""
    success: NDArray[np.float32]
    cut_off: NDArray[np.float32]
    """One value a path (algorithms 1 and 2 of the source)."""
    masks: NDArray[np.int64]
    """One a path, for whoever gathers what paths have in common (:mod:`.harvest`)."""

    @classmethod
    def room(cls, capacity: int) -> Paths:
        """Room for so many paths."""
        return cls(*arrays(capacity))

    @property
    def count(self) -> int:
        """How many paths there are (criterion K1)."""
        return int(self.ends[1])

    def begin(
        self,
        graph: Graph,
        origin: tuple[int, int, int, int],
        clock: int,
        odds: CellOdds,
    ) -> bool:
        """Start over with the single step of one action: from (x, y) with direction and speed."""
        self.ends[:] = 0
        begun: bool = _begin(
            graph.cells, *origin, clock, *odds, self.steps, self.ends,
            self.success, self.cut_off,
        )  # fmt: skip
        return begun

    def extend(
        self,
        graph: Graph,
        clock: int,
        odds: CellOdds,
        portion: int,
    ) -> bool:
        """Extend so many paths by every action; False when there is nothing left to do."""
        more: bool = _extend(
            graph.cells, graph.edges, clock, *odds, portion, self.steps, self.ends,
            self.success, self.cut_off,
        )  # fmt: skip
        return more


def arrays(
    capacity: int,
) -> tuple[
    NDArray[np.int32],
    NDArray[np.int64],
    NDArray[np.float32],
    NDArray[np.float32],
    NDArray[np.int64],
]:
    """Room for the steps, ends, success, cut-off and masks of so many paths."""
    steps = np.zeros((capacity, 7), np.int32)
    success, cut_off = np.zeros(capacity, np.float32), np.zeros(capacity, np.float32)
    masks = np.zeros(capacity, np.int64)
    for array in (steps, success, cut_off, masks):
        # Memory is only there when it is written to. That takes time, so it is done beforehand
        # for as many paths as a short thought finds.
        array[:_SOON] = 0
    return steps, np.zeros(3, np.int64), success, cut_off, masks


@compiled
def _strike_out(edges: Any, before: Any, now: Any) -> None:
    height, width = now.shape
    for y in range(height):
        for x in range(width):
            if now[y, x] == before[y, x] or before[y, x] != FREE:
                continue
            for direction in range(4):
                dx, dy = DX[direction], DY[direction]
                for back in range(1, TOP_SPEED + 1):
                    ox, oy = x - dx * back, y - dy * back
                    if ox < 0 or oy < 0 or ox >= width or oy >= height:
                        break
                    for speed in range(back, TOP_SPEED + 1):
                        edges[oy * width + ox, direction, speed - 1, 0] = BLOCKED
                        if back == 1 or back == speed:
                            edges[oy * width + ox, direction, speed - 1, 1] = BLOCKED


@compiled
def _open(cells: Any, edges: Any, x: int, y: int, heading: int, pace: int, jump: int) -> bool:
    width = cells.shape[1]
    edge = edges[y * width + x, heading, pace - 1, jump]
    if edge == UNKNOWN:
        clock = 0 if jump else 1
        edge = OPEN if step_is_free(cells, x, y, heading, pace, clock) else BLOCKED
        edges[y * width + x, heading, pace - 1, jump] = edge
    return bool(edge == OPEN)


@compiled
def _begin(
    cells: Any, x: int, y: int, heading: int, pace: int, clock: int, probability: Any, first: Any,
    safety: Any, steps: Any, ends: Any, success: Any, cut_off: Any,
) -> bool:  # fmt: skip
    if pace < 1 or pace > TOP_SPEED or not step_is_free(cells, x, y, heading, pace, clock):
        return False
    dx, dy = DX[heading], DY[heading]
    jump = clock % JUMP_EVERY == 0 and pace >= JUMP_SPEED
    step = steps[0]
    step[X], step[Y], step[DIRECTION], step[SPEED] = x + dx * pace, y + dy * pace, heading, pace
    step[JUMP], step[LEVEL], step[PARENT] = 1 if jump else 0, 1, -1
    success[0], cut_off[0] = rate(step, probability, first, safety)
    ends[1] = 1
    return True


@compiled
def _extend(
    cells: Any, edges: Any, clock: int, probability: Any, first: Any, safety: Any,
    portion: int, steps: Any, ends: Any, success: Any, cut_off: Any,
) -> bool:  # fmt: skip
    head, tail = ends[0], ends[1]
    stop = min(tail, head + portion)
    # Breadth first, so the last path is a longest one; a jump is two boxes.
    boxes = np.empty((2 * steps[tail - 1, LEVEL] + 4, 4), np.int32)
    while head < stop and tail + 5 <= steps.shape[0]:
        path = steps[head]
        x, y, direction, speed = path[X], path[Y], path[DIRECTION], path[SPEED]
        level, parent = path[LEVEL], path[PARENT]
        jumping = (clock + level) % JUMP_EVERY == 0
        # A loop takes four steps, so the path's last two cannot be met.
        laid_out = lay_out(steps, steps[parent, PARENT] if parent >= 0 else -1, boxes)
        for action in range(5):
            heading = (direction + TURN[action]) & 3
            pace = speed + CHANGE[action]
            if pace < 1 or pace > TOP_SPEED:
                continue
            jump = 1 if jumping and pace >= JUMP_SPEED else 0
            if not _open(cells, edges, x, y, heading, pace, jump):
                continue
            dx, dy = DX[heading], DY[heading]
            step = steps[tail]
            step[X], step[Y] = x + dx * pace, y + dy * pace
            step[DIRECTION], step[SPEED], step[JUMP] = heading, pace, jump
            step[LEVEL], step[PARENT] = level + 1, head
            if runs_into(step, boxes, laid_out):
                continue
            safe, cut = rate(step, probability, first, safety)
            success[tail] = success[head] * safe
            cut_off[tail] = max(cut_off[head], cut)
            tail += 1
        head += 1
    ends[0], ends[1] = head, tail
    return bool(head < tail and tail + 5 <= steps.shape[0])
