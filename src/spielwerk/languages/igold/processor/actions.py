"""Actions as templates, and the functions that list who may execute which of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from spielwerk.core import say
from spielwerk.languages.igold.model import Type, kids
from spielwerk.languages.igold.processor.expressions import (
    CompiledRule,
    Expr,
    ExpressionCompiler,
    Scope,
)
from spielwerk.languages.igold.processor.templates import (
    ActionCode,
    CompiledGame,
    StateCode,
)
from spielwerk.languages.igold.processor.ways import (
    code_of,
    element_scope,
    hosts_of,
    timer_of,
    way_of,
    ways_of,
)
from spielwerk.languages.igold.source import Node

_FEW = 3
"""Of how many types of objects an action may be for its instances to be simply tried one by one."""


def add_actions(p: ExpressionCompiler, program: CompiledGame) -> None:
    """Add all actions, for every kind of element that has one."""
    for action in p.definition.of_kind("action"):
        hosts = hosts_of(p, "action", action.id)
        if not hosts:
            message = say(
                "Nothing has an instance of the action '{action_id}'.", action_id=action.id
            )
            own = action.id[:1].lower() + action.id[1:]
            hint = say(
                "Write where it is possible, below a phase or type: {own}: {action_id}",
                own=own,
                action_id=action.id,
            )
            worded = p.problems.worded(None, hint)
            p.problems.warn("igold-unused", action.node, message, worded)
        for host, types in hosts.items():
            program.actions[action.id, host] = _action(p, action, host, types)


def _action(p: ExpressionCompiler, action: Type, host: str, types: frozenset[str]) -> ActionCode:
    where = f"in the action '{action.name}' of {'an' if host[0] in 'ao' else 'a'} {host}"
    scope = replace(element_scope(p, host, types, where), action=action)
    if host in scope.inner:
        scope = scope.knows(scope.inner[host], f"{host}ThisActionBelongsTo")
    scope = replace(
        scope, words={**scope.words, "thisAction": Expr("act", "action", "this action")}
    )
    who = Expr("who", "actor", "whoever acts", p.types_of("actor"))
    able = next(kids(action.node, "executableBy"), None)
    actors = Expr(p.table("all", "actor"), "actor", "everybody", p.types_of("actor"))
    if able is not None:
        actors = p.many(next(kids(able)), scope)
    acting = scope.knows(who, "actorWhoExecutesThisAction")
    preconditions = [
        one for area in kids(action.node, "executableIfAnyApplies") for one in kids(area)
    ]
    size = p.size
    rules = [[p.rule(rule, acting) for rule in kids(one)] for one in preconditions] or [[]]
    cost = 1 + p.size - size
    nodes = preconditions or [action.node]
    ways = tuple(way_of(p, node, each) for node, each in zip(nodes, rules, strict=True))
    legal = _legal(p, action, host, actors, rules, many=len(types) > _FEW)
    states = tuple(_action_state(p, state.nodes[-1], state.id, acting) for state in action.states)
    inside = [one for area in kids(action.node, "operations") for one in kids(area)]
    code = None if states else code_of(p, action.name, inside, acting)
    timer = next((timer_of(p, node, acting) for node in kids(action.node, "timer")), None)
    return ActionCode(
        action,
        host,
        legal,
        p.value_function("able_", actors),
        ways,
        code,
        states,
        timer,
        p.problems.document.span(action.node),
        tuple(frozenset(gate for rule in each for gate in _gates(rule.py)) for each in rules),
        cost,
    )


def _gates(py: str) -> Iterator[str]:
    """The tables of phases and phase states in which a rule must find the current one."""
    parts = [ast.parse(py, mode="eval").body]
    while parts:
        match parts.pop():
            case ast.BoolOp(op=ast.And(), values=values):
                parts += values
            case ast.Subscript(value=ast.Name(id=name)) if name.startswith("isa_phase"):
                yield name


def _legal(
    p: ExpressionCompiler,
    action: Type,
    host: str,
    actors: Expr,
    rules: list[list[CompiledRule]],
    many: bool,
) -> str:
    """A function that lists who may execute which instance of an action.

    Who may at all, where that is the same for every instance, and rules at the beginning that are
    the same for everybody are asked once, before the loops.
    """
    common, rest = _parted(rules)
    name = p.name("legal_")
    lines = [f"def {name}(s, add):  # {action.id}", "    x = None"]
    instances = p.table("instances", "action", action.id, host)
    if host == "phase":
        instances += "[s.phase]"
        lines.append(f"    if not {instances}:\n        return")
    able = actors.py
    if actors.free:
        lines.append(f"    able = {able}\n    if not able:\n        return")
        able = "able"
    if common != "True":
        lines.append(f"    if not ({common}):\n        return")
    field = _one_field(rules[0]) if len(rules) == 1 and host == "object" and actors.free else None
    if field is not None and many:
        lines += _loop_over_field(p.table("action of object", action.id), able, field, rest)
    else:
        lines += _loop_over_instances(instances, able, rest)
    p.functions.append("\n".join(lines))
    return name


def _parted(rules: list[list[CompiledRule]]) -> tuple[str, str]:
    """What is the same for everybody, and what must be asked for each instance and actor."""
    common, rest = [], []
    for each in rules:
        free = 0
        while free < len(each) and each[free].free:
            free += 1
        common.append(" and ".join(f"({rule.py})" for rule in each[:free]) or "True")
        asked = each[free:] if len(rules) == 1 else each
        rest.append(" and ".join(f"({rule.py})" for rule in asked) or "True")
    shared = "True" if "True" in common else " or ".join(common)
    return shared, " or ".join(f"({each})" for each in rest)


def _loop_over_field(acts: str, able: str, field: str, test: str) -> list[str]:
    """Only objects that lie in that field can be meant; most of them lie elsewhere."""
    return [
        f"    for who in {able}:",
        f"        for me in s.inside[{field}]:",
        f"            act = {acts}[me]",
        f"            if act >= 0 and ({test}):",
        "                add((who, act))",
    ]


def _loop_over_instances(instances: str, able: str, test: str) -> list[str]:
    lines = [f"    for act, me in {instances}:"]
    if able.startswith("some("):
        # One actor or none is the usual case, and a comparison is cheaper than a loop.
        lines.append(f"        who = {able[5:-1]}")
        lines.append(f"        if who >= 0 and ({test}):")
        return [*lines, "            add((who, act))"]
    lines.append(f"        for who in {able}:")
    if test == "(True)":
        return [*lines, "            add((who, act))"]
    return [*lines, f"            if {test}:", "                add((who, act))"]


def _one_field(rules: list[CompiledRule]) -> str | None:
    """The field in which rules want the action's object to lie, where it is always the same one."""
    for rule in rules:
        found = re.fullmatch(r"s\.place\[me\] == (.+)", rule.py)
        if found and re.search(r"\bme\b", found.group(1)) is None:
            return found.group(1)
    return None


def _action_state(p: ExpressionCompiler, node: Node, reference: str, scope: Scope) -> StateCode:
    name = node.get("name") or reference.rpartition(".")[2]
    ways = ways_of(p, node, list(kids(node, "actionStateTransitions")), scope)
    inside = [one for area in kids(node, "operations") for one in kids(area)]
    code = code_of(p, name, inside, replace(scope, where=f"in the action state '{name}'"))
    span = p.problems.document.span(node)
    abortable = node.get("isActionStillAbortable", "true") in ("true", "1")
    return StateCode(reference, (reference,), name, ways, code, span, (), abortable)
