"""Rows that can be looked up by whatever of them is known: facts of a state, facts of the rules.

Indexes are made when they are first needed, one for each set of places whose values are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from spielwerk.languages.gdl.program import Term

Row: TypeAlias = tuple[Any, ...]
_NOTHING: Sequence[Row] = ()


class Rows:
    """Rows of equal length."""

    __slots__ = ("_indexes", "all")

    def __init__(self, rows: Iterable[Row]) -> None:
        self.all: Sequence[Row] = list(dict.fromkeys(rows))
        self._indexes: dict[tuple[int, ...], dict[Row, list[Row]]] = {}

    def find(self, places: tuple[int, ...], values: Row) -> Sequence[Row]:
        """The rows that have these values at these places."""
        if not places:
            return self.all
        index = self._indexes.get(places)
        if index is None:
            index = self._indexes[places] = {}
            for row in self.all:
                index.setdefault(tuple([row[place] for place in places]), []).append(row)
        return index.get(values, _NOTHING)


class Facts:
    """The facts of a state by name and number of arguments."""

    __slots__ = ("_kinds", "all")

    def __init__(self, facts: frozenset[Term]) -> None:
        self.all = facts
        kinds: dict[tuple[str, int], list[Row]] = {}
        for fact in facts:
            if isinstance(fact, tuple):
                kinds.setdefault((str(fact[0]), len(fact) - 1), []).append(fact[1:])
        self._kinds = {kind: Rows(rows) for kind, rows in kinds.items()}

    def of(self, name: str, arity: int) -> Rows | None:
        """The arguments of all facts of a name, if there are any."""
        return self._kinds.get((name, arity))
