"""The solver of 2021, complete: every decision is a sum of three ratings one can look at.

Opponents' probability and minimum steps (:mod:`.opponents`), a search for paths behind each action
(:mod:`.graph`; others can be had by name, :mod:`.searches`), and from these: *success* (how well
the cells behind an action can be reached), *cut-off* (the best place taken before an opponent) and
*inverted importance* (how little of one's own future an action uses up).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed.compiled import ACTIONS, DIRECTION, SPEED, Arena, X, Y
from spielwerk.players.speed.decision import Clock, Decision, Picture
from spielwerk.players.speed.graph import Graph, Paths
from spielwerk.players.speed.opponents import outlook
from spielwerk.players.speed.searches import SEARCHES
from spielwerk.players.speed.space import compiled

__all__ = ["TransparentSolver", "Weights"]

_RATING = 1.5e-8
"""Seconds to rate one path, before it has been measured."""
_CARE = 2.5
"""By how much more time than expected may be needed for that."""
_TELLING = 10_000
"""So many paths tell how long one takes to rate."""
_RESERVE = 1.5e-3
"""Seconds for what does not depend on the number of paths."""
_HICCUPS = 0.05
"""The part of the time kept back for moments in which the machine is busy elsewhere."""


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
        self._memory["behind"] = np.zeros(self.capacity, np.int32)

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action of racer ``k`` (a row, from 0) within the time that is left."""
        graph = self._graph(arena)
        view = outlook(arena, k, self.depth)
        searches = self._searches()
        clock = int(arena.clock[0])
        origins = [_origin(arena, k, action) for action in range(len(ACTIONS))]
        begun = [
            search.begin(graph, origin, clock, view, self.exponent)
            for search, origin in zip(searches, origins, strict=True)
        ]
        self._search(
            [s for s, ok in zip(searches, begun, strict=True) if ok], graph, clock, view, left
        )
        begun_rating = left()
        decision = self._rated(arena, k, searches, view)
        if (paths := _paths(searches)) > _TELLING:
            spent = (begun_rating - left() - _RESERVE) / paths
            self._memory["rating"] += 0.5 * (min(spent, 4 * _RATING) - self._memory["rating"])
        return decision

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

    def _searches(self) -> list[Paths]:
        searches: list[Paths] = self._memory["searches"]
        for search in searches:
            search.ends[:] = 0
        return searches

    def _search(
        self,
        searches: Sequence[Paths],
        graph: Graph,
        clock: int,
        view: tuple[NDArray[np.float32], NDArray[np.int32]],
        left: Clock,
    ) -> None:
        """Extend all searches evenly until the time is up, so that no action is favoured."""

        def extend(search: Paths) -> bool:
            return search.extend(graph, clock, view, self.exponent, self.portion)

        open_searches = list(searches)
        longest = 0.0
        reserve = _RESERVE + _HICCUPS * left()
        per_path = self._memory.setdefault("rating", _RATING)
        with ThreadPoolExecutor(self.threads) as pool:
            run = pool.map if self.threads > 1 else map
            while open_searches:
                if left() < longest + _CARE * per_path * _paths(searches) + reserve:
                    break
                before = left()
                goes_on = list(run(extend, open_searches))
                open_searches = [s for s, ok in zip(open_searches, goes_on, strict=True) if ok]
                longest = max(longest, before - left())

    def _rated(
        self,
        arena: Arena,
        k: int,
        searches: Sequence[Paths],
        view: tuple[NDArray[np.float32], NDArray[np.int32]],
    ) -> Decision:
        shape = arena.cells.shape
        reached = np.zeros((len(ACTIONS), *shape), np.float32)
        cut = np.zeros((len(ACTIONS), *shape), np.float32)
        uses = np.zeros(shape, np.float64)
        for action, search in enumerate(searches):
            _collect(
                search.steps,
                search.count,
                search.success,
                search.cut_off,
                reached[action],
                cut[action],
                uses,
                self._memory["behind"],
            )
        importance = np.array([_along(search, uses) for search in searches])
        ratings = _ratings(searches, reached, cut, importance, self.weights)
        best = max(range(len(ACTIONS)), key=lambda action: ratings[action]["total"])
        paths = _paths(searches)
        return Decision(
            ACTIONS[best],
            {ACTIONS[action]: rating for action, rating in enumerate(ratings)},
            _pictures(reached[best], cut[best], uses, searches, view),
            f"{paths:,} paths weighed.",
        )


def _paths(searches: Sequence[Paths]) -> int:
    return sum(search.count for search in searches)


def _ratings(
    searches: Sequence[Paths],
    reached: NDArray[np.float32],
    cut: NDArray[np.float32],
    importance: NDArray[np.float64],
    weights: Weights,
) -> list[dict[str, float]]:
    success = reached.sum(axis=(1, 2), dtype=np.float64)
    success /= success.max() or 1.0
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
            "cut off": float(cut[action].max()),
            "inverted importance": float(spare[action]),
        }
        total = (
            weights.success * parts["success"]
            + weights.cut_off * parts["cut off"]
            + weights.importance * parts["inverted importance"]
        )
        ratings.append({**parts, "total": total})
    return ratings


def _pictures(
    reached: NDArray[np.float32],
    cut: NDArray[np.float32],
    uses: NDArray[np.float64],
    searches: Sequence[Paths],
    view: tuple[NDArray[np.float32], NDArray[np.int32]],
) -> dict[str, Picture]:
    near = np.zeros(uses.shape, np.bool_)
    for search in searches:
        for x, y in _first_cells(search):
            near[y, x] = True
    most = uses[near].max() if near.any() else 1.0
    spare = np.where(near, 1.0 - uses / (most or 1.0), np.nan)
    probability, first = view
    return {
        "success": reached,
        "cut off": cut,
        "inverted importance": spare.astype(np.float32),
        "probability": probability,
        "min steps": np.where(first >= 30_000, np.nan, first).astype(np.float32),
    }


def _origin(arena: Arena, k: int, action: int) -> tuple[int, int, int, int]:
    racer = arena.racers[k]
    turn = (3, 1, 0, 0, 0)[action]
    change = (0, 0, -1, 1, 0)[action]
    return (
        int(racer[X]),
        int(racer[Y]),
        (int(racer[DIRECTION]) + turn) % 4,
        int(racer[SPEED]) + change,
    )


def _first_cells(search: Paths) -> list[tuple[int, int]]:
    """The cells of the step that all paths of a search begin with."""
    if not search.count:
        return []
    x, y, direction, speed, jump = (int(v) for v in search.steps[0, :5])
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[direction]
    backs = (0, speed - 1) if jump else range(speed)
    return [(x - dx * back, y - dy * back) for back in backs]


def _along(search: Paths, uses: NDArray[np.float64]) -> float:
    return float(sum(uses[y, x] for x, y in _first_cells(search)))


@compiled
def _collect(
    steps: Any, count: int, success: Any, cut_off: Any, reached: Any, cut: Any, uses: Any,
    behind: Any,
) -> None:  # fmt: skip
    """The best values of paths by where they end, and how many paths use each cell.

    ``behind`` is room for the number of paths that go on from each, itself included.
    """
    behind[:count] = 1
    for path in range(count - 1, -1, -1):
        x, y, direction, speed = steps[path, 0], steps[path, 1], steps[path, 2], steps[path, 3]
        reached[y, x] = max(reached[y, x], success[path])
        cut[y, x] = max(cut[y, x], cut_off[path])
        parent = steps[path, 6]
        if parent >= 0:
            behind[parent] += behind[path]
        dx = 1 if direction == 1 else (-1 if direction == 3 else 0)
        dy = 1 if direction == 2 else (-1 if direction == 0 else 0)
        for back in range(speed):
            if steps[path, 4] and 0 < back < speed - 1:
                continue
            uses[y - dy * back, x - dx * back] += behind[path]
