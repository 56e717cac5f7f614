"""The path searches of the 2021 solver by name, and how to compare them.

All find chains of steps that touch neither a trail nor themselves. What a search is worth is
measured by three numbers (:class:`Coverage`): paths found, cells reached, and how evenly these
cells lie on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spielwerk.games.speed import FREE, Arena
from spielwerk.players.speed.backward import BackwardPaths
from spielwerk.players.speed.forward import ForwardPaths
from spielwerk.players.speed.graph import Paths

_NET = 4
"""Rounds that the forward half of a bidirectional search looks ahead."""
_TILE = 5
"""Edge of the squares by which the spread of cells is measured."""

SEARCHES: Mapping[str, Callable[[int], Paths]] = {
    "graph": Paths.room,
    "forward": ForwardPaths.room,
    "backward": lambda capacity: BackwardPaths.casting(capacity, 0),
    "bidirectional": lambda capacity: BackwardPaths.casting(capacity, _NET),
}
"""Room for so many paths, by the name of the search that fills it."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What a search has found."""

    paths: int
    """Criterion K1: how many paths."""
    cells: int
    """Criterion K2: how many cells they end on."""
    spread: float
    """Criterion K3: the share of squares with free cells in which a path ends."""


def coverage(searches: Sequence[Paths], arena: Arena) -> Reached:
    """How good the paths behind all actions are together."""
    reached = np.zeros(arena.cells.shape, np.bool_)
    for search in searches:
        ends = search.steps[: search.count]
        reached[ends[:, 1], ends[:, 0]] = True
    tiles = [
        (slice(y, y + _TILE), slice(x, x + _TILE))
        for y in range(0, arena.cells.shape[0], _TILE)
        for x in range(0, arena.cells.shape[1], _TILE)
    ]
    free = [tile for tile in tiles if (arena.cells[tile] == FREE).any()]
    hit = sum(bool(reached[tile].any()) for tile in free)
    paths = sum(search.count for search in searches)
    return Reached(paths, int(reached.sum()), hit / len(free) if free else 0.0)
