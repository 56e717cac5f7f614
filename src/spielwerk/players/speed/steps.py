"""The steps that paths are made of: their columns, whether two meet, and what one is worth.

A path is kept as its last step, one row of integers that also tells how many rounds the path takes
and which path it extends.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed import DX, DY
from spielwerk.players.speed.space import compiled

X, Y, DIRECTION, SPEED, JUMP, LEVEL, PARENT = range(7)
"""The columns: where the step ends, heading where how fast, whether it jumps, the number of rounds
up to it, and the row of the step before."""


class CellOdds(NamedTuple):
    """What paths are rated by, for each cell."""

    probability: NDArray[np.float32]
    """That an opponent is there soon."""
    first: NDArray[np.int32]
    """The first round in which one can be."""
    safety: NDArray[np.float32]
    """What is left of a path's success where an opponent can be first."""

    @classmethod
    def of(
        cls, probability: NDArray[np.float32], first: NDArray[np.int32], exponent: float
    ) -> CellOdds:
        """The odds of an opponents' outlook. An exponent below 1 raises small probabilities."""
        return cls(probability, first, 1 - np.minimum(probability, 1) ** np.float32(exponent))


@compiled
def _box(step: Any, whole: bool, near: bool) -> tuple[int, int, int, int]:
    """The cells of a step as a box: all of them, or the first or last one of a jump."""
    direction, speed = step[DIRECTION], step[SPEED]
    dx, dy = DX[direction], DY[direction]
    x1, y1 = step[X], step[Y]
    x0, y0 = x1 - dx * (speed - 1), y1 - dy * (speed - 1)
    if not whole:
        if near:
            x1, y1 = x0, y0
        else:
            x0, y0 = x1, y1
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


@compiled
def meet(one: Any, other: Any) -> bool:
    """Whether two steps share a cell. A jump consists of its first and its last cell."""
    for i in range(2 if one[JUMP] else 1):
        a = _box(one, one[JUMP] == 0, i == 0)
        for j in range(2 if other[JUMP] else 1):
            b = _box(other, other[JUMP] == 0, j == 0)
            if a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]:
                return True
    return False


@compiled
def lay_out(steps: Any, row: int, boxes: Any) -> int:
    """Write the cells of a path, from its last step back, as boxes; how many there are."""
    count = 0
    while row >= 0:
        step = steps[row]
        for part in range(2 if step[JUMP] else 1):
            box = boxes[count]
            box[0], box[1], box[2], box[3] = _box(step, step[JUMP] == 0, part == 0)
            count += 1
        row = step[PARENT]
    return count


@compiled
def runs_into(step: Any, boxes: Any, count: int) -> bool:
    """Whether a step shares a cell with a path that is laid out in boxes."""
    for part in range(2 if step[JUMP] else 1):
        left, top, right, bottom = _box(step, step[JUMP] == 0, part == 0)
        for index in range(count):
            box = boxes[index]
            if left <= box[2] and box[0] <= right and top <= box[3] and box[1] <= bottom:
                return True
    return False


@compiled
def rate(step: Any, probability: Any, first: Any, safety: Any) -> tuple[float, float]:
    """What a step does to the success of its path, and the best it cuts off."""
    direction, speed = step[DIRECTION], step[SPEED]
    dx, dy = DX[direction], DY[direction]
    safe, cut = 1.0, 0.0
    for back in range(speed):
        if step[JUMP] and 0 < back < speed - 1:
            continue
        x, y = step[X] - dx * back, step[Y] - dy * back
        if first[y, x] <= step[LEVEL]:
            safe = min(safe, safety[y, x])
        else:
            cut = max(cut, probability[y, x])
    return safe, cut
