"""Living long when alone: filling an area that nobody else can reach, compiled.

Slow down, then walk so that as much of the area as possible stays usable. A depth-first search
over the next steps looks for the walk after which most rounds can still be survived; the bound
for what is left knows that a walk on a chequered board alternates colours.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed.compiled import ACTIVE, DIRECTION, SPEED, Arena, X, Y
from spielwerk.games.speed.rules import FREE, TOP_SPEED
from spielwerk.players.speed.space import compiled, step_is_free

__all__ = ["prospects", "secluded"]


def secluded(owner: NDArray[np.int32], rounds: NDArray[np.int32], arena: Arena, k: int) -> bool:
    """Whether no other racer can get into racer ``k``'s area, not even by jumping a wall.

    ``owner`` and ``rounds`` are those of :func:`.space.claims`. A jump crosses at most
    ``TOP_SPEED - 2`` cells, so whoever has free cells that near to ours, in a straight line, counts
    as able to come.
    """
    return bool(_secluded(arena.cells, arena.racers, owner, k))


def prospects(arena: Arena, k: int, depth: int) -> NDArray[np.float64]:
    """For each action of racer ``k``: how many rounds it may still live, or -1 if it dies now."""
    worth = np.full(5, -1.0)
    _prospects(arena.cells.copy(), arena.racers[k].copy(), int(arena.clock[0]), depth, worth)
    return worth


@compiled
def _secluded(cells: Any, racers: Any, owner: Any, k: int) -> bool:
    height, width = cells.shape
    for y in range(height):
        for x in range(width):
            if owner[y, x] != k:
                continue
            for direction in range(4):
                dx = 1 if direction == 1 else (-1 if direction == 3 else 0)
                dy = 1 if direction == 2 else (-1 if direction == 0 else 0)
                for step in range(1, TOP_SPEED):
                    nx, ny = x + dx * step, y + dy * step
                    if nx < 0 or ny < 0 or nx >= width or ny >= height:
                        break
                    if cells[ny, nx] == FREE and owner[ny, nx] != k:
                        return False
                    for other in range(racers.shape[0]):
                        near = racers[other, X] == nx and racers[other, Y] == ny
                        if near and other != k and racers[other, ACTIVE]:
                            return False
    return True


@compiled
def _room(cells: Any, x: int, y: int, seen: Any, mark: int, queue: Any) -> float:
    """An upper bound for the length of a walk from a place, with a small reward for tidiness."""
    height, width = cells.shape
    queue[0] = y * width + x
    seen[y, x] = mark
    head, tail = 0, 1
    same, other, edges = 0, 0, 0
    colour = (x + y) & 1
    while head < tail:
        px, py = queue[head] % width, queue[head] // width
        head += 1
        for direction in range(4):
            nx = px + (1 if direction == 1 else (-1 if direction == 3 else 0))
            ny = py + (1 if direction == 2 else (-1 if direction == 0 else 0))
            if nx < 0 or ny < 0 or nx >= width or ny >= height or cells[ny, nx] != FREE:
                continue
            edges += 1
            if seen[ny, nx] != mark:
                seen[ny, nx] = mark
                if (nx + ny) & 1 == colour:
                    same += 1
                else:
                    other += 1
                queue[tail] = ny * width + nx
                tail += 1
    steps = 2 * same + 1 if other > same else 2 * other
    return steps + edges / (4.0 * (same + other) + 1.0)


@compiled
def _best(
    cells: Any,
    x: int,
    y: int,
    facing: int,
    clock: int,
    depth: int,
    seen: Any,
    mark: Any,
    queue: Any,
) -> float:
    """The rounds that the best walk at speed 1 from here may last."""
    if depth == 0:
        mark[0] += 1
        return float(_room(cells, x, y, seen, mark[0], queue))
    best = 0.0
    for turn in (3, 0, 1):
        direction = (facing + turn) & 3
        if step_is_free(cells, x, y, direction, 1, clock):
            nx = x + (1 if direction == 1 else (-1 if direction == 3 else 0))
            ny = y + (1 if direction == 2 else (-1 if direction == 0 else 0))
            cells[ny, nx] = 9
            value = 1.0 + _best(cells, nx, ny, direction, clock + 1, depth - 1, seen, mark, queue)
            cells[ny, nx] = FREE
            best = max(best, value)
    return best


@compiled
def _prospects(cells: Any, racer: Any, clock: int, depth: int, worth: Any) -> None:
    height, width = cells.shape
    seen = np.zeros((height, width), np.int32)
    mark = np.zeros(1, np.int32)
    queue = np.empty(height * width, np.int32)
    for action in range(5):
        direction, speed = racer[DIRECTION], racer[SPEED]
        if action == 0:
            direction = (direction + 3) & 3
        elif action == 1:
            direction = (direction + 1) & 3
        elif action == 2:
            speed -= 1
        elif action == 3:
            speed += 1
        if speed < 1 or speed > TOP_SPEED:
            continue
        if not step_is_free(cells, racer[X], racer[Y], direction, speed, clock):
            continue
        dx = 1 if direction == 1 else (-1 if direction == 3 else 0)
        dy = 1 if direction == 2 else (-1 if direction == 0 else 0)
        jumps = clock % 6 == 0 and speed >= 3
        x, y = racer[X], racer[Y]
        for step in range(1, speed + 1):
            if not jumps or step == 1 or step == speed:
                cells[y + dy * step, x + dx * step] = 9
        ex, ey = x + dx * speed, y + dy * speed
        # Speed costs cells every round until it is shed again.
        burden = (speed - 1) * speed / 2.0
        worth[action] = 1.0 + _best(cells, ex, ey, direction, clock + 1, depth, seen, mark, queue)
        worth[action] -= burden
        for step in range(1, speed + 1):
            if not jumps or step == 1 or step == speed:
                cells[y + dy * step, x + dx * step] = FREE
