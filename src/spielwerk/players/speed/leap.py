"""Ways out of a room: a run-up of two rounds and a jump over its wall, compiled.

Walks gather speed at random and seldom meet the round of jumps at the right place. Here all actions
of three rounds are tried, of which the third is the round of jumps, and the landing with most room
that could not be walked to is told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielwerk.games.speed import DX, DY, FREE, JUMP_SPEED, X, Y
from spielwerk.players.speed.space import compiled, lands, survives
from spielwerk.players.speed.stroll import area_of, move_on

_ACTIONS = 5
_ROOM = 300
"""Free cells beyond which a room need not be counted."""
_ROOMS = 40
"""So many rooms are told apart."""


@compiled
def _crosses(cells: Any, racer: Any, action: int) -> bool:
    """Whether a step passes over anything."""
    flat = cells.ravel()
    width = cells.shape[1]
    _x, _y, direction, speed = lands(racer, action)
    here = racer[Y] * width + racer[X]
    step = DY[direction] * width + DX[direction]
    for far in range(2, speed):  # noqa: SIM110, compiled code has no generators
        if flat[here + far * step] != FREE:
            return True
    return False


@compiled
def _size(
    flat: Any, width: int, place: int, base: int, sizes: Any, seen: Any, queue: Any, stamp: Any
) -> int:
    """How large the room of a place is; each is counted once and known by its stamp after that."""
    if seen[place] > base:
        return int(sizes[seen[place] - base - 1])
    if stamp[0] - base >= _ROOMS:
        return 0
    stamp[0] += 1
    sizes[stamp[0] - base - 1] = area_of(flat, width, place, seen, stamp[0], queue, _ROOM)
    return int(sizes[stamp[0] - base - 1])


@compiled
def leap(
    cells: Any, racer: Any, clock: int, worth: Any, marked: Any, count: int, seen: Any, queue: Any,
    stamp: Any, found: Any,
) -> bool:  # fmt: skip
    """Three actions that end with a jump into another room, written to ``found``, if there are any.

    ``clock`` is two rounds before the round of jumps; ``marked`` is room from ``count`` on.
    """
    flat = cells.ravel()
    width = cells.shape[1]
    here = racer[Y] * width + racer[X]
    base = stamp[0]
    sizes = np.zeros(_ROOMS, np.int32)
    for near in (here - width, here + 1, here + width, here - 1):
        if flat[near] == FREE and seen[near] <= base:
            _size(flat, width, near, base, sizes, seen, queue, stamp)
    sizes[: stamp[0] - base] = 0  # Where we could walk to is nothing new.
    best = 0.0
    for first in range(_ACTIONS):
        if not survives(cells, racer, first, clock):
            continue
        one = racer.copy()
        after_one = move_on(cells, one, first, clock, marked, count)
        for second in range(_ACTIONS):
            if not survives(cells, one, second, clock + 1):
                continue
            two = one.copy()
            after_two = move_on(cells, two, second, clock + 1, marked, after_one)
            for third in range(_ACTIONS):
                x, y, _direction, speed = lands(two, third)
                if speed < JUMP_SPEED or not survives(cells, two, third, clock + 2):
                    continue
                if not _crosses(cells, two, third):
                    continue
                there = y * width + x
                size = _size(flat, width, there, base, sizes, seen, queue, stamp)
                value = size * worth[there] * (0.5 + np.random.random())
                if value > best:
                    best = value
                    found[0], found[1], found[2] = first, second, third
            for i in range(after_one, after_two):
                flat[marked[i]] = FREE
        for i in range(count, after_one):
            flat[marked[i]] = FREE
    return best > 0.0
