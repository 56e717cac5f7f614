"""Who can walk to whom, and who is where first if the rivals hurry, compiled: with bits of free
cells (:mod:`.flood`), since every decision begins with these questions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielwerk.games.speed import ACTIVE, SPEED, Arena, X, Y
from spielwerk.players.speed.flood import grow, lay_out
from spielwerk.players.speed.space import compiled


def neighbours(board: Arena, k: int) -> list[int]:
    """The living rivals who can walk to where racer ``k`` can walk, without a jump."""
    near = np.zeros(len(board.racers), np.bool_)
    find_neighbours(board.cells, board.racers, k, near)
    return [int(row) for row in np.flatnonzero(near)]


@compiled
def find_neighbours(cells: Any, racers: Any, me: int, near: Any) -> None:
    """:func:`neighbours` for compiled code."""
    width = cells.shape[1]
    bits = lay_out(cells, 1)
    free, grown, left, spots, masks = bits.free, bits.grown, bits.left, bits.spots, bits.masks
    columns, blocks, size = bits.columns, bits.blocks, free.size
    left[:] = free
    _settle(racers[me], width, grown, 0, spots, masks)
    now = 0
    while grow(grown, now, size - now, left, columns, blocks):
        now = size - now
    for k in range(racers.shape[0]):
        if k != me and racers[k, ACTIVE]:
            here = racers[k, Y] * width + racers[k, X]
            for place in (here - width, here + 1, here + width, here - 1):
                spot = spots[place]
                reached = free[spot] & grown[now + spot] & masks[place]
                near[k] = near[k] or reached != np.uint64(0)


@compiled
def contest(cells: Any, racers: Any, me: int, taken: Any) -> None:
    """Which cells of a walled board, row by row, a rival may take before racer ``me`` does.

    It walks there as quickly as it goes now, we at speed 1; and whatever we cannot walk to is a
    rival's where it can.
    """
    width = cells.shape[1]
    bits = lay_out(cells, 2)
    free, grown, left, spots, masks = bits.free, bits.grown, bits.left, bits.spots, bits.masks
    columns, blocks, size = bits.columns, bits.blocks, free.size
    theirs_left, lost = free.copy(), np.zeros(size, np.uint64)
    for k in range(racers.shape[0]):
        if k == me or not racers[k, ACTIVE]:
            continue
        grown[:] = 0
        left[:] = free
        theirs_left[:] = free
        mine, theirs = 0, 2 * size
        mine_next, theirs_next = size, 3 * size
        _settle(racers[me], width, grown, mine, spots, masks)
        _settle(racers[k], width, grown, theirs, spots, masks)
        walking, hurrying = True, True
        while walking:
            walking = grow(grown, mine, mine_next, left, columns, blocks)
            for _ in range(racers[k, SPEED]):
                if hurrying:
                    hurrying = grow(grown, theirs, theirs_next, theirs_left, columns, blocks)
                    theirs, theirs_next = theirs_next, theirs
            for i in range(size):
                lost[i] |= (grown[mine_next + i] ^ grown[mine + i]) & grown[theirs + i]
            mine, mine_next = mine_next, mine
        while hurrying:
            hurrying = grow(grown, theirs, theirs_next, theirs_left, columns, blocks)
            theirs, theirs_next = theirs_next, theirs
        for i in range(size):
            lost[i] |= grown[theirs + i] & ~grown[mine + i]
    for place in range(cells.size):
        if lost[spots[place]] & masks[place] != np.uint64(0):
            taken[place] = True


@compiled
def _settle(racer: Any, width: int, grown: Any, begin: int, spots: Any, masks: Any) -> None:
    """Where a racer is before its first step, its words beginning there."""
    place = racer[Y] * width + racer[X]
    grown[begin + spots[place]] = masks[place]
