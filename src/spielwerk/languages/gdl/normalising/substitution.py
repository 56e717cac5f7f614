"""Putting terms in place of variables, and finding out what makes two terms equal.

Both work on the plain terms of :mod:`.rules`. Everything returns new values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.forms import MAX_DEPTH
from spielwerk.languages.gdl.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Term,
    Var,
    term_text,
)

__all__ = ["MAX_TERM", "Substitution", "unify"]

MAX_TERM = 10_000
"""How many symbols the terms of one substitution may have together."""

Bindings: TypeAlias = Mapping[Var, Term]
_L = TypeVar("_L", bound=Literal)


class Substitution:
    """Terms for variables, applied all at once."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings

    def term(self, term: Term) -> Term:
        if isinstance(term, Var):
            return self.bindings.get(term, term)
        if isinstance(term, tuple):
            return tuple(map(self.term, term))
        return term

    def literal(self, literal: _L) -> _L:
        match literal:
            case Atom():
                return replace(literal, args=tuple(map(self.term, literal.args)))
            case Not():
                return replace(literal, literal=self.literal(literal.literal))
            case Distinct():
                return replace(
                    literal, left=self.term(literal.left), right=self.term(literal.right)
                )
            case Or():
                return replace(literal, branches=tuple(map(self.body, literal.branches)))
        raise AssertionError(literal)

    def body(self, body: Sequence[Literal]) -> tuple[Literal, ...]:
        return tuple(map(self.literal, body))

    def rule(self, rule: Rule) -> Rule:
        return replace(
            rule,
            head=self.literal(rule.head),
            body=self.body(rule.body),
            text=None if rule.text is None else self.text(rule.text),
        )

    def text(self, text: str) -> str:
        """An author's sentence with its ``?variables`` replaced, too."""

        def value(match: re.Match[str]) -> str:
            variable = Var(match.group(1).lower())
            return (
                term_text(self.bindings[variable]) if variable in self.bindings else match.group()
            )

        return re.sub(r"\?([\w-]+)", value, text)


def unify(left: Term, right: Term) -> Substitution | None:
    """The most general substitution that makes two terms equal, or none.

    :raises LimitExceeded: terms would grow beyond :data:`MAX_TERM` symbols
    """
    bindings: dict[Var, Term] = {}
    todo = [(left, right)]
    while todo:
        a, b = todo.pop()
        a, b = _walk(a, bindings), _walk(b, bindings)
        if a == b:
            continue
        if isinstance(b, Var) and not isinstance(a, Var):
            a, b = b, a
        if isinstance(a, Var):
            bindings[a] = b
        elif isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
            todo.extend(zip(a, b, strict=True))
        else:
            return None
    try:
        budget = [MAX_TERM]
        return Substitution({v: _resolve(v, bindings, (), budget) for v in bindings})
    except _Endless:
        return None


class _Endless(Exception):
    """A variable would have to be a part of itself."""


def _walk(term: Term, bindings: Bindings) -> Term:
    while isinstance(term, Var) and term in bindings:
        term = bindings[term]
    return term


def _resolve(term: Term, bindings: Bindings, above: tuple[Term, ...], budget: list[int]) -> Term:
    """A term without bound variables; ``above`` is what it is a part of, ``budget`` shrinks."""
    budget[0] -= 1
    if isinstance(term, Var):
        if term in above:
            raise _Endless
        if term not in bindings:
            return term
    if budget[0] < 0 or len(above) > MAX_DEPTH:
        raise LimitExceeded(
            f"Making terms equal needs one of more than {MAX_TERM:,} symbols or {MAX_DEPTH} "
            "levels; write the rule without '(not (distinct ...))' of such terms."
        )
    if isinstance(term, Var):
        return _resolve(bindings[term], bindings, (*above, term), budget)
    if isinstance(term, tuple):
        return tuple(_resolve(item, bindings, (*above, term), budget) for item in term)
    return term
