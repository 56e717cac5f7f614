"""Relations that are made up on the way to the plain form: their names, and what they start from.

They stand for a part of a rule's body. Their rules keep the place of that part in the source, so
that an explanation can show the part itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from spielwerk.languages.gdl.program.rules import Atom, Literal, Var, variables

_MARK = "__part_"


def is_auxiliary(relation: str) -> bool:
    """Whether the relation was made up to stand for a part of a body."""
    return _MARK in relation


class FreshNames:
    """Gives names that no relation of the program has."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._count = 0

    def fresh(self, relation: str) -> str:
        """A new name for a part of a rule of ``relation``."""
        stem = relation.partition(_MARK)[0]
        while True:
            self._count += 1
            name = f"{stem}{_MARK}{self._count}"
            if name not in self._taken:
                return name


def binders(body: Iterable[Literal]) -> dict[Var, Atom]:
    """For each variable the first condition of ``body`` that gives it its values."""
    found: dict[Var, Atom] = {}
    for literal in body:
        if isinstance(literal, Atom):
            for variable in variables(literal):
                found.setdefault(variable, literal)
    return found
