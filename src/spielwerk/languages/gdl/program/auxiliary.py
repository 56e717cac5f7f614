"""Relations that are made up on the way to the plain form: their names, and what they start from.

*Parts* stand for a part of a rule's body. Their rules keep the place of that part in the source,
so that an explanation can show the part itself. *Special* relations are what an author's relation
says of some values (:mod:`.layers`). *Versions* are relations that must be asked in one way
(:mod:`.asking`), and a *demand* lists what such a version is asked for.
Their names hold a space, which no name in a text does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spielwerk.languages.gdl.program.rules import Atom, Literal, Var, variables

_PART = "__part_"
_SPECIAL = " no. "
_VERSION = " as "
_DEMAND = "demand "


def is_auxiliary(relation: str) -> bool:
    """Whether the relation was made up to stand for a part of a body."""
    return _PART in relation


class FreshNames:
    """Gives names that no relation of the program has."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._count = 0

    def fresh(self, relation: str) -> str:
        """A new name for a part of a rule of ``relation``."""
        stem = written_name(relation).partition(_PART)[0]
        while True:
            self._count += 1
            name = f"{stem}{_PART}{self._count}"
            if name not in self._taken:
                return name


def special_name(relation: str, number: int) -> str:
    """The relation as far as it says something of some values."""
    return f"{relation}{_SPECIAL}{number}"


def version_name(relation: str, mode: Sequence[str]) -> str:
    """The relation as it is asked in a mode (:data:`.asking.Mode`)."""
    return f"{relation}{_VERSION}{' '.join(mode)}"


def demand_name(version: str) -> str:
    """The relation that lists what a version is asked for."""
    return _DEMAND + version


def is_demand(relation: str) -> bool:
    """Whether the relation lists what another one is asked for."""
    return relation.startswith(_DEMAND)


def written_name(relation: str) -> str:
    """The author's name of a relation."""
    return relation.removeprefix(_DEMAND).partition(" ")[0]


def mode_of_version(relation: str) -> tuple[str, ...] | None:
    """The mode of a version, one item an argument that the author wrote; none for other names."""
    _, mark, mode = relation.partition(_VERSION)
    return tuple(mode.split(" ")) if mark else None


def given_places(relation: str) -> tuple[int, ...]:
    """Which arguments a version must be given; none for relations that can be listed."""
    kept = [letter for letter in mode_of_version(relation) or () if letter != "_"]
    return tuple(place for place, letter in enumerate(kept) if letter[0] in "b=")


def binders(body: Iterable[Literal]) -> dict[Var, Atom]:
    """For each variable the first condition of ``body`` that gives it its values."""
    found: dict[Var, Atom] = {}
    for literal in body:
        if isinstance(literal, Atom):
            for variable in variables(literal):
                found.setdefault(variable, literal)
    return found
