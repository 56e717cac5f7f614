"""Which variables of a rule get a value, and which are left hanging.

A variable is *bound* by a condition that enumerates its values: a relation that must hold, or
an equality with something bound. Negations and ``distinct`` only test. Rules are expected in
the form that :func:`.simplify.simplify` gives them; ``or`` may be left in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Var,
    variables,
)

_NONE: frozenset[Var] = frozenset()


@dataclass(frozen=True, slots=True)
class Loose:
    """A variable without a value, and the head or condition that would need it."""

    variable: Var
    place: Literal


def bound(body: Iterable[Literal], known: frozenset[Var] = _NONE) -> frozenset[Var]:
    """The variables that have values once ``body`` holds, ``known`` included."""
    found = set(known)
    equalities: list[Distinct] = []
    choices: list[Or] = []
    for literal in body:
        match literal:
            case Atom():
                found.update(variables(literal))
            case Not(Distinct() as distinct):
                equalities.append(distinct)
            case Or():
                choices.append(literal)
    waiting: list[Distinct | Or] = [*equalities, *choices]
    size = -1
    while waiting and len(found) > size:
        size = len(found)
        # Turning around follows chains of equalities both ways.
        waiting = [literal for literal in waiting[::-1] if not _settle(literal, found)]
    return frozenset(found)


def _settle(literal: Distinct | Or, found: set[Var]) -> bool:
    """Add what an equality or a choice binds to ``found``; whether it can bind nothing more."""
    if isinstance(literal, Or):
        known = frozenset(found)
        found |= frozenset.intersection(*(bound(branch, known) for branch in literal.branches))
        return found.issuperset(variables(literal))
    left, right = set(variables(literal.left)), set(variables(literal.right))
    if left <= found or right <= found:
        found |= left | right
        return True
    return False


def loose(rule: Rule) -> Iterator[Loose]:
    """Every variable of a head, negation or ``distinct`` that nothing binds, once a place."""
    known = bound(rule.body)
    for variable in dict.fromkeys(variables(rule.head)):
        if variable not in known:
            yield Loose(variable, rule.head)
    yield from _loose_in(rule.body, known)


def is_safe(rule: Rule) -> bool:
    """Whether everything the rule needs is bound."""
    return next(loose(rule), None) is None


def _loose_in(body: Iterable[Literal], known: frozenset[Var]) -> Iterator[Loose]:
    for literal in body:
        match literal:
            case Not() | Distinct():
                for variable in dict.fromkeys(variables(literal)):
                    if variable not in known:
                        yield Loose(variable, literal)
            case Or():
                for branch in literal.branches:
                    yield from _loose_in(branch, bound(branch, known))
