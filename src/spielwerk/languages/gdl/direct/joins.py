"""In which order the conditions of a rule are tried.

A body, the variables that have values, and those whose values are wanted go in; a sequence of
steps comes out. Cheap tests come as soon as their variables have values, enumerations in the
order that promises the fewest rows, and whatever only has to exist is split off, so that the
first solution found ends its search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from spielwerk.languages.gdl.direct.clauses import (
    Call,
    Clause,
    Condition,
    Relation,
    RelationKind,
    unknowns,
)
from spielwerk.languages.gdl.program import Distinct, Term, Var, variables

_HARMLESS = 0.2
"""Up to this rank an enumeration comes early even if it has nothing to do with what is known."""


class Estimator(Protocol):
    """What is known about sizes beforehand."""

    def fanout(self, relation: Relation, known: Sequence[int]) -> float:
        """How many rows match on average when the arguments at ``known`` have values."""

    def cost(self, relation: Relation) -> float:
        """How dear one lookup is, in lookups of a table."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """Ask a relation. ``mode`` has a letter an argument.

    ``b``: its value is known; ``f``: its values are wanted; ``_``: any value will do.
    """

    call: Call
    mode: str


@dataclass(frozen=True, slots=True)
class Exists:
    """Hold if the steps have at least one solution."""

    steps: tuple[Step, ...]


Step: TypeAlias = Lookup | Distinct | Exists


class Unplannable(Exception):
    """Some variable of a head or test gets its value nowhere."""


def plan(
    body: Sequence[Condition],
    bound: Collection[Var],
    needed: Collection[Var],
    estimator: Estimator,
) -> tuple[Step, ...]:
    """Order a body.

    :raises Unplannable: the rule is not safe
    """
    given = {v for condition in body for v in _given(condition)}
    if not given.union(bound).issuperset(needed):
        raise Unplannable
    return _Planner(estimator, frozenset(needed)).steps(body, frozenset(bound))


def plan_clause(clause: Clause, mode: str, estimator: Estimator) -> tuple[Step, ...]:
    """Order the body of a clause whose head is asked in a mode.

    :raises Unplannable: the rule is not safe
    """
    head = list(zip(mode, clause.head.args, strict=True))
    known = {v for letter, term in head if letter == "b" for v in variables(term)}
    needed = {v for letter, term in head if letter == "f" for v in variables(term)}
    steps = plan(clause.body, known, needed, estimator)
    return (Exists(steps),) if steps and "f" in mode and not needed else steps


def mode_of(call: Call, bound: Collection[Var], later: Collection[Var]) -> str:
    """How the call is asked, given what is known and what is wanted afterwards."""
    occurrences = list(unknowns(call))
    return "".join(_letter(term, bound, later, occurrences) for term in call.args)


def _letter(
    term: Term, bound: Collection[Var], later: Collection[Var], occurrences: list[Var]
) -> str:
    if all(v in bound for v in variables(term)):
        return "b"
    if isinstance(term, Var) and term not in later and occurrences.count(term) == 1:
        return "_"
    return "f"


class _Planner:
    def __init__(self, estimator: Estimator, needed: frozenset[Var]) -> None:
        self.estimator = estimator
        self.needed = needed

    def steps(self, body: Iterable[Condition], bound: frozenset[Var]) -> tuple[Step, ...]:
        remaining = list(body)
        steps: list[Step] = []
        while remaining:
            tests = self.tests(remaining, bound)
            if tests:
                steps.extend(step for _, step in sorted(tests, key=lambda test: self.rank(test[1])))
                settled = {id(condition) for condition, _ in tests}
            else:
                step, settled = self.widen(remaining, bound)
                steps.append(step)
                if isinstance(step, Lookup):
                    bound = bound | frozenset(unknowns(step.call))
            remaining = [condition for condition in remaining if id(condition) not in settled]
        return tuple(steps)

    def tests(
        self, remaining: Sequence[Condition], bound: frozenset[Var]
    ) -> list[tuple[Condition, Step]]:
        """The conditions that are mere tests by now."""
        uses = Counter(v for c in remaining for v in set(unknowns(c)))
        given = Counter(v for c in remaining for v in set(_given(c)))
        found: list[tuple[Condition, Step]] = []
        for condition in remaining:
            opens = set(unknowns(condition)) - bound
            if isinstance(condition, Distinct):
                if not opens:
                    found.append((condition, condition))
            elif not _askable(condition, bound):
                continue
            elif condition.negative:
                if not any(given[v] for v in opens):
                    found.append((condition, Lookup(condition, mode_of(condition, bound, ()))))
            elif not any(v in self.needed or uses[v] > 1 for v in opens):
                lookup = Lookup(condition, mode_of(condition, bound, ()))
                found.append((condition, Exists((lookup,)) if "f" in lookup.mode else lookup))
        return found

    def widen(self, remaining: Sequence[Condition], bound: frozenset[Var]) -> tuple[Step, set[int]]:
        """The enumeration to do next, or a group that only has to have a solution."""
        groups = _groups(remaining, bound)
        for group in groups:
            idle = self.needed.isdisjoint({v for c in group for v in unknowns(c)} - bound)
            if idle and (self.needed or len(groups) > 1):
                inner = _Planner(self.estimator, frozenset()).steps(group, bound)
                return Exists(inner), set(map(id, group))
        uses = Counter(v for c in remaining for v in set(unknowns(c)))
        choices: list[tuple[bool, bool, float, bool, int, Lookup]] = []
        for number, condition in enumerate(remaining):
            if (
                isinstance(condition, Call)
                and not condition.negative
                and _askable(condition, bound)
            ):
                later = {v for v in unknowns(condition) if v in self.needed or uses[v] > 1}
                lookup = Lookup(condition, mode_of(condition, bound, later))
                rank = self.rank(lookup)
                multiplies = rank > _HARMLESS and bound.isdisjoint(unknowns(condition))
                idle = self.needed.isdisjoint(unknowns(condition))
                last = condition.relation.kind is RelationKind.PART
                choices.append((last, multiplies, rank, idle, number, lookup))
        if not choices:
            raise Unplannable
        *_, number, best = min(choices, key=lambda choice: choice[:5])
        return best, {id(remaining[number])}

    def rank(self, step: Step) -> float:
        """(what fraction of the attempts is left over, minus one) / what an attempt costs."""
        if isinstance(step, Distinct):
            return -1.0
        lookup = step.steps[0] if isinstance(step, Exists) else step
        assert isinstance(lookup, Lookup)
        relation = lookup.call.relation
        cost = self.estimator.cost(relation)
        if isinstance(step, Exists) or "f" not in lookup.mode:
            return -0.5 / cost
        known = [index for index, letter in enumerate(lookup.mode) if letter == "b"]
        rows = self.estimator.fanout(relation, known)
        return (rows - 1) / (cost + rows)


def _askable(call: Call, bound: Collection[Var]) -> bool:
    """Whether all arguments have values that the relation must be asked with."""
    return all(v in bound for place in call.relation.given for v in unknowns(call.args[place]))


def _given(condition: Condition) -> Iterator[Var]:
    """The variables that get values from this condition."""
    if isinstance(condition, Call) and not condition.negative:
        yield from unknowns(condition)


def _groups(conditions: Sequence[Condition], bound: frozenset[Var]) -> list[list[Condition]]:
    """The conditions in groups that share no variable without a value."""
    groups: list[tuple[set[Var], list[Condition]]] = []
    for condition in conditions:
        opens = set(unknowns(condition)) - bound
        members = [condition]
        apart = []
        for others_open, others in groups:
            if opens.isdisjoint(others_open):
                apart.append((others_open, others))
            else:
                opens |= others_open
                members = [*others, *members]
        groups = [*apart, (opens, members)]
    return [members for _, members in groups]
