"""Sets of rows of constants, and the joins that grounding is made of.

A :class:`Table` is a set of rows with a variable a column. :func:`solve` finds every assignment
that satisfies a conjunction: it joins in an order chosen as it goes, tests as early as it can, and
forgets columns as soon as nothing needs them. Everything is done on whole arrays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.circuit.grounding.flat import FlatAtom

Rows = NDArray[np.int32]
"""One row of constants a line."""
Keys = NDArray[np.int64]


class TooManyRows(LimitExceeded):
    """A join would exceed its limit of rows."""

    def __init__(self, rows: int, limit: int, rule: str = "a rule") -> None:
        named = rule[0].upper() + rule[1:]
        super().__init__(f"{named} has {rows:,} partial instances; the limit is {limit:,}.")
        self.rows, self.limit = rows, limit


@dataclass(slots=True)
class RowSet:
    """A set of rows, a variable a column. No row stands in it twice."""

    variables: tuple[int, ...]
    rows: Rows
    _indexes: dict[tuple[int, ...], tuple[Keys, NDArray[np.intp]]] = field(default_factory=dict)
    _domains: dict[int, int] = field(default_factory=dict)

    def columns(self, variables: Iterable[int]) -> Rows:
        """The values of these variables, in this order."""
        return self.rows[:, [self.variables.index(v) for v in variables]]

    def values(self, args: Sequence[int]) -> Rows:
        """What the arguments (constants and variables) are in each row."""
        values = np.empty((len(self.rows), len(args)), np.int32)
        for column, arg in enumerate(args):
            values[:, column] = arg if arg >= 0 else self.rows[:, self.variables.index(arg)]
        return values

    def project(self, variables: Collection[int], radix: int) -> RowSet:
        """The table over just these variables, in its own order."""
        kept = tuple(v for v in self.variables if v in variables)
        if len(kept) == len(self.variables):
            return self
        return RowSet(kept, distinct_rows(self.columns(kept), radix))

    def values_of(self, variable: int) -> int:
        """How many different values a variable has."""
        if variable not in self._domains:
            column = self.rows[:, self.variables.index(variable)]
            self._domains[variable] = int(np.count_nonzero(np.bincount(column)))
        return self._domains[variable]

    def index(self, variables: tuple[int, ...], radix: int) -> tuple[Keys, NDArray[np.intp]]:
        """The sorted keys of these columns, and the row that each belongs to."""
        if variables not in self._indexes:
            unsorted = keys(self.columns(variables), radix)
            order = np.argsort(unsorted, kind="stable")
            self._indexes[variables] = unsorted[order], order
        return self._indexes[variables]


def keys(rows: Rows, radix: int) -> Keys:
    """One sortable number a row (or a string of bytes, where numbers are too short)."""
    count, width = rows.shape
    if width == 0:
        return np.zeros(count, np.int64)
    if radix**width < 2**62:
        key = rows[:, 0].astype(np.int64)
        for column in range(1, width):
            key *= radix
            key += rows[:, column]
        return key
    packed = np.ascontiguousarray(rows.astype(">u4"))
    texts: NDArray[Any] = packed.view(f"S{4 * width}").ravel()
    return texts


def distinct_rows(rows: Rows, radix: int) -> Rows:
    """Each row once, sorted by key."""
    if len(rows) == 0:
        return rows
    _, first = np.unique(keys(rows, radix), return_index=True)
    return rows[first]


def contains(sorted_keys: Keys, wanted: Keys) -> NDArray[np.bool_]:
    """For each wanted key whether it is among the sorted ones."""
    if len(sorted_keys) == 0:
        return np.zeros(len(wanted), np.bool_)
    place = np.minimum(np.searchsorted(sorted_keys, wanted), len(sorted_keys) - 1)
    found: NDArray[np.bool_] = sorted_keys[place] == wanted
    return found


@dataclass(frozen=True, slots=True)
class Differ:
    """The test that two rows of arguments are not the same."""

    left: tuple[int, ...]
    right: tuple[int, ...]

    @property
    def variables(self) -> frozenset[int]:
        return frozenset(arg for arg in (*self.left, *self.right) if arg < 0)

    def __call__(self, table: RowSet, radix: int) -> NDArray[np.bool_]:
        fits: NDArray[np.bool_] = (table.values(self.left) != table.values(self.right)).any(axis=1)
        return fits


@dataclass(frozen=True, slots=True)
class NotAmong:
    """The test that an atom is not among the rows of its relation."""

    atom: FlatAtom
    sorted_keys: Keys

    @property
    def variables(self) -> frozenset[int]:
        return self.atom.variables

    def __call__(self, table: RowSet, radix: int) -> NDArray[np.bool_]:
        return ~contains(self.sorted_keys, keys(table.values(self.atom.args), radix))


Test: TypeAlias = Differ | NotAmong


def select(atom: FlatAtom, rows: Rows, radix: int) -> RowSet:
    """The rows that match the atom's constants and repeated variables, by variable."""
    first: dict[int, int] = {}
    fits: NDArray[np.bool_] | None = None
    for column, arg in enumerate(atom.args):
        if arg >= 0:
            test = rows[:, column] == arg
        elif arg in first:
            test = rows[:, column] == rows[:, first[arg]]
        else:
            first[arg] = column
            continue
        fits = test if fits is None else fits & test
    if fits is not None:
        rows = rows[fits]
    kept = rows[:, list(first.values())]
    if len(first) < len(atom.args):
        kept = distinct_rows(kept, radix)
    return RowSet(tuple(first), kept)


def join(left: RowSet, right: RowSet, radix: int, limit: int) -> RowSet:
    """All pairs of rows that agree on the shared variables.

    :raises TooManyRows: there are more than ``limit``
    """
    shared = tuple(v for v in left.variables if v in right.variables)
    new = [v for v in right.variables if v not in left.variables]
    wanted = keys(left.columns(shared), radix)
    offered, order = right.index(shared, radix)
    if not new:
        return RowSet(left.variables, left.rows[contains(offered, wanted)])
    start = np.searchsorted(offered, wanted, "left")
    count = np.searchsorted(offered, wanted, "right") - start
    total = int(count.sum())
    if total > limit:
        raise TooManyRows(total, limit)
    from_left = np.repeat(np.arange(len(wanted)), count)
    offset = np.arange(total) - np.repeat(np.cumsum(count) - count, count)
    from_right = order[np.repeat(start, count) + offset]
    rows = np.concatenate([left.rows[from_left], right.columns(new)[from_right]], axis=1)
    return RowSet((*left.variables, *new), rows)


def solve(
    tables: Sequence[RowSet], tests: Sequence[Test], keep: Collection[int], radix: int, limit: int
) -> RowSet:
    """Every assignment to ``keep`` that is in all the tables and passes all the tests.

    The join starts with the first table. What comes next is chosen by how little it adds.

    :raises TooManyRows: a table on the way would be longer than ``limit``
    """
    todo = list(tables)
    table = RowSet((), np.zeros((1, 0), np.int32))
    while True:
        bound = frozenset(table.variables)
        for test in tests:
            if test.variables <= bound:
                table = RowSet(table.variables, table.rows[test(table, radix)])
        tests = [test for test in tests if not test.variables <= bound]
        if len(table.rows) == 0:
            return RowSet(tuple(sorted(keep)), np.zeros((0, len(keep)), np.int32))
        needed = set(keep).union(*(test.variables for test in tests), *(t.variables for t in todo))
        table = table.project(needed, radix)
        if not todo:
            return table
        starting = len(todo) == len(tables)
        best = (
            0 if starting else min(range(len(todo)), key=lambda i: _growth(table, todo[i], radix))
        )
        table = join(table, todo.pop(best), radix, limit)


def _growth(table: RowSet, other: RowSet, radix: int) -> float:
    """How many rows of ``other`` one row of ``table`` is joined with, on average."""
    shared = tuple(v for v in table.variables if v in other.variables)
    sorted_keys, _ = other.index(shared, radix)
    different = 1 + np.count_nonzero(sorted_keys[1:] != sorted_keys[:-1])
    return len(sorted_keys) / float(different)
