"""The first step to the plain form: negations stand at atoms, and roles are named.

A rule goes in, an equivalent one of the same length comes out. In its body ``not`` stands only
before an atom or a ``distinct``, and ``or`` has at least two branches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from spielwerk.core import Span
from spielwerk.languages.gdl.program.auxiliary import FreshNames
from spielwerk.languages.gdl.program.bindings import bound
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
from spielwerk.languages.gdl.program.words import WORDS, Argument, WordPlace, relations_about

_ROLE_FIRST = frozenset(
    name
    for name in relations_about(Argument.ROLE) - {"role"}
    if WordPlace.HEAD in WORDS[name].places
)
"""Relations whose first argument is a role by definition."""


def simplify(rule: Rule) -> Rule:
    """Push every ``not`` down, and look the role up where nothing else says who it is."""
    body = tuple(simple(rule.body))
    head = rule.head
    if head.relation in _ROLE_FIRST and head.args:
        role = head.args[0]
        if isinstance(role, Var) and role not in bound(body):
            body = (Atom("role", (role,), head.span), *body)
    return rule if body == rule.body else replace(rule, body=body)


def name_nobody(rule: Rule, names: FreshNames) -> Iterator[Rule]:
    """The rule with each ``not`` around several conditions that share a variable of their own.

    ``(not (and (p ?x) (q ?x)))`` asks whether there is no such ?x, if ?x stands nowhere else: a
    relation of its own says whether there is one.
    """
    everywhere = Counter(variables(rule))

    def named(literal: Literal) -> Iterator[Rule | Literal]:
        match literal:
            case Not(Or(branches) as inner):
                own = Counter(variables(inner))
                shared = tuple(v for v in own if own[v] < everywhere[v])
                if len(shared) < len(own):
                    head = Atom(names.fresh(rule.head.relation), shared, literal.span)
                    yield from (Rule(head, branch, literal.span) for branch in branches)
                    literal = replace(literal, literal=head)
        yield literal

    body: list[Literal] = []
    for literal in rule.body:
        for made in named(literal):
            if isinstance(made, Rule):
                yield from name_nobody(made, names)
            else:
                body.append(made)
    yield replace(rule, body=tuple(body))


def simple(body: Iterable[Literal]) -> Iterator[Literal]:
    """A conjunction with every ``not`` pushed down."""
    for literal in body:
        match literal:
            case Or(branches):
                yield from either(branches, literal.span)
            case Not(Or(branches)):
                for branch in branches:
                    negated = tuple((Not(inner, literal.span),) for inner in branch)
                    yield from either(negated, literal.span)
            case Not(Not(inner)):
                yield from simple((inner,))
            case _:
                yield literal


def either(branches: tuple[tuple[Literal, ...], ...], span: Span | None) -> Iterator[Literal]:
    """A disjunction; one branch is itself, and none is false."""
    if not branches:
        yield Not(Distinct("true", "false", span), span)
    elif len(branches) == 1:
        yield from simple(branches[0])
    else:
        yield Or(tuple(tuple(simple(branch)) for branch in branches), span)
