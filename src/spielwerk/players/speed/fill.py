"""Living long: walks that use up free cells as slowly as possible, compiled.

How a walk goes from cell to cell stands in :mod:`.walking`. The best one found for each action is
kept, and most tries only walk its end anew. It is a plan that can be followed to its end, and the
next round begins with what is left of it. Rivals may spoil it, so some rounds count less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed.compiled import Arena, X, Y
from spielwerk.games.speed.rules import FREE, JUMP_EVERY, JUMP_SPEED, TOP_SPEED
from spielwerk.players.speed.space import arrivals, compiled, lands, survives
from spielwerk.players.speed.walking import choose, erase, move, run_up

__all__ = ["LONGEST", "Walks"]

LONGEST = 400
"""Rounds after which a walk is long enough."""

_ACTIONS = 5
_DOUBT = 8
"""How many tries it takes for a mean to count for itself as much as the mean of all."""
_CALM, _VIGOROUS = 0.2, 6
"""The part of walks that never jump, and the highest speed at which others do."""
_ESCAPING = 0.3
"""The part of other walks that look for a run-up to a jump."""
_SPOILED = 0.005
"""How likely a plan is to fail with a round on cells where a rival can have been before."""
_LANDING_TAKEN, _HOPE = 0.01, 0.5
"""How much less likely a jump over a trail becomes with every round before it, and at least is."""


@dataclass(frozen=True, slots=True)
class Walks:
    """The longest walks found so far on a walled board, one for each first action."""

    rounds: NDArray[np.int32]
    """How many rounds each survives, its first one included; 0 if none is known."""
    worth: NDArray[np.float64]
    """How many rounds each may be expected to last, as rivals can get in its way."""
    used: NDArray[np.int32]
    """How many cells each uses up."""
    actions: NDArray[np.int8]
    """Row by first action."""
    fresh: NDArray[np.float64]
    """For each first action: walks tried from the beginning, and the sum of their worth."""
    arrival: NDArray[np.int32]
    """For each cell the first round in which a rival can walk there."""
    scratch: tuple[Any, ...] = field(repr=False)

    @classmethod
    def room(cls, board: Arena, k: int) -> Walks:
        """No walks of racer ``k`` yet."""
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
            np.zeros(_ACTIONS),
            none.copy(),
            np.zeros((_ACTIONS, LONGEST), np.int8),
            np.zeros((_ACTIONS, 2)),
            arrivals(board, k),
            scratch,
        )

    @property
    def typical(self) -> NDArray[np.float64]:
        """What a walk that begins with each action is worth on the average.

        It tells a wide way from a narrow one: where few walks last long, one move of an opponent
        can spoil the longest. Few tries say little, so each is drawn towards the mean of all.
        """
        tries, worth = self.fresh[:, 0], self.fresh[:, 1]
        mean = worth.sum() / max(1, tries.sum())
        return np.asarray((worth + _DOUBT * mean) / (tries + _DOUBT), np.float64)

    def plan(self, first: int) -> list[int]:
        """The actions of the longest walk that begins with one."""
        return [int(action) for action in self.actions[first, : self.rounds[first]]]

    def places(self, board: Arena, k: int, first: int) -> list[tuple[int, int]]:
        """The cells of that walk in the order of marking, as x and y without the wall."""
        plan = self.actions[first, : self.rounds[first]]
        marked = self.scratch[1]
        _rounds, _worth, count = _retrace(
            board.cells, board.racers[k], int(board.clock[0]), plan, self.arrival, marked
        )
        width = board.cells.shape[1]
        return [(int(p) % width - 1, int(p) // width - 1) for p in marked[:count]]

    def follow(self, board: Arena, k: int, plan: Sequence[int]) -> None:
        """Begin with a plan, as far as it is still possible."""
        if not plan:
            return
        actions = np.array(plan, np.int8)
        clock = int(board.clock[0])
        first = plan[0]
        rounds, worth, used = _retrace(
            board.cells, board.racers[k], clock, actions, self.arrival, self.scratch[1]
        )
        if worth > self.worth[first]:
            self.rounds[first], self.worth[first], self.used[first] = rounds, worth, used
            self.actions[first, :rounds] = actions[:rounds]

    def explore(self, board: Arena, k: int, first: int, seed: int) -> None:
        """Try one walk that begins with an action, and keep it if it is none worse."""
        _explore(
            board.cells, board.racers[k], int(board.clock[0]), first, seed, self.rounds,
            self.worth, self.used, self.actions, self.fresh, self.arrival, *self.scratch,
        )  # fmt: skip


@compiled
def _explore(
    cells: Any, racer: Any, clock: int, first: int, seed: int, rounds: Any, worth: Any,
    used: Any, actions: Any, fresh: Any, arrival: Any, walk: Any, marked: Any, seen: Any,
    queue: Any, stamp: Any,
) -> None:  # fmt: skip
    np.random.seed(seed)
    if not survives(cells, racer, first, clock):
        return
    runner = racer.copy()
    known = rounds[first]
    calm = np.random.random() < _CALM
    vigour = 0 if calm else np.random.randint(JUMP_SPEED, _VIGOROUS + 1)
    restless = 0.5 * np.random.random()
    kept = 0
    if known > 2 and np.random.random() < 0.75:
        # Mostly the end of a walk is what can be better, sometimes more of it.
        kept = known - int(np.exp(np.random.random() * np.log(known)))
    escapes = vigour > 0 and np.random.random() < _ESCAPING
    count, length, action = 0, 0, first
    likely, value, scripted = 1.0, 0.0, 0
    while action >= 0 and length < LONGEST:
        walk[length] = action
        likely *= _lasts(cells, runner, action, clock + length, arrival, length)
        value += likely
        count = move(cells, runner, action, clock + length, marked, count)
        length += 1
        if escapes and length == max(1, kept):
            scripted = run_up(
                cells, runner, clock, walk, length, marked, count, seen, queue, stamp
            )  # fmt: skip
        if length < kept:
            action = actions[first, length]
        elif length < scripted:
            action = walk[length]
        else:
            action = choose(cells, runner, clock + length, vigour, restless, seen, queue, stamp)
    erase(cells.ravel(), marked, 0, count)
    if kept == 0:
        fresh[first, 0] += 1
        fresh[first, 1] += value
    if value > worth[first] or (value == worth[first] and count <= used[first]):
        rounds[first], worth[first], used[first] = length, value, count
        actions[first, :length] = walk[:length]


@compiled
def _lasts(cells: Any, racer: Any, action: int, clock: int, arrival: Any, after: int) -> float:
    """How likely a plan is not to be spoiled by the step that it makes after so many rounds."""
    flat = cells.ravel()
    x, y, _direction, speed = lands(racer, action)
    end = y * cells.shape[1] + x
    if clock % JUMP_EVERY == 0 and speed >= JUMP_SPEED:
        here = racer[Y] * cells.shape[1] + racer[X]
        step = (end - here) // speed
        for far in range(2, speed):
            if flat[here + far * step] != FREE:
                return max(_HOPE, 1.0 - _LANDING_TAKEN * after)
    return 1.0 - _SPOILED if arrival[end] <= after else 1.0


@compiled
def _retrace(
    cells: Any, racer: Any, clock: int, plan: Any, arrival: Any, marked: Any
) -> tuple[int, float, int]:
    """How many rounds of a plan are possible, what they are worth, how many cells they mark."""
    runner = racer.copy()
    count, length = 0, 0
    likely, value = 1.0, 0.0
    for action in plan:
        if not survives(cells, runner, action, clock + length):
            break
        likely *= _lasts(cells, runner, action, clock + length, arrival, length)
        value += likely
        count = move(cells, runner, action, clock + length, marked, count)
        length += 1
    erase(cells.ravel(), marked, 0, count)
    return length, value, count
