"""Compiled questions about free space on a spe_ed board.

What every bot and solver asks: is a step free, how large is the area around a place, and which
cells does each racer reach first. Arrays are those of the compiled core's ``Arena``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from spielwerk.games.speed.compiled import ACTIVE, DIRECTION, SPEED, Arena, X, Y
from spielwerk.games.speed.rules import FREE, JUMP_EVERY, JUMP_SPEED, TOP_SPEED, Action

__all__ = ["UNREACHED", "area_after", "claims", "lands", "step_is_free", "survivable", "territory"]

UNREACHED = 30_000
"""The number of rounds to a cell that nobody reaches."""

compiled = njit(cache=True, nogil=True)


@compiled
def step_is_free(cells: Any, x: int, y: int, direction: int, speed: int, clock: int) -> bool:
    """Whether a racer standing there can make this step without touching a trail or the edge."""
    height, width = cells.shape
    dx = 1 if direction == 1 else (-1 if direction == 3 else 0)
    dy = 1 if direction == 2 else (-1 if direction == 0 else 0)
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
    direction = racer[DIRECTION]
    speed = racer[SPEED]
    if action == 0:
        direction = (direction + 3) & 3
    elif action == 1:
        direction = (direction + 1) & 3
    elif action == 2:
        speed -= 1
    elif action == 3:
        speed += 1
    dx = 1 if direction == 1 else (-1 if direction == 3 else 0)
    dy = 1 if direction == 2 else (-1 if direction == 0 else 0)
    return racer[X] + dx * speed, racer[Y] + dy * speed, direction, speed


@compiled
def _survives(cells: Any, racer: Any, action: int, clock: int) -> bool:
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
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            nx, ny = px + dx, py + dy
            if 0 <= nx < width and 0 <= ny < height and not seen[ny, nx]:
                seen[ny, nx] = True
                if cells[ny, nx] == FREE:
                    queue[tail] = ny * width + nx
                    tail += 1
    return tail - 1


@compiled
def territory(cells: Any, racers: Any, rounds: Any, owner: Any, fronts: Any, sizes: Any) -> None:
    """Who reaches which free cell first, if everybody kept their speed and could turn at will.

    Writes for each cell the rounds it takes the quickest (``rounds``) and the row of that racer,
    or -1 where two are equally quick (``owner``); ``sizes`` gets the cells of each racer.
    Everybody's front moves by their speed, so the quick ones claim more. ``fronts`` is room for
    one row of cells a racer.
    """
    height, width = cells.shape
    players = racers.shape[0]
    rounds[:] = UNREACHED
    owner[:] = -1
    sizes[:] = 0
    first = np.zeros(players, np.int32)
    last = np.zeros(players, np.int32)
    for k in range(players):
        if racers[k, ACTIVE]:
            fronts[k, 0] = racers[k, Y] * width + racers[k, X]
            last[k] = 1
    time = 0
    growing = True
    while growing:
        growing = False
        time += 1
        for k in range(players):
            for _ in range(racers[k, SPEED]):
                end = last[k]
                tail = end
                for index in range(first[k], end):
                    px, py = fronts[k, index] % width, fronts[k, index] // width
                    for direction in range(4):
                        nx = px + (1 if direction == 1 else (-1 if direction == 3 else 0))
                        ny = py + (1 if direction == 2 else (-1 if direction == 0 else 0))
                        if nx < 0 or ny < 0 or nx >= width or ny >= height:
                            continue
                        if cells[ny, nx] != FREE or rounds[ny, nx] < time:
                            continue
                        if rounds[ny, nx] == time:
                            if owner[ny, nx] >= 0 and owner[ny, nx] != k:
                                sizes[owner[ny, nx]] -= 1
                                owner[ny, nx] = -1
                            continue
                        rounds[ny, nx] = time
                        owner[ny, nx] = k
                        sizes[k] += 1
                        fronts[k, tail] = ny * width + nx
                        tail += 1
                first[k], last[k] = end, tail
                growing = growing or tail > end


def survivable(arena: Arena, k: int) -> list[int]:
    """The actions racer ``k`` (a row, from 0) lives through if nobody else moves."""
    clock = int(arena.clock[0])
    racer = arena.racers[k]
    return [a for a in range(len(Action)) if _survives(arena.cells, racer, a, clock)]


def area_after(arena: Arena, k: int, action: int) -> int:
    """The free cells connected to where a survivable action takes racer ``k``."""
    x, y, _, _ = lands(arena.racers[k], action)
    return int(_area(arena.cells, x, y))


def claims(arena: Arena) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Rounds, owners and sizes of :func:`territory`, in arrays of their own."""
    shape = arena.cells.shape
    players = len(arena.racers)
    rounds = np.empty(shape, np.int32)
    owner = np.empty(shape, np.int32)
    sizes = np.empty(players, np.int32)
    fronts = np.empty((players, arena.cells.size), np.int32)
    territory(arena.cells, arena.racers, rounds, owner, fronts, sizes)
    return rounds, owner, sizes
