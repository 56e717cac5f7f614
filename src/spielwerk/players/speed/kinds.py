"""Solvers of the kinds that other teams entered in 2021, written from their published descriptions.

``rollouts`` weighs random drives by how probably cells are still free, ``voronoi`` is minimax on
who reaches which cells first, ``greedy-filler`` goes wherever a quick fill of the free cells lasts
longest. They are there to race against: a solver tuned on one opponent learns that opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed import ACTIONS, ACTIVE, SPEED, TOP_SPEED, Arena, X, Y
from spielwerk.players.speed.decision import Clock, Decision, reserve
from spielwerk.players.speed.fight import Fight, weigh
from spielwerk.players.speed.opponents import outlook
from spielwerk.players.speed.space import compiled, survivable, survives, walled
from spielwerk.players.speed.stroll import move_on, next_action
from spielwerk.players.speed.style import USUAL

_ACTIONS = len(ACTIONS)
_DOOMED = Decision(ACTIONS[-1], note="There is nothing left to do.")
_FAR = 40
"""Rounds that a random drive lasts at most."""
_LONGEST_FILL = 400
_CAUTIOUS = USUAL._replace(caution=1.0, haste=2.0, their_haste=2.0)
"""Minimax: only the worst answer counts, and speed costs all the same."""
_DEEPEST = 6
_PER_UNIT = 2e-8
"""Seconds a fight takes for a unit of its work, rather too many."""


def _rated(rating: NDArray[np.float64], safe: Sequence[int], note: str) -> Decision:
    best = max(safe, key=lambda action: rating[action])
    ratings = {ACTIONS[action]: {"total": float(rating[action])} for action in safe}
    return Decision(ACTIONS[best], ratings, note=note)


@dataclass(frozen=True, slots=True)
class RolloutSolver:
    """Random drives of our own through the probabilities of where the others will be."""

    seed: int = 0

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action whose drives count most on the average."""
        safe = survivable(arena, k)
        if not safe:
            return _DOOMED
        kept = reserve(left())
        probability, first = outlook(arena, k, depth=4)
        board = walled(arena)
        likely = np.pad(np.asarray(probability, np.float64), 1).ravel()
        when = np.pad(np.asarray(first, np.int64), 1).ravel()
        total, tries = np.zeros(_ACTIONS), 0
        longest = 0.0
        marked = np.zeros(_FAR * TOP_SPEED, np.int32)
        while left() - kept > 2 * longest or not tries:
            before = left()
            for action in safe:
                seed = self.seed + int(arena.clock[0]) * 1_000 + tries
                total[action] += _drive(
                    board.cells, board.racers[k], int(board.clock[0]), action, seed, likely, when,
                    marked,
                )  # fmt: skip
            tries += 1
            longest = max(longest, before - left())
        return _rated(total / tries, safe, f"{tries} random drives for each action.")


@compiled
def _drive(
    cells: Any, racer: Any, clock: int, first: int, seed: int, likely: Any, when: Any, marked: Any
) -> float:
    """A random drive that does not crash: the sum over its rounds of the chance to be alive."""
    np.random.seed(seed)
    flat = cells.ravel()
    runner = racer.copy()
    count, value, alive, action = 0, 0.0, 1.0, first
    for ahead in range(_FAR):
        before = count
        count = move_on(cells, runner, action, clock + ahead, marked, count)
        for i in range(before, count):
            if when[marked[i]] <= ahead + 1:
                alive *= 1.0 - min(1.0, likely[marked[i]])
        value += alive
        action = -1
        start = np.random.randint(0, _ACTIONS)
        for i in range(_ACTIONS):
            choice = (start + i) % _ACTIONS
            if survives(cells, runner, choice, clock + ahead + 1):
                action = choice
                break
        if action < 0:
            break
    for i in range(count):
        flat[marked[i]] = 0
    return value


@dataclass(frozen=True, slots=True)
class VoronoiSolver:
    """Minimax against the nearest rival, one round deeper at a time, judged by territory."""

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action whose worst answer leaves us most."""
        safe = survivable(arena, k)
        if not safe:
            return _DOOMED
        kept = reserve(left())
        board = walled(arena)
        rival = _nearest(board, k)
        worth, depth = np.zeros(_ACTIONS), 0
        fight = Fight.between(board, k, rival, _CAUTIOUS)
        while depth < _DEEPEST:
            work = int((left() - kept) / _PER_UNIT)
            table = fight.table(depth + 1, work) if work > 0 else None
            if table is None or not fight.finished:
                break
            worth, depth = weigh(table, 1.0)[0], depth + 1
        return _rated(worth, safe, f"Player {rival + 1} is near: looked {depth} rounds ahead.")


def _nearest(board: Arena, k: int) -> int:
    me = board.racers[k]
    far = np.abs(board.racers[:, X] - me[X]) + np.abs(board.racers[:, Y] - me[Y])
    far = np.where(board.racers[:, ACTIVE] == 1, far, np.iinfo(np.int32).max)
    far[k] = np.iinfo(np.int32).max
    return int(np.argmin(far))


@dataclass(frozen=True, slots=True)
class FillerSolver:
    """Fills the free cells from each action on as it comes, and goes where that lasts longest."""

    seed: int = 0

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action after which a greedy fill lasts longest; slowly, where all are alike."""
        safe = survivable(arena, k)
        if not safe:
            return _DOOMED
        board = walled(arena)
        rounds = np.zeros(_ACTIONS)
        size = board.cells.size
        scratch = (
            np.zeros(_LONGEST_FILL * TOP_SPEED, np.int32),
            np.ones(size),
            np.zeros(size, np.int32),
            np.zeros(size, np.int32),
            np.zeros(1, np.int32),
        )
        for action in safe:
            rounds[action] = _fill(
                board.cells, board.racers[k], int(board.clock[0]), action, self.seed, *scratch
            )
        pace = [int(arena.racers[k, SPEED]) + (0, 0, -1, 1, 0)[action] for action in range(5)]
        return _rated(
            rounds - 0.1 * np.array(pace), safe, f"Filling on lasts {rounds.max():.0f} rounds."
        )


@compiled
def _fill(
    cells: Any, racer: Any, clock: int, first: int, seed: int, marked: Any, worth: Any, seen: Any,
    queue: Any, stamp: Any,
) -> int:  # fmt: skip
    np.random.seed(seed)
    flat = cells.ravel()
    runner = racer.copy()
    count, length, action = 0, 0, first
    while action >= 0 and length < _LONGEST_FILL:
        count = move_on(cells, runner, action, clock + length, marked, count)
        length += 1
        action = next_action(cells, runner, clock + length, False, worth, seen, queue, stamp)
    for i in range(count):
        flat[marked[i]] = 0
    return length
