"""What rivals may do to the board while we follow a plan, compiled.

A scenario lets all rivals stroll on (:mod:`.stroll`) and writes down in which round they take which
cell. A handful of scenarios tell how likely a cell is still free when a walk of ours comes there.
Some are drawn anew in every round, the others stay: rivals seldom turn everything upside down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed import ACTIVE, FREE, TOP_SPEED, Arena
from spielwerk.players.speed.space import compiled
from spielwerk.players.speed.stroll import move_on, next_action

SCENARIOS = 16
"""How many are kept."""
NEVER_TAKEN = 1_000_000
"""The round in which a cell is taken that nobody takes."""

HORIZON = 120
"""So many rounds rivals stroll on; nobody can tell what comes after that."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """In which round rivals take each cell of a walled board, scenario by scenario."""

    taken: NDArray[np.int32]
    """Cell by scenario."""
    first: NDArray[np.int32]
    """For each cell the earliest round of all scenarios."""
    lasting: NDArray[np.float64]
    """For each cell the share of scenarios in which it stays free."""
    known: NDArray[np.int64]
    """How many scenarios were ever drawn; the oldest is the next to be forgotten."""
    scratch: tuple[Any, ...] = field(repr=False)

    @classmethod
    def none(cls, board: Arena) -> Forecast:
        """Nothing is known yet of this board."""
        size, racers = board.cells.size, len(board.racers)
        scratch = (
            np.zeros(racers * HORIZON * TOP_SPEED, np.int32),
            np.zeros(size, np.int32),
            np.zeros(size, np.int32),
            np.zeros(1, np.int32),
        )
        return cls(
            np.full((size, SCENARIOS), NEVER_TAKEN, np.int32),
            np.full(size, NEVER_TAKEN, np.int32),
            np.ones(size),
            np.zeros(1, np.int64),
            scratch,
        )

    @property
    def scenarios(self) -> int:
        """How many there are to look at."""
        return min(int(self.known[0]), SCENARIOS)

    def draw(self, board: Arena, k: int, worth: NDArray[np.float64], seed: int) -> None:
        """Let all but racer ``k`` stroll on, and keep that in place of the oldest scenario."""
        slot = int(self.known[0]) % SCENARIOS
        stroll_on(
            board.cells, board.racers, int(board.clock[0]), k, worth, seed,
            self.taken[:, slot], *self.scratch,
        )  # fmt: skip
        self.known[0] += 1

    def settle(self) -> None:
        """Sum up, after some were drawn."""
        sum_up(self.taken, self.scenarios, self.first, self.lasting)


@compiled
def stroll_on(
    cells: Any, racers: Any, clock: int, me: int, worth: Any, seed: int, taken: Any, marked: Any,
    seen: Any, queue: Any, stamp: Any,
) -> None:  # fmt: skip
    np.random.seed(seed)
    flat = cells.ravel()
    runners = racers.copy()
    runners[me, ACTIVE] = 0
    taken[:] = NEVER_TAKEN
    count = 0
    for ahead in range(HORIZON):
        moving = False
        for k in range(runners.shape[0]):
            if not runners[k, ACTIVE]:
                continue
            action = next_action(cells, runners[k], clock + ahead, True, worth, seen, queue, stamp)
            if action < 0:
                runners[k, ACTIVE] = 0
                continue
            moving = True
            before = count
            count = move_on(cells, runners[k], action, clock + ahead, marked, count)
            for i in range(before, count):
                taken[marked[i]] = clock + ahead
        if not moving:
            break
    for i in range(count):
        flat[marked[i]] = FREE


@compiled
def sum_up(taken: Any, scenarios: int, first: Any, lasting: Any) -> None:
    for place in range(taken.shape[0]):
        earliest, free = NEVER_TAKEN, 0
        for scenario in range(scenarios):
            when = taken[place, scenario]
            earliest = min(earliest, when)
            if when == NEVER_TAKEN:
                free += 1
        first[place] = earliest
        lasting[place] = free / max(1, scenarios)
    if scenarios == 0:
        lasting[:] = 1.0
