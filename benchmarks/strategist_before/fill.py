"""Living long: walks that use up free cells as slowly as possible, compiled.

Random walks that brake, hug walls, and turn to the larger side wherever they would cut an area in
two; lively ones gather speed for the sixth round and jump where they land in a larger area. The one
that lets us live longest is kept for each action, and most tries only walk its end anew. It is a
plan that can be followed to its end, and the next round begins with what is left of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.strategist_before.space import compiled, contested, lands, survives
from spielwerk.games.speed import (
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

LONGEST = 250
"""Rounds after which a walk is long enough."""

_ACTIONS = 5
_LEFT, _RIGHT, _SLOWER, _FASTER, _STRAIGHT = range(_ACTIONS)
_OURS = 9
"""Marks the cells of the walk under way; no trail has this number."""
_DOUBT = 8
"""How many tries it takes for a mean to count for itself as much as the mean of all."""
_ENOUGH = 800
"""Free cells beyond which an area need not be counted."""
_USABLE = 0.8
"""The part of the cells left after a walk that can still be used."""
_CONTESTED = 0.3
"""What a round counts that ends on a cell a rival may take before us."""


@dataclass(frozen=True, slots=True)
class Walks:
    """The longest walks found so far on a walled board, one for each first action."""

    rounds: NDArray[np.int32]
    """How many rounds each survives, its first one included; 0 if none is known."""
    used: NDArray[np.int32]
    """How many cells each uses up."""
    actions: NDArray[np.int8]
    """Row by first action."""
    life: NDArray[np.float64]
    """Rounds we may live: those of the walk, and if it ends because it is long enough also most of
    the cells that are left then. Without them all walks would be alike while there is plenty.
    Where a rival may be first they count less."""
    fresh: NDArray[np.int32]
    """For each first action: walks tried from the beginning, and the sum of their lives."""
    contested: NDArray[np.bool_] = field(repr=False)
    """For each cell, row by row, whether a rival may take it before us."""
    scratch: tuple[Any, ...] = field(repr=False)

    @classmethod
    def room(cls, board: Arena, k: int) -> Walks:
        """No walks yet of racer ``k``."""
        size = board.cells.size
        scratch = (
            np.zeros(LONGEST, np.int8),
            np.zeros(LONGEST * TOP_SPEED, np.int32),
            np.zeros(size, np.int32),
            np.zeros(size, np.int32),
            np.zeros(1, np.int32),
        )
        none = np.zeros(_ACTIONS, np.int32)
        return cls(
            none,
            none.copy(),
            np.zeros((_ACTIONS, LONGEST), np.int8),
            np.zeros(_ACTIONS),
            np.zeros((_ACTIONS, 2), np.int32),
            contested(board, k),
            scratch,
        )

    @property
    def typical(self) -> NDArray[np.float64]:
        """How long we live on the average after a walk that begins with each action.

        It tells a wide way from a narrow one: where few walks last long, one move of an opponent
        can spoil the longest. Few tries say little, so each is drawn towards the mean of all.
        """
        tries, lives = self.fresh[:, 0], self.fresh[:, 1]
        mean = lives.sum() / max(1, tries.sum())
        return np.asarray((lives + _DOUBT * mean) / (tries + _DOUBT), np.float64)

    def plan(self, first: int) -> list[int]:
        """The actions of the longest walk that begins with one."""
        return [int(action) for action in self.actions[first, : self.rounds[first]]]

    def places(self, board: Arena, k: int, first: int) -> list[tuple[int, int]]:
        """The cells of that walk in the order of marking, as x and y without the wall."""
        plan = self.actions[first, : self.rounds[first]]
        _rounds, count, _life = self._retrace(board, k, plan)
        marked = self.scratch[1]
        width = board.cells.shape[1]
        return [(int(p) % width - 1, int(p) // width - 1) for p in marked[:count]]

    def follow(self, board: Arena, k: int, plan: Sequence[int]) -> None:
        """Begin with a plan, as far as it is still possible."""
        if not plan:
            return
        actions = np.array(plan, np.int8)
        rounds, used, life = self._retrace(board, k, actions)
        if rounds > self.rounds[plan[0]]:
            self.rounds[plan[0]], self.used[plan[0]], self.life[plan[0]] = rounds, used, life
            self.actions[plan[0], :rounds] = actions[:rounds]

    def _retrace(self, board: Arena, k: int, plan: NDArray[np.int8]) -> tuple[int, int, float]:
        """How many rounds of a plan are possible, the cells these mark, and what they count."""
        clock = int(board.clock[0])
        found: tuple[int, int, float] = _retrace(
            board.cells, board.racers[k], clock, plan, self.contested, self.scratch[1]
        )
        return found

    def explore(self, board: Arena, k: int, first: int, seed: int) -> None:
        """Try one walk that begins with an action, and keep it if it is none worse."""
        _explore(
            board.cells, board.racers[k], int(board.clock[0]), first, seed, self.rounds, self.used,
            self.actions, self.life, self.fresh, self.contested, *self.scratch,
        )  # fmt: skip


@compiled
def _worth(contested: Any, place: int) -> float:
    """What living there for a round counts."""
    return _CONTESTED if contested[place] else 1.0


@compiled
def _move(cells: Any, racer: Any, action: int, clock: int, marked: Any, count: int) -> int:
    """Make a survivable step and write down the marked cells; the new number of them."""
    width = cells.shape[1]
    flat = cells.ravel()
    x, y, direction, speed = lands(racer, action)
    dx, dy = DX[direction], DY[direction]
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
def _left(cells: Any, racer: Any, contested: Any, seen: Any, queue: Any, stamp: Any) -> float:
    """The best area that a racer can walk into: what its cells count."""
    flat = cells.ravel()
    width = cells.shape[1]
    here = racer[Y] * width + racer[X]
    best = 0.0
    for near in (here - width, here + 1, here + width, here - 1):
        if flat[near] == FREE:
            stamp[0] += 1
            count = _area(flat, width, near, seen, stamp[0], queue, flat.shape[0])
            total = 0.0
            for place in queue[:count]:
                total += _worth(contested, place)
            best = max(best, total)
    return best


@compiled
def _jump(
    cells: Any, racer: Any, clock: int, contested: Any, seen: Any, queue: Any, stamp: Any
) -> int:
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
            size = _area(flat, width, there, seen, stamp[0], queue, _ENOUGH)
            value = size * _worth(contested, there)
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
def _choose(
    cells: Any, racer: Any, clock: int, lively: bool, contested: Any, seen: Any, queue: Any,
    stamp: Any,
) -> int:  # fmt: skip
    """The next action of a walk, or -1 where it ends."""
    chance = np.random.random()
    if lively:
        if clock % JUMP_EVERY == 0 and racer[SPEED] > 1 and chance < 0.9:
            jump = _jump(cells, racer, clock, contested, seen, queue, stamp)
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


@compiled
def _explore(
    cells: Any, racer: Any, clock: int, first: int, seed: int, rounds: Any, used: Any,
    actions: Any, life: Any, fresh: Any, contested: Any, walk: Any, marked: Any, seen: Any,
    queue: Any, stamp: Any,
) -> None:  # fmt: skip
    np.random.seed(seed)
    if not survives(cells, racer, first, clock):
        return
    flat = cells.ravel()
    runner = racer.copy()
    known = rounds[first]
    lively = np.random.random() < 0.8
    kept = 0
    if known > 2 and np.random.random() < 0.75:
        # Mostly the end of a walk is what can be better, sometimes more of it.
        kept = known - int(np.exp(np.random.random() * np.log(known)))
    count, length, lives, action = 0, 0, 0.0, first
    width = cells.shape[1]
    while action >= 0 and length < LONGEST:
        walk[length] = action
        count = _move(cells, runner, action, clock + length, marked, count)
        length += 1
        lives += _worth(contested, runner[Y] * width + runner[X])
        if length < kept:
            action = actions[first, length]
        else:
            action = _choose(cells, runner, clock + length, lively, contested, seen, queue, stamp)
    if length == LONGEST:
        lives += _USABLE * _left(cells, runner, contested, seen, queue, stamp)
    for i in range(count):
        flat[marked[i]] = FREE
    if kept == 0:
        fresh[first, 0] += 1
        fresh[first, 1] += int(lives)
    if lives > life[first] or (lives == life[first] and count <= used[first]):
        rounds[first], used[first], life[first] = length, count, lives
        actions[first, :length] = walk[:length]


@compiled
def _retrace(
    cells: Any, racer: Any, clock: int, plan: Any, contested: Any, marked: Any
) -> tuple[int, int, float]:
    width = cells.shape[1]
    flat = cells.ravel()
    runner = racer.copy()
    count, length, lives = 0, 0, 0.0
    for action in plan:
        if not survives(cells, runner, action, clock + length):
            break
        count = _move(cells, runner, action, clock + length, marked, count)
        length += 1
        lives += _worth(contested, runner[Y] * width + runner[X])
    for i in range(count):
        flat[marked[i]] = FREE
    return length, count, lives
