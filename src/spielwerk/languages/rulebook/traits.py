"""What facts look like from afar, to tell which rules can fire on them.

A fact ``requires(talent("Zechen"),race("Elfen"))`` has the traits ``requires/2``, that its first
argument is a ``talent/1`` and that its second is a ``race/1``. A rule that asks for a trait which
nothing has need not be looked at: most rules of most books, for most heroes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType

from spielwerk.core import Kept
from spielwerk.languages.rulebook.features import FEATURES

Trait = tuple[str | int, ...]
"""Name and number of arguments; or these with the place, name and arguments of an inner term."""
_ANY = "*"
_TEXT = -1
"""Instead of a number of arguments, where a name is meant."""


def traits_of(facts: Iterable[Symbol]) -> frozenset[Trait]:
    """The traits of facts; of what a hero has also the names."""
    return frozenset().union(*map(_TRAITS.__getitem__, facts))


def _traits(fact: Symbol) -> tuple[Trait, ...]:
    arguments = fact.arguments
    name, many = fact.name, len(arguments)
    found: list[Trait] = [(name, many)]
    for place, inner in enumerate(arguments):
        if inner.type is SymbolType.Function and inner.name:
            found.append((name, many, place, inner.name, len(inner.arguments)))
        elif place == 0 and name in FEATURES and inner.type is SymbolType.String:
            found.append((name, many, place, inner.string, _TEXT))
    return tuple(found)


_TRAITS: Kept[Symbol, tuple[Trait, ...]] = Kept(_traits, 50_000)
"""What a hero has is looked at with every question about it."""


def traits_of_atom(head: AST) -> Iterator[Trait]:
    """The traits that what a rule derives may have."""
    if head.ast_type is ASTType.Pool:
        for one in head.arguments:
            yield from traits_of_atom(one)
        return
    if head.ast_type is not ASTType.Function:
        return
    name, many = head.name, len(head.arguments)
    yield name, many
    for place, inner in enumerate(head.arguments):
        if inner.ast_type is ASTType.Function and inner.name:
            yield name, many, place, inner.name, len(inner.arguments)
        else:
            yield name, many, place, _ANY


def asked_by(literal: AST) -> Iterator[Trait]:
    """The traits that an atom of a rule's body asks for."""
    atom = literal.atom.symbol
    name, many = atom.name, len(atom.arguments)
    yield name, many
    for place, inner in enumerate(atom.arguments):
        if inner.ast_type is ASTType.Function and inner.name and not inner.external:
            if inner.arguments:
                yield name, many, place, inner.name, len(inner.arguments)
        elif place == 0 and name in FEATURES and _is_text(inner):
            yield name, many, place, inner.symbol.string, _TEXT


def _is_text(inner: AST) -> bool:
    term = ASTType.SymbolicTerm
    return inner.ast_type is term and inner.symbol.type is SymbolType.String


def is_there(asked: Trait, there: set[Trait]) -> bool:
    """Whether something has a trait, or may have it."""
    return asked in there or (len(asked) > 2 and (*asked[:3], _ANY) in there)
