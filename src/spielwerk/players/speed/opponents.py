"""Where opponents may be soon: the probability and minimum-step matrices of the 2021 solver.

For each opponent a recursive forward search of fixed depth assumes that every survivable action is
equally likely. A cell's probability is the sum over all ways to pass it; its minimum step is the
first round in which it can be passed. Cells beyond the search get a small floor and are reached by
flooding. Several opponents are combined by the largest probability and the smallest step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
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
    TOP_SPEED,
    TURN,
    Arena,
    X,
    Y,
)
from spielwerk.players.speed.space import UNREACHED, compiled, step_is_free

_TAKEN = 200
"""Marks a cell of the path under consideration; no trail has this number."""


def outlook(arena: Arena, k: int, depth: int = 6) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """The combined matrices of all living opponents of racer ``k``."""
    shape = arena.cells.shape
    probability = np.zeros(shape, np.float32)
    steps = np.full(shape, UNREACHED, np.int32)
    for row in range(len(arena.racers)):
        if row == k or not arena.racers[row, ACTIVE]:
            continue
        alone = np.zeros(shape, np.float32)
        first = np.full(shape, UNREACHED, np.int32)
        _visit(
            arena.cells.copy(),
            int(arena.racers[row, X]),
            int(arena.racers[row, Y]),
            int(arena.racers[row, DIRECTION]),
            int(arena.racers[row, SPEED]),
            int(arena.clock[0]),
            1,
            depth,
            1.0,
            alone,
            first,
        )
        _flood(arena.cells, first)
        np.maximum(probability, alone, out=probability)
        np.minimum(steps, first, out=steps)
    probability[probability == 0] = 5.0 ** -(depth + 1)
    return probability, steps


@compiled
def _mark(cells: Any, x: int, y: int, direction: int, speed: int, clock: int, value: int) -> None:
    dx, dy = DX[direction], DY[direction]
    jumps = clock % JUMP_EVERY == 0 and speed >= JUMP_SPEED
    for step in range(1, speed + 1):
        if not jumps or step == 1 or step == speed:
            cells[y + dy * step, x + dx * step] = value


@compiled
def _visit(
    cells: Any,
    x: int,
    y: int,
    direction: int,
    speed: int,
    clock: int,
    level: int,
    depth: int,
    likely: float,
    probability: Any,
    first: Any,
) -> None:
    ways = 0
    for action in range(5):
        heading = (direction + TURN[action]) & 3
        pace = speed + CHANGE[action]
        if 1 <= pace <= TOP_SPEED and step_is_free(cells, x, y, heading, pace, clock):
            ways += 1
    if ways == 0:
        return
    share = likely / ways
    for action in range(5):
        heading = (direction + TURN[action]) & 3
        pace = speed + CHANGE[action]
        if not (1 <= pace <= TOP_SPEED and step_is_free(cells, x, y, heading, pace, clock)):
            continue
        dx, dy = DX[heading], DY[heading]
        jumps = clock % JUMP_EVERY == 0 and pace >= JUMP_SPEED
        for step in range(1, pace + 1):
            if not jumps or step == 1 or step == pace:
                px, py = x + dx * step, y + dy * step
                probability[py, px] += share
                first[py, px] = min(first[py, px], level)
        if level < depth:
            _mark(cells, x, y, heading, pace, clock, _TAKEN)
            _visit(
                cells,
                x + dx * pace,
                y + dy * pace,
                heading,
                pace,
                clock + 1,
                level + 1,
                depth,
                share,
                probability,
                first,
            )
            _mark(cells, x, y, heading, pace, clock, FREE)


@compiled
def _flood(cells: Any, first: Any) -> None:
    """Extend the steps to free cells beyond the search, from neighbour to neighbour."""
    height, width = cells.shape
    queue = np.empty(height * width, np.int32)
    tail = 0
    for y in range(height):
        for x in range(width):
            if first[y, x] != UNREACHED:
                queue[tail] = y * width + x
                tail += 1
    head = 0
    while head < tail:
        px, py = queue[head] % width, queue[head] // width
        head += 1
        for direction in range(4):
            nx = px + (1 if direction == 1 else (-1 if direction == 3 else 0))
            ny = py + (1 if direction == 2 else (-1 if direction == 0 else 0))
            if nx < 0 or ny < 0 or nx >= width or ny >= height:
                continue
            if cells[ny, nx] == FREE and first[ny, nx] == UNREACHED:
                first[ny, nx] = first[py, px] + 1
                queue[tail] = ny * width + nx
                tail += 1
