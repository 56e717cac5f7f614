"""Backward and bidirectional path search: from places one would like to reach to where one is.

A best-first search steps back from a random free cell until it meets a known path, whose end it
then extends to the cell. Known paths are kept by their last state (place, direction, speed and
phase of the jump), so every find makes the next one easier. Backward search knows one path at the
beginning, bidirectional search a net of paths from a forward search of a few rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed import CHANGE, FREE, JUMP_EVERY, JUMP_SPEED, TOP_SPEED, TURN
from spielwerk.players.speed.graph import Graph, Paths, arrays
from spielwerk.players.speed.space import compiled, step_is_free
from spielwerk.players.speed.steps import (
    DIRECTION,
    JUMP,
    LEVEL,
    PARENT,
    SPEED,
    CellOdds,
    X,
    Y,
    meet,
    rate,
)

_SLOTS = 1 << 21
"""More than the states of an official board, so that each has a slot of its own there."""
_TRIES = 256
"""Steps back from one cell before the search gives it up."""
_PHASE = 7
"""In the search's own steps, the column after those of a path: the phase after the step."""


@dataclass(frozen=True, slots=True)
class BackwardPaths(Paths):
    """Paths found by stepping back from random cells to what a net of known paths reaches."""

    known: NDArray[np.int32]
    """By a state's slot: a path that may end so. Looking there tells whether it does."""
    net: int
    """How many rounds the forward search casts the net; 0 for backward search."""

    @classmethod
    def casting(cls, capacity: int, net: int) -> BackwardPaths:
        """Room for so many paths."""
        return cls(*arrays(capacity), np.zeros(_SLOTS, np.int32), net)

    def extend(
        self,
        graph: Graph,
        clock: int,
        odds: CellOdds,
        portion: int,
    ) -> bool:
        """Cast the net first, then step back about ``portion`` times; False when full."""
        head, tail = self.ends[:2]
        if head < tail and self.steps[head, LEVEL] < self.net:
            return Paths.extend(self, graph, clock, odds, portion) or tail > head
        more: bool = _step_back(
            graph.cells, clock, *odds, portion, self.steps, self.ends,
            self.success, self.cut_off, self.known,
        )  # fmt: skip
        return more


@compiled
def _slot(step: Any, phase: int, width: int) -> int:
    cell = step[Y] * width + step[X]
    state = ((cell * 4 + step[DIRECTION]) * TOP_SPEED + step[SPEED] - 1) * JUMP_EVERY + phase
    return int(state % _SLOTS)


@compiled
def _known_row(known: Any, steps: Any, count: int, step: Any, width: int, clock: int) -> int:
    """The path that ends in a state, or -1. Entries of earlier searches give themselves away."""
    row = known[_slot(step, step[_PHASE], width)]
    if row >= count:
        return -1
    path = steps[row]
    same = (
        path[X] == step[X]
        and path[Y] == step[Y]
        and path[DIRECTION] == step[DIRECTION]
        and path[SPEED] == step[SPEED]
        and (clock + path[LEVEL]) % JUMP_EVERY == step[_PHASE]
    )
    return int(row) if same else -1


@compiled
def _crosses(steps: Any, row: int, pool: Any, node: int) -> bool:
    """Whether the way from a node of the search to its cell touches a known path."""
    while row >= 0:
        tail = pool[node, PARENT]
        while tail >= 0:
            if meet(steps[row], pool[tail]):
                return True
            tail = pool[tail, PARENT]
        row = steps[row, PARENT]
    return False


@compiled
def _touches_itself(pool: Any, node: int) -> bool:
    tail = pool[node, PARENT]
    while tail >= 0:
        if meet(pool[node], pool[tail]):
            return True
        tail = pool[tail, PARENT]
    return False


@compiled
def _append(
    pool: Any, node: int, row: int, clock: int, probability: Any, first: Any, safety: Any,
    steps: Any, ends: Any, success: Any, cut_off: Any, known: Any, width: int,
) -> None:  # fmt: skip
    """Extend a known path by the way from a node to its cell."""
    tail = pool[node, PARENT]
    while tail >= 0 and ends[1] < steps.shape[0]:
        new = ends[1]
        step = steps[new]
        step[:LEVEL] = pool[tail, :LEVEL]
        step[LEVEL] = steps[row, LEVEL] + 1
        step[PARENT] = row
        safe, cut = rate(step, probability, first, safety)
        success[new] = success[row] * safe
        cut_off[new] = max(cut_off[row], cut)
        phase = (clock + step[LEVEL]) % JUMP_EVERY
        known[_slot(step, phase, width)] = new
        ends[1] += 1
        row = new
        tail = pool[tail, PARENT]


@compiled
def _register(steps: Any, count: int, clock: int, known: Any, width: int) -> None:
    for row in range(count):
        path = steps[row]
        phase = (clock + path[LEVEL]) % JUMP_EVERY
        known[_slot(path, phase, width)] = row


@compiled
def _targets(pool: Any, x: int, y: int) -> int:
    """Ways to arrive at a cell, one from each direction; how many."""
    for direction in range(4):
        node = pool[direction]
        node[X], node[Y], node[DIRECTION] = x, y, direction
        node[SPEED] = np.random.randint(1, 5)
        node[_PHASE] = np.random.randint(0, JUMP_EVERY)
        node[LEVEL], node[PARENT] = 0, -1
    return 4


@compiled
def _comes_from(cells: Any, pool: Any, here: int) -> tuple[int, int, int]:
    """Where and in which phase the step to a node begins; -1 where it cannot be made."""
    height, width = cells.shape
    node = pool[here]
    phase = (node[_PHASE] + JUMP_EVERY - 1) % JUMP_EVERY
    heading, pace = node[DIRECTION], node[SPEED]
    x = node[X] - pace * (1 if heading == 1 else (-1 if heading == 3 else 0))
    y = node[Y] - pace * (1 if heading == 2 else (-1 if heading == 0 else 0))
    if x < 0 or y < 0 or x >= width or y >= height:
        return -1, -1, -1
    node[JUMP] = 1 if phase == 0 and pace >= JUMP_SPEED else 0
    if not step_is_free(cells, x, y, heading, pace, phase) or _touches_itself(pool, here):
        return -1, -1, -1
    return x, y, phase


@compiled
def _back_from(
    cells: Any, clock: int, probability: Any, first: Any, safety: Any, steps: Any, ends: Any,
    success: Any, cut_off: Any, known: Any, pool: Any, nodes: int,
) -> int:  # fmt: skip
    """Step back from the nodes of a cell until a known path is met and extended; steps made."""
    width = cells.shape[1]
    queue = [(0.0, node) for node in range(nodes)]
    tries = 0
    while len(queue) > 0 and tries < _TRIES:
        tries += 1
        _priority, here = heappop(queue)
        x, y, phase = _comes_from(cells, pool, here)
        if phase < 0:
            continue
        for action in range(5):
            turn = -TURN[action]
            speed = pool[here, SPEED] - CHANGE[action]
            if speed < 1 or speed > TOP_SPEED or nodes >= pool.shape[0]:
                continue
            back = pool[nodes]
            back[X], back[Y], back[DIRECTION] = x, y, (pool[here, DIRECTION] + turn) & 3
            back[SPEED], back[_PHASE] = speed, phase
            back[LEVEL], back[PARENT] = pool[here, LEVEL] + 1, here
            row = _known_row(known, steps, ends[1], back, width, clock)
            if row >= 0 and not _crosses(steps, row, pool, nodes):
                _append(
                    pool, nodes, row, clock, probability, first, safety, steps, ends, success,
                    cut_off, known, width,
                )  # fmt: skip
                return tries
            apart = abs(x - steps[0, X]) + abs(y - steps[0, Y])
            heappush(queue, (apart + 2.0 * back[LEVEL], nodes))
            nodes += 1
    return tries


@compiled
def _step_back(
    cells: Any, clock: int, probability: Any, first: Any, safety: Any, portion: int, steps: Any,
    ends: Any, success: Any, cut_off: Any, known: Any,
) -> bool:  # fmt: skip
    height, width = cells.shape
    if ends[0] < ends[1]:
        _register(steps, ends[1], clock, known, width)
    ends[2] += 1
    np.random.seed(ends[2] + 7919 * clock)
    pool = np.zeros((5 * _TRIES + 8, _PHASE + 1), np.int32)
    spent = 0
    while spent < portion and ends[1] + _TRIES < steps.shape[0]:
        spent += 1
        x, y = np.random.randint(0, width), np.random.randint(0, height)
        if cells[y, x] == FREE:
            spent += _back_from(
                cells, clock, probability, first, safety, steps, ends, success, cut_off, known,
                pool, _targets(pool, x, y),
            )  # fmt: skip
    ends[0] = ends[1]
    return bool(ends[1] + _TRIES < steps.shape[0])
