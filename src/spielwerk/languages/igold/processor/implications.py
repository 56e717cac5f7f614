"""Implications as one function that works all of them out, by priority."""

from __future__ import annotations

from dataclasses import replace

from spielwerk.core import say
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.model import Type, kids
from spielwerk.languages.igold.processor.expressions import (
    Expr,
    ExpressionCompiler,
    Scope,
)
from spielwerk.languages.igold.processor.operations import assignment
from spielwerk.languages.igold.processor.templates import (
    CompiledGame,
)
from spielwerk.languages.igold.processor.ways import (
    element_scope,
    hosts_of,
    way_of,
)
from spielwerk.languages.igold.source import Node, tag


def implicated(definition: Definition) -> set[str] | None:
    """The ids of the attributes that implications change; ``None`` where that is open."""
    found = set()
    for one in definition.of_kind("implication"):
        for impact in one.each("impact"):
            for change in kids(impact):
                for which in kids(change, "whichAttribute"):
                    ids = {
                        str(n.get("instanceIdReference"))
                        for n in which.iter("{*}*")
                        if tag(n)
                        in (
                            "byInstanceId",
                            "attributeOfActor",
                            "attributeOfObject",
                            "attributeOfField",
                            "attributeOfSpace",
                            "attributeOfGame",
                            "attributeOfPhase",
                        )
                    }
                    if not ids or any("Link" in tag(n) for n in which.iter("{*}*")):
                        return None
                    found |= ids
    return found


def add_implications(p: ExpressionCompiler, program: CompiledGame) -> None:
    """Add all implications, and the function that works them out."""
    impacts = []
    order = 0
    for one in p.definition.of_kind("implication"):
        hosts = hosts_of(p, "implication", one.id)
        if not hosts:
            message = say("Nothing has an instance of the implication '{one_id}'.", one_id=one.id)
            p.problems.warn("igold-unused", one.node, message)
        for host, types in hosts.items():
            scope = _implication_scope(p, one, host, types)
            size = p.size
            areas = list(kids(one.node, "activeIfAnyApplies"))
            preconditions = [c for area in areas for c in kids(area)]
            rules = [[p.rule(rule, scope) for rule in kids(node)] for node in preconditions]
            if not areas:  # As with actions: where nothing is asked, nothing is in the way.
                preconditions, rules = [one.node], [[]]
            ways = tuple(
                way_of(p, node, each) for node, each in zip(preconditions, rules, strict=True)
            )
            program.implications[one.id, host] = ways
            test = (
                " or ".join(
                    "(" + (" and ".join(f"({r.py})" for r in each) or "True") + ")"
                    for each in rules
                )
                or "False"
            )
            changes = [change for area in kids(one.node, "impact") for change in kids(area)]
            for change in changes:
                order += 1
                priority = int(change.get("priority", "0"))
                impact = _impact(p, change, scope)
                cost = 1 + p.size - size
                impacts.append((priority, order, one.id, host, test, impact, cost))
    p.functions.append(_recompute(p, sorted(impacts)))


def _implication_scope(p: ExpressionCompiler, one: Type, host: str, types: frozenset[str]) -> Scope:
    scope = element_scope(p, host, types, f"in the implication '{one.name}' of a {host}")
    if host in scope.inner:
        scope = scope.knows(scope.inner[host], f"{host}ThisImplicationBelongsTo")
    this = Expr("imp", "implication", "this implication")
    return replace(scope, words={**scope.words, "thisImplication": this})


def _impact(p: ExpressionCompiler, node: Node, scope: Scope) -> str:
    if not tag(node).startswith("setVisibilityOf"):
        return assignment(p, node, scope, "w")[0]
    which, to = kids(node)
    element = p.single(next(kids(which)), scope)
    actors = p.many(next(kids(to)), scope)
    return f"s.shown[{element.kind!r}, {element.py}] = frozenset({actors.py})"


def _recompute(
    p: ExpressionCompiler, impacts: list[tuple[int, int, str, str, str, str, int]]
) -> str:
    """One pass over all implications, impacts of low priority first.

    An implication is judged when its first impact is due: it sees the values as they are by then.
    """
    lines = [
        "def recompute(s):  # all implications, by priority",
        "    w = s.effective = s.values[:]",
        "    on = s.active = set()",
        "    s.shown = {}",
        "    who = act = x = None",
    ]
    judged = set()
    costs = []
    for priority, _, reference, host, test, change, cost in impacts:
        instances = p.table("instances", "implication", reference, host)
        if host == "phase":
            instances += "[s.phase]"
        costs.append(f"len({instances}) * {cost}")
        lines.append(f"    for imp, me in {instances}:  # {reference}, priority {priority}")
        if (reference, host) in judged:
            lines.append("        if imp in on:")
        else:
            judged.add((reference, host))
            lines.append(f"        if {test}:")
            lines.append("            on.add(imp)")
        lines.append(f"            {change}")
    if costs:
        lines.append(f"    s.work += {' + '.join(costs)}")
    lines.append("    return w")
    return "\n".join(lines)
