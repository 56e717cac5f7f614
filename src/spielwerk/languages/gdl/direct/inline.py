"""Writes small relations out where they are used.

Calling a relation costs, and so does listing it. One that is only another name for a single
condition, such as ``(occupied ?x ?y)`` for ``(true (cell ?x ?y ?p))``, is replaced by that
condition, negated or not. One with a single rule and a single use is replaced by its body.
Clauses go in, clauses with the same consequences come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from spielwerk.languages.gdl.direct.analysis import ClauseAnalysis
from spielwerk.languages.gdl.direct.clauses import (
    LONGEST_BODY,
    Call,
    Clause,
    Condition,
    Relation,
    RelationKind,
    unknowns,
)
from spielwerk.languages.gdl.direct.world import Level
from spielwerk.languages.gdl.program import Distinct, Substitution, Var, unify


def inline(
    clauses: Mapping[Relation, Sequence[Clause]], analysis: ClauseAnalysis
) -> dict[Relation, list[Clause]]:
    """The clauses with small relations written out."""
    inliner = _Inliner(clauses, analysis)
    return {
        relation: [inliner.clause(clause) for clause in clauses[relation]]
        for group in analysis.order
        for relation in group
        if relation in clauses
    }


class _Inliner:
    def __init__(
        self, clauses: Mapping[Relation, Sequence[Clause]], analysis: ClauseAnalysis
    ) -> None:
        self.analysis = analysis
        self.uses = Counter(
            condition.relation
            for group in clauses.values()
            for clause in group
            for condition in clause.body
            if isinstance(condition, Call)
        )
        self.renamed = 0
        self.aliases: dict[Relation, Clause] = {}
        self.bodies: dict[Relation, Clause] = {}
        self.single = {r for r, group in clauses.items() if len(group) == 1}

    def clause(self, clause: Clause) -> Clause:
        """The clause with what it calls written out; it may be written out itself from now on."""
        relation = clause.head.relation
        for position in range(len(clause.body) - 1, -1, -1):
            clause = self.replaced(clause, position)
        if relation in self.single and relation not in self.analysis.rings:
            self.learn(relation, clause)
        return clause

    def learn(self, relation: Relation, clause: Clause) -> None:
        if relation.kind is not RelationKind.RULE or self.analysis.levels[relation] is Level.STATIC:
            return
        head = clause.head.args
        plain = all(isinstance(term, Var) for term in head) and len(set(head)) == len(head)
        body = clause.body
        if plain and len(body) == 1 and isinstance(body[0], Call) and not body[0].negative:
            self.aliases[relation] = clause
        elif self.uses[relation] == 1 and not (_open(clause.body) - set(unknowns(clause.head))):
            self.bodies[relation] = clause

    def replaced(self, clause: Clause, position: int) -> Clause:
        """The clause with one of its calls written out, if that is possible."""
        call = clause.body[position]
        if not isinstance(call, Call):
            return clause
        if call.relation in self.aliases:
            return self.write_out(clause, position, call, self.aliases[call.relation])
        if (
            call.relation in self.bodies
            and not call.negative
            and self.same_level(clause.head.relation, call.relation)
        ):
            written = self.write_out(clause, position, call, self.bodies[call.relation])
            calls = [c for c in written.body if isinstance(c, Call) and not c.negative]
            return written if len(calls) <= LONGEST_BODY else clause
        return clause

    def same_level(self, user: Relation, used: Relation) -> bool:
        return self.analysis.levels[user] is self.analysis.levels[used]

    def write_out(self, clause: Clause, position: int, call: Call, definition: Clause) -> Clause:
        self.renamed += 1
        names = {v for c in (definition.head, *definition.body) for v in unknowns(c)}
        fresh = Substitution({v: Var(f"{v.name}~{self.renamed}") for v in names})
        head = [fresh.term(term) for term in definition.head.args]
        match = unify(("=", *head), ("=", *call.args))
        if match is None:
            return clause
        body = [_put(c, fresh) for c in definition.body]
        if call.negative:
            body = [Call(c.relation, c.args, negative=True) for c in body if isinstance(c, Call)]
        whole = (*clause.body[:position], *body, *clause.body[position + 1 :])
        head_args = tuple(match.term(term) for term in clause.head.args)
        return Clause(Call(clause.head.relation, head_args), tuple(_put(c, match) for c in whole))


def _open(body: Sequence[Condition]) -> set[Var]:
    return {v for condition in body for v in unknowns(condition)}


def _put(condition: Condition, substitution: Substitution) -> Condition:
    if isinstance(condition, Distinct):
        return Distinct(substitution.term(condition.left), substitution.term(condition.right))
    args = tuple(map(substitution.term, condition.args))
    return Call(condition.relation, args, condition.negative)
