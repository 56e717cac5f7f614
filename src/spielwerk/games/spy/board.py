"""The map of a match: which fields there are, what neighbours what, and who could see whom.

Fields are numbered row by row, rows may differ in length. Sets of fields are numbers with one
bit a field, so that "nothing stands between" is one ``&``. What lies between two fields is
worked out when it is first asked for and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from spielwerk.games.spy.names import FieldState


class CasinoBoard:
    """A scenario, prepared for play. Two boards of the same scenario are equal."""

    def __init__(self, scenario: Sequence[Sequence[str]]) -> None:
        self.scenario = tuple(tuple(FieldState(state) for state in row) for row in scenario)
        self.places = tuple((x, y) for y, row in enumerate(self.scenario) for x in range(len(row)))
        """The coordinates of each field."""
        self.numbers = {place: number for number, place in enumerate(self.places)}
        self.states = tuple(state for row in self.scenario for state in row)
        self.size = len(self.states)
        self.void = 1 << self.size
        """Stands for all that is not on the map; it blocks every line of sight."""
        self.around = tuple(self._around(number) for number in range(self.size))
        """The neighbours of each field, as numbers."""
        self.beside = tuple(sum(1 << near for near in around) for around in self.around)
        """The neighbours of each field, as a set."""
        self.walls = self.mask(FieldState.WALL)
        self.fireplaces = self.mask(FieldState.FIREPLACE)
        self.seats = self.mask(FieldState.BAR_SEAT)
        self.floor = self.seats | self.mask(FieldState.FREE)
        """Where one can walk as long as no wall is blown up."""
        self.bar_tables = self._numbered(FieldState.BAR_TABLE)
        self.roulettes = self._numbered(FieldState.ROULETTE_TABLE)
        self.safes = self._numbered(FieldState.SAFE)
        self.hall = max(self._rooms(), key=int.bit_count, default=0)
        """The largest room: all that can be walked through from one of its fields. People are
        placed here; free fields beyond the walls are only decoration."""
        self._between: dict[int, int] = {}
        self._near: dict[tuple[int, int], int] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CasinoBoard) and self.scenario == other.scenario

    def __hash__(self) -> int:
        return hash(self.scenario)

    def mask(self, state: FieldState) -> int:
        """The set of fields of this kind, as the scenario has them."""
        return sum(1 << number for number, kind in enumerate(self.states) if kind is state)

    def distance(self, here: int, there: int) -> int:
        """The least number of steps in eight directions, whatever stands in between."""
        (x, y), (u, v) = self.places[here], self.places[there]
        return max(abs(x - u), abs(y - v))

    def near(self, here: int, reach: int) -> int:
        """The set of fields at most ``reach`` away, the own one included."""
        found = self._near.get((here, reach))
        if found is None:
            inside = (n for n in range(self.size) if self.distance(here, n) <= reach)
            found = self._near[here, reach] = sum(1 << n for n in inside)
        return found

    def between(self, here: int, there: int) -> int:
        """The set of fields that the segment between two centres cuts, without the two."""
        key = here * self.size + there
        found = self._between.get(key)
        if found is None:
            found = self._between[key] = self._cut(here, there)
        return found

    def first_between(self, here: int, there: int, blocking: int) -> int | None:
        """The blocking field on the way that is nearest to ``here``; None is off the map."""
        for place in _line(self.places[here], self.places[there]):
            number = self.numbers.get(place)
            if number is None or blocking >> number & 1:
                return number
        raise ValueError("Nothing blocks this line.")

    def name(self, number: int) -> str:
        """The field as players write it: column, then row."""
        x, y = self.places[number]
        return f"{x}/{y}"

    def _rooms(self) -> Iterator[int]:
        left = self.floor
        while left:
            room = edge = left & -left
            while edge:
                grown = 0
                for field in fields_of(edge):
                    grown |= self.beside[field]
                edge = grown & self.floor & ~room
                room |= edge
            yield room
            left &= ~room

    def _cut(self, here: int, there: int) -> int:
        cut = 0
        for place in _line(self.places[here], self.places[there]):
            number = self.numbers.get(place)
            cut |= self.void if number is None else 1 << number
        return cut

    def _around(self, number: int) -> tuple[int, ...]:
        x, y = self.places[number]
        near = ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
        return tuple(self.numbers[place] for place in near if place in self.numbers)

    def _numbered(self, state: FieldState) -> tuple[int, ...]:
        return tuple(number for number, kind in enumerate(self.states) if kind is state)


@cache
def _steps(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """The cells that a segment from (0, 0) cuts on its way to (dx, dy), without these two.

    Where it passes exactly through a corner it cuts neither of the two cells at the side.
    """
    width, height = abs(dx), abs(dy)
    right, down = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    x = y = 0
    found: list[tuple[int, int]] = []
    while x < width or y < height:
        lead = (1 + 2 * x) * height - (1 + 2 * y) * width
        x += lead <= 0
        y += lead >= 0
        found.append((x * right, y * down))
    return tuple(found[:-1])


def _line(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    x, y = start
    for dx, dy in _steps(end[0] - x, end[1] - y):
        yield x + dx, y + dy


def fields_of(mask: int) -> list[int]:
    """The fields of a set, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
