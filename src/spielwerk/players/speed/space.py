"""Compiled questions about free space on a spe_ed board.

What every bot and solver asks: is a step free, how large is the area around a place, which cells
does each racer reach first, and who can get to whom. Arrays are those of the core's ``Arena``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from spielwerk.games.speed import (
    ACTIVE,
    CHANGE,
    DIRECTION,
    DX,
    DY,
    FREE,
    JUMP_EVERY,
    JUMP_SPEED,
    SPEED,
    STEPS,
    TOP_SPEED,
    TURN,
    Action,
    Arena,
    X,
    Y,
)

UNREACHED = 30_000
"""The number of rounds to a cell that nobody reaches."""
_WALL = 254
"""What the border of a walled board is made of: neither free nor a collision."""
_TAKEN = 255
"""The owner of a cell that is not free."""

compiled = njit(cache=True, nogil=True)


@compiled
def step_is_free(cells: Any, x: int, y: int, direction: int, speed: int, clock: int) -> bool:
    """Whether a racer standing there can make this step without touching a trail or the edge."""
    height, width = cells.shape
    dx, dy = DX[direction], DY[direction]
    end_x, end_y = x + dx * speed, y + dy * speed
    if end_x < 0 or end_y < 0 or end_x >= width or end_y >= height:
        return False
    if clock % JUMP_EVERY == 0 and speed >= JUMP_SPEED:
        return bool(cells[y + dy, x + dx] == FREE and cells[end_y, end_x] == FREE)
    for step in range(1, speed + 1):  # noqa: SIM110, compiled code has no generators
        if cells[y + dy * step, x + dx * step] != FREE:
            return False
    return True


@compiled
def lands(racer: Any, action: int) -> tuple[int, int, int, int]:
    """Where an action takes a racer: x, y, direction and speed, whatever is in the way."""
    direction = (racer[DIRECTION] + TURN[action]) & 3
    speed = racer[SPEED] + CHANGE[action]
    dx, dy = DX[direction], DY[direction]
    return racer[X] + dx * speed, racer[Y] + dy * speed, direction, speed


@compiled
def survives(cells: Any, racer: Any, action: int, clock: int) -> bool:
    """Whether a racer lives through an action if nobody else moves."""
    _x, _y, direction, speed = lands(racer, action)
    if speed < 1 or speed > TOP_SPEED:
        return False
    return bool(step_is_free(cells, racer[X], racer[Y], direction, speed, clock))


@compiled
def _area(cells: Any, x: int, y: int) -> int:
    height, width = cells.shape
    seen = np.zeros((height, width), np.bool_)
    queue = np.empty(height * width, np.int32)
    queue[0] = y * width + x
    seen[y, x] = True
    head, tail = 0, 1
    while head < tail:
        place = queue[head]
        head += 1
        px, py = place % width, place // width
        for dx, dy in STEPS:
            nx, ny = px + dx, py + dy
            if 0 <= nx < width and 0 <= ny < height and not seen[ny, nx]:
                seen[ny, nx] = True
                if cells[ny, nx] == FREE:
                    queue[tail] = ny * width + nx
                    tail += 1
    return tail - 1


def walled(arena: Arena) -> Arena:
    """The position with a wall around the board, so that searches need not watch the edge.

    Whoever leaves the board runs into the wall instead; everything else stays as it is.
    """
    height, width = arena.cells.shape
    cells = np.full((height + 2, width + 2), _WALL, np.uint8)
    cells[1:-1, 1:-1] = arena.cells
    racers = arena.racers.copy()
    racers[:, X] += 1
    racers[:, Y] += 1
    return Arena(cells, racers, arena.clock.copy())


@compiled
def claim(cells: Any, racers: Any, owner: Any, queue: Any, sizes: Any) -> int:
    """Who reaches which free cell of a walled board first, all being equally quick.

    Writes for each cell the row of that racer plus one (``owner``), 0 where nobody comes and
    ``_TAKEN`` on trails, and for each racer how many cells are its own (``sizes``). ``queue`` is
    room for as many places as there are cells. Returns how many cells it looked at.
    Speed does not count: it is gained and lost quickly, and the hurried use up what they reach.
    """
    flat = cells.ravel()
    for place in range(flat.size):
        owner[place] = 0 if flat[place] == FREE else _TAKEN
    sizes[:] = 0
    # Numbers without a sign spare compiled code the question whether they count from the end.
    one, width = np.uint32(1), np.uint32(cells.shape[1])
    head, tail = np.uint32(0), np.uint32(0)
    for k in range(racers.shape[0]):
        if racers[k, ACTIVE]:
            queue[tail] = racers[k, Y] * cells.shape[1] + racers[k, X]
            owner[queue[tail]] = k + 1
            sizes[k] = -1
            tail += one
    while head < tail:
        here = np.uint32(queue[head])
        head += one
        k = owner[here]
        for near in (here - width, here + one, here + width, here - one):
            if owner[near] == 0:
                owner[near] = k
                queue[tail] = near
                tail += one
    for place in queue[:tail]:
        sizes[owner[np.uint32(place)] - 1] += 1
    return int(tail)


def territory(board: Arena) -> NDArray[np.uint8]:
    """For each cell of a walled board the number of the racer who reaches it first, or 0."""
    size = board.cells.size
    owner = np.zeros(size, np.uint8)
    sizes = np.zeros(len(board.racers), np.int32)
    claim(board.cells, board.racers, owner, np.zeros(size, np.int32), sizes)
    owner[owner == _TAKEN] = 0
    return owner.reshape(board.cells.shape)


def survivable(arena: Arena, k: int) -> list[int]:
    """The actions racer ``k`` (a row, from 0) lives through if nobody else moves."""
    clock = int(arena.clock[0])
    racer = arena.racers[k]
    return [a for a in range(len(Action)) if survives(arena.cells, racer, a, clock)]


def area_after(arena: Arena, k: int, action: int) -> int:
    """The free cells connected to where a survivable action takes racer ``k``."""
    x, y, _, _ = lands(arena.racers[k], action)
    return int(_area(arena.cells, x, y))
