"""How a walk goes on, one step at a time, compiled: what walks of ours and rivals are made of.

It brakes, hugs walls, and turns to the larger side wherever it would cut an area in two; a lively
walker gathers speed for the sixth round and jumps where it lands in a larger area.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielwerk.games.speed import (
    CHANGE,
    DIRECTION,
    DX,
    DY,
    FREE,
    JUMP_EVERY,
    JUMP_SPEED,
    SPEED,
    TURN,
    X,
    Y,
)
from spielwerk.players.speed.space import compiled, lands, survives

OURS = 9
"""Marks the cells of the walk under way; no trail has this number."""

_ACTIONS = 5
_LEFT, _RIGHT, _SLOWER, _FASTER, _STRAIGHT = range(_ACTIONS)
_ENOUGH = 800
"""Free cells beyond which an area need not be counted."""


@compiled
def move_on(cells: Any, racer: Any, action: int, clock: int, marked: Any, count: int) -> int:
    """Make a survivable step and write down the marked cells; the new number of them."""
    width = cells.shape[1]
    flat = cells.ravel()
    x, y, direction, speed = lands(racer, action)
    dx, dy = DX[direction], DY[direction]
    jumps = clock % JUMP_EVERY == 0 and speed >= JUMP_SPEED
    for step in range(1, speed + 1):
        if not jumps or step == 1 or step == speed:
            place = (racer[Y] + dy * step) * width + racer[X] + dx * step
            flat[place] = OURS
            marked[count] = place
            count += 1
    racer[X], racer[Y], racer[DIRECTION], racer[SPEED] = x, y, direction, speed
    return count


@compiled
def _ahead(cells: Any, racer: Any, turn: int) -> int:
    """The place next to a racer after a turn."""
    direction = (racer[DIRECTION] + turn) & 3
    dx, dy = DX[direction], DY[direction]
    return int((racer[Y] + dy) * cells.shape[1] + racer[X] + dx)


@compiled
def _exits(flat: Any, width: int, place: int) -> int:
    count = 0
    for near in (place - width, place + 1, place + width, place - 1):
        if flat[near] == FREE:
            count += 1
    return count


@compiled
def _parts(flat: Any, width: int, place: int) -> int:
    """Into how many parts the free cells around a place fall when it is taken, seen locally."""
    ring = (
        place - width, place - width + 1, place + 1, place + width + 1,
        place + width, place + width - 1, place - 1, place - width - 1,
    )  # fmt: skip
    parts = 0
    for i in range(0, 8, 2):
        # A part begins at a free neighbour whose way round from the previous one is blocked.
        if flat[ring[i]] == FREE:
            before = flat[ring[(i + 7) & 7]] == FREE and flat[ring[(i + 6) & 7]] == FREE
            if not before:
                parts += 1
    # All four neighbours and all corners free: one part without a beginning.
    if parts == 0 and flat[ring[0]] == FREE:
        return 1
    return parts


@compiled
def area_of(
    flat: Any, width: int, place: int, seen: Any, stamp: int, queue: Any, enough: int
) -> int:
    """The free cells connected to a place, counted no further than is enough."""
    queue[0] = place
    seen[place] = stamp
    head, tail = 0, 1
    while head < tail and tail < enough:
        here = queue[head]
        head += 1
        for near in (here - width, here + 1, here + width, here - 1):
            if flat[near] == FREE and seen[near] != stamp:
                seen[near] = stamp
                queue[tail] = near
                tail += 1
    return tail


@compiled
def _jump(cells: Any, racer: Any, clock: int, worth: Any, seen: Any, queue: Any, stamp: Any) -> int:
    """The jump over a trail that lands in the best area, or -1 where there is none."""
    flat = cells.ravel()
    width = cells.shape[1]
    best, highest = -1, 0.0
    for action in range(_ACTIONS):
        turn = TURN[action]
        speed = racer[SPEED] + CHANGE[action]
        if speed < JUMP_SPEED or not survives(cells, racer, action, clock):
            continue
        here = racer[Y] * width + racer[X]
        step = _ahead(cells, racer, turn) - here
        crosses = False
        for far in range(2, speed):
            crosses = crosses or flat[here + far * step] != FREE
        if crosses:
            stamp[0] += 1
            there = here + speed * step
            size = area_of(flat, width, there, seen, stamp[0], queue, _ENOUGH)
            value = size * worth[there]
            if value > highest:
                best, highest = action, value
    return best


@compiled
def _gathers_speed(cells: Any, racer: Any, clock: int, chance: float) -> bool:
    """Whether a lively walk speeds up now, to be fast enough in the round of jumps."""
    phase = clock % JUMP_EVERY
    if phase == JUMP_EVERY - 1 and racer[SPEED] == 1:
        return bool(chance < 0.8 and _wall_to_clear(cells, racer))
    likely = 0.0
    if phase == JUMP_EVERY - 2 and racer[SPEED] == 1:
        likely = 0.4
    elif phase == JUMP_EVERY - 1 and racer[SPEED] == 2:
        likely = 0.7
    return bool(chance < likely and survives(cells, racer, _FASTER, clock))


@compiled
def _any(cells: Any, racer: Any, clock: int) -> int:
    """Any action that survives, or -1."""
    start = np.random.randint(0, _ACTIONS)
    for i in range(_ACTIONS):
        action = (start + i) % _ACTIONS
        if survives(cells, racer, action, clock):
            return int(action)
    return -1


@compiled
def _along_walls(cells: Any, racer: Any, seen: Any, queue: Any, stamp: Any) -> int:
    """The turn at speed 1 that leaves most usable, or -1 where all three ways are taken."""
    flat = cells.ravel()
    width = cells.shape[1]
    splits = _parts(flat, width, racer[Y] * width + racer[X]) > 1
    for turn in (3, 0, 1):
        place = _ahead(cells, racer, turn)
        splits = splits or (flat[place] == FREE and _parts(flat, width, place) > 1)
    best, best_score = -1, -1.0
    for turn, action in ((3, _LEFT), (0, _STRAIGHT), (1, _RIGHT)):
        place = _ahead(cells, racer, turn)
        if flat[place] != FREE:
            continue
        exits = _exits(flat, width, place)
        score = (4.0 - exits if exits > 0 else 0.0) + 1.2 * np.random.random()
        if splits:
            flat[place] = OURS
            stamp[0] += 1
            largest = 0
            for near in (place - width, place + 1, place + width, place - 1):
                if flat[near] == FREE and seen[near] != stamp[0] and largest < _ENOUGH:
                    area = area_of(flat, width, near, seen, stamp[0], queue, _ENOUGH)
                    largest = max(largest, area)
            flat[place] = FREE
            score += 0.5 * largest
        if score > best_score:
            best, best_score = action, score
    return best


@compiled
def next_action(
    cells: Any, racer: Any, clock: int, lively: bool, worth: Any, seen: Any, queue: Any,
    stamp: Any,
) -> int:  # fmt: skip
    """The next action of a walk, or -1 where it ends."""
    chance = np.random.random()
    if lively:
        if clock % JUMP_EVERY == 0 and racer[SPEED] > 1 and chance < 0.9:
            jump = _jump(cells, racer, clock, worth, seen, queue, stamp)
            if jump >= 0:
                return int(jump)
        if _gathers_speed(cells, racer, clock, chance):
            return _FASTER
    if racer[SPEED] > 1:
        if chance < 0.9 and survives(cells, racer, _SLOWER, clock):
            return _SLOWER
        return int(_any(cells, racer, clock))
    turn = _along_walls(cells, racer, seen, queue, stamp)
    if turn < 0 and survives(cells, racer, _FASTER, clock):
        return _FASTER
    return int(turn)


@compiled
def _wall_to_clear(cells: Any, racer: Any) -> bool:
    """Whether speeding up twice from speed 1 jumps a trail straight ahead."""
    flat = cells.ravel()
    here = racer[Y] * cells.shape[1] + racer[X]
    step = _ahead(cells, racer, 0) - here
    for far in (1, 2, 3):
        if flat[here + far * step] != FREE:
            return False
    last = here + 5 * step
    if last < 0 or last >= flat.shape[0]:
        return False
    return bool(flat[here + 4 * step] != FREE and flat[last] == FREE)
