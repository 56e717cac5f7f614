"""Which relations may hold of ever larger terms.

Clauses go in; out come the relations for which no bound on the depth of their terms can be seen.
Only their rows have to be weighed while a game runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from spielwerk.languages.gdl.direct.clauses import (
    ANY_FACT,
    ANY_NEXT,
    DOES,
    Call,
    Clause,
    Relation,
    RelationKind,
    kind_of,
)
from spielwerk.languages.gdl.program import Term, Var

_BOUND = 8
"""Terms that may become deeper than this may become arbitrarily deep, as far as we look."""

_Place = tuple[Relation, int]


def growing(
    clauses: Mapping[Relation, Sequence[Clause]], order: Iterable[Sequence[Relation]]
) -> frozenset[Relation]:
    """The relations with an argument of unbounded depth.

    ``order`` is one in which relations follow what they use; it only saves time.
    """
    depths: dict[_Place, int] = {}
    sequence = [clause for group in order for r in group for clause in clauses.get(r, ())]
    changed = True
    while changed:
        changed = False
        for clause in sequence:
            for place, depth in _consequences(clause, depths):
                if depth > depths.get(place, 0):
                    depths[place] = depth
                    changed = True
        sequence = [clause for clause in sequence if clause.body]
    return frozenset(relation for (relation, _), depth in depths.items() if depth > _BOUND)


def _consequences(clause: Clause, depths: Mapping[_Place, int]) -> Iterator[tuple[_Place, int]]:
    """How deep a clause makes the arguments of its relation, and of the facts that follow."""
    limits: dict[Var, int] = {}
    for call in clause.body:
        if isinstance(call, Call) and not call.negative:
            for index, term in enumerate(call.args):
                _limit(term, _depth_at(call.relation, index, depths), limits)
    relation, args = clause.head.relation, clause.head.args
    for index, term in enumerate(args):
        depth = min(_BOUND + 1, _depth(term, limits))
        yield (relation, index), depth
        if relation == Relation("legal", 2) and index == 1:
            yield (DOES, 1), depth
        elif relation.kind is RelationKind.NEXT or relation == Relation("init", 1):
            yield (ANY_FACT, 0), depth
            if relation != ANY_NEXT and isinstance(term, tuple):
                for place, part in enumerate(term[1:]):
                    yield (kind_of(term), place), min(_BOUND + 1, _depth(part, limits))


def _depth_at(relation: Relation, index: int, depths: Mapping[_Place, int]) -> int:
    own = depths.get((relation, index), 0)
    if relation.kind is RelationKind.FACT and relation != ANY_FACT:
        return max(own, depths.get((ANY_NEXT, 0), 0) - 1)
    return own


def _limit(term: Term, depth: int, limits: dict[Var, int]) -> None:
    """Note that the variables of a pattern are no deeper than the term that it matches allows."""
    if isinstance(term, Var):
        limits[term] = min(limits.get(term, depth), max(depth, 0))
    elif isinstance(term, tuple):
        inside = depth if depth > _BOUND else depth - 1
        for part in term[1:]:
            _limit(part, inside, limits)


def _depth(term: Term, limits: Mapping[Var, int]) -> int:
    if isinstance(term, Var):
        return limits.get(term, _BOUND + 1)
    if isinstance(term, tuple):
        return 1 + max((_depth(part, limits) for part in term[1:]), default=0)
    return 0
