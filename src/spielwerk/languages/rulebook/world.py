"""The world of a set of rulebooks: all its facts, grounded once, each with where it stands.

Books go in; a :class:`World` comes out: immutable, shared by every request, and cut to what one
hero mentions in a moment.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from clingo import Function, String, Symbol, SymbolType, parse_term
from clingo.ast import AST, ASTType

from spielwerk.core import Diagnostic, Severity, SourceError, Span, say
from spielwerk.languages.rulebook.combining import heaviest
from spielwerk.languages.rulebook.features import FEATURES, Shape, entity
from spielwerk.languages.rulebook.folder import Rulebook, Statement, read_file
from spielwerk.languages.rulebook.grounding import (
    GroundingError,
    TooMuchGrounding,
    decided_atoms,
    fresh_control,
)
from spielwerk.languages.rulebook.predicates import (
    At,
    ListedAnyOf,
    Predicate,
    Requires,
    ShortAnyOf,
    is_a,
    read,
    signature_of,
)
from spielwerk.languages.rulebook.traits import Trait, traits_of

P = TypeVar("P", bound=Predicate)
T = TypeVar("T")

COMMON = "common.lp"
_BY_FEATURE = frozenset(
    [
        "requires",
        "forbids",
        "excludes",
        "only_if_typical",
        "counts_once",
        "counts_up_to",
        "max_uses",
        "picky",
        "has_typical",
        "has_atypical",
        "strongly_recommends",
        "column",
        "check",
        "primary",
        "check_attribute",
        "ap_cost",
        "free_for",
        "attribute_max",
        "attribute_max_choice",
        "gives_tradition",
        "in_tradition",
        "lifts_level_cap",
        "exceptional",
        "cause",
        "option",
        "choice",
        "free_text",
        "need",
        "thing",
    ]
)
"""Facts about the feature that is their first argument: the engine's rules read them only of
features the hero has."""

Thing = tuple[str, ...]
"""Feature and name of something a hero has, or feature, name and use."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Some facts of the world."""

    text: str
    traits: frozenset[Trait]
    """What these facts look like."""
    _facts: list[Symbol] = field(default_factory=list, compare=False, repr=False)

    @property
    def facts(self) -> Sequence[Symbol]:
        """The facts themselves, which clingo takes faster than their text."""
        if self.text and not self._facts:
            self._facts[:] = [parse_term(line.removesuffix(".")) for line in self.text.splitlines()]
        return self._facts


@dataclass(frozen=True, slots=True)
class BookWorld:
    """All that the books say about the world."""

    books: tuple[Rulebook, ...]
    facts: Mapping[tuple[str, int], tuple[Symbol, ...]]
    """By name and number of arguments, in the order of the books."""
    origins: Mapping[Symbol, Span]
    general: Slice
    """The facts that concern every hero."""
    about: Mapping[Thing, Slice]
    """The facts that concern heroes with a certain thing."""

    _read: dict[type, tuple[Any, ...]] = field(default_factory=dict, compare=False, repr=False)
    _made: dict[Callable[[BookWorld], Any], Any] = field(
        default_factory=dict, compare=False, repr=False
    )

    def of(self, kind: type[P]) -> tuple[P, ...]:
        """The facts of a predicate."""
        if kind not in self._read:
            facts = self.facts.get(signature_of(kind), ())
            self._read[kind] = tuple(read(kind, fact) for fact in facts)
        return self._read[kind]

    def once(self, make: Callable[[BookWorld], T]) -> T:
        """What follows from these facts alone, made when it is first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        found: T = self._made[make]
        return found

    def cut(self, mentioned: Iterable[Thing]) -> Slice:
        """The facts that concern a hero who has these things."""
        slices = [self.general, *(self.about[thing] for thing in mentioned if thing in self.about)]
        return Slice(
            "".join(part.text for part in slices),
            frozenset().union(*(part.traits for part in slices)),
            [fact for part in slices for fact in part.facts],
        )


def world_of(books: Sequence[Rulebook]) -> BookWorld:
    """Ground the world facts of the books.

    :raises SourceError: clingo refuses them, or they leave something open
    """
    statements = [
        statement
        for book in (common_book(), *books)
        for statement in book.statements
        if statement.program in ("base", "world_facts")
        and statement.ast.ast_type in (ASTType.Rule, ASTType.Definition)
    ]
    try:
        atoms = decided_atoms("\n".join(_with_place(s, i) for i, s in enumerate(statements)))
    except GroundingError as problem:
        raise SourceError([refusal(problem, statements)]) from None
    places = [read(At, atom) for atom in reversed(atoms.pop(signature_of(At), []))]
    origins = {at.fact: statements[at.statement].span for at in places}
    facts = {key: tuple(symbols) for key, symbols in atoms.items()}
    requires = signature_of(Requires)
    keyed = tuple(_with_keys(facts.get(requires, ()), origins))
    if keyed != facts.get(requires, ()):
        facts = _derive_again({**facts, requires: keyed})
    asked = body_names((common_book(), *books))
    relevant = {key: symbols for key, symbols in facts.items() if key[0] in asked}
    general, about = _sorted_by_feature(relevant, _read_at_large(books))
    return BookWorld(tuple(books), facts, origins, general, about)


@cache
def common_book() -> Rulebook:
    """The engine's own rules."""
    return read_file(Path(__file__).with_name(COMMON))


def body_names(books: Iterable[Rulebook]) -> frozenset[str]:
    """The predicates that rules about heroes read."""
    names: set[str] = set()
    for book in books:
        for statement in book.statements:
            if statement.program not in ("base", "world_facts", "rulebook_usable", "meta"):
                for part in statement.body:
                    _collect(part, names)
    return frozenset(names)


def _collect(ast: AST, names: set[str]) -> None:
    names.update(atom.name for atom in atoms_in(ast))


def atoms_in(ast: AST) -> Iterator[AST]:
    """All atoms in a part of a rule, however deep."""
    if ast.ast_type is ASTType.SymbolicAtom and ast.symbol.ast_type is ASTType.Function:
        yield ast.symbol
    for key in ast.child_keys:
        child = getattr(ast, key)
        for item in [child] if isinstance(child, AST) or child is None else child:
            if isinstance(item, AST):
                yield from atoms_in(item)


def _read_at_large(books: Iterable[Rulebook]) -> frozenset[str]:
    """The predicates that some rule of a book reads of things the hero may not have."""
    names: set[str] = set()
    for book in books:
        for statement in book.statements:
            if statement.program in ("base", "world_facts", "rulebook_usable", "meta"):
                continue
            had = {
                _subject(part.atom.symbol)
                for part in statement.body
                if part.ast_type is ASTType.Literal
                and not part.sign
                and part.atom.ast_type is ASTType.SymbolicAtom
                and part.atom.symbol.ast_type is ASTType.Function
                and part.atom.symbol.name in FEATURES
            }
            for part in statement.body:
                for atom in atoms_in(part):
                    if atom.name not in FEATURES and _subject(atom) not in had:
                        names.add(atom.name)
    return frozenset(names)


def _subject(atom: AST) -> tuple[str, str] | None:
    """Feature and name of what an atom of a rule speaks of, as they are written."""
    if not atom.arguments:
        return None
    first, *_ = atom.arguments
    if atom.name in FEATURES:
        return atom.name, str(first)
    feature = atom.name.removeprefix("known_")
    if feature != atom.name and feature in FEATURES:
        return feature, str(first)
    if first.ast_type is ASTType.Function and first.name in FEATURES and first.arguments:
        name, *_ = first.arguments
        return first.name, str(name)
    return None


def _with_place(statement: Statement, number: int) -> str:
    text = str(statement.ast)
    head = statement.head
    if head is None:
        return text
    body = "; ".join(map(str, statement.body))
    at, _ = signature_of(At)
    return f"{text}\n{at}({head},{number}){' :- ' + body if body else ''}."


def refusal(problem: GroundingError, statements: Sequence[Statement]) -> Diagnostic:
    """What clingo said, at the first statement that it refuses even by itself."""
    place = statements[-1].span if statements else None
    message = str(problem)
    if isinstance(problem, TooMuchGrounding):
        guilty = heaviest(statements) or max(
            (one for one in statements if one.signature == problem.derived),
            key=lambda one: len(one.body),
            default=None,
        )
        place = place if guilty is None else guilty.span
        hint = "A rule that counts on for ever, or combines everything with everything, does that."
        return Diagnostic("rulebook-too-large", Severity.ERROR, f"{message}.", place, hint)
    for statement in statements:
        try:
            fresh_control(str(statement.ast))
        except GroundingError as alone:
            place, message = statement.span, str(alone)
            break
    message = " ".join(re.sub(r"<block>:[\d:-]+ (?:error|info): ", "", message).split())
    return Diagnostic(
        "rulebook-grounding", Severity.ERROR, say("clingo says: {message}.", message=message), place
    )


def _with_keys(facts: Iterable[Symbol], origins: dict[Symbol, Span]) -> Iterable[Symbol]:
    """Choices in the source's notation, written with a key like all others."""
    for fact in facts:
        cause, need = read(Requires, fact)
        choices = list(_choices(need))
        if not choices:
            yield fact
        for choice in choices:
            written = Function("requires", [cause, choice])
            origins[written] = origins[fact]
            yield written


def _choices(need: Symbol) -> Iterable[Symbol]:
    """The options of a choice that is written without a key, each with one."""
    if is_a(ListedAnyOf, need):
        many, feature, names, level = read(ListedAnyOf, need)
    elif is_a(ShortAnyOf, need):
        many, names, level = read(ShortAnyOf, need)
        feature = names
    else:
        return
    if many.type is SymbolType.Number:
        for name in names.arguments:
            option = Function(feature.name, [name])
            yield Function("any_of", [String(str(need)), many, option, level])


def _derive_again(
    facts: Mapping[tuple[str, int], tuple[Symbol, ...]],
) -> dict[tuple[str, int], tuple[Symbol, ...]]:
    """What the engine derives from facts that were rewritten."""
    rules = [str(s.ast) for s in common_book().of("world_facts")]
    given = "".join(f"{fact}.\n" for symbols in facts.values() for fact in symbols)
    atoms = decided_atoms(given + "\n".join(rules))
    return {key: tuple(symbols) for key, symbols in atoms.items()}


def _sorted_by_feature(
    facts: Mapping[tuple[str, int], Sequence[Symbol]], at_large: frozenset[str]
) -> tuple[Slice, dict[Thing, Slice]]:
    sorted_: dict[Thing, list[Symbol]] = defaultdict(list)
    for (name, _), symbols in facts.items():
        for fact in symbols:
            thing = None if name in at_large else _concerns(name, fact)
            sorted_[thing or ()].append(fact)
    slices = {thing: _slice(found) for thing, found in sorted_.items()}
    return slices.pop((), Slice("", frozenset())), slices


def _slice(facts: Sequence[Symbol]) -> Slice:
    text = "".join(f"{fact}.\n" for fact in facts)
    return Slice(text, traits_of(facts), list(facts))


def _concerns(name: str, fact: Symbol) -> Thing | None:
    """The thing a hero must have for the engine's rules to read a fact."""
    if not fact.arguments:
        return None
    first, *_ = fact.arguments
    if name == "has_usual":  # asked of what a hero is, by what else it is
        return entity(fact.arguments[1])
    if name == "known_race_variant":
        return entity(Function("race", [first]))
    if name in _BY_FEATURE:
        thing = entity(first)
        if thing and FEATURES[first.name].shape is Shape.USED and len(first.arguments) > 1:
            return _with_use(first.name, first.arguments) or thing
        return thing
    feature = name.removeprefix("known_")
    if feature != name and feature in FEATURES and first.type is SymbolType.String:
        known = FEATURES[feature].shape is Shape.USED and len(fact.arguments) == 3
        return _with_use(feature, fact.arguments) if known else (feature, first.string)
    return None


def _with_use(feature: str, arguments: Sequence[Symbol]) -> Thing | None:
    name, use, *_ = arguments
    if name.type is SymbolType.String and use.type is SymbolType.String:
        return feature, name.string, use.string
    return None
