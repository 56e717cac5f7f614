"""How to instantiate one rule with few gates: the plan.

Spelt out, a rule has one instance for every assignment to all its variables. A plan instead
settles groups of conditions in *parts* of their own and forgets variables as early as possible,
as in ``(exists ?x (and (p ?x ?y) (q ?x)))``. Variables of a ``does`` condition need not even agree
between parts: each role makes exactly one move, so two parts that each say "the move made has
such a value" speak of the same move. That turns ``next`` rules over (from, to, piece) into one
part over (from, piece) and one over (to).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from spielwerk.languages.gdl.circuit.grounding.flat import FlatAtom, FlatRule
from spielwerk.languages.gdl.circuit.grounding.reach import Grounding
from spielwerk.languages.gdl.circuit.grounding.tables import RowSet, TooManyRows

_MATERIALISED = 300_000
"""Up to how many rows all solutions of a rule are kept to answer questions from."""
_LONGEST = 2_000_000
"""Parts with more instances than this are not considered."""
_HOPELESS = 1 << 60


@dataclass(frozen=True, slots=True)
class Condition:
    """An atom of the body that depends on state or moves."""

    atom: FlatAtom
    negative: bool

    @property
    def variables(self) -> frozenset[int]:
        return self.atom.variables


@dataclass(frozen=True, slots=True)
class MoveIn:
    """The role's move is one of those that have the given values of ``variables``.

    These may go beyond the variables of the move itself: ``(distinct ?x ?from)`` says for every
    value of ``?x`` which moves there are.
    """

    atom: FlatAtom
    variables: frozenset[int]


@dataclass(frozen=True)
class SplitPlan:
    """``out`` is settled by one row of all variables at which every term holds."""

    out: frozenset[int]
    terms: tuple[Condition | MoveIn | SplitPlan, ...]

    @cached_property
    def variables(self) -> frozenset[int]:
        """What an instance assigns values to."""
        return self.out.union(*(_visible(term) for term in self.terms))


def _visible(term: Condition | MoveIn | SplitPlan) -> frozenset[int]:
    return term.out if isinstance(term, SplitPlan) else term.variables


class Solutions:
    """All assignments under which a rule may fire, seen through any of its variables."""

    def __init__(self, grounding: Grounding, rule: FlatRule) -> None:
        self.grounding = grounding
        self.rule = rule
        self._tables: dict[frozenset[int], RowSet] = {}
        static = grounding.static
        visible = rule.head.variables.union(
            *(a.variables for a in (*rule.positive, *rule.negative) if a.relation not in static)
        )
        try:
            self._all: RowSet | None = grounding.solve(rule, visible, limit=_MATERIALISED)
        except TooManyRows:
            self._all = None

    def over(self, variables: Collection[int], limit: int | None = None) -> RowSet:
        """The solutions as far as these variables go.

        :raises TooManyRows: there are more than ``limit`` (if none, than the budget's), or a table
            on the way is that long
        """
        wanted = frozenset(variables)
        if wanted not in self._tables:
            if self._all is not None:
                table = self._all.project(wanted, self.grounding.radix)
            else:
                table = self.grounding.solve(self.rule, wanted, limit=limit)
            self._tables[wanted] = table
        return self._tables[wanted]

    def count(self, variables: Collection[int], limit: int) -> int:
        return len(self.over(variables, limit).rows)


def plan(grounding: Grounding, rule: FlatRule, solutions: Solutions) -> SplitPlan:
    """The cheapest plan found for a rule."""
    return _Planner(grounding, rule, solutions).plan()


def literals_of(plan: SplitPlan, solutions: Solutions) -> int:
    """How many literals the instances of a plan have."""
    inner = sum(literals_of(term, solutions) for term in plan.terms if isinstance(term, SplitPlan))
    return inner + len(solutions.over(plan.variables).rows) * len(plan.terms)


@dataclass(slots=True)
class _Edge:
    """Variables that must be looked at together, and the term that says so (if not static)."""

    variables: frozenset[int]
    term: Condition | MoveIn | SplitPlan | None


class _Planner:
    def __init__(self, grounding: Grounding, rule: FlatRule, solutions: Solutions) -> None:
        self.solutions = solutions
        self.head = rule.head.variables
        relations, static = grounding.flat.relations, grounding.static
        self.moves: list[FlatAtom] = []
        self.edges: list[_Edge] = []
        for atom in rule.positive:
            if relations[atom.relation].name == "does":
                self.moves.append(atom)
            else:
                term = None if atom.relation in static else Condition(atom, False)
                self.edges.append(_Edge(atom.variables, term))
        for atom in rule.negative:
            term = None if atom.relation in static else Condition(atom, True)
            self.edges.append(_Edge(atom.variables, term))
        for left, right in rule.distinct:
            self.edges.append(_Edge(frozenset(a for a in (*left, *right) if a < 0), None))
        for one, other in combinations(self.moves, 2):
            if shared := one.variables & other.variables:
                self.edges.append(_Edge(shared, None))

    def plan(self) -> SplitPlan:
        conditions = [edge.term for edge in self.edges if edge.term is not None]
        spelt_out = SplitPlan(
            self.head, (*conditions, *(MoveIn(move, move.variables) for move in self.moves))
        )
        if not spelt_out.variables - self.head:
            return spelt_out
        return self.cheapest(self.split(), spelt_out)

    def split(self) -> SplitPlan:
        """One part for each group of conditions that hang together; moves go everywhere."""
        moving = frozenset().union(*(move.variables for move in self.moves))
        terms: list[Condition | MoveIn | SplitPlan] = []
        beside: list[frozenset[int]] = [frozenset()] * len(self.moves)
        for group in _hanging_together(self.edges, self.head | moving):
            seen = frozenset().union(*(edge.variables for edge in group))
            movers = [i for i, m in enumerate(self.moves) if seen & m.variables - self.head]
            conditions = [edge.term for edge in group if edge.term is not None]
            if not conditions and len(movers) == 1:
                beside[movers[0]] |= seen & self.head
            elif not seen - self.head:
                terms.extend(conditions)
            elif conditions or movers:
                edges = list(group)
                for mover in movers:
                    shared = seen & self.moves[mover].variables
                    edges.append(_Edge(shared, MoveIn(self.moves[mover], shared)))
                terms.append(self.eliminate(edges, seen & self.head))
        for move, extra in zip(self.moves, beside, strict=True):
            terms.append(MoveIn(move, (move.variables & self.head) | extra))
        return SplitPlan(self.head, tuple(terms))

    def eliminate(self, edges: Sequence[_Edge], out: frozenset[int]) -> SplitPlan:
        """Forget all variables but ``out``, one after the other, the cheapest first."""
        spelt_out = SplitPlan(out, tuple(edge.term for edge in edges if edge.term is not None))
        rest = _without_static_variables(edges, out)
        while True:
            buckets = [
                bucket
                for variable in sorted(frozenset().union(*(e.variables for e in rest)) - out)
                if len(bucket := [e for e in rest if variable in e.variables]) < len(rest)
            ]
            parts = [(self.part(bucket, rest, out), bucket) for bucket in buckets]
            parts = [(part, bucket) for part, bucket in parts if part.terms]
            if not parts:
                break
            part, bucket = self.cheapest_part(parts)
            inside = {id(edge) for edge in bucket}
            rest = [edge for edge in rest if id(edge) not in inside]
            rest.append(_Edge(part.out, part))
        split = SplitPlan(out, tuple(edge.term for edge in rest if edge.term is not None))
        return self.cheapest(split, spelt_out)

    def part(
        self, bucket: Sequence[_Edge], rest: Sequence[_Edge], out: frozenset[int]
    ) -> SplitPlan:
        """A plan for the edges of a bucket that keeps what the others need."""
        inside = {id(edge) for edge in bucket}
        seen = frozenset().union(*(edge.variables for edge in bucket))
        others = out.union(*(edge.variables for edge in rest if id(edge) not in inside))
        terms = tuple(edge.term for edge in bucket if edge.term is not None)
        return SplitPlan(seen & others, terms)

    def cheapest(self, split: SplitPlan, spelt_out: SplitPlan) -> SplitPlan:
        """The better of two plans; the second is looked at only as far as it may be that."""
        cost = self.cost(split, _HOPELESS)
        return spelt_out if self.cost(spelt_out, cost) < cost else split

    def cheapest_part(
        self, parts: Sequence[tuple[SplitPlan, list[_Edge]]]
    ) -> tuple[SplitPlan, list[_Edge]]:
        best, least = parts[0], _HOPELESS
        for part in sorted(parts, key=lambda pair: len(pair[0].variables)):
            if (cost := self.own_cost(part[0], least)) < least:
                best, least = part, cost
        return best

    def cost(self, plan: SplitPlan, limit: int) -> int:
        """About how many gates the plan takes. Sets of moves are shared and count as one."""
        inner = sum(self.cost(term, limit) for term in plan.terms if isinstance(term, SplitPlan))
        return self.own_cost(plan, limit) + inner

    def own_cost(self, plan: SplitPlan, limit: int) -> int:
        """The same without its parts, or more than ``limit`` where it is clearly more."""
        terms = max(len(plan.terms), 1)
        longest = min(_LONGEST, max(_MATERIALISED, limit // max(terms - 1, 1)))
        try:
            rows = self.solutions.count(plan.variables, longest)
            return rows * terms - self.solutions.count(plan.out, longest)
        except TooManyRows:
            return _HOPELESS


def _hanging_together(edges: Sequence[_Edge], cut: frozenset[int]) -> list[list[_Edge]]:
    """Groups of edges that share variables other than those in ``cut``."""
    groups: list[tuple[frozenset[int], list[_Edge]]] = []
    for edge in edges:
        linking = edge.variables - cut
        touching = [group for group in groups if group[0] & linking]
        groups = [group for group in groups if not group[0] & linking]
        merged = [e for _, members in touching for e in members]
        groups.append((linking.union(*(v for v, _ in touching)), [*merged, edge]))
    return [members for _, members in groups]


def _without_static_variables(edges: Iterable[_Edge], out: frozenset[int]) -> list[_Edge]:
    """Static edges joined over the variables that no term has, which are free to forget."""
    terms = [edge for edge in edges if edge.term is not None]
    kept = out.union(*(edge.variables for edge in terms))
    static = [edge for edge in edges if edge.term is None]
    joined = [
        _Edge(frozenset().union(*(e.variables for e in group)) & kept, None)
        for group in _hanging_together(static, kept)
    ]
    return [*terms, *(edge for edge in joined if len(edge.variables) > 1)]
