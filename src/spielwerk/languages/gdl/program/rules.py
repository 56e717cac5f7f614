"""The meaning of a GDL text: terms, literals, rules, and the program they make up.

The readers of :mod:`..text` produce these values; checks, engines, translations and explanations
consume them. Everything here is immutable and knows its place in the source.

Terms are plain Python values, because engines hash and compare them by the million:
a constant is a ``str``, a variable a :class:`Var`, and a compound term a tuple whose first
item is the function's name: ``(cell 1 ?y b)`` is ``("cell", "1", Var("y"), "b")``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias, TypeGuard

from spielwerk.core import Span

MAX_DEPTH = 100
"""How deeply forms and terms may nest."""


class Dialect(StrEnum):
    """Which variety of the language a text is written in."""

    GGP = "ggp"
    GDL_II = "gdl-ii"
    SEED = "seed"
    SEED_2 = "seed-2"

    @property
    def in_turn(self) -> bool:
        """Whether one role moves at a time and rules are asked as in Prolog."""
        return self in (Dialect.SEED, Dialect.SEED_2)

    @property
    def goal_directed(self) -> bool:
        """Whether rules are asked with values, as in Prolog, instead of listing what they give."""
        return self.in_turn


@dataclass(frozen=True, slots=True, order=True)
class Var:
    """A variable, named without its question mark."""

    name: str

    def __str__(self) -> str:
        return f"?{self.name}"


Term: TypeAlias = "str | Var | tuple[Term, ...]"


@dataclass(frozen=True, slots=True)
class Atom:
    """A relation applied to terms, such as ``(true (cell 1 1 b))`` or the bare ``terminal``."""

    relation: str
    args: tuple[Term, ...] = ()
    span: Span | None = field(default=None, compare=False)

    @property
    def signature(self) -> tuple[str, int]:
        """Name and number of arguments."""
        return self.relation, len(self.args)

    def __str__(self) -> str:
        if not self.args:
            return self.relation
        return f"({self.relation} {' '.join(map(term_text, self.args))})"


@dataclass(frozen=True, slots=True)
class Not:
    """Negation as failure."""

    literal: Literal
    span: Span | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"(not {self.literal})"


@dataclass(frozen=True, slots=True)
class Distinct:
    """Two terms that must not be the same."""

    left: Term
    right: Term
    span: Span | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"(distinct {term_text(self.left)} {term_text(self.right)})"


@dataclass(frozen=True, slots=True)
class Or:
    """At least one branch holds. A branch is a conjunction of literals."""

    branches: tuple[tuple[Literal, ...], ...]
    span: Span | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"(or {' '.join(_conjunction(branch) for branch in self.branches)})"


Literal: TypeAlias = Atom | Not | Distinct | Or


@dataclass(frozen=True, slots=True)
class Rule:
    """``head`` holds where all of ``body`` does; a fact is a rule without a body."""

    head: Atom
    body: tuple[Literal, ...] = ()
    span: Span | None = field(default=None, compare=False)
    text: str | None = field(default=None, compare=False)
    """The author's sentence from a ``;:`` comment before the rule, with ``?variables`` in it."""
    typed: tuple[tuple[Term, str], ...] = ()
    """The terms before which a type or a range is written (``mark:?x``, ``[1,3]:?x``)."""

    def __str__(self) -> str:
        if not self.body:
            return str(self.head)
        return f"(<= {self.head} {' '.join(map(str, self.body))})"


@dataclass(frozen=True, slots=True)
class Program:
    """A whole description: its rules in source order, and what the author said beside them."""

    rules: tuple[Rule, ...]
    dialect: Dialect = Dialect.GGP
    headers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The ``;! key value...`` lines: key to the values of each such line, in order.

    ``title``, ``about``, and how to draw: see ``docs/gdl.md``.
    """
    file: str = "<text>"
    text: str = field(default="", compare=False)
    """What it was read from, without what it includes."""


def role_facts(program: Program) -> tuple[str, ...]:
    """The roles in source order, where they are plain facts; nothing where rules conclude them."""
    said = [rule for rule in program.rules if rule.head.relation == "role"]
    names = [term for rule in said if not rule.body for term in rule.head.args]
    roles = [name for name in names if isinstance(name, str)]
    return tuple(dict.fromkeys(roles)) if len(roles) == len(said) else ()


def is_secret(fact: Term) -> TypeGuard[tuple[Term, ...]]:
    """Whether only one role sees a fact of the state (seed dialect): ``(sees ROLE FACT)``."""
    return isinstance(fact, tuple) and fact[0] == "sees" and len(fact) == 3


def hides(head: Atom) -> bool:
    """Whether a rule with this head makes something that not everybody sees."""
    if head.relation in ("init", "next") and len(head.args) == 1:
        return is_secret(head.args[0])
    return head.relation == "sees"


def term_text(term: Term) -> str:
    """A term in prefix notation: the canonical text of moves and facts."""
    if isinstance(term, tuple):
        return f"({' '.join(map(term_text, term))})"
    return str(term)


def variables(item: Term | Literal | Rule) -> Iterator[Var]:
    """Every occurrence of a variable, from left to right."""
    match item:
        case Var():
            yield item
        case str():
            pass
        case tuple():
            for term in item:
                yield from variables(term)
        case Atom():
            for term in item.args:
                yield from variables(term)
        case Not():
            yield from variables(item.literal)
        case Distinct():
            yield from variables(item.left)
            yield from variables(item.right)
        case Or():
            for branch in item.branches:
                for literal in branch:
                    yield from variables(literal)
        case Rule():
            yield from variables(item.head)
            for literal in item.body:
                yield from variables(literal)


def _conjunction(branch: tuple[Literal, ...]) -> str:
    if len(branch) == 1:
        return str(branch[0])
    return f"(and {' '.join(map(str, branch))})"
