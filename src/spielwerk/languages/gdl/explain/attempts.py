"""How far a rule gets towards an atom: which of its conditions hold, and which fails first.

A rule, an atom and a position go in, a :class:`Try` comes out. What follows from the atom alone
is settled first, then the conditions are tried in the author's order, with all values they
allow, and past those that fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.asking import AskingEngine
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Literal,
    Not,
    Rule,
    Substitution,
    Term,
    Var,
    unify,
    variables,
)

_TRIES = 3_000
"""How many conditions are looked at altogether."""

Bindings: TypeAlias = Mapping[Var, Term]


@dataclass(frozen=True, slots=True)
class Try:
    """How far a rule got: values, the condition that failed (none if all hold), and the score."""

    rule: Rule
    values: Bindings
    failed: Literal | None
    unsatisfied: int
    satisfied: int

    @property
    def score(self) -> tuple[int, int]:
        return self.unsatisfied, -self.satisfied


class Attempts:
    """Tries of rules in one position; without a position, only what never changes is known.

    What is done there is known where the moves of all roles are given.
    """

    def __init__(
        self,
        engine: DirectEngine | AskingEngine,
        position: Any,
        joint: tuple[Term, ...] | None = None,
    ) -> None:
        self.engine = engine
        self.position = position
        self.joint = joint
        self.tries = _TRIES

    def holds(self, atom: Atom) -> bool:
        """Whether something that fits the atom holds."""
        return next(self.solutions(atom, {}), None) is not None

    def solutions(self, atom: Atom, values: Bindings) -> Iterator[Bindings]:
        """The ways to complete the values so that the atom holds."""
        self.tries -= 1
        pattern = Substitution(values).literal(atom)
        found: list[tuple[Term, ...]]
        if atom.relation == "does" and self.joint is not None:
            moves = zip(self.engine.roles, self.joint, strict=True)
            found = [(role, move) for role, move in moves if move]
        else:
            try:
                found = self.engine.matches(self.position, pattern, self.joint)
            except LimitExceeded:
                return
        for args in found:
            match = unify(("=", *pattern.args), ("=", *args))
            if match is not None:
                yield {**values, **match.bindings}

    def attempt(self, rule: Rule, atom: Atom) -> Try | None:
        """How far the rule gets towards the atom; none where its head does not fit."""
        match = unify(("=", *rule.head.args), ("=", *atom.args))
        if match is None:
            return None
        best: Try | None = None
        settled = self.settled(rule, match.bindings)
        failed: tuple[Literal, ...] = ()
        stack = [(dict(match.bindings), list(rule.body), failed)]
        while stack and (best is None or self.tries > 0):
            values, remaining, failed = stack.pop()
            weight = sum(self.weight(literal, settled) for literal in failed)
            if best is not None and weight > best.unsatisfied:
                continue
            if remaining:
                literal = self.pick(remaining, values)
                rest = [other for other in remaining if other is not literal]
                found = [dict(more) for more in self.satisfy(literal, values)]
                if found:
                    stack += [(more, rest, failed) for more in reversed(found)]
                else:
                    lost = [x for x in rest if _shares(x, literal, values)]
                    rest = [x for x in rest if not any(x is other for other in lost)]
                    stack.append((values, rest, (*failed, literal, *lost)))
                continue
            first = next((x for x in rule.body if any(x is y for y in failed)), None)
            result = Try(rule, values, first, weight, len(rule.body) - len(failed))
            if first is None:
                return result
            if best is None or result.score < best.score:
                best = result
        return best

    def pick(self, remaining: Sequence[Literal], values: Bindings) -> Literal:
        """The condition to look at next.

        First what follows from the values by relations that never change, unless a fact that the
        author asked for earlier gives those values; then what is ready, in order.
        """
        from_facts: set[Var] = set()
        for literal in remaining:
            if isinstance(literal, Atom):
                if literal.relation == "true":
                    from_facts.update(variables(literal))
                elif self.follows(literal, values, from_facts):
                    return literal
        given = {v for x in remaining if isinstance(x, Atom) for v in variables(x)} - set(values)
        for literal in remaining:
            if isinstance(literal, Atom) or given.isdisjoint(variables(literal)):
                return literal
        return remaining[0]

    def follows(self, atom: Atom, values: Bindings, from_facts: set[Var]) -> bool:
        """Whether a relation that never changes allows just one way to go on."""
        if self.engine.changes(atom.signature):
            return False
        occurring = set(variables(atom))
        if not from_facts.isdisjoint(occurring - set(values)):
            return False
        known = not occurring or not occurring.isdisjoint(values)
        return known and len(list(self.solutions(atom, values))) == 1

    def settled(self, rule: Rule, values: Bindings) -> frozenset[Var]:
        """The variables whose values follow from the question alone, whatever the facts are."""
        remaining = list(rule.body)
        while remaining:
            literal = self.pick(remaining, values)
            if not isinstance(literal, Atom) or self.engine.changes(literal.signature):
                break
            found = list(self.solutions(literal, values))
            if len(found) != 1:
                break
            values = found[0]
            remaining = [other for other in remaining if other is not literal]
        return frozenset(values)

    def weight(self, failed: Literal, settled: frozenset[Var]) -> int:
        """How far a failed condition is from holding: some never will, whatever the facts are."""
        if settled.issuperset(variables(failed)):
            if isinstance(failed, Distinct):
                return 4
            if isinstance(failed, Atom) and not self.engine.changes(failed.signature):
                return 2
        return 1

    def satisfy(self, literal: Literal, values: Bindings) -> Iterator[Bindings]:
        """The ways to complete the values so that a condition holds."""
        match literal:
            case Atom():
                yield from self.solutions(literal, values)
            case Not(Atom() as atom):
                if next(self.solutions(atom, values), None) is None:
                    yield values
            case Distinct(left, right):
                known = Substitution(values)
                if known.term(left) != known.term(right):
                    yield values

    def contradicted(self, rule: Rule, values: Bindings) -> bool:
        """Whether the rule is out of the question, whatever the facts are."""
        return any(
            isinstance(literal, Atom)
            and not self.engine.changes(literal.signature)
            and next(self.solutions(literal, values), None) is None
            for literal in rule.body
        )


def _shares(literal: Literal, failed: Literal, values: Bindings) -> bool:
    """Whether a condition needs a value that the failed one would have had to give."""
    missing = set(variables(failed)) - set(values) if isinstance(failed, Atom) else set()
    return not missing.isdisjoint(variables(literal))
