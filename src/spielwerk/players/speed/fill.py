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

from spielwerk.games.speed import (
    ACTIVE,
    FREE,
    JUMP_EVERY,
    JUMP_SPEED,
    SPEED,
    TOP_SPEED,
    Arena,
    X,
    Y,
)
from spielwerk.players.speed.forecast import SCENARIOS, Forecast
from spielwerk.players.speed.lanes import lent
from spielwerk.players.speed.leap import leap
from spielwerk.players.speed.reach import contest
from spielwerk.players.speed.space import claim, compiled, survives
from spielwerk.players.speed.stroll import area_of, move_on, next_action
from spielwerk.players.speed.style import USUAL, Style

LONGEST = 250
"""Rounds after which a walk is long enough."""

_ACTIONS = 5
RAID, _NEITHER, STAY = -1, 0, 1
"""What to do about a room that nobody can walk to: leave it soon, anything, or not leave it."""
_RAIDS, _SOON = 0.5, 20
"""How often a try looks for a jump that leaves our room soon, and what is soon."""
_DOUBT = 8
"""How many tries it takes for a mean to count for itself as much as the mean of all."""


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
    worth: NDArray[np.float64] = field(repr=False)
    """For each cell, row by row, what a round there counts: less where a rival may be first."""
    later: NDArray[np.float64] = field(repr=False)
    """The same after a long walk: less where rivals will have been by then."""
    forecast: Forecast = field(repr=False)
    hope: float
    """What a round counts after a rival has crossed the walk."""
    usable: float
    """The part of the cells left after a walk that can still be used."""
    leaping: float
    """How often a try looks for a way out of the room."""
    resolve: int
    """Whether to leave our room soon (``RAID``), not to leave it (``STAY``), or neither."""
    scratch: tuple[Any, ...] = field(repr=False)

    @classmethod
    def room(
        cls,
        board: Arena,
        k: int,
        forecast: Forecast | None = None,
        style: Style = USUAL,
        near: bool = False,
    ) -> Walks:
        """No walks yet of racer ``k``."""
        forecast = forecast or Forecast.none(board)
        size = board.cells.size
        worth = np.ones(size)
        resolve = int(weigh_cells(board.cells, board.racers, k, style, near, worth))
        scratch = (
            np.zeros(LONGEST, np.int8),
            np.zeros((LONGEST + 3) * TOP_SPEED, np.int32),
            np.zeros(size, np.int32),
            np.zeros(size, np.int32),
            np.zeros(1, np.int32),
            np.ones(SCENARIOS, np.bool_),
        )
        none = np.zeros(_ACTIONS, np.int32)
        return cls(
            none,
            none.copy(),
            np.zeros((_ACTIONS, LONGEST), np.int8),
            np.zeros(_ACTIONS),
            np.zeros((_ACTIONS, 2), np.int32),
            worth,
            worth * forecast.lasting,
            forecast,
            style.company if near else style.regain,
            style.usable,
            style.leaping,
            resolve,
            scratch,
        )

    @property
    def typical(self) -> NDArray[np.float64]:
        """How long we live on the average after a walk that begins with each action.

        It tells a wide way from a narrow one: where few walks last long, one move of an opponent
        can spoil the longest. Few tries say little, so each is drawn towards the mean of all.
        """
        typical: NDArray[np.float64] = _typical(self.fresh)
        return typical

    def rated(
        self, worth: NDArray[np.float64], danger: NDArray[np.float64], style: Style, near: bool
    ) -> NDArray[np.float64]:
        """One number an action, from what fights told about it and how long we live after it."""
        rated: NDArray[np.float64] = rate(worth, danger, self.life, self.fresh, style, near)
        return rated

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
        found: tuple[int, int, float] = retrace_walk(
            board.cells, board.racers[k], clock, plan, self.worth, self.forecast.taken,
            self.forecast.first, self.forecast.scenarios, self.hope, self.scratch[1],
            self.scratch[5],
        )  # fmt: skip
        return found

    def explore(self, board: Arena, k: int, first: int, seed: int) -> None:
        """Try one walk that begins with an action, and keep it if it is none worse."""
        explore_walk(
            board.cells, board.racers[k], int(board.clock[0]), first, seed, self.rounds, self.used,
            self.actions, self.life, self.fresh, self.worth, self.later,
            self.forecast.taken, self.forecast.first, self.forecast.scenarios, self.hope,
            self.usable, self.leaping, self.resolve,
            *self.scratch,
        )  # fmt: skip


@compiled
def _resolve(cells: Any, racers: Any, me: int, content: float, owner: Any) -> int:
    """Who outlives whom, the last rival or we, if both fill their rooms (or it hurries on).

    We stay only if ours is larger than all others together, since a rival jumps into those as well.
    ``owner`` is room for whose the cells are.
    """
    rivals, rival = 0, -1
    for k in range(racers.shape[0]):
        if k != me and racers[k, ACTIVE]:
            rivals, rival = rivals + 1, k
    if rivals != 1:
        return _NEITHER
    sizes = np.zeros(racers.shape[0], np.int32)
    claim(cells, racers, owner, np.zeros(cells.size, np.int32), sizes)
    # As quick as for a jump everybody is now and then; our mind should not change with that.
    pace = racers[rival, SPEED] if racers[rival, SPEED] > JUMP_SPEED else 1
    if sizes[me] < content * sizes[rival] / pace:
        return RAID
    others = -sizes[me]
    for cell in cells.ravel():
        others += cell == FREE
    return STAY if content * sizes[me] > others else _NEITHER


@compiled
def weigh_cells(cells: Any, racers: Any, me: int, style: Any, near: bool, worth: Any) -> int:
    """Write down what a round on each cell counts, and tell whether to leave our room or to stay.

    Where a rival may be first it counts less. But whoever is alone in a room in which it will be
    outlived loses, however well it fills it: then it is our own room that counts less.
    """
    owner = np.zeros(cells.size, np.uint8)
    resolve = _NEITHER if near else _resolve(cells, racers, me, style.content, owner)
    if resolve == RAID:
        for place in range(cells.size):
            worth[place] = style.contested if owner[place] == me + 1 else 1.0
        return RAID
    rival_first = np.zeros(cells.size, np.bool_)
    contest(cells, racers, me, rival_first)
    for place in range(cells.size):
        worth[place] = style.contested if rival_first[place] else 1.0
    return resolve


@compiled
def _left(cells: Any, racer: Any, later: Any, seen: Any, queue: Any, stamp: Any) -> float:
    """The best area that a racer can walk into: what its cells count."""
    flat = cells.ravel()
    width = cells.shape[1]
    here = racer[Y] * width + racer[X]
    best = 0.0
    stamp[0] += 1
    for near in (here - width, here + 1, here + width, here - 1):
        if flat[near] == FREE and seen[near] != stamp[0]:
            count = area_of(flat, width, near, seen, stamp[0], queue, flat.shape[0])
            total = 0.0
            for place in queue[:count]:
                total += later[place]
            best = max(best, total)
    return best


@compiled
def _spoil(
    marked: Any, begin: int, end: int, now: int, taken: Any, first: Any, scenarios: int,
    intact: Any, left: int,
) -> int:  # fmt: skip
    """Strike out the scenarios in which a rival has been on the cells of a step; how many stay."""
    for i in range(begin, end):
        place = marked[i]
        if first[place] <= now:
            for scenario in range(scenarios):
                if intact[scenario] and taken[place, scenario] <= now:
                    intact[scenario] = False
                    left -= 1
    return left


@compiled
def explore_walk(
    cells: Any, racer: Any, clock: int, first: int, seed: int, rounds: Any, used: Any,
    actions: Any, life: Any, fresh: Any, worth: Any, later: Any, taken: Any, earliest: Any,
    scenarios: int, regain: float, usable: float, leaping: float, resolve: int, walk: Any,
    marked: Any, seen: Any, queue: Any, stamp: Any, intact: Any,
) -> None:  # fmt: skip
    """Try one walk; in its steps arrays change hands so often that nobody counts their users."""
    _explore_walk(
        lent(cells), lent(racer), clock, first, seed, lent(rounds), lent(used), lent(actions),
        lent(life), lent(fresh), lent(worth), lent(later), lent(taken), lent(earliest), scenarios,
        regain, usable, leaping, resolve, lent(walk), lent(marked), lent(seen), lent(queue),
        lent(stamp), lent(intact),
    )  # fmt: skip


@compiled
def _explore_walk(
    cells: Any, racer: Any, clock: int, first: int, seed: int, rounds: Any, used: Any,
    actions: Any, life: Any, fresh: Any, worth: Any, later: Any, taken: Any, earliest: Any,
    scenarios: int, regain: float, usable: float, leaping: float, resolve: int, walk: Any,
    marked: Any, seen: Any, queue: Any, stamp: Any, intact: Any,
) -> None:  # fmt: skip
    np.random.seed(seed)
    if not survives(cells, racer, first, clock):
        return
    flat = cells.ravel()
    runner = racer.copy()
    known = rounds[first]
    lively = np.random.random() < 0.8 and resolve != STAY
    kept = 0
    leaps = False
    if known > 2 and np.random.random() < 0.75:
        # Mostly the end of a walk is what can be better, sometimes more of it.
        kept = known - int(np.exp(np.random.random() * np.log(known)))
        leaps = known < LONGEST and np.random.random() < leaping and resolve != STAY
        if resolve == RAID and np.random.random() < _RAIDS:
            kept, leaps = np.random.randint(1, min(known, _SOON) + 1), True
        if leaps:
            kept -= (clock + kept + 2) % JUMP_EVERY
            leaps = kept > 0
    count, length, lives, action = 0, 0, 0.0, first
    width = cells.shape[1]
    intact[:] = True
    left, hope = scenarios, 1.0
    found = np.zeros(3, np.int64)
    while action >= 0 and length < LONGEST:
        walk[length] = action
        before = count
        count = move_on(cells, runner, action, clock + length, marked, count)
        if left > 0:
            now = clock + length
            left = _spoil(marked, before, count, now, taken, earliest, scenarios, intact, left)
            hope = regain + (1.0 - regain) * left / scenarios
        length += 1
        lives += hope * worth[runner[Y] * width + runner[X]]
        if length < kept:
            action = actions[first, length]
        elif leaps and length == kept:
            leaps = leap(
                cells, runner, clock + length, worth, marked, count, seen, queue, stamp, found
            )
            action = found[0] if leaps else -1
        elif leaps and length <= kept + 2:
            action = found[length - kept]
        else:
            action = next_action(cells, runner, clock + length, lively, worth, seen, queue, stamp)
    if length == LONGEST:
        lives += hope * usable * _left(cells, runner, later, seen, queue, stamp)
    for i in range(count):
        flat[marked[i]] = FREE
    if kept == 0:
        fresh[first, 0] += 1
        fresh[first, 1] += int(lives)
    if lives > life[first] or (lives == life[first] and count <= used[first]):
        rounds[first], used[first], life[first] = length, count, lives
        actions[first, :length] = walk[:length]


@compiled
def retrace_walk(
    cells: Any, racer: Any, clock: int, plan: Any, worth: Any, taken: Any, earliest: Any,
    scenarios: int, regain: float, marked: Any, intact: Any,
) -> tuple[int, int, float]:  # fmt: skip
    width = cells.shape[1]
    flat = cells.ravel()
    runner = racer.copy()
    count, length, lives = 0, 0, 0.0
    intact[:] = True
    left, hope = scenarios, 1.0
    for action in plan:
        if not survives(cells, runner, action, clock + length):
            break
        before = count
        count = move_on(cells, runner, action, clock + length, marked, count)
        if left > 0:
            now = clock + length
            left = _spoil(marked, before, count, now, taken, earliest, scenarios, intact, left)
            hope = regain + (1.0 - regain) * left / scenarios
        length += 1
        lives += hope * worth[runner[Y] * width + runner[X]]
    for i in range(count):
        flat[marked[i]] = FREE
    return length, count, lives


@compiled
def _typical(fresh: Any) -> Any:
    lives, tries = 0, 0
    for first in range(_ACTIONS):
        tries += fresh[first, 0]
        lives += fresh[first, 1]
    mean = lives / max(1, tries)
    typical = np.zeros(_ACTIONS)
    for first in range(_ACTIONS):
        typical[first] = (fresh[first, 1] + _DOUBT * mean) / (fresh[first, 0] + _DOUBT)
    return typical


@compiled
def rate(worth: Any, danger: Any, life: Any, fresh: Any, style: Any, near: bool) -> Any:
    """One number an action: the fight and some life where others are near, else life and luck."""
    if near:
        return worth + style.living * np.minimum(life, style.long) / style.long
    lives = life + style.roomy * _typical(fresh)
    return lives * (1.0 - danger) ** style.dread
