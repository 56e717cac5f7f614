"""The types that a text declares: which values a variable of a type can have.

``(type mark x)`` gives the type ``mark`` the value ``x`` (or ``[1,8]``: all numbers from 1 to 8).
``(typecombine content mark blank)`` has the values of all types named, and ``(typemap cell row col
content)`` the terms ``(cell r c m)`` made of their values. A program goes in; :class:`Types` tells
the values of a type, where they are finitely many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from math import prod

from spielwerk.languages.gdl.program import Atom, Rule, Term

_RANGE = re.compile(r"\[([+-]?\d{1,9})(?:,|\.\.)([+-]?\d{1,9})\]")
MAX_VALUES = 100_000
"""Types with more values count as endless."""
DECLARATIONS = frozenset(["type", "typemap", "typecombine"])
"""The relations by which types are declared."""


class Types:
    """The types of one program."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._said: dict[str, list[Atom]] = {}
        for rule in rules:
            head = rule.head
            if head.relation in DECLARATIONS and not rule.body and head.args:
                self._said.setdefault(str(head.args[0]), []).append(head)
        self._known: dict[str, Mapping[Term, None] | None] = {}

    def __contains__(self, kind: str) -> bool:
        return kind in self._said or _RANGE.fullmatch(kind) is not None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._said)

    def values(self, kind: str) -> Mapping[Term, None] | None:
        """The values of a type in the order in which they are declared; none where unknown."""
        if kind not in self._known:
            self._known[kind] = None  # a type that is made of itself has no values that end
            self._known[kind] = self._find(kind)
        return self._known[kind]

    def size(self, kind: str) -> int | None:
        """How many values a type has."""
        values = self.values(kind)
        return None if values is None else len(values)

    def restricts(self, kind: str) -> bool:
        """Whether a type lists its values itself, so that others are refused."""
        said = self._said.get(kind)
        if said is None:
            return _RANGE.fullmatch(kind) is not None
        return all(atom.relation == "type" for atom in said)

    def maps(self, name: str) -> bool:
        """Whether the arguments of a fact or move are declared as a whole."""
        return any(atom.relation == "typemap" for atom in self._said.get(name, ()))

    def _find(self, kind: str) -> Mapping[Term, None] | None:
        if found := _RANGE.fullmatch(kind):
            first, last = int(found[1]), int(found[2])
            if last - first >= MAX_VALUES:
                return None
            return {str(value): None for value in range(first, last + 1)}
        if kind not in self._said:
            return None
        values: dict[Term, None] = {}
        for atom in self._said[kind]:
            made = self._made(atom)
            if made is None or len(values) + len(made) > MAX_VALUES:
                return None
            values.update(made)
        return values

    def _made(self, atom: Atom) -> Mapping[Term, None] | None:
        """The values that one declaration gives its type."""
        name, *parts = atom.args
        if atom.relation == "type":
            found: dict[Term, None] = {}
            for part in parts:
                ranged = self._find(part) if isinstance(part, str) and part[0] == "[" else None
                found.update(ranged if ranged is not None else {part: None})
            return found
        kinds = [self.values(part) if isinstance(part, str) else None for part in parts]
        if any(values is None for values in kinds):
            return None
        known = [values for values in kinds if values is not None]
        if atom.relation == "typecombine":
            return {value: None for values in known for value in values}
        if prod(map(len, known)) > MAX_VALUES:
            return None
        return {(name, *row): None for row in product(*known)}
