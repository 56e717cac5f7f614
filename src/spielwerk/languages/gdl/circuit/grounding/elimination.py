"""Conjunctions too wide to be joined in a row: one variable after the other is eliminated.

Tables and tests go in, the assignments to some variables come out, just as from
:func:`.tables.solve`. There a table grows by one condition after another and may become very long
before anything can be forgotten. Here the conditions on one variable that is not asked for are
joined apart from all others and the variable is forgotten, where that is cheapest first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from spielwerk.languages.gdl.circuit.grounding.tables import RowSet, Test, TooManyRows, join, solve


def eliminate(
    tables: Sequence[RowSet], tests: Sequence[Test], keep: Collection[int], radix: int, limit: int
) -> RowSet:
    """Every assignment to ``keep`` that is in all the tables and passes all the tests.

    :raises TooManyRows: a table on the way would be longer than ``limit``
    """
    return _Elimination(tables, tests, frozenset(keep), radix, limit).run()


class _Elimination:
    def __init__(
        self,
        tables: Sequence[RowSet],
        tests: Sequence[Test],
        keep: frozenset[int],
        radix: int,
        limit: int,
    ) -> None:
        self.tables, self.tests = list(tables), list(tests)
        self.keep, self.radix, self.limit = keep, radix, limit

    def run(self) -> RowSet:
        while True:
            self.tables = [self.narrowed(table) for table in self.tables]
            if any(len(table.rows) == 0 for table in self.tables):
                return RowSet(tuple(sorted(self.keep)), np.zeros((0, len(self.keep)), np.int32))
            self.tables = [table for table in self.tables if table.variables]
            hidden = frozenset(v for t in self.tables for v in t.variables) - self.keep
            if not hidden:
                self.tables.sort(key=lambda table: len(table.rows))
                return solve(self.tables, self.tests, self.keep, self.radix, self.limit)
            self.forget(sorted(hidden))

    def narrowed(self, table: RowSet) -> RowSet:
        """A table without rows that fail a test, and without what only it speaks of."""
        scope = frozenset(table.variables)
        for test in [test for test in self.tests if test.variables <= scope]:
            table = RowSet(table.variables, table.rows[test(table, self.radix)])
        needed = self.keep.union(*(test.variables for test in self.tests))
        if sum(scope <= frozenset(other.variables) for other in self.tables) == 1:
            needed = self.keep.union(
                *(test.variables for test in self.tests if not test.variables <= scope)
            )
        others = (t.variables for t in self.tables if frozenset(t.variables) != scope)
        return table.project(needed.union(*others), self.radix)

    def forget(self, hidden: Sequence[int]) -> None:
        """Forget the variable that this is cheapest for."""
        buckets = [self.bucket(variable) for variable in hidden]
        order = sorted(range(len(hidden)), key=lambda i: self.estimate(buckets[i][1]))
        for place in order:
            inside, joined = buckets[place]
            try:
                table = self.joined(joined)
            except TooManyRows:
                if place == order[-1]:
                    raise
                continue
            rest = [table for i, table in enumerate(self.tables) if i not in inside]
            scope = frozenset(table.variables)
            done = [test for test in self.tests if hidden[place] in test.variables]
            assert all(test.variables <= scope for test in done)
            self.tests = [test for test in self.tests if hidden[place] not in test.variables]
            kept = [v for v in table.variables if v != hidden[place]]
            self.tables = [*rest, table.project(kept, self.radix)]
            return

    def bucket(self, variable: int) -> tuple[frozenset[int], list[RowSet]]:
        """The numbers of the tables that speak of a variable, and what is to be joined for it.

        A test may need further variables. These come from what other tables say of them, which
        stay where they are.
        """
        inside = frozenset(i for i, t in enumerate(self.tables) if variable in t.variables)
        joined = [self.tables[i] for i in sorted(inside)]
        scope = {v for table in joined for v in table.variables}
        tested = {v for test in self.tests if variable in test.variables for v in test.variables}
        while missing := tested - scope:
            offers = [
                table.project(scope | tested, self.radix)
                for table in self.tables
                if missing & set(table.variables)
            ]
            best = min(offers, key=lambda table: self.estimate([*joined, table]))
            joined.append(best)
            scope |= set(best.variables)
        return inside, joined

    def estimate(self, tables: Iterable[RowSet]) -> float:
        """About how many rows a join has, were values spread evenly."""
        rows = 1.0
        domains: dict[int, int] = {}
        for table in tables:
            rows *= len(table.rows)
            for variable in table.variables:
                values = table.values_of(variable)
                if variable in domains:
                    rows /= max(domains[variable], values)
                    domains[variable] = min(domains[variable], values)
                else:
                    domains[variable] = values
        return rows

    def joined(self, tables: Sequence[RowSet]) -> RowSet:
        """The join of some tables, tested as soon as that is possible."""
        todo = sorted(tables, key=lambda table: len(table.rows))
        table = todo.pop(0)
        while True:
            scope = frozenset(table.variables)
            for test in self.tests:
                if test.variables <= scope:
                    table = RowSet(table.variables, table.rows[test(table, self.radix)])
            if not todo:
                return table
            best = min(range(len(todo)), key=lambda i: self.estimate([table, todo[i]]))
            table = join(table, todo.pop(best), self.radix, self.limit)
