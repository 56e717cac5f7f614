"""Every fact and move that the types of a program allow: a fixed place for each in a vector.

A program goes in; all facts and moves come out in a fixed order, as many as the types have values.
A place of a fact or move has the values of the types that are written there, in whatever rule, and
the constants that stand there; ``(typemap cell ...)`` says it for all places of ``cell`` at once.
Where a place has neither, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod

from spielwerk.languages.gdl.asking.types import MAX_VALUES, Types
from spielwerk.languages.gdl.program import (
    Argument,
    Atom,
    Program,
    Rule,
    Term,
    Var,
    atoms,
    is_secret,
    relations_about,
)

_FACTS = relations_about(Argument.FACT)
_MOVES = relations_about(Argument.MOVE)


@dataclass(slots=True)
class _Place:
    """What can stand at a place of a fact or move."""

    values: dict[Term, None] = field(default_factory=dict)
    typed: bool = False
    open: bool = False
    """Whether some rule puts something there that has no type in it."""


def facts_by_type(program: Program) -> tuple[Term, ...] | None:
    """Every fact that the types allow; none where they do not say."""
    return _listed(program, _FACTS, 0)


def moves_by_type(program: Program) -> tuple[Term, ...] | None:
    """Every move that the types allow, whoever makes it; none where they do not say."""
    return _listed(program, _MOVES, 1)


def _listed(program: Program, relations: Iterable[str], argument: int) -> tuple[Term, ...] | None:
    types = Types(program.rules)
    wanted = frozenset(relations)
    words: dict[Term, None] = {}
    places: dict[tuple[str, int], list[_Place]] = {}
    for rule in program.rules:
        for atom, concluded in _said(rule):
            if atom.relation in wanted and len(atom.args) == argument + 1:
                term = atom.args[argument]
                term = term[2] if isinstance(term, tuple) and is_secret(term) else term
                if isinstance(term, Var):
                    if concluded:
                        return None
                elif isinstance(term, tuple):
                    shape = (str(term[0]), len(term) - 1)
                    own = places.setdefault(shape, [_Place() for _ in term[1:]])
                    for place, part in zip(own, term[1:], strict=True):
                        _note(place, part, rule, types, concluded)
                elif concluded:
                    words[term] = None
    found = [*words]
    for (name, _), own in places.items():
        mapped = types.values(name) if types.maps(name) else None
        if mapped is not None:
            found += mapped
            continue
        if any(place.open and not place.typed for place in own):
            return None
        if prod(len(place.values) for place in own) > MAX_VALUES:
            return None
        found += [(name, *row) for row in product(*(place.values for place in own))]
    return tuple(found)


def _said(rule: Rule) -> Iterator[tuple[Atom, bool]]:
    """What a rule speaks of, and whether it concludes it."""
    yield rule.head, True
    for atom, _ in atoms(rule.body):
        yield atom, False


def _note(place: _Place, part: Term, rule: Rule, types: Types, concluded: bool) -> None:
    kinds = [kind for term, kind in rule.typed if term == part and isinstance(part, Var)]
    known = [values for kind in kinds if (values := types.values(kind)) is not None]
    for values in known:
        place.typed = True
        place.values.update(values)
    if isinstance(part, str) and concluded:
        place.values[part] = None
    elif concluded and not known:
        place.open = True
