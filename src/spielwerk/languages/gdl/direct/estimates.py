"""How many rows a lookup will give: guesses that the order of joins is built on.

What is known exactly (tables of relations that never change) and what was seen in sample states
goes in; for relations defined by rules, sizes are estimated from their bodies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from spielwerk.languages.gdl.direct.clauses import Call, Clause, Relation, RelationKind, unknowns
from spielwerk.languages.gdl.direct.joins import Exists, Lookup, Step, plan_clause
from spielwerk.languages.gdl.program import Distinct, Term, Var

_UNSEEN = 3.0
"""How many rows a kind of fact is taken to have that was in no sample."""
_MOST = 1e12


class Estimates:
    """Sizes of relations, and how many different values each argument has."""

    def __init__(self) -> None:
        self._sizes: dict[Relation, float] = {}
        self._values: dict[Relation, tuple[float, ...]] = {}
        self._costs: dict[Relation, float] = {}
        self._least: dict[Relation, float] = {}

    def fanout(self, relation: Relation, known: Sequence[int]) -> float:
        """How many rows match on average when the arguments at ``known`` have values."""
        if relation.kind is RelationKind.DOES:
            return 1.0 if 0 in known else 1.5
        rows = self._sizes.get(relation, _UNSEEN)
        values = self._values.get(relation, (_UNSEEN,) * relation.arity)
        for index in known:
            rows /= max(1.0, values[index])
        return rows

    def cost(self, relation: Relation) -> float:
        """How dear one lookup is, in lookups of a table."""
        return self._costs.get(relation, 1.0)

    def observe(self, relation: Relation, tables: Sequence[Collection[tuple[Term, ...]]]) -> None:
        """Take sizes from tables of the relation: the only one, or those of some states."""
        count = max(1, len(tables))
        self._sizes[relation] = sum(map(len, tables)) / count
        self._values[relation] = tuple(
            sum(len({row[index] for row in table}) for table in tables) / count
            for index in range(relation.arity)
        )
        self._costs[relation] = 1.0

    def derive(self, relation: Relation, clauses: Iterable[Clause]) -> None:
        """Estimate a relation from its clauses; what they use must be known by now."""
        size = 0.0
        values = [0.0] * relation.arity
        for clause in clauses:
            rows, domains = self._clause(clause)
            size += rows
            for index, term in enumerate(clause.head.args):
                values[index] += _domain(term, domains, rows)
        values = [min(count, size) for count in values]
        self._sizes[relation] = min(size, _product(values)) if values else min(size, 1.0)
        self._values[relation] = tuple(values)
        self._costs[relation] = 4.0
        if relation in self._least:
            self.exceed(relation, self._least[relation])

    def exceed(self, relation: Relation, rows: float) -> None:
        """Take note that a relation has more rows than this, whatever its clauses look like."""
        self._least[relation] = rows
        spread = rows ** (1 / max(1, relation.arity))
        values = self._values.get(relation, (_UNSEEN,) * relation.arity)
        self._sizes[relation] = max(rows, self.size(relation))
        self._values[relation] = tuple(max(count, spread) for count in values)

    def work(self, clauses: Iterable[Clause], mode: str) -> float:
        """What it takes to ask a relation with these clauses once, in lookups of a table."""
        return sum(self._effort(plan_clause(clause, mode, self))[0] for clause in clauses)

    def _effort(self, steps: Iterable[Step]) -> tuple[float, float]:
        """The lookups that steps take, and how many solutions they have."""
        effort, rows = 0.0, 1.0
        for step in steps:
            match step:
                case Distinct():
                    effort += rows / 4
                case Exists(inner):
                    effort += rows * self._effort(inner)[0] / 2
                    rows /= 2
                case Lookup(call, mode):
                    effort += rows * self.cost(call.relation)
                    if "f" in mode and not call.negative:
                        known = [i for i, letter in enumerate(mode) if letter == "b"]
                        rows = min(_MOST, rows * self.fanout(call.relation, known))
                        effort += rows / 2
                    else:
                        rows /= 2
        return effort, rows

    def size(self, relation: Relation) -> float:
        """How many rows the relation has."""
        return self._sizes.get(relation, _UNSEEN)

    def _clause(self, clause: Clause) -> tuple[float, dict[Var, float]]:
        """How many solutions a body has, and how many values each of its variables takes."""
        calls = [c for c in clause.body if isinstance(c, Call) and not c.negative]
        domains: dict[Var, float] = {}
        for call in calls:
            counts = self._values.get(call.relation, (_UNSEEN,) * call.relation.arity)
            for term, count in zip(call.args, counts, strict=False):
                if isinstance(term, Var):
                    domains[term] = min(domains.get(term, _MOST), count)
        rows = 1.0
        bound: set[Var] = set()
        while calls:
            fanouts = [self.fanout(call.relation, _known(call, bound)) for call in calls]
            best = min(range(len(calls)), key=fanouts.__getitem__)
            rows = min(_MOST, rows * fanouts[best])
            bound.update(unknowns(calls.pop(best)))
        return rows, domains


def _known(call: Call, bound: Collection[Var]) -> list[int]:
    return [i for i, term in enumerate(call.args) if all(v in bound for v in unknowns(term))]


def _domain(term: Term, domains: Mapping[Var, float], rows: float) -> float:
    if isinstance(term, Var):
        return domains.get(term, rows)
    return (
        _product([_domain(part, domains, rows) for part in term[1:]])
        if isinstance(term, tuple)
        else 1.0
    )


def _product(values: Iterable[float]) -> float:
    result = 1.0
    for value in values:
        result = min(_MOST, result * value)
    return result
