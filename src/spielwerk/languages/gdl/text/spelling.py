"""Names as their authors spell them: kept wherever they leave us, compared with their capitals.

Words of the language may be written in any case and are read in lower case. Everything else is
what the author wrote; whoever writes a name in another case is understood where only one name of
the game can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spielwerk.core import CHANCE
from spielwerk.languages.gdl.program import (
    WORDS,
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Substitution,
    Term,
    Var,
    variables,
)

_KEYWORDS = frozenset(WORDS) - {CHANCE}


def keyword(word: str) -> str:
    """A word of the language in lower case, any other as it is."""
    lower = word.lower()
    return lower if lower in _KEYWORDS else word


_RENAMED = re.compile(r"~\d+$")


def written_variable(variable: Var) -> str:
    """A variable's name as its author wrote it: those of unfolded relations carry a number."""
    return _RENAMED.sub("", variable.name)


def as_written(rule: Rule) -> Rule:
    """A rule with the names that its author gave its variables, where they stay apart."""
    names = list(dict.fromkeys(variables(rule)))
    taken = {variable.name for variable in names}
    back: dict[Var, Term] = {}
    for variable in names:
        name = written_variable(variable)
        if name != variable.name:
            free = name if name not in taken else variable.name.replace("~", "-")
            taken.add(free)
            back[variable] = Var(free)
    return Substitution(back).rule(rule) if back else rule


class Spelling:
    """How some names are written."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)
        self._folded: dict[str, str | None] = {}
        for name in self._names:
            lower = name.lower()
            self._folded[lower] = None if lower in self._folded else name

    def word(self, word: str) -> str:
        """The name that is meant by a word in whatever case; the word itself where none is."""
        if word in self._names:
            return word
        return self._folded.get(word.lower()) or word

    def term(self, term: Term) -> Term:
        """A term with its names as they are written."""
        if isinstance(term, tuple):
            return tuple(map(self.term, term))
        return self.word(term) if isinstance(term, str) else term


def words_in(term: Term) -> Iterator[str]:
    """Every function and constant of a term."""
    if isinstance(term, str):
        yield term
    elif isinstance(term, tuple):
        for part in term:
            yield from words_in(part)


def terms_in(literals: Iterable[Literal]) -> Iterator[Term]:
    """The arguments of everything that conditions speak of."""
    for literal in literals:
        match literal:
            case Atom():
                yield from literal.args
            case Distinct(left, right):
                yield from (left, right)
            case Not(inner):
                yield from terms_in((inner,))
            case Or(branches):
                for branch in branches:
                    yield from terms_in(branch)


def spelling_of(program: Program) -> Spelling:
    """How a game's functions and constants are written."""
    return Spelling(
        {
            word
            for rule in program.rules
            for term in terms_in((rule.head, *rule.body))
            for word in words_in(term)
        }
    )


def with_chance(rules: Sequence[Rule]) -> Sequence[Rule]:
    """The rules, where chance has its name in lower case however the author wrote it."""
    heads = (rule.head for rule in rules if rule.head.relation == "role")
    roles = {argument for head in heads for argument in head.args if isinstance(argument, str)}
    others = {role for role in roles if role.lower() == CHANCE and role != CHANCE}
    if not others:
        return rules

    def term(given: Term) -> Term:
        if isinstance(given, tuple):
            return tuple(map(term, given))
        return CHANCE if given in others else given

    def literal(given: Literal) -> Literal:
        match given:
            case Atom():
                return replace(given, args=tuple(map(term, given.args)))
            case Distinct():
                return replace(given, left=term(given.left), right=term(given.right))
            case Not():
                return replace(given, literal=literal(given.literal))
            case Or():
                branches = tuple(tuple(map(literal, branch)) for branch in given.branches)
                return replace(given, branches=branches)

    def head(given: Atom) -> Atom:
        return replace(given, args=tuple(map(term, given.args)))

    return [
        replace(rule, head=head(rule.head), body=tuple(map(literal, rule.body))) for rule in rules
    ]
