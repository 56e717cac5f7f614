"""What found paths tell about the actions they begin with, gathered while they are found.

For each action: the best success and cut-off of any path to each cell, and how many paths use each
of the cells that can be reached in one round (their importance).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed import DX, DY, Direction
from spielwerk.players.speed.graph import Paths
from spielwerk.players.speed.space import compiled
from spielwerk.players.speed.steps import DIRECTION, JUMP, PARENT, SPEED, X, Y

_FAR = -1
"""The index of cells that cannot be reached in one round."""


@dataclass(frozen=True, slots=True)
class Harvest:
    """The values gathered so far; the first axis is the action."""

    reached: NDArray[np.float32]
    """The best success of a path that ends on a cell."""
    cut: NDArray[np.float32]
    """The best cut-off of a path that ends on a cell."""
    index: NDArray[np.int8]
    """For each cell its place in ``near``."""
    near: tuple[tuple[int, int], ...]
    """The cells, as x and y, of the steps that paths begin with: at most 31 of them."""
    uses: NDArray[np.int64]
    """How many paths use each of ``near``."""

    @classmethod
    def of(cls, searches: Sequence[Paths], shape: tuple[int, int]) -> Harvest:
        """Nothing gathered yet from searches that have just begun."""
        near = tuple(dict.fromkeys(cell for search in searches for cell in first_cells(search)))
        index = np.full(shape, _FAR, np.int8)
        for place, (x, y) in enumerate(near):
            index[y, x] = place
        blank = np.zeros((len(searches), *shape), np.float32)
        uses = np.zeros((len(searches), max(1, len(near))), np.int64)
        return cls(blank, blank.copy(), index, near, uses)

    def gather(self, action: int, search: Paths, since: int) -> None:
        """Take in the paths of a search from a row on."""
        _gather(
            search.steps, since, search.count, search.success, search.cut_off, search.masks,
            self.reached[action], self.cut[action], self.index, self.uses[action],
        )  # fmt: skip

    def importance(self, searches: Sequence[Paths]) -> NDArray[np.float64]:
        """For each action how often paths use the cells of its step."""
        used = dict(zip(self.near, self.uses.sum(axis=0).tolist(), strict=False))
        return np.array([sum(used[c] for c in first_cells(s)) for s in searches], np.float64)


def first_cells(search: Paths) -> list[tuple[int, int]]:
    """The cells of the step that all paths of a search begin with."""
    if not search.count:
        return []
    x, y, direction, speed, jump = (int(value) for value in search.steps[0, :5])
    dx, dy = Direction(direction).step
    backs = (0, speed - 1) if jump else range(speed)
    return [(x - dx * back, y - dy * back) for back in backs]


@compiled
def _gather(
    steps: Any, since: int, count: int, success: Any, cut_off: Any, masks: Any, reached: Any,
    cut: Any, index: Any, uses: Any,
) -> None:  # fmt: skip
    """A path's mask has a bit for each near cell it uses; a path inherits that of its parent."""
    for path in range(since, count):
        step = steps[path]
        x, y, direction, speed = step[X], step[Y], step[DIRECTION], step[SPEED]
        reached[y, x] = max(reached[y, x], success[path])
        cut[y, x] = max(cut[y, x], cut_off[path])
        mask = masks[step[PARENT]] if step[PARENT] >= 0 else 0
        dx, dy = DX[direction], DY[direction]
        for back in range(speed):
            if step[JUMP] and 0 < back < speed - 1:
                continue
            place = index[y - dy * back, x - dx * back]
            if place >= 0:
                mask |= 1 << place
        masks[path] = mask
        place = 0
        while mask:
            if mask & 1:
                uses[place] += 1
            mask >>= 1
            place += 1
