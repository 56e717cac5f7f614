"""What the shape of the clauses says: order of evaluation, levels, rings, depth.

Clauses by relation go in. The relations come out in an order in which each follows what it uses,
with the level of each (does it depend on the state, or on the moves?) and its ring if recursive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spielwerk.core import Diagnostic, Severity, SourceError
from spielwerk.languages.gdl.direct.clauses import DOES, Call, Clause, Relation, RelationKind
from spielwerk.languages.gdl.direct.world import Level
from spielwerk.languages.gdl.program import components

_STRIDE = 100
"""After so many relations that use each other one is evaluated beforehand."""


@dataclass(frozen=True, slots=True)
class ClauseAnalysis:
    """The relations of some clauses and how they hang together."""

    order: tuple[tuple[Relation, ...], ...]
    """Groups of relations that need each other, those that are used before those that use."""
    levels: Mapping[Relation, Level]
    rings: Mapping[Relation, int]
    """Recursive relations to the number of their ring."""
    landings: tuple[Relation, ...]
    """Relations to evaluate beforehand, in order, so that calls never nest too deeply."""


def analyse(clauses: Mapping[Relation, Sequence[Clause]]) -> ClauseAnalysis:
    """Order the relations of the clauses.

    :raises SourceError: a relation depends on its own negation
    """
    graph: dict[Relation, list[Relation]] = {}
    for relation, own in clauses.items():
        calls = [c for clause in own for c in clause.body if isinstance(c, Call)]
        graph[relation] = list(dict.fromkeys(call.relation for call in calls))
        for call in calls:
            graph.setdefault(call.relation, [])
    order = tuple(components(graph))
    levels: dict[Relation, Level] = {}
    rings: dict[Relation, int] = {}
    heights: dict[Relation, int] = {}
    for number, group in enumerate(order):
        used = [u for relation in group for u in graph[relation] if u not in group]
        level = max(map(levels.__getitem__, used), default=Level.STATIC)
        height = 1 + max((heights[u] for u in used if levels[u] > Level.STATIC), default=0)
        for relation in group:
            levels[relation] = _own_level(relation) or level
            heights[relation] = height
            if len(group) > 1 or relation in graph[relation]:
                rings[relation] = number
    _refuse_unstratified(clauses, rings)
    landings = [
        relation
        for group in order
        for relation in group
        if heights[relation] % _STRIDE == 0
        and clauses.get(relation)
        and levels[relation]
        and not relation.given
    ]
    return ClauseAnalysis(order, levels, rings, tuple(landings))


def _own_level(relation: Relation) -> Level | None:
    if relation == DOES:
        return Level.STEP
    return Level.STATE if relation.kind is RelationKind.FACT else None


def _refuse_unstratified(
    clauses: Mapping[Relation, Sequence[Clause]], rings: Mapping[Relation, int]
) -> None:
    for relation, ring in rings.items():
        for clause in clauses.get(relation, ()):
            for condition in clause.body:
                if (
                    isinstance(condition, Call)
                    and condition.negative
                    and rings.get(condition.relation) == ring
                ):
                    message = f"{relation} depends on the negation of itself."
                    raise SourceError([Diagnostic("gdl-unstratified", Severity.ERROR, message)])
