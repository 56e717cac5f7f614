"""How a walk that wants to live long goes on: one step at a time, compiled.

It brakes, hugs walls, and turns to the larger side wherever it would cut an area in two; one with
vigour gathers speed for the sixth round and jumps where it lands in a larger area. Boards are
walled and marked in place; whoever walks erases what was marked.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielwerk.games.speed.compiled import DIRECTION, SPEED, X, Y
from spielwerk.games.speed.rules import FREE, JUMP_EVERY, JUMP_SPEED
from spielwerk.players.speed.space import compiled, lands, survives

__all__ = ["choose", "erase", "move", "run_up"]

_ACTIONS = 5
_LEFT, _RIGHT, _SLOWER, _FASTER, _STRAIGHT = range(_ACTIONS)
_OURS = 9
"""Marks the cells of the walk under way; no trail has this number."""
_ENOUGH = 800
"""Free cells beyond which an area need not be counted."""
_RUN_UPS = 150
"""How many run-ups to a jump are tried."""


@compiled
def move(cells: Any, racer: Any, action: int, clock: int, marked: Any, count: int) -> int:
    """Make a survivable step and write down the marked cells; the new number of them."""
    width = cells.shape[1]
    flat = cells.ravel()
    x, y, direction, speed = lands(racer, action)
    dx = 1 if direction == 1 else (-1 if direction == 3 else 0)
    dy = 1 if direction == 2 else (-1 if direction == 0 else 0)
    jumps = clock % JUMP_EVERY == 0 and speed >= JUMP_SPEED
    for step in range(1, speed + 1):
        if not jumps or step == 1 or step == speed:
            place = (racer[Y] + dy * step) * width + racer[X] + dx * step
            flat[place] = _OURS
            marked[count] = place
            count += 1
    racer[X], racer[Y], racer[DIRECTION], racer[SPEED] = x, y, direction, speed
    return count


@compiled
def _ahead(cells: Any, racer: Any, turn: int) -> int:
    """The place next to a racer after a turn."""
    direction = (racer[DIRECTION] + turn) & 3
    dx = 1 if direction == 1 else (-1 if direction == 3 else 0)
    dy = 1 if direction == 2 else (-1 if direction == 0 else 0)
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
def _area(flat: Any, width: int, place: int, seen: Any, stamp: int, queue: Any, enough: int) -> int:
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
def _jump(cells: Any, racer: Any, clock: int, seen: Any, queue: Any, stamp: Any) -> int:
    """The jump over a trail into the largest area, or -1 where none is larger than the present."""
    flat = cells.ravel()
    width = cells.shape[1]
    here = racer[Y] * width + racer[X]
    best, largest = -1, 0
    for action in range(_ACTIONS):
        turn = 3 if action == 0 else (1 if action == 1 else 0)
        speed = racer[SPEED] + (-1 if action == 2 else (1 if action == 3 else 0))
        if speed < JUMP_SPEED or not survives(cells, racer, action, clock):
            continue
        step = _ahead(cells, racer, turn) - here
        crosses = False
        for far in range(2, speed):
            crosses = crosses or flat[here + far * step] != FREE
        if crosses:
            stamp[0] += 1
            area = _area(flat, width, here + speed * step, seen, stamp[0], queue, _ENOUGH)
            if area > largest:
                best, largest = action, area
    for near in (here - width, here + 1, here + width, here - 1):
        if best >= 0 and flat[near] == FREE:
            stamp[0] += 1
            if _area(flat, width, near, seen, stamp[0], queue, _ENOUGH) >= largest:
                best = -1
    return best


@compiled
def _gathers_speed(cells: Any, racer: Any, wait: int, vigour: int, restless: float) -> bool:
    """Whether a walk speeds up now, to be fast enough in the round of jumps."""
    if wait == 1 and racer[SPEED] == 1:
        return bool(np.random.random() < (0.8 if _wall_to_clear(cells, racer) else 0.3 * restless))
    begun = racer[SPEED] > 1
    return bool(racer[SPEED] < vigour - wait and np.random.random() < (0.8 if begun else restless))


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
            flat[place] = _OURS
            largest = 0
            for near in (place - width, place + 1, place + width, place - 1):
                if flat[near] == FREE:
                    stamp[0] += 1
                    area = _area(flat, width, near, seen, stamp[0], queue, _ENOUGH)
                    largest = max(largest, area)
            flat[place] = FREE
            score += 0.5 * largest
        if score > best_score:
            best, best_score = action, score
    return best


@compiled
def choose(
    cells: Any, racer: Any, clock: int, vigour: int, restless: float, seen: Any, queue: Any,
    stamp: Any,
) -> int:  # fmt: skip
    """The next action of a walk, or -1 where it ends."""
    chance = np.random.random()
    if vigour >= JUMP_SPEED:
        wait = (JUMP_EVERY - clock % JUMP_EVERY) % JUMP_EVERY
        if wait == 0 and racer[SPEED] > 1 and chance < 0.9:
            jump = _jump(cells, racer, clock, seen, queue, stamp)
            if jump >= 0:
                return int(jump)
        if (
            wait > 0
            and _gathers_speed(cells, racer, wait, vigour, restless)
            and survives(cells, racer, _FASTER, clock)
        ):
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


@compiled
def erase(flat: Any, marked: Any, since: int, count: int) -> None:
    """Take back the cells of steps."""
    for i in range(since, count):
        flat[marked[i]] = FREE


@compiled
def run_up(
    cells: Any, runner: Any, clock: int, walk: Any, length: int, marked: Any, count: int,
    seen: Any, queue: Any, stamp: Any,
) -> int:  # fmt: skip
    """Look for a run-up to a jump into a larger area, and continue ``walk`` by it; its new length.

    Such run-ups are rare and short, so many are tried.
    """
    start = runner.copy()
    wait = (JUMP_EVERY - (clock + length) % JUMP_EVERY) % JUMP_EVERY
    for _ in range(_RUN_UPS):
        rounds, used = length, count
        jump_at = length + wait + JUMP_EVERY * np.random.randint(0, 2)
        while rounds <= jump_at and rounds < walk.shape[0]:
            now = clock + rounds
            if rounds == jump_at:
                action = _jump(cells, runner, now, seen, queue, stamp)
            elif (
                jump_at - rounds < JUMP_SPEED + 1
                and np.random.random() < 0.5
                and survives(cells, runner, _FASTER, now)
            ):
                action = _FASTER
            else:
                action = _any(cells, runner, now)
            if action < 0:
                break
            walk[rounds] = action
            used = move(cells, runner, action, now, marked, used)
            rounds += 1
        erase(cells.ravel(), marked, count, used)
        runner[:] = start
        if rounds > jump_at:
            return int(rounds)
    return length
