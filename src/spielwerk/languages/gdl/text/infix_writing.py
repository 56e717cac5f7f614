"""A program as text in the infix notation; :mod:`.infix` reads it back without loss."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from spielwerk.core import Diagnostic, Severity, SourceError
from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Term,
    Var,
    term_text,
)
from spielwerk.languages.gdl.text.layout import written
from spielwerk.languages.gdl.text.places import Comment

_PLAIN_NAME = re.compile(r"-?[a-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")
_PLAIN_VARIABLE = re.compile(r"(?:[A-Za-z]|_[A-Za-z0-9_])[A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")


def write_infix(program: Program, comments: Sequence[Comment] | None = None) -> str:
    """A program in infix notation; reading it gives an equal program.

    With the ``comments`` of the text that it was read from these stay at their places.

    :raises SourceError: there are types before terms, for which this notation has no form
    """
    for rule in program.rules:
        for term, kind in rule.typed:
            message = f"Infix notation has no types, but {kind} stands before {term_text(term)}."
            hint = "Keep these rules in prefix notation."
            raise SourceError(
                [Diagnostic("gdl-types-in-infix", Severity.ERROR, message, rule.span, hint)]
            )
    return written(program, "%", _rule_lines, comments)


def _rule_lines(rule: Rule) -> Iterator[str]:
    if not rule.body:
        yield _literal_text(rule.head)
        return
    yield f"{_literal_text(rule.head)} :-"
    *others, last = map(_literal_text, rule.body)
    yield from (f"    {literal} &" for literal in others)
    yield f"    {last}"


def _literal_text(literal: Literal) -> str:
    match literal:
        case Atom(relation, args):
            return _applied(relation, args)
        case Not(inner):
            return f"~{_literal_text(inner)}"
        case Distinct(left, right):
            return _applied("distinct", (left, right))
        case Or(branches):
            return f"({' | '.join(' & '.join(map(_literal_text, b)) for b in branches)})"


def _applied(name: str, args: Sequence[Term]) -> str:
    if not args and name.startswith("("):
        return f"{_name_text(name[1:-1])}()"
    if not args:
        return _name_text(name)
    return f"{_name_text(name)}({', '.join(map(_term_text, args))})"


def _term_text(term: Term) -> str:
    match term:
        case Var(name):
            if _PLAIN_VARIABLE.fullmatch(name):
                return f"?{name}" if name[0].isupper() else name[0].upper() + name[1:]
            return f"?{_quoted(name)}"
        case str():
            return _name_text(term)
        case (str() as low, "..", str() as high):
            return f"{_name_text(low)}..{_name_text(high)}"
        case _:
            return _applied(str(term[0]), term[1:])


def _name_text(name: str) -> str:
    plain = name.startswith('"') or _PLAIN_NAME.fullmatch(name)
    return name if plain else _quoted(name)


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
