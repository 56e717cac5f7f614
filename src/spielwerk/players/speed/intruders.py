"""What of our area stays ours when somebody jumps into it, compiled.

Walls keep out nobody who jumps. An area is lost less by the jump than by where we are then: who
fills a far corner is cut off from the rest. So for a plan we ask how much of the area we would
still reach first, at the time of the next jumps, if a rival landed here or there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed.compiled import Arena, X, Y
from spielwerk.games.speed.rules import FREE, JUMP_EVERY, TOP_SPEED
from spielwerk.players.speed.decision import Picture
from spielwerk.players.speed.fill import make_step
from spielwerk.players.speed.space import compiled, survives

__all__ = ["Intruders"]

_MOST, _FEWEST = 24, 4
"""How many landings are looked at."""
_CROWD = 10.0
"""Cells that both together own in any case: in a small area little is certain."""


@dataclass(frozen=True, slots=True)
class Intruders:
    """Racer ``k`` on a walled board, and where somebody might land in its area."""

    board: Arena
    k: int
    landings: NDArray[np.int32]
    """Places, half of them anywhere, half where opponents are likely to be."""

    @classmethod
    def of(cls, board: Arena, k: int, probability: Picture, work: int) -> Intruders:
        """Landings in the area of racer ``k``; judging one plan may look at ``work`` cells."""
        racer, width = board.racers[k], board.cells.shape[1]
        area = np.zeros(board.cells.size, np.int32)
        size = _area(board.cells, int(racer[Y]) * width + int(racer[X]), area)
        area = area[:size]
        if not size:
            return cls(board, k, area)
        rng = np.random.default_rng(int(board.clock[0]))
        half = max(_FEWEST, min(_MOST, work // size)) // 2
        likely = np.nan_to_num(probability[area // width - 1, area % width - 1]).astype(np.float64)
        odds = likely / likely.sum() if likely.any() else None
        return cls(
            board, k, np.concatenate([rng.choice(area, half), rng.choice(area, half, p=odds)])
        )

    def leave(self, plan: NDArray[np.int8]) -> float:
        """The share of our area that stays ours in the round of the next jumps, 0..1."""
        size = self.board.cells.size
        clock = int(self.board.clock[0])
        share: float = _leave(
            self.board.cells,
            self.board.racers[self.k],
            clock,
            plan[: JUMP_EVERY - clock % JUMP_EVERY],
            self.landings,
            np.zeros(JUMP_EVERY * TOP_SPEED, np.int32),
            np.zeros(size, np.uint8),
            np.zeros(size, np.int32),
        )
        return share


@compiled
def _area(cells: Any, start: int, area: Any) -> int:
    """The free cells that can be walked to from a place."""
    flat = cells.ravel()
    width = cells.shape[1]
    seen = np.zeros(flat.shape[0], np.bool_)
    head, tail, here = 0, 0, start
    while True:
        for near in (here - width, here + 1, here + width, here - 1):
            if flat[near] == FREE and not seen[near]:
                seen[near] = True
                area[tail] = near
                tail += 1
        if head == tail:
            return tail
        here = area[head]
        head += 1


@compiled
def _share(flat: Any, width: int, me: int, other: int, owner: Any, queue: Any) -> float:
    """The part of the cells that is nearer to us than to the other."""
    owner[:] = 0
    owner[me], owner[other] = 1, 2
    queue[0], queue[1] = me, other
    head, tail, mine = 0, 2, 0
    while head < tail:
        here = queue[head]
        head += 1
        for near in (here - width, here + 1, here + width, here - 1):
            if flat[near] == FREE and owner[near] == 0:
                owner[near] = owner[here]
                queue[tail] = near
                tail += 1
                mine += owner[here] == 1
    return mine / (tail - 2 + _CROWD)


@compiled
def _leave(
    cells: Any, racer: Any, clock: int, plan: Any, landings: Any, marked: Any, owner: Any,
    queue: Any,
) -> float:  # fmt: skip
    flat = cells.ravel()
    width = cells.shape[1]
    runner = racer.copy()
    count = 0
    for ahead, action in enumerate(plan):
        if not survives(cells, runner, action, clock + ahead):
            break
        count = make_step(cells, runner, action, clock + ahead, marked, count)
    me = runner[Y] * width + runner[X]
    total, free = 0.0, 0
    for place in landings:
        if flat[place] == FREE:
            total += _share(flat, width, me, place, owner, queue)
            free += 1
    for i in range(count):
        flat[marked[i]] = FREE
    return total / free if free else 0.5
