"""Rules in layers: whatever a ``not`` asks for is settled before.

``(<= (goal robot 100) (not (goal robot 0)))`` needs a ``goal`` to settle a ``goal``, but not the
same one. Where relations need their own negation, they are told apart by what their arguments are:
``(goal robot 0)`` gets a relation of its own, with those rules of ``goal`` that can conclude it.
If that is not enough, rules are written out for the facts they use, so that ``(<= (win ?x)
(succ ?x ?y) (not (win ?y)))`` becomes a rule for each number. Rules in plain form go in; the same
rules in layers come out, or the circles in which something needs its own negation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.program.auxiliary import special_name, written_name
from spielwerk.languages.gdl.program.needs import Dependencies, Edge, Signature, dependencies
from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Rule,
    Term,
    Var,
    variables,
)
from spielwerk.languages.gdl.program.substitution import Substitution, unify

_MAX_RULES = 5_000
"""How many rules the relations that are told apart may have together."""


@dataclass(frozen=True, slots=True)
class Layered:
    """Rules in layers, and the circles that are left, each from a negation back to its user."""

    rules: tuple[Rule, ...]
    circles: tuple[tuple[Edge, ...], ...] = ()


def layered(rules: Sequence[Rule]) -> Layered:
    """Tell relations apart until none needs its own negation, as far as that can be done."""
    graph = dependencies(rules)
    if not graph.bad_edges():
        return Layered(tuple(rules))
    try:
        split = _split(rules, _bad(graph))
        graph = dependencies(split)
        if not graph.bad_edges():
            return Layered(split)
        instances = _written_out(rules, _bad(graph))
        split = _split(instances, _bad(dependencies(instances)))
        graph = dependencies(split)
        if not graph.bad_edges():
            return Layered(split)
    except LimitExceeded:
        pass
    return Layered(tuple(rules), tuple(circles(graph)))


def circles(graph: Dependencies) -> Iterator[tuple[Edge, ...]]:
    """A circle of conditions through a negation, for each group of relations that has one."""
    group = {relation: index for index, c in enumerate(graph.components) for relation in c}
    inside: dict[Signature, list[Edge]] = {}
    for edge in graph.edges:
        if group[edge.user] == group[edge.used]:
            inside.setdefault(edge.user, []).append(edge)
    seen: set[int] = set()
    for edge in graph.bad_edges():
        if group[edge.user] not in seen:
            seen.add(group[edge.user])
            yield edge, *_way(edge.used, edge.user, inside)


def _bad(graph: Dependencies) -> frozenset[Signature]:
    """The relations of groups with a negation inside, under their authors' names."""
    users = {edge.user for edge in graph.bad_edges()}
    groups = (group for group in graph.components if not users.isdisjoint(group))
    return frozenset((written_name(name), count) for group in groups for name, count in group)


def _way(
    start: Signature, end: Signature, edges: Mapping[Signature, Sequence[Edge]]
) -> tuple[Edge, ...]:
    """A shortest way from one relation to another."""
    came: dict[Signature, tuple[Edge, ...]] = {start: ()}
    todo = [start]
    for relation in todo:
        if relation == end:
            break
        for edge in edges.get(relation, ()):
            if edge.used not in came:
                came[edge.used] = (*came[relation], edge)
                todo.append(edge.used)
    return came[end]


# Relations told apart


def _split(rules: Sequence[Rule], ring: Collection[Signature]) -> tuple[Rule, ...]:
    """The rules with a relation for each pattern in which the ring is asked inside of itself.

    :raises LimitExceeded: there are too many patterns
    """
    own: dict[Signature, list[Rule]] = {signature: [] for signature in ring}
    for rule in rules:
        if rule.head.signature in ring:
            own[rule.head.signature].append(rule)
    names: dict[Atom, str] = {}
    waiting: list[Atom] = []

    def told_apart(literal: Literal) -> Literal:
        if isinstance(literal, Not):
            return replace(literal, literal=told_apart(literal.literal))
        if not (isinstance(literal, Atom) and literal.signature in ring):
            return literal
        pattern = _pattern(literal)
        if _is_general(pattern):
            return literal
        if pattern not in names:
            names[pattern] = special_name(literal.relation, len(names))
            waiting.append(pattern)
        return replace(literal, relation=names[pattern])

    def rewritten(rule: Rule) -> Rule:
        return replace(rule, body=tuple(map(told_apart, rule.body)))

    made = [rewritten(rule) if rule.head.signature in ring else rule for rule in rules]
    limit = len(made) + _MAX_RULES
    while waiting:
        pattern = waiting.pop()
        for rule in own[pattern.signature]:
            match = unify(("=", *pattern.args), ("=", *rule.head.args))
            fitting = None if match is None else _possible(match.rule(rule))
            if fitting is not None:
                head = replace(fitting.head, relation=names[pattern])
                made.append(replace(rewritten(fitting), head=head))
        if len(made) > limit:
            raise LimitExceeded(f"Telling relations apart takes more than {_MAX_RULES:,} rules.")
    return tuple(made)


def _pattern(atom: Atom) -> Atom:
    """The atom with its variables numbered in order; no author's variable has such a name."""
    numbers: dict[Var, Term] = {}
    for variable in variables(atom):
        numbers.setdefault(variable, Var(f"~{len(numbers)}"))
    return Substitution(numbers).literal(replace(atom, span=None))


def _is_general(pattern: Atom) -> bool:
    return all(isinstance(x, Var) for x in pattern.args) and len(set(pattern.args)) == len(
        pattern.args
    )


def _possible(rule: Rule) -> Rule | None:
    """The rule without tests that always hold; none where one never does."""
    tests = [x for x in rule.body if isinstance(x, Distinct)]
    if any(test.left == test.right for test in tests):
        return None
    idle = {test for test in tests if unify(test.left, test.right) is None}
    return replace(rule, body=tuple(x for x in rule.body if x not in idle)) if idle else rule


# Rules written out


def _written_out(rules: Sequence[Rule], ring: Collection[Signature]) -> list[Rule]:
    """The rules with those of the ring written out for the facts that their recursion goes by.

    :raises LimitExceeded: there are too many
    """
    facts: dict[Signature, list[Rule]] = {}
    for rule in rules:
        facts.setdefault(rule.head.signature, []).append(rule)
    facts = {
        signature: own
        for signature, own in facts.items()
        if all(not rule.body and not any(variables(rule.head)) for rule in own)
    }
    made: list[Rule] = []
    limit = len(rules) + _MAX_RULES
    for rule in rules:
        if rule.head.signature in ring and rule.body:
            made.extend(_instances(rule, ring, facts))
        else:
            made.append(rule)
        if len(made) > limit:
            raise LimitExceeded(f"Writing rules out takes more than {_MAX_RULES:,} of them.")
    return made


def _instances(
    rule: Rule, ring: Collection[Signature], facts: Mapping[Signature, Sequence[Rule]]
) -> Iterable[Rule]:
    """The rule for all values that facts give the variables with which the ring is asked."""
    asked = {
        variable
        for literal in rule.body
        for atom in [literal.literal if isinstance(literal, Not) else literal]
        if isinstance(atom, Atom) and atom.signature in ring
        for variable in variables(atom)
    }
    made = [rule]
    for number, literal in enumerate(rule.body):
        if (
            isinstance(literal, Atom)
            and literal.signature in facts
            and not asked.isdisjoint(variables(literal))
        ):
            made = list(_joined(made, number, facts[literal.signature]))
    return [replace(r, body=tuple(x for x in r.body if not _said(x, facts))) for r in made]


def _joined(rules: Iterable[Rule], number: int, facts: Sequence[Rule]) -> Iterator[Rule]:
    """Each rule with the condition of a number made equal to each fact that it can be."""
    count = 0
    for rule in rules:
        literal = rule.body[number]
        assert isinstance(literal, Atom)
        for fact in facts:
            match = unify(("=", *literal.args), ("=", *fact.head.args))
            fitting = None if match is None else match.rule(rule)
            if fitting is not None and not any(
                isinstance(x, Distinct) and x.left == x.right for x in fitting.body
            ):
                count += 1
                if count > _MAX_RULES:
                    raise LimitExceeded(f"A rule has more than {_MAX_RULES:,} instances.")
                yield fitting


def _said(literal: Literal, facts: Mapping[Signature, Sequence[Rule]]) -> bool:
    """Whether a condition is one of the facts itself."""
    return (
        isinstance(literal, Atom)
        and literal.signature in facts
        and not any(variables(literal))
        and any(fact.head == literal for fact in facts[literal.signature])
    )
