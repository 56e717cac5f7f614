"""Which ground atoms can ever hold: the first half of grounding.

Flat rules go in, the rows of every relation come out. Relations that depend on neither state nor
moves are evaluated exactly, once and for all. The others are over-approximated by reachability:
from the initial facts, every move that may be legal may be made, every fact that may follow may
be true, and a negated condition on such relations may always hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.circuit.budget import Meter
from spielwerk.languages.gdl.circuit.grounding.elimination import eliminate
from spielwerk.languages.gdl.circuit.grounding.flat import FlatAtom, FlatProgram, FlatRule
from spielwerk.languages.gdl.circuit.grounding.tables import (
    Differ,
    Keys,
    NotAmong,
    Rows,
    RowSet,
    Test,
    TooManyRows,
    contains,
    keys,
    select,
    solve,
)
from spielwerk.languages.gdl.program import components, is_demand

_IN_A_ROW = 100_000
"""Joins with longer tables on the way are not made in a row."""


class Extent:
    """The rows found of one relation, sorted by key and growing."""

    def __init__(self, width: int, radix: int) -> None:
        self.radix = radix
        self.rows: Rows = np.zeros((0, width), np.int32)
        self.keys: Keys = keys(self.rows, radix)

    def add(self, rows: Rows) -> Rows:
        """Take in rows and say which of them are new."""
        new_keys, first = np.unique(keys(rows, self.radix), return_index=True)
        fresh = ~contains(self.keys, new_keys)
        new, new_keys = rows[first][fresh], new_keys[fresh]
        if len(new):
            place = np.searchsorted(self.keys, new_keys)
            self.rows = np.insert(self.rows, place, new, axis=0)
            self.keys = np.insert(self.keys, place, new_keys)
        return new

    def find(self, rows: Rows) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The number of each row, or -1 where it is not here."""
        wanted = keys(rows, self.radix)
        if len(self.keys) == 0:
            return np.full(len(wanted), -1, np.int64)
        place = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[place] == wanted, place, -1)


@dataclass(slots=True)
class Grounding:
    """What can hold of every relation, and the means to ask about conjunctions over it."""

    flat: FlatProgram
    meter: Meter
    extents: list[Extent]
    static: frozenset[int]
    """Relations that depend on neither state nor moves; their extents are exact."""
    _tables: dict[FlatAtom, tuple[Rows, RowSet]] = field(default_factory=dict)

    @property
    def radix(self) -> int:
        return len(self.flat.constants) + 1

    def table(self, atom: FlatAtom) -> RowSet:
        """What an atom can be. Asked again it costs nothing while the relation does not grow."""
        rows = self.extents[atom.relation].rows
        of_rows, table = self._tables.get(atom, (None, None))
        if table is None or of_rows is not rows:
            table = select(atom, rows, self.radix)
            self._tables[atom] = rows, table
        return table

    def tests(self, rule: FlatRule) -> list[Test]:
        """What can be tested without knowing the state: differences and negated static atoms."""
        tests: list[Test] = [Differ(*pair) for pair in rule.distinct]
        tests += (
            NotAmong(atom, self.extents[atom.relation].keys)
            for atom in rule.negative
            if atom.relation in self.static
        )
        return tests

    def solve(
        self,
        rule: FlatRule,
        keep: Collection[int],
        delta: tuple[int, Rows] | None = None,
        limit: int | None = None,
        *,
        only_new: bool = False,
    ) -> RowSet:
        """Assignments to ``keep`` under which the rule's body may hold.

        With ``delta``, the condition of that number holds of the given rows only. Those whose head
        is known already may be left out where ``only_new`` says so.

        :raises TooManyRows: a table on the way is longer than ``limit`` (if none, the budget's)
        """
        tables = [self.table(atom) for atom in rule.positive]
        if delta is not None:
            number, rows = delta
            tables[number] = select(rule.positive[number], rows, self.radix)
        if only_new:
            tables = [self._without_known(rule.head, table) for table in tables]
        if delta is not None:
            tables.insert(0, tables.pop(number))
        else:
            tables.sort(key=lambda table: len(table.rows))
        if any(len(table.rows) == 0 for table in tables):
            return RowSet(tuple(sorted(keep)), np.zeros((0, len(keep)), np.int32))
        tests, limit = self.tests(rule), limit or self.meter.budget.rows
        try:
            return solve(tables, tests, keep, self.radix, min(limit, _IN_A_ROW))
        except TooManyRows:
            pass
        try:
            return eliminate(tables, tests, keep, self.radix, limit)
        except TooManyRows as problem:
            raise TooManyRows(problem.rows, problem.limit, str(rule)) from None

    def _without_known(self, head: FlatAtom, table: RowSet) -> RowSet:
        """A table that says all about a head, without what has been derived before."""
        if not head.variables or not head.variables <= frozenset(table.variables):
            return table
        found = keys(table.values(head.args), self.radix)
        new = ~contains(self.extents[head.relation].keys, found)
        return table if new.all() else RowSet(table.variables, table.rows[new])

    def check(self) -> None:
        """:raises LimitExceeded: there are too many atoms that depend on state or moves"""
        sizes = {
            number: len(extent.rows)
            for number, extent in enumerate(self.extents)
            if number not in self.static
        }

        def largest() -> str:
            number = max(sizes, key=sizes.__getitem__)
            return f"{sizes[number]:,} of them {self.flat.relations[number]}"

        if sizes:
            self.meter.check_grounding(sum(sizes.values()), largest)


def ground(flat: FlatProgram, meter: Meter) -> Grounding:
    """What can ever hold.

    :raises LimitExceeded: the budget does not suffice
    """
    radix = len(flat.constants) + 1
    extents = [Extent(relation.width, radix) for relation in flat.relations]
    grounding = Grounding(flat, meter, extents, _static(flat))
    for number, rows in flat.facts.items():
        extents[number].add(np.array(rows, np.int32).reshape(len(rows), -1))
    for group in components(_uses(flat, grounding.static)):
        own = [rule for rule in flat.rules if rule.head.relation in group]
        if any(_any(rule.negative, group) for rule in own):
            name = flat.relations[group[0]].name
            raise LimitExceeded(
                f"'{name}' cannot be settled in one go: it needs a 'not' of itself."
            )
        _saturate(grounding, own, {})
    feeds = flat.feeds()
    for source, target in feeds.items():
        _feed(grounding, target, extents[source].rows)
    dynamic = [rule for rule in flat.rules if rule.head.relation not in grounding.static]
    _saturate(grounding, dynamic, feeds)
    demands = (n for n, relation in enumerate(flat.relations) if is_demand(relation.name))
    grounding.static |= frozenset(demands)  # they limit what is looked at, and nothing more
    return grounding


def _static(flat: FlatProgram) -> frozenset[int]:
    used_by: dict[int, list[int]] = {}
    for rule in flat.rules:
        for atom in (*rule.positive, *rule.negative):
            used_by.setdefault(atom.relation, []).append(rule.head.relation)
    todo = flat.named("true", "does", "next", "legal")
    dynamic = set(todo)
    while todo:
        new = set(used_by.get(todo.pop(), ())) - dynamic
        dynamic |= new
        todo.extend(new)
    return frozenset(range(len(flat.relations))) - dynamic


def _uses(flat: FlatProgram, relations: Collection[int]) -> dict[int, list[int]]:
    graph: dict[int, list[int]] = {relation: [] for relation in sorted(relations)}
    for rule in flat.rules:
        if rule.head.relation in graph:
            used = (atom.relation for atom in (*rule.positive, *rule.negative))
            graph[rule.head.relation].extend(used)
    return graph


def _saturate(grounding: Grounding, rules: Sequence[FlatRule], feeds: dict[int, int]) -> None:
    """Apply rules until nothing new comes up; each round looks only at what the last one found."""
    extents = grounding.extents
    heads = {rule.head.relation for rule in rules}
    growing = heads | {feeds[head] for head in heads if head in feeds}
    readers: dict[int, list[tuple[FlatRule, int]]] = {}
    for rule in rules:
        for number, atom in enumerate(rule.positive):
            if atom.relation in growing:
                readers.setdefault(atom.relation, []).append((rule, number))
    found = {relation: extents[relation].rows for relation in growing}
    derived = [_derive(grounding, r, None) for r in rules if not _any(r.positive, growing)]
    while True:
        for relation, rows in found.items():
            for rule, number in readers.get(relation, ()) if len(rows) else ():
                derived.append(_derive(grounding, rule, (number, rows)))
                grounding.check()
        found = _take_in(grounding, derived, feeds)
        derived = []
        if not found:
            return
        grounding.check()


def _any(atoms: Iterable[FlatAtom], relations: Collection[int]) -> bool:
    return any(atom.relation in relations for atom in atoms)


def _derive(
    grounding: Grounding, rule: FlatRule, delta: tuple[int, Rows] | None
) -> tuple[int, Rows]:
    table = grounding.solve(rule, rule.head.variables, delta, only_new=True)
    return rule.head.relation, table.values(rule.head.args)


def _take_in(
    grounding: Grounding, derived: Sequence[tuple[int, Rows]], feeds: dict[int, int]
) -> dict[int, Rows]:
    """Add what was derived and say what of it is new, by relation."""
    batches: dict[int, list[Rows]] = {}
    for relation, rows in derived:
        if len(rows):
            batches.setdefault(relation, []).append(rows)
    found: dict[int, Rows] = {}
    for relation, batch in batches.items():
        found[relation] = grounding.extents[relation].add(np.concatenate(batch))
        if relation in feeds:
            found[feeds[relation]] = _feed(grounding, feeds[relation], found[relation])
    return {relation: rows for relation, rows in found.items() if len(rows)}


def _feed(grounding: Grounding, target: int, rows: Rows) -> Rows:
    """What follows may be true, and what is legal may be done, but only by roles."""
    flat = grounding.flat
    if flat.relations[target].name == "does":
        rows = rows[np.isin(rows[:, 0], [flat.constant(role) for role in flat.roles])]
    return grounding.extents[target].add(rows)
