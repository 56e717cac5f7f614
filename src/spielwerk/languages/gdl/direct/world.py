"""What the direct engine's compiler is told, and the names of what it makes.

A :class:`World` is the rules as clauses together with what was found out about them. A
:class:`Predicate` is a relation asked in one mode, an :class:`Index` a relation's rows arranged
for lookups; generated code refers to both by the names given here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from spielwerk.core import Span
from spielwerk.languages.gdl.direct.clauses import Clause, Relation, RelationKind
from spielwerk.languages.gdl.direct.joins import Estimator
from spielwerk.languages.gdl.program import Term


class Level(IntEnum):
    """What a relation depends on: nothing that changes, the state, or also the moves made."""

    STATIC = 0
    STATE = 1
    STEP = 2

    @property
    def context(self) -> str:
        """The Python name under which generated code finds what was computed on this level."""
        return "zcs"[self]


@dataclass(frozen=True, slots=True)
class RuleWorld:
    """Everything the compiler is told about the rules."""

    clauses: Mapping[Relation, Sequence[Clause]]
    levels: Mapping[Relation, Level]
    rings: Mapping[Relation, int]
    """Recursive relations to the number of their ring."""
    tables: Mapping[Relation, Sequence[tuple[Term, ...]]]
    """Relations that never change, evaluated."""
    listed: Collection[Relation]
    """Relations whose rows are all computed at once where any is needed."""
    growing: Collection[Relation]
    """Relations that may hold of ever larger terms."""
    estimator: Estimator
    places: Mapping[str, Span]
    """Where the first rule of each relation stands."""

    def level(self, relation: Relation) -> Level:
        if relation.kind is RelationKind.FACT:
            return Level.STATE
        if relation.kind is RelationKind.DOES:
            return Level.STEP
        return self.levels.get(relation, Level.STATIC)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A relation in one mode (see :class:`.joins.Lookup`), as a generated function."""

    relation: Relation
    mode: str
    number: int
    level: Level
    ring: int | None
    """Its ring, if it takes part in the agenda of one."""
    linear: bool
    """Whether it lists a relation that needs only itself."""

    @property
    def recursive(self) -> bool:
        return self.linear or self.ring is not None

    @property
    def function(self) -> str:
        return f"p{self.number}"

    @property
    def memo(self) -> str:
        return f"m{self.number}"

    @property
    def keyless(self) -> bool:
        """Whether there is only one question to ask."""
        return "b" not in self.mode

    @property
    def whole(self) -> bool:
        """Whether it gives all rows of its relation."""
        return bool(self.mode) and set(self.mode) == {"f"}

    @property
    def once(self) -> bool:
        """Whether a single answer is remembered instead of one a question."""
        return self.keyless and self.ring is None

    @property
    def wanted(self) -> bool:
        """Whether it gives rows; otherwise it is true or false."""
        return "f" in self.mode


@dataclass(frozen=True, slots=True)
class Index:
    """Rows by the arguments at ``known``, each giving the arguments at ``wanted``."""

    relation: Relation
    known: tuple[int, ...]
    wanted: tuple[int, ...]
    number: int
    level: Level
    functional: bool
    """Whether there is at most one row for a key, so that it is stored without a list."""
    ready: bool
    """Whether it is there from the start, since its relation never changes and was listed."""

    @property
    def name(self) -> str:
        return f"x{self.number}"

    @property
    def builder(self) -> str:
        return f"b{self.number}"

    def covers(self, other: Index) -> bool:
        """Whether the other index is for mere tests, and this one can answer them as well."""
        return (
            not other.wanted
            and bool(self.wanted)
            and self.known == other.known
            and self.relation == other.relation
        )
