"""Rules as the direct engine holds them: relations are objects, facts are split by their function.

Normalised rules go in, :class:`Clause` values come out. ``(true (cell ?x ?y ?p))`` becomes a call
of the relation *fact cell/3*, and rules for ``next`` are sorted by the function of their fact in
the same way, so that each kind of fact is stored, indexed and joined on its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from sys import intern
from typing import TypeAlias

from spielwerk.core import Span
from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Not,
    Rule,
    Term,
    Var,
    given_places,
    variables,
    without_demand,
    written_name,
)

LONGEST_BODY = 14
"""Bodies with more calls are cut in two: Python nests at most twenty loops."""


class RelationKind(Enum):
    """Where the rows of a relation come from."""

    RULE = "rule"
    FACT = "fact"
    NEXT = "next"
    DOES = "does"
    PART = "part of"
    """Rules, for the end of a body that was too long."""


@dataclass(frozen=True)
class Relation:
    """A relation as the engine tells them apart."""

    name: str
    arity: int
    kind: RelationKind = RelationKind.RULE

    @cached_property
    def given(self) -> tuple[int, ...]:
        """The arguments that it must be asked with; none where its rows can be listed."""
        return given_places(self.name) if self.kind is RelationKind.RULE else ()

    def __str__(self) -> str:
        if self.kind is RelationKind.RULE:
            return f"{written_name(self.name)}/{self.arity}"
        return f"{self.kind.value} {self.name}".strip()


ANY_FACT = Relation("", 1, RelationKind.FACT)
"""All facts, whatever their function: what ``(true ?f)`` asks for."""
ANY_NEXT = Relation("", 1, RelationKind.NEXT)
"""The next facts of rules that leave the function open: ``(next ?f)``."""
DOES = Relation("does", 2, RelationKind.DOES)


@dataclass(frozen=True, slots=True)
class Call:
    """A relation asked with arguments; ``negative`` asks that nothing matches."""

    relation: Relation
    args: tuple[Term, ...]
    negative: bool = False


Condition: TypeAlias = Call | Distinct


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule ready to be planned."""

    head: Call
    body: tuple[Condition, ...] = ()


def clauses(rules: Iterable[Rule]) -> Iterator[Clause]:
    """The clauses of normalised rules. Demands are left out: here relations are just asked."""
    for number, rule in enumerate(without_demand(rules)):
        head = _head(rule.head)
        body = tuple(_condition(literal) for literal in rule.body)
        yield from _cut(head, body, f"{rule.head.relation} {number}")


def places_of(rules: Iterable[Rule]) -> dict[str, Span]:
    """Where the first rule of each relation stands, by what the relation is called."""
    found: dict[str, Span] = {}
    for number, rule in enumerate(without_demand(rules)):
        if rule.span is not None:
            found.setdefault(str(_head(rule.head).relation), rule.span)
            part = Relation(f"{rule.head.relation} {number}", 0, RelationKind.PART)
            found[str(part)] = rule.span
    return found


def unknowns(condition: Condition | Term) -> Iterator[Var]:
    """Every occurrence of a variable."""
    match condition:
        case Call():
            for term in condition.args:
                yield from variables(term)
        case _:
            yield from variables(condition)


def is_ground(term: Term) -> bool:
    return next(variables(term), None) is None


def kind_of(fact: Term) -> Relation:
    """The relation under which a fact is stored."""
    if isinstance(fact, tuple):
        return Relation(str(fact[0]), len(fact) - 1, RelationKind.FACT)
    return Relation(str(fact), 0, RelationKind.FACT)


def _head(atom: Atom) -> Call:
    args = tuple(map(_interned, atom.args))
    if atom.relation == "next" and len(args) == 1:
        fact = args[0]
        if isinstance(fact, Var):
            return Call(ANY_NEXT, args)
        kind = kind_of(fact)
        return Call(Relation(f"{kind.name}/{kind.arity}", 1, RelationKind.NEXT), args)
    return Call(Relation(intern(atom.relation), len(args)), args)


def _condition(literal: object) -> Condition:
    match literal:
        case Atom():
            return _call(literal, negative=False)
        case Not(Atom() as atom):
            return _call(atom, negative=True)
        case Distinct(left, right):
            return Distinct(_interned(left), _interned(right))
    raise TypeError(f"{literal} is not in normal form; use normalise first")


def _call(atom: Atom, *, negative: bool) -> Call:
    args = tuple(map(_interned, atom.args))
    if atom.relation == "true" and len(args) == 1:
        fact = args[0]
        if isinstance(fact, Var):
            return Call(ANY_FACT, args, negative)
        if isinstance(fact, tuple):
            return Call(kind_of(fact), fact[1:], negative)
        return Call(kind_of(fact), (), negative)
    if atom.relation == "does" and len(args) == 2:
        return Call(DOES, args, negative)
    return Call(Relation(intern(atom.relation), len(args)), args, negative)


def _interned(term: Term) -> Term:
    """The same term with one object for each name, so that comparing them is comparing places."""
    if isinstance(term, str):
        return intern(term)
    if isinstance(term, tuple):
        return tuple(map(_interned, term))
    return term


def _cut(head: Call, body: tuple[Condition, ...], name: str) -> Iterator[Clause]:
    """The clause, or two or more where its body is too long for one nest of loops.

    The end of the body becomes a relation of its own, which is asked once all else is known.
    """
    calls = [c for c in body if isinstance(c, Call) and not c.negative]
    if len(calls) <= LONGEST_BODY:
        yield Clause(head, body)
        return
    early = set(map(id, calls[: LONGEST_BODY - 1]))
    known = {v for call in calls if id(call) in early for v in unknowns(call)}
    if head.relation.kind is RelationKind.PART:
        known.update(unknowns(head))
    known.update(v for place in head.relation.given for v in unknowns(head.args[place]))
    tests = (c for c in body if isinstance(c, Distinct) or c.negative)
    early.update(id(test) for test in tests if known.issuperset(unknowns(test)))
    first = tuple(c for c in body if id(c) in early)
    rest = tuple(c for c in body if id(c) not in early)
    outside = known.union(unknowns(head))
    shared = sorted({v for condition in rest for v in unknowns(condition)} & outside)
    part = Call(Relation(name, len(shared), RelationKind.PART), tuple(shared))
    yield Clause(head, (*first, part))
    yield from _cut(part, rest, f"{name}'")
