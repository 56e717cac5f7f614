"""Which relation needs which: the graph that checks and engines order their work by.

Rules go in; out comes a :class:`Dependencies` over relation signatures (name and arity): who uses
whom, the groups of relations that need each other (strongly connected components) in an order in
which they can be evaluated, their strata, and what depends on the state or on the moves made.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from spielwerk.languages.gdl.program.rules import Atom, Distinct, Literal, Not, Or, Rule

_N = TypeVar("_N", bound=Hashable)

Signature: TypeAlias = tuple[str, int]
"""A relation's name and number of arguments."""


@dataclass(frozen=True, slots=True)
class Edge:
    """``rule``, one for ``user``, asks for ``atom`` (of relation ``used``), maybe negated."""

    user: Signature
    used: Signature
    negative: bool
    atom: Atom
    rule: Rule


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The dependency graph of a set of rules. Everything is in a fixed, source-given order."""

    edges: tuple[Edge, ...]
    uses: Mapping[Signature, tuple[Signature, ...]]
    """Every relation (also those only used, never defined) to the relations its rules ask for."""
    components: tuple[tuple[Signature, ...], ...]
    """Groups of relations that need each other, those that are used before those that use."""
    strata: Mapping[Signature, int]
    """How many negations lie below a relation at most; meaningless with :meth:`bad_edges`."""

    def component_of(self, relation: Signature) -> tuple[Signature, ...]:
        """The group that ``relation`` belongs to; itself alone where it is not recursive."""
        return next((group for group in self.components if relation in group), (relation,))

    def recursive(self, relation: Signature) -> bool:
        """Whether ``relation`` needs itself, directly or around a ring."""
        return len(self.component_of(relation)) > 1 or relation in self.uses.get(relation, ())

    def bad_edges(self) -> tuple[Edge, ...]:
        """The negations inside a ring. Rules are stratified exactly where there are none."""
        group = {relation: index for index, c in enumerate(self.components) for relation in c}
        return tuple(e for e in self.edges if e.negative and group[e.user] == group[e.used])

    def below(self, *relations: Signature) -> frozenset[Signature]:
        """Everything these relations need, themselves included."""
        return _closure(relations, self.uses)

    def dependents(self, *names: str) -> frozenset[Signature]:
        """Every relation that needs one of these names (of any arity), themselves included."""
        used_by: dict[Signature, list[Signature]] = {relation: [] for relation in self.uses}
        for edge in self.edges:
            used_by[edge.used].append(edge.user)
        return _closure((r for r in self.uses if r[0] in names), used_by)


def dependencies(rules: Iterable[Rule]) -> Dependencies:
    """The dependency graph of ``rules``; bodies may still hold ``or`` and nested ``not``."""
    edges: list[Edge] = []
    uses: dict[Signature, dict[Signature, None]] = {}
    for rule in rules:
        user = rule.head.signature
        used_by_user = uses.setdefault(user, {})
        for atom, negative in atoms(rule.body):
            edges.append(Edge(user, atom.signature, negative, atom, rule))
            used_by_user[atom.signature] = None
            uses.setdefault(atom.signature, {})
    graph = {relation: tuple(used) for relation, used in uses.items()}
    groups = tuple(components(graph))
    return Dependencies(tuple(edges), graph, groups, _strata(groups, edges))


def atoms(body: Iterable[Literal]) -> Iterator[tuple[Atom, bool]]:
    """Every atom of a rule body from left to right, and whether it stands under a negation.

    Depth is no matter, and so is parity: ``(not (not p))`` counts as negated.
    """
    stack: list[tuple[Literal, bool]] = [(literal, False) for literal in reversed(tuple(body))]
    while stack:
        literal, negative = stack.pop()
        match literal:
            case Atom():
                yield literal, negative
            case Not():
                stack.append((literal.literal, True))
            case Or():
                below = [inner for branch in literal.branches for inner in branch]
                stack.extend((inner, negative) for inner in reversed(below))
            case Distinct():
                pass


def components(graph: Mapping[_N, Sequence[_N]]) -> Iterator[tuple[_N, ...]]:
    """Groups of nodes that reach each other, those that are used before those that use.

    Tarjan's algorithm with its own stack, since rules may chain deeper than Python recurses.
    """
    number: dict[_N, int] = {}
    low: dict[_N, int] = {}
    path: list[_N] = []
    on_path: set[_N] = set()
    for root in graph:
        if root in number:
            continue
        work = [(root, iter(graph[root]))]
        number[root] = low[root] = len(number)
        path.append(root)
        on_path.add(root)
        while work:
            node, successors = work[-1]
            for successor in successors:
                if successor not in number:
                    number[successor] = low[successor] = len(number)
                    path.append(successor)
                    on_path.add(successor)
                    work.append((successor, iter(graph[successor])))
                    break
                if successor in on_path:
                    low[node] = min(low[node], number[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = [path.pop()]
                    while component[-1] != node:
                        component.append(path.pop())
                    on_path.difference_update(component)
                    yield tuple(reversed(component))


def _closure(
    start: Iterable[Signature], step: Mapping[Signature, Iterable[Signature]]
) -> frozenset[Signature]:
    found = set(start)
    todo = list(found)
    while todo:
        new = set(step.get(todo.pop(), ())) - found
        found |= new
        todo.extend(new)
    return frozenset(found)


def _strata(groups: Iterable[tuple[Signature, ...]], edges: Iterable[Edge]) -> dict[Signature, int]:
    below: dict[Signature, list[Edge]] = {}
    for edge in edges:
        below.setdefault(edge.user, []).append(edge)
    strata: dict[Signature, int] = {}
    for component in groups:
        level = max(
            (
                strata[edge.used] + edge.negative
                for relation in component
                for edge in below.get(relation, ())
                if edge.used not in component
            ),
            default=0,
        )
        strata.update(dict.fromkeys(component, level))
    return strata
