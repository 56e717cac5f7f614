"""Putting terms in place of variables, and finding out what makes two terms equal.

Both work on the plain terms of :mod:`.rules`. Everything returns new values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.program.rules import (
    MAX_DEPTH,
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
        """An author's sentence with its ``?variables``, in whatever case, replaced, too."""
        lower = {variable.name.lower(): variable for variable in self.bindings}

        def value(match: re.Match[str]) -> str:
            name = match.group(1)
            variable = Var(name) if Var(name) in self.bindings else lower.get(name.lower())
            return match.group() if variable is None else term_text(self.bindings[variable])

        return re.sub(r"\?([\w-]+)", value, text)


def unify(left: Term, right: Term) -> Substitution | None:
    """The most general substitution that makes two terms equal, or none.

    :raises LimitExceeded: terms would grow beyond :data:`MAX_TERM` symbols
    """
    bindings: dict[Var, Term] = {}
    todo = [(left, right)]
    steps = 0
    while todo:
        steps += 1
        if steps > MAX_TERM:
            raise _too_large()
        a, b = todo.pop()
        a, b = _walk(a, bindings), _walk(b, bindings)
        if a == b:
            continue
        if isinstance(b, Var) and not isinstance(a, Var):
            a, b = b, a
        if isinstance(a, Var):
            if _occurs(a, b, bindings):
                return None
            bindings[a] = b
        elif isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
            todo.extend(zip(a, b, strict=True))
        else:
            return None
    resolver = _Resolver(bindings)
    return Substitution({variable: resolver.resolve(variable) for variable in bindings})


def _walk(term: Term, bindings: Bindings) -> Term:
    while isinstance(term, Var) and term in bindings:
        term = bindings[term]
    return term


def _occurs(variable: Var, term: Term, bindings: Bindings) -> bool:
    """Whether ``variable`` is a part of ``term``, once all bindings are put in."""
    seen: set[Var] = set()
    todo = [term]
    while todo:
        item = todo.pop()
        if isinstance(item, tuple):
            todo.extend(item)
        elif isinstance(item, Var) and item not in seen:
            if item == variable:
                return True
            seen.add(item)
            if item in bindings:
                todo.append(bindings[item])
    return False


class _Resolver:
    """Puts bindings into terms until none is left to put in."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.room = MAX_TERM

    def resolve(self, term: Term, depth: int = 0) -> Term:
        self.room -= 1
        if self.room < 0 or depth > MAX_DEPTH:
            raise _too_large()
        term = _walk(term, self.bindings)
        if isinstance(term, tuple):
            return tuple(self.resolve(item, depth + 1) for item in term)
        return term


def _too_large() -> LimitExceeded:
    return LimitExceeded(
        f"Making terms equal needs some of more than {MAX_TERM:,} symbols or {MAX_DEPTH} "
        "levels; write the rule without '(not (distinct ...))' of such terms."
    )
