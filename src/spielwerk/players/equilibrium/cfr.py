"""CFR+: an equilibrium of a game that was spread out, and how far it can be exploited.

Regrets of one seat after the other are brought up to date by whole levels of the tree at once;
the strategies on the way are averaged with weights that grow.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from spielwerk.players.equilibrium.tree import SpreadGame

_Vector = NDArray[np.float64]
_LOOK = 25
"""After how many rounds it is looked how good the strategy is."""


class EquilibriumSearch:
    """Finds an equilibrium, round by round."""

    def __init__(self, game: SpreadGame) -> None:
        self._game = game
        sets = game.sets
        sizes = [len(moves) for moves in sets.moves]
        self._set_of_slot = np.repeat(np.arange(len(sizes)), sizes)
        self._seat_of_slot = np.array(sets.seats, dtype=np.int64)[self._set_of_slot]
        self._even = 1.0 / np.array(sizes, dtype=np.float64)[self._set_of_slot]
        self._regrets = np.zeros(sets.slots)
        self._totals = np.zeros(sets.slots)
        self._places = [np.flatnonzero(game.mover == seat) for seat in (0, 1)]
        self.rounds = 0
        self._check_levels()

    def run(self, good: float, most: int, go_on: Callable[[], bool] = lambda: True) -> float:
        """Search until nobody can win more than ``good`` by knowing the strategy.

        What comes back is how much that is; it stops after ``most`` rounds, too.
        """
        found = self.exploitability()
        while found > good and self.rounds < most and go_on():
            self._round()
            if self.rounds % _LOOK == 0:
                found = self.exploitability()
        return min(found, self.exploitability())

    def strategy(self) -> _Vector:
        """The average strategy: for every slot how likely its move is."""
        return self._normal(self._totals)

    def exploitability(self, strategy: _Vector | None = None) -> float:
        """What the best answers to a strategy win on average, on a scale from -1 to 1.

        It is the average strategy unless another one is given, slot by slot.
        """
        if strategy is None:
            strategy = self.strategy()
        return (self._best_answer(strategy, 0) + self._best_answer(strategy, 1)) / 2

    def _round(self) -> None:
        self.rounds += 1
        for seat in (0, 1):
            strategy = self._normal(self._regrets)
            reach = self._reaches(strategy)
            values = self._values(strategy)
            if seat:
                values = -values
            game, places = self._game, self._places[seat]
            parents = game.parent[places]
            others = reach[1 - seat][parents] * reach[2][parents]
            gains = others * (values[places] - values[parents])
            slots = game.slot[places]
            self._regrets += np.bincount(slots, gains, len(self._regrets))
            np.maximum(self._regrets, 0.0, out=self._regrets)
            own = reach[seat][parents] * strategy[slots]
            self._totals += self.rounds * np.bincount(slots, own, len(self._totals))

    def _normal(self, weights: _Vector) -> _Vector:
        """Weights as probabilities in each information set; even where there are none."""
        sums = np.bincount(self._set_of_slot, weights, len(self._game.sets.keys))[self._set_of_slot]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(sums > 0, weights / sums, self._even)

    def _ways(self, strategy: _Vector) -> _Vector:
        """How likely each node follows its parent."""
        game = self._game
        return np.where(game.slot >= 0, strategy[game.slot], game.odds)

    def _reaches(self, strategy: _Vector) -> tuple[_Vector, _Vector, _Vector]:
        """How far each seat, and chance, contributes to coming to each node."""
        game, ways = self._game, self._ways(strategy)
        reach = tuple(np.ones(game.nodes) for _ in range(3))
        for first, last in game.levels[1:]:
            parents, mover = game.parent[first:last], game.mover[first:last]
            for who, its in zip((0, 1, -1), reach, strict=True):
                its[first:last] = its[parents] * np.where(mover == who, ways[first:last], 1.0)
        return reach[0], reach[1], reach[2]

    def _values(self, strategy: _Vector) -> _Vector:
        """What every node is worth to the first seat."""
        game, ways = self._game, self._ways(strategy)
        values = game.value.copy()
        for level in range(len(game.levels) - 1, 0, -1):
            first, last = game.levels[level]
            start, end = game.levels[level - 1]
            weighed = ways[first:last] * values[first:last]
            values[start:end] += np.bincount(game.parent[first:last] - start, weighed, end - start)
        return values

    def _best_answer(self, strategy: _Vector, seat: int) -> float:
        """What a seat wins that knows the strategy of the other."""
        game = self._game
        reach = self._reaches(strategy)
        others = reach[1 - seat] * reach[2]
        values = (game.value if seat == 0 else -game.value) * others
        for level in range(len(game.levels) - 1, 0, -1):
            first, last = game.levels[level]
            start, end = game.levels[level - 1]
            below = values[first:last]
            mine = game.mover[first:last] == seat
            if mine.any():
                slots = game.slot[first:last][mine]
                worth = np.zeros(len(strategy))
                np.add.at(worth, slots, below[mine])
                kept = self._is_best(worth)
                below = below.copy()
                below[mine] *= kept[slots]
            values[start:end] += np.bincount(game.parent[first:last] - start, below, end - start)
        return float(values[0])

    def _is_best(self, worth: _Vector) -> _Vector:
        """1 for the first of the best slots of each information set, else 0."""
        sets = self._set_of_slot
        best = np.full(len(self._game.sets.keys), -np.inf)
        np.maximum.at(best, sets, worth)
        places = np.flatnonzero(worth >= best[sets])
        firsts = places[np.unique(sets[places], return_index=True)[1]]
        kept = np.zeros(len(worth))
        kept[firsts] = 1.0
        return kept

    def _check_levels(self) -> None:
        """An information set lies on one level: who recalls everything counts its steps."""
        game = self._game
        level = np.zeros(game.nodes, dtype=np.int64)
        for number, (first, last) in enumerate(game.levels):
            level[first:last] = number
        made = game.slot >= 0
        low = np.full(game.sets.slots, game.nodes)
        high = np.zeros(game.sets.slots, dtype=np.int64)
        np.minimum.at(low, game.slot[made], level[made])
        np.maximum.at(high, game.slot[made], level[made])
        self.level_by_level = bool((low >= high).all())
        """Whether exploitability is exact."""
