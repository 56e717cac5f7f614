"""Gets rules ready to run: evaluates what never changes, and decides how the rest is computed.

A program goes in; :meth:`Preparation.compile` gives a compiler that can answer its roots. Some
relations are better *listed* (all their rows computed at once, then indexed), others better asked
one question at a time. Which is which depends on how many questions states really ask, so
that sample states are looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.direct.analysis import analyse
from spielwerk.languages.gdl.direct.clauses import (
    ANY_FACT,
    Clause,
    Relation,
    RelationKind,
    clauses,
    is_ground,
    places_of,
)
from spielwerk.languages.gdl.direct.compiler import MAX_ANSWERS, Compiler
from spielwerk.languages.gdl.direct.estimates import Estimates
from spielwerk.languages.gdl.direct.growth import growing
from spielwerk.languages.gdl.direct.inline import inline
from spielwerk.languages.gdl.direct.world import Level, Predicate, RuleWorld
from spielwerk.languages.gdl.program import Program, Term

_LISTED = 100_000
"""How many rows a relation that never changes may have to be listed before a match."""
_PATIENCE = 5_000
"""How many answers of a ring are waited for when it is tried out whether to list it."""
_TRIALS = 6
"""In how many states that is tried out."""
_QUESTION = 5.0
"""What asking one question costs, in lookups of a table."""
_SMALL = 100
"""Relations that were listed before and have no more rows than this stay so."""
_NEVER = float("inf")

Table = list[tuple[Term, ...]]


@dataclass(slots=True)
class Sample:
    """States and steps of a match that was played to learn from, as their contexts."""

    states: list[Any] = field(default_factory=list)
    steps: list[Any] = field(default_factory=list)

    def at(self, level: Level) -> list[Any]:
        return self.steps if level is Level.STEP else self.states


class Preparation:
    """Rules on their way to code."""

    def __init__(self, program: Program) -> None:
        own: dict[Relation, list[Clause]] = {}
        for clause in clauses(program.rules):
            own.setdefault(clause.head.relation, []).append(clause)
        self.places = places_of(program.rules)
        self.analysis = analyse(own)
        self.clauses = inline(own, self.analysis)
        self.growing = growing(self.clauses, self.analysis.order)
        self.tables: dict[Relation, Table] = {}
        self.estimates = Estimates()
        self._tabulate()

    def compile(
        self, roots: Iterable[Relation], sample: Sample, before: Compiler | None = None
    ) -> Compiler:
        """Code that answers the roots.

        ``sample`` are contexts of the compiler ``before``, if there was one already.
        """
        roots = [r for r in roots if r in self.clauses and r not in self.tables]
        self._estimate(sample, before)
        listed = self._worth_listing(before, sample) if before else frozenset()
        while True:
            compiler = self._compiled(roots, listed)
            whole = {
                p.relation
                for p in compiler.predicates.values()
                if p.keyless and p.wanted and p.relation.kind is not RelationKind.PART
            }
            if whole <= listed:
                return compiler
            listed |= whole

    def _compiled(
        self, roots: Iterable[Relation], listed: Collection[Relation], limit: int = MAX_ANSWERS
    ) -> Compiler:
        world = RuleWorld(
            self.clauses,
            self.analysis.levels,
            self.analysis.rings,
            self.tables,
            listed,
            self.growing,
            self.estimates,
            self.places,
        )
        compiler = Compiler(world, limit)
        for root in roots:
            compiler.predicate(root, "f" * root.arity)
        compiler.link()
        return compiler

    def _tabulate(self) -> None:
        """Evaluate the relations that never change."""
        for group in self.analysis.order:
            if any(self.analysis.levels[relation] for relation in group):
                continue
            whole = [
                relation
                for relation in group
                if relation.kind is not RelationKind.PART and not relation.given
            ]
            tables = self._facts(whole)
            if tables is None:
                tables = self._listing(whole)
            self.tables.update(tables)
            for relation in group:
                if relation in tables:
                    self.estimates.observe(relation, [tables[relation]])
                else:
                    self.estimates.derive(relation, self.clauses.get(relation, ()))
                    if relation in whole:
                        self.estimates.exceed(relation, _LISTED)

    def _facts(self, group: Sequence[Relation]) -> dict[Relation, Table] | None:
        """The tables of a group for which there are only facts."""
        every = {relation: self.clauses.get(relation, ()) for relation in group}
        if not all(_is_fact(clause) for own in every.values() for clause in own):
            return None
        return {r: list(dict.fromkeys(c.head.args for c in own)) for r, own in every.items()}

    def _listing(self, group: Sequence[Relation]) -> dict[Relation, Table]:
        """The tables of a group; none where they are too large, so they are asked on demand."""
        compiler = self._compiled(group, (), _LISTED)
        predicates = [compiler.predicate(relation, "f" * relation.arity) for relation in group]
        try:
            answers = [compiler.ask(predicate, compiler.static) for predicate in predicates]
        except (LimitExceeded, RecursionError):
            return {}
        return {r: as_table(r, answer) for r, answer in zip(group, answers, strict=True)}

    def _estimate(self, sample: Sample, before: Compiler | None) -> None:
        """Take sizes from the sample where they can be seen, and guess the others."""
        listed = {p.relation: p for p in before.predicates.values() if p.whole} if before else {}
        for group in self.analysis.order:
            for relation in group:
                if relation.kind is RelationKind.DOES or relation in self.tables:
                    continue
                if relation.kind is RelationKind.FACT:
                    tables = [_facts_of(relation, state) for state in sample.states]
                elif relation in listed:
                    tables = _answers(listed[relation], sample)
                else:
                    tables = []
                if tables:
                    self.estimates.observe(relation, tables)
                elif relation.kind is not RelationKind.FACT:
                    self.estimates.derive(relation, self.clauses.get(relation, ()))

    def _worth_listing(self, before: Compiler, sample: Sample) -> frozenset[Relation]:
        """The relations of which so much is asked that they had better be listed."""
        asked: dict[Relation, dict[str, float]] = {}
        for predicate in before.predicates.values():
            if (
                predicate.level
                and not predicate.keyless
                and predicate.relation.kind is RelationKind.RULE
                and not predicate.relation.given
            ):
                modes = asked.setdefault(predicate.relation, {})
                modes[predicate.mode] = _questions(predicate, sample)
        asked = {relation: modes for relation, modes in asked.items() if any(modes.values())}
        rings = self._trial([r for r in asked if r in self.analysis.rings], sample)
        small = {
            p.relation
            for p in before.predicates.values()
            if p.whole and self.estimates.size(p.relation) <= _SMALL
        }
        return frozenset(small) | frozenset(
            relation
            for relation, modes in asked.items()
            if (
                rings.get(relation, _NEVER) < 2 * sum(modes.values())
                if relation in self.analysis.rings
                else self._listing_pays(relation, modes)
            )
        )

    def _listing_pays(self, relation: Relation, modes: Mapping[str, float]) -> bool:
        own, estimates = self.clauses[relation], self.estimates
        whole = estimates.work(own, "f" * relation.arity) + estimates.size(relation)
        single = (n * (_QUESTION + estimates.work(own, mode)) for mode, n in modes.items())
        return whole < sum(single)

    def _trial(self, relations: Sequence[Relation], sample: Sample) -> dict[Relation, float]:
        """How many rows recursive relations have on average; none where they are too many."""
        compiler = self._compiled(relations, relations, _PATIENCE)
        found: dict[Relation, float] = {}
        for relation in relations:
            contexts = sample.at(self.analysis.levels[relation])
            some = contexts[:: max(1, len(contexts) // _TRIALS)]
            question = compiler.question(compiler.predicate(relation, "f" * relation.arity))
            try:
                count = sum(len(question(_again(compiler, context))) for context in some)
            except LimitExceeded:
                self.estimates.exceed(relation, _PATIENCE)
                continue
            found[relation] = count / len(some)
        return found


def as_table(relation: Relation, answer: Any) -> Table:
    """What a predicate answers, as rows that are always tuples."""
    if relation.arity == 0:
        return [()] if answer else []
    return [(value,) for value in answer] if relation.arity == 1 else list(answer)


def as_rows(relation: Relation, table: Sequence[tuple[Term, ...]]) -> Any:
    """A table as a predicate would answer it."""
    if relation.arity == 0:
        return bool(table)
    return [row[0] for row in table] if relation.arity == 1 else table


def _answers(predicate: Predicate, sample: Sample) -> list[Table]:
    """What a predicate that gives all rows has answered in the sample."""
    memos = [getattr(context, predicate.memo) for context in sample.at(predicate.level)]
    if predicate.ring is None:
        answers = [memo for memo in memos if memo is not None]
    else:
        answers = [memo[()][0] for memo in memos if () in memo]
    return [as_table(predicate.relation, answer) for answer in answers]


def _questions(predicate: Predicate, sample: Sample) -> float:
    """How many different questions a predicate was asked on average."""
    contexts = sample.at(predicate.level)
    count = sum(len(getattr(context, predicate.memo)) for context in contexts)
    return count / max(1, len(contexts))


def _again(compiler: Compiler, context: Any) -> Any:
    """A context of another compiler's making for this one."""
    state, step = compiler.namespace["State"], compiler.namespace["Step"]
    if hasattr(context, "moves"):
        return step(state(context.c.facts, context.c.by_kind), context.moves)
    return state(context.facts, context.by_kind)


def _is_fact(clause: Clause) -> bool:
    return not clause.body and all(map(is_ground, clause.head.args))


def _facts_of(relation: Relation, state: Any) -> Table:
    """The arguments of all facts of a kind in a state's context."""
    if relation == ANY_FACT:
        return [(fact,) for fact in state.facts]
    facts = state.by_kind.get((relation.name, relation.arity), ())
    return [fact[1:] for fact in facts] if relation.arity else []
