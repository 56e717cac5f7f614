"""The rules about heroes of a set of books, as texts for clingo.

Two forms come out: a *telling* one, in which every violation says which rule derived it from which
facts, for validation; and a *plain* one, in which rules stand as written, for search. Both leave
out rules that cannot fire because nothing they ask for is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clingo.ast import AST, ASTType, Transformer, parse_string

from spielwerk.core import SourceError, Span
from spielwerk.languages.rulebook.folder import Rulebook, Statement
from spielwerk.languages.rulebook.grounding import GroundingError, fresh_control
from spielwerk.languages.rulebook.predicates import FoundViolation, signature_of
from spielwerk.languages.rulebook.traits import Trait, asked_by, is_there, traits_of_atom
from spielwerk.languages.rulebook.violations import VIOLATIONS
from spielwerk.languages.rulebook.world import body_names, common_book, refusal

DEFAULT_STEPS = frozenset(range(50, 551, 50))

_STEP = re.compile(r"validate_hero_step_(\d{1,9})")


@dataclass(frozen=True, slots=True)
class StepRule:
    """A rule about heroes in both forms, with what it derives and what it asks for."""

    telling: str
    plain: str
    derives: frozenset[Trait]
    asks: frozenset[Trait]
    """What must be there for the rule to fire."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The rules about heroes."""

    rules: tuple[StepRule, ...]
    places: tuple[Span, ...]
    """Where the rules stand, by the number that a found violation carries."""
    _asked: frozenset[Trait] = field(init=False, compare=False, repr=False)
    _memo: dict[frozenset[Trait], tuple[int, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _parsed: dict[int, tuple[AST, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        asked = frozenset().union(*(rule.asks for rule in self.rules))
        object.__setattr__(self, "_asked", asked)

    def telling(self, present: frozenset[Trait]) -> str:
        """The rules that can fire where such facts are present, telling what they found."""
        return "\n".join(self.rules[number].telling for number in self._firing(present))

    def telling_parsed(self, present: frozenset[Trait]) -> list[AST]:
        """The same, read already: reading them takes longer than using them."""
        return [one for number in self._firing(present) for one in self._read(number)]

    def plain(self, present: frozenset[Trait]) -> str:
        """The rules that can fire where such facts are present, as written."""
        return "\n".join(self.rules[number].plain for number in self._firing(present))

    def _read(self, number: int) -> tuple[AST, ...]:
        known = self._parsed.get(number)
        if known is None:
            found: list[AST] = []
            parse_string(self.rules[number].telling, found.append)
            rules = (ASTType.Rule, ASTType.Definition)
            known = self._parsed[number] = tuple(one for one in found if one.ast_type in rules)
        return known

    def _firing(self, present: frozenset[Trait]) -> tuple[int, ...]:
        key = present & self._asked
        firing = self._memo.get(key)
        if firing is None:
            firing = self._found_firing(key)
            if len(self._memo) < 2_000:
                self._memo[key] = firing
        return firing

    def _found_firing(self, present: frozenset[Trait]) -> tuple[int, ...]:
        there = set(present)
        firing: set[int] = set()
        grew = True
        while grew:
            grew = False
            for number, rule in enumerate(self.rules):
                if number not in firing and all(is_there(one, there) for one in rule.asks):
                    firing.add(number)
                    grew = True
                    there |= rule.derives
        return tuple(sorted(firing))


def step_number(program: str) -> int | None:
    """The number of a step's sub-program, or ``None`` where it is none."""
    match = _STEP.fullmatch(program)
    return int(match[1]) if match else None


def steps_of(books: Sequence[Rulebook], extra: frozenset[int]) -> Steps:
    """The rules of the engine and of the books, with the extra steps that these announce.

    :raises SourceError: clingo refuses a rule
    """
    common = common_book()
    inner = {s.signature[0] for s in common.statements if s.signature is not None}
    inner |= {"given", "mode"}
    asked = body_names((common, *books))
    with_levels = "at_least" in body_names(books)
    rules: list[StepRule] = []
    places: list[Span] = []
    counting = [
        statement
        for book in (common, *books)
        for statement in book.statements
        if _counts(statement, step_number(statement.program), extra, with_levels)
    ]
    _check(counting)
    for statement in counting:
        step = step_number(statement.program)
        plain = telling = str(statement.ast)
        signature = statement.signature
        if step is not None and signature in VIOLATIONS:
            telling = _telling(statement, step, len(places), inner)
            if signature[0] in asked:
                telling = f"{telling}\n{plain}"
            places.append(statement.span)
        derives = traits_of_atom(statement.head) if statement.head is not None else ()
        asks = (one for part in statement.body if _is_atom(part) for one in asked_by(part))
        rules.append(StepRule(telling, plain, frozenset(derives), frozenset(asks)))
    return Steps(tuple(rules), tuple(places))


def _check(statements: Sequence[Statement]) -> None:
    try:
        fresh_control("\n".join(str(statement.ast) for statement in statements), solver=False)
    except GroundingError as problem:
        raise SourceError([refusal(problem, statements)]) from None


def _counts(
    statement: Statement, step: int | None, extra: frozenset[int], with_levels: bool
) -> bool:
    if statement.ast.ast_type not in (ASTType.Rule, ASTType.Definition):
        return False
    if step is not None:
        return step in DEFAULT_STEPS or step in extra
    if statement.program == "at_least":
        return with_levels
    return statement.program in ("hero_facts", "base")


def _telling(statement: Statement, step: int, number: int, inner: set[str]) -> str:
    names = _NamedBlanks()
    body: list[str] = []
    witnesses: list[str] = []
    for part in statement.body:
        if _is_atom(part):
            part = names.visit(part)
            if part.atom.symbol.name not in inner:
                witnesses.append(str(part.atom))
        body.append(str(part))
    facts = f"({','.join(witnesses)},)" if witnesses else "()"
    tail = f" :- {'; '.join(body)}" if body else ""
    return f"{signature_of(FoundViolation)[0]}({step},{statement.head},{number},{facts}){tail}."


def _is_atom(part: AST) -> bool:
    return (
        part.ast_type is ASTType.Literal
        and not part.sign
        and part.atom.ast_type is ASTType.SymbolicAtom
        and part.atom.symbol.ast_type is ASTType.Function
    )


class _NamedBlanks(Transformer):
    """Gives each ``_`` a name, so that what it stands for can be told."""

    def __init__(self) -> None:
        self._names = self._fresh()

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802 (clingo's name)
        return node.update(name=next(self._names)) if node.name == "_" else node

    def _fresh(self) -> Iterator[str]:
        number = 0
        while True:
            number += 1
            yield f"BLANK{number}"
