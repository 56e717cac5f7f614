"""Boards: how the fields of spaces are connected, where they lie, and how far it is.

The regular layout of a space connects its fields first; custom connections are added and then
taken away. Paths and distances are worked out once and kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spielwerk.languages.igold.model import Type, kids
from spielwerk.languages.igold.source import Node, tag

if TYPE_CHECKING:
    from spielwerk.languages.igold.position import MatchPosition
    from spielwerk.languages.igold.world import ElementWorld

_KEPT = 2_000_000
"""So many distances are kept."""

Place = tuple[int, int, int]
"""Layer, row and column, each from 0."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A regular layout: which field lies where, and which places are next to each other."""

    dimensions: int
    places: Mapping[Place, int]
    closed: bool
    """Whether opposite sides touch."""
    both_ways: bool
    flat: str
    upright: str

    @property
    def size(self) -> Place:
        """How many layers, rows and columns there are."""
        layers, rows, columns = zip(*self.places, strict=True)
        return max(layers) + 1, max(rows) + 1, max(columns) + 1

    def shift(self, place: Place, step: Place) -> int | None:
        """The field at an offset, round the edges of a closed layout."""
        moved = [a + b for a, b in zip(place, step, strict=True)]
        if self.closed:
            moved = [a % size for a, size in zip(moved, self.size, strict=True)]
        return self.places.get((moved[0], moved[1], moved[2]))

    def connections(self) -> Iterator[tuple[int, int]]:
        """From which field to which one can step."""
        for place, number in self.places.items():
            for step in self._steps():
                other = self.shift(place, step)
                if other is not None and other != number:
                    yield number, other

    def _steps(self) -> Iterator[Place]:
        """Where neighbours lie; one way only means forward: right, down and up the layers."""
        if self.dimensions == 1:
            steps = [(0, 0, 1), (0, 0, -1)]
        else:
            steps = [(0, r, c) for r, c in _directions(self.flat)]
        if self.dimensions == 3:
            beside = _directions(self.upright.replace("vertical", "").replace("Vertical", ""))
            straight = [(0, 0)] if "vertical" in self.upright else []
            if "horizontal" in self.upright.lower():
                beside += [(1, 0), (-1, 0)]
            steps += [(up, r, c) for up in (1, -1) for r, c in straight + beside]
        for step in steps:
            if self.both_ways or step > (0, 0, 0):
                yield step


def _directions(how: str) -> list[tuple[int, int]]:
    how = how.lower()
    found = []
    if "vertical" in how:
        found += [(1, 0), (-1, 0)]
    if "horizontal" in how:
        found += [(0, 1), (0, -1)]
    if "diagonal" in how:
        found += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return found


def grid_of(space: Type, fields: Mapping[str, int]) -> Grid | None:
    """The regular layout of a space with these fields, if it has one."""
    for layout in space.each("fieldLayout"):
        for node in kids(layout):
            if tag(node) != "customLayout":
                return _grid(node, fields)
    return None


def _grid(node: Node, fields: Mapping[str, int]) -> Grid:
    def numbers(row: Node) -> list[int]:
        return [fields[str(one.get("instanceIdReference"))] for one in kids(row)]

    if tag(node) == "oneDimensionalLayout":
        places = {(0, 0, column): number for column, number in enumerate(numbers(node))}
        closed = node.get("connectFirstAndLastField") in ("true", "1")
        dimensions = 1
    else:
        flat = tag(node) == "twoDimensionalLayout"
        columns = list(kids(node)) if flat else [next(kids(one)) for one in kids(node)]
        places = {
            (layer, row, place): number
            for layer, column in enumerate(columns)
            for row, cells in enumerate(kids(column))
            for place, number in enumerate(numbers(cells))
        }
        closed = node.get("connectFieldsOnSides") in ("true", "1")
        dimensions = 2 if flat else 3
    everything = "verticalAndHorizontalAndDiagonal"
    return Grid(
        dimensions,
        places,
        closed,
        node.get("connectionType", "bidirectional") == "bidirectional",
        node.get("howToConnectAdjacentFields", everything),
        node.get("howToConnectLayers", everything),
    )


@dataclass(eq=False)
class Connections:
    """The connections of a match. ``bound`` are the fields whose objects need a path to move."""

    following: list[tuple[int, ...]] = field(default_factory=list)
    bound: frozenset[int] = frozenset()
    where: dict[int, tuple[Grid, Place]] = field(default_factory=dict)
    _lengths: dict[int, dict[int, int]] = field(default_factory=dict)

    def connect(
        self,
        world: ElementWorld,
        custom: Iterable[tuple[str, str, Callable[[int], Iterable[int]], bool, bool]],
    ) -> None:
        """Work out all connections: regular layouts, then what is allowed, then restricted."""
        found: list[dict[int, None]] = [{} for _ in world.fields]
        for grid in world.grids.values():
            for place, number in grid.places.items():
                self.where[number] = (grid, place)
            for start, end in grid.connections():
                found[start][end] = None
        for reference, name, others, both, allowed in custom:
            for number, one in enumerate(world.fields):
                space = world.spaces[one.index]
                if one.id == name and space.type.id in world.definition.subtypes(reference):
                    for other in others(one.index):
                        for a, b in ((number, other), (other, number))[: 2 if both else 1]:
                            if allowed:
                                found[a][b] = None
                            else:
                                found[a].pop(b, None)
        self.following = [tuple(each) for each in found]
        laid = {
            n
            for n, one in enumerate(world.spaces)
            if next(one.type.each("fieldLayout"), None) is not None
        }
        self.bound = frozenset(n for n, one in enumerate(world.fields) if one.index in laid)

    def path(self, s: MatchPosition, one: int, other: int) -> int:
        """The same as :meth:`distance`, as work of rules: known distances count as well."""
        s.work += len(self.following)
        return self.distance(one, other)

    def distance(self, one: int, other: int) -> int:
        """The number of steps of the shortest path; -1 where there is none."""
        return self.lengths(one).get(other, -1)

    def lengths(self, one: int) -> Mapping[int, int]:
        """All fields that can be reached, the nearest first, with their distances."""
        if one not in self._lengths:
            lengths = {one: 0}
            queue = deque([one])
            while queue:
                here = queue.popleft()
                for there in self.following[here]:
                    if there not in lengths:
                        lengths[there] = lengths[here] + 1
                        queue.append(there)
            if len(self._lengths) * len(self.following) > _KEPT:
                self._lengths.clear()
            self._lengths[one] = lengths
        return self._lengths[one]

    def reach(self, s: MatchPosition, one: int, steps: int) -> list[int]:
        """The fields within so many steps, the nearest first, without the first."""
        self.path(s, one, one)
        return [n for n, length in self._lengths[one].items() if 0 < length <= steps]

    def shift(self, one: int, layers: int, rows: int, columns: int) -> int:
        """The field at an offset; -1 where there is none."""
        if one not in self.where:
            return -1
        grid, place = self.where[one]
        found = grid.shift(place, (layers, rows, columns))
        return -1 if found is None else found

    def advance(self, one: int, steps: int) -> int:
        """The field so many steps along a one-dimensional layout; -1 beyond its ends."""
        return self.shift(one, 0, 0, int(steps))

    def table(self, world: ElementWorld, name: str) -> Any:
        """A table of the board for the functions of a program."""
        match name:
            case "next fields":
                return self.following
            case "path" | "reach" | "shift" | "advance":
                return getattr(self, name)
        axis = {"row": 1, "column": 2, "step": 2}[name]
        return [
            self.where[n][1][axis] + 1 if n in self.where else 0 for n in range(len(world.fields))
        ]
