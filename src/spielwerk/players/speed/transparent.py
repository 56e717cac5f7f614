"""The solver of 2021, complete: every decision is a sum of three ratings one can look at.

Opponents' probability and minimum steps (:mod:`.opponents`), a search for paths behind each action
(:mod:`.graph`; others can be had by name, :mod:`.searches`), and from these: *success* (how well
the cells behind an action can be reached), *cut-off* (the best place taken before an opponent) and
*inverted importance* (how little of one's own future an action uses up).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from spielwerk.games.speed import ACTIONS, CHANGE, DIRECTION, SPEED, TURN, Arena, X, Y
from spielwerk.players.speed.decision import Clock, Decision, Picture, reserve
from spielwerk.players.speed.graph import Graph, Paths
from spielwerk.players.speed.harvest import Harvest
from spielwerk.players.speed.opponents import outlook
from spielwerk.players.speed.searches import SEARCHES
from spielwerk.players.speed.space import UNREACHED
from spielwerk.players.speed.steps import CellOdds


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each rating counts."""

    success: float = 1.0
    cut_off: float = 0.4
    importance: float = 0.15


@dataclass(frozen=True)
class TransparentSolver:
    """The solver with its settings. It keeps its movement graph from round to round."""

    weights: Weights = Weights()
    depth: int = 6
    """How many rounds the opponents' search looks ahead."""
    exponent: float = 0.6
    """Below 1: raises small probabilities, which would else hardly count."""
    search: str = "graph"
    """The path search, by its name in :data:`.searches.SEARCHES`."""
    threads: int = 1
    capacity: int = 1 << 20
    """The most paths for each action."""
    portion: int = 256
    _memory: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Large and slow to come by, so it is there before any clock counts.
        self._memory["searches"] = [SEARCHES[self.search](self.capacity) for _ in ACTIONS]

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action of racer ``k`` (a row, from 0) within the time that is left."""
        kept = reserve(left())
        graph = self._graph(arena)
        odds = CellOdds.of(*outlook(arena, k, self.depth), self.exponent)
        searches = self.searches
        clock = int(arena.clock[0])
        for action, search in enumerate(searches):
            search.begin(graph, _origin(arena, k, action), clock, odds)
        harvest = Harvest.of(searches, arena.cells.shape)

        def extend(action: int) -> bool:
            """Look for more paths behind an action; whether there may be still more."""
            search = searches[action]
            known = search.count
            more = search.extend(graph, clock, odds, self.portion)
            harvest.gather(action, search, known)
            return more

        begun = [action for action, search in enumerate(searches) if search.count]
        for action in begun:
            harvest.gather(action, searches[action], 0)
        if len(begun) > 1:
            self._search(begun, extend, lambda: left() - kept)
        return self._rated(searches, harvest, odds)

    def _graph(self, arena: Arena) -> Graph:
        known = self._memory.get("graph")
        if (
            known is None
            or known.cells.shape != arena.cells.shape
            or np.any((known.cells != 0) & (arena.cells == 0))
        ):
            known = self._memory["graph"] = Graph.of(arena)
        else:
            known.follow(arena)
        assert isinstance(known, Graph)
        return known

    @property
    def searches(self) -> list[Paths]:
        """The paths of the last decision, by action."""
        searches: list[Paths] = self._memory["searches"]
        return searches

    def _search(self, actions: Sequence[int], extend: Callable[[int], bool], left: Clock) -> None:
        """Extend all searches evenly until the time is up, so that no action is favoured."""
        longest = 0.0
        with ThreadPoolExecutor(self.threads) as pool:
            run = pool.map if self.threads > 1 else map
            while actions and left() > 2 * longest:
                before = left()
                goes_on = list(run(extend, actions))
                actions = [action for action, ok in zip(actions, goes_on, strict=True) if ok]
                longest = max(longest, before - left())

    def _rated(
        self,
        searches: Sequence[Paths],
        harvest: Harvest,
        odds: CellOdds,
    ) -> Decision:
        ratings = _ratings(searches, harvest, self.weights)
        best = max(range(len(ACTIONS)), key=lambda action: ratings[action]["total"])
        return Decision(
            ACTIONS[best],
            {ACTIONS[action]: rating for action, rating in enumerate(ratings)},
            partial(_pictures, best, harvest, odds),
            f"{sum(search.count for search in searches):,} paths weighed.",
        )


def _ratings(
    searches: Sequence[Paths], harvest: Harvest, weights: Weights
) -> list[dict[str, float]]:
    success = harvest.reached.sum(axis=(1, 2), dtype=np.float64)
    success /= success.max() or 1.0
    importance = harvest.importance(searches)
    spare = 1.0 - importance / (importance.max() or 1.0)
    ratings = []
    for action, search in enumerate(searches):
        if not search.count:
            ratings.append(
                {"success": 0.0, "cut off": 0.0, "inverted importance": 0.0, "total": -1.0}
            )
            continue
        parts = {
            "success": float(success[action]),
            "cut off": float(harvest.cut[action].max()),
            "inverted importance": float(spare[action]),
        }
        total = (
            weights.success * parts["success"]
            + weights.cut_off * parts["cut off"]
            + weights.importance * parts["inverted importance"]
        )
        ratings.append({**parts, "total": total})
    return ratings


def _pictures(best: int, harvest: Harvest, odds: CellOdds) -> dict[str, Picture]:
    uses = harvest.uses.sum(axis=0)
    spare = np.full(harvest.index.shape, np.nan, np.float32)
    for (x, y), count in zip(harvest.near, uses, strict=False):
        spare[y, x] = 1.0 - count / uses.max()
    return {
        "success": harvest.reached[best],
        "cut off": harvest.cut[best],
        "inverted importance": spare,
        "probability": odds.probability,
        "min steps": np.where(odds.first == UNREACHED, np.nan, odds.first).astype(np.float32),
    }


def _origin(arena: Arena, k: int, action: int) -> tuple[int, int, int, int]:
    racer = arena.racers[k]
    direction = (racer[DIRECTION] + TURN[action]) & 3
    return int(racer[X]), int(racer[Y]), int(direction), int(racer[SPEED] + CHANGE[action])
