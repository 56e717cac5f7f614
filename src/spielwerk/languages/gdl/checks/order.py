"""Checks of what needs what: negation in circles, endless terms, and looking ahead in time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from spielwerk.core import Diagnostic, LimitExceeded, Severity, Span, say
from spielwerk.languages.gdl.checks.carets import Carets
from spielwerk.languages.gdl.program import (
    RELATIONS,
    Asking,
    Atom,
    Dependencies,
    Edge,
    Program,
    Rule,
    Signature,
    Var,
    layered,
    simplify,
    spoken,
    variables,
    written_name,
)

_STATIC = ("role", "init", "base", "input")
_BEFORE_MOVES = ("legal", "goal", "terminal")


def check_order(program: Program, graph: Dependencies) -> Iterator[Diagnostic]:
    """The problems in the order in which things would have to be worked out."""
    group = {relation: index for index, c in enumerate(graph.components) for relation in c}
    yield from _check_time(graph)
    yield from _check_negation(program, graph)
    yield from _check_recursion(program, graph, group)


def _check_time(graph: Dependencies) -> Iterator[Diagnostic]:
    """The start cannot need a state, and what is legal cannot need what is done."""
    edges: dict[Signature, list[Edge]] = {}
    for edge in graph.edges:
        edges.setdefault(edge.user, []).append(edge)
    for names, targets, code, message, hint in (
        (
            _STATIC,
            ("true", "does"),
            "gdl-not-static",
            "'{relation}' is fixed before the match, but depends on '{on}': {chain}.",
            "Use only facts and relations that no move changes.",
        ),
        (
            _BEFORE_MOVES,
            ("does",),
            "gdl-does-too-early",
            "'{relation}' is settled before moves are made, but depends on '{on}': {chain}.",
            "Remember the move in the state with 'next', and ask for it with 'true'.",
        ),
    ):
        affected = graph.dependents(*targets)
        for relation in graph.uses:
            if relation[0] in names and relation in affected:
                chain = _chain(relation, targets, edges)
                yield Diagnostic(
                    code,
                    Severity.ERROR,
                    say(message, relation=relation[0], on=chain[-1].used[0], chain=_shown(chain)),
                    chain[0].atom.span,
                    hint,
                )


def _check_negation(program: Program, graph: Dependencies) -> Iterator[Diagnostic]:
    """What needs its own negation: not relations, but what they say of the same values."""
    if not graph.bad_edges():
        return
    try:
        found = layered(spoken(program).rules).circles
    except LimitExceeded:
        return  # another check says so
    seen: set[Span | None] = set()
    for circle in found:
        first = circle[0]
        if first.atom.span in seen:
            continue
        seen.add(first.atom.span)
        yield Diagnostic(
            "gdl-negative-cycle",
            Severity.ERROR,
            say(
                "Whether {said} holds depends on whether it does not: {circle}.",
                said=_said(first.rule.head),
                circle=_circle(circle),
            ),
            first.atom.span,
            "Break the circle; a 'not' may only ask for what is settled without it.",
        )


def _circle(circle: Sequence[Edge]) -> str:
    """The conditions around a circle, each with the line that it stands in."""
    steps = [_said(circle[0].rule.head)]
    for edge in circle:
        line = say(" (line {line})", line=edge.atom.span.line) if edge.atom.span else ""
        steps.append(f"{'not ' if edge.negative else ''}{_said(edge.atom)}{line}")
    return " needs ".join(steps)


def _said(atom: Atom) -> str:
    return str(replace(atom, relation=written_name(atom.relation)))


def _check_recursion(
    program: Program, graph: Dependencies, group: dict[Signature, int]
) -> Iterator[Diagnostic]:
    """Recursion must not make ever larger terms.

    Every argument of a recursive condition must be without variables, be an argument of the head,
    or get its value from a condition outside of the circle. Where the terms that grow are always
    given by who asks, nothing has to be listed.
    """
    rings = {
        index
        for index, component in enumerate(graph.components)
        if len(component) > 1 or component[0] in graph.uses[component[0]]
    }
    if not rings:
        return
    carets = Carets(program)
    rules = [simplify(rule) for rule in program.rules if group[rule.head.signature] in rings]
    growing: dict[int, dict[Signature, set[int]]] = {}
    for rule in rules:
        for place, term in enumerate(rule.head.args):
            if isinstance(term, tuple) and any(variables(term)):
                grown = growing.setdefault(group[rule.head.signature], {})
                grown.setdefault(rule.head.signature, set()).add(place)
    endless = {ring for ring, places in growing.items() if not _only_asked(program, graph, places)}
    for rule in rules:
        ring = group[rule.head.signature]
        free = list(_free_variables(rule, ring, group))
        if free:
            atom, first = free[0]
            yield Diagnostic(
                "gdl-recursion",
                Severity.ERROR if ring in endless else Severity.HINT,
                say(
                    "'{relation}' needs itself in a circle, and nothing outside of the circle "
                    "limits {variable_names}.",
                    relation=rule.head.relation,
                    variable_names=", ".join(dict.fromkeys(str(variable) for _, variable in free)),
                ),
                carets.variable(atom.span, first.name),
                "Add a condition that lists the values, from a relation outside of the circle.",
            )


def _only_asked(
    program: Program, graph: Dependencies, places: Mapping[Signature, Collection[int]]
) -> bool:
    """Whether relations are in use, and always asked with values at these places."""
    if not any(edge.used in places and edge.user not in places for edge in graph.edges):
        return False
    try:
        asking = Asking(spoken(program).rules, must=places)
    except LimitExceeded:
        return False
    return all(asking.listable(relation) for relation in asking.rules if relation[0] in RELATIONS)


def _free_variables(
    rule: Rule, ring: int, group: dict[Signature, int]
) -> Iterator[tuple[Atom, Var]]:
    """The variables that nothing limits, each with the condition in which it stands."""
    atoms = [literal for literal in rule.body if isinstance(literal, Atom)]
    outside = {v for a in atoms if group[a.signature] != ring for v in variables(a)}
    for atom in atoms:
        if group[atom.signature] == ring:
            for argument in atom.args:
                if argument not in rule.head.args:
                    yield from ((atom, v) for v in variables(argument) if v not in outside)


def _chain(
    start: Signature, targets: Sequence[str], edges: dict[Signature, list[Edge]]
) -> list[Edge]:
    """A shortest chain of conditions from a relation to one of the targets."""
    came: dict[Signature, Edge] = {}
    frontier = [start]
    while frontier:
        following = []
        for relation in frontier:
            for edge in edges.get(relation, ()):
                if edge.used in came:
                    continue
                came[edge.used] = edge
                if edge.used[0] in targets:
                    chain = [edge]
                    while chain[0].user != start:
                        chain.insert(0, came[chain[0].user])
                    return chain
                following.append(edge.used)
        frontier = following
    raise AssertionError("asked only where there is a chain")


def _shown(chain: Sequence[Edge]) -> str:
    steps = [f"{'not ' if edge.negative else ''}{edge.used[0]}" for edge in chain]
    return " needs ".join([chain[0].user[0], *steps])
