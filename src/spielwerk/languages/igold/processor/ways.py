"""What phases, actions and implications share: scopes, ways in, runs of operations, timers."""

from __future__ import annotations

from collections.abc import Iterable

from spielwerk.core import say
from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.processor.expressions import (
    CompiledRule,
    Expr,
    ExpressionCompiler,
    Scope,
    Traced,
)
from spielwerk.languages.igold.processor.operations import operations
from spielwerk.languages.igold.processor.steps import StepBlock
from spielwerk.languages.igold.processor.templates import (
    Code,
    TimerCode,
    Way,
)
from spielwerk.languages.igold.source import Node, tag

_PER_OPERATION = 20
"""Characters of Python that an operation has, roughly."""


def element_scope(p: ExpressionCompiler, kind: str, types: frozenset[str], where: str) -> Scope:
    """The scope of an element itself, which is ``me``."""
    scope = Scope(where=where)
    if kind not in ("actor", "object", "field", "space"):
        return scope
    me = Expr("me", kind, f"this {kind}", types)
    table = "" if kind in ("actor", "space") else p.table("space of")
    if kind == "object":
        field_of = Expr("s.place[me]", "field", "the field it lies in", p.types_of("field"))
        scope = scope.knows(field_of)
        scope = scope.knows(Expr(f"{table}[s.place[me]]", "space", "the space it lies in"))
    elif kind == "field":
        scope = scope.knows(Expr(f"{table}[me]", "space", "its space", p.types_of("space")))
    return scope.knows(me, f"{kind}ThisBelongsTo")


def hosts_of(p: ExpressionCompiler, kind: str, reference: str) -> dict[str, frozenset[str]]:
    """The kinds of elements that have an instance of a type, with the types of those."""
    found: dict[str, set[str]] = {}
    for one in [p.definition.game, *p.definition.types.values()]:
        if not one.abstract:
            for instance in one.instances.values():
                if instance.kind == kind and instance.type == reference:
                    found.setdefault(one.kind, set()).add(one.id)
    return {host: frozenset(types) for host, types in found.items()}


def _traced(p: ExpressionCompiler, rule: CompiledRule, node: Node) -> Traced:
    """A rule as something that can be asked why."""
    own = rule.node if rule.node is not None else node
    operands = tuple(
        (
            operand.text,
            operand.kind,
            p.value_function("value_", operand),
            p.function("slot_", [f"return {operand.slot}"], operand.text) if operand.slot else "",
        )
        for operand in rule.operands
    )
    test = p.function("rule_", [f"return {rule.py}"], rule.text)
    parts = tuple(_traced(p, part, own) for part in rule.parts)
    return Traced(rule.text, p.problems.document.span(own), test, operands, parts)


def way_of(p: ExpressionCompiler, node: Node, rules: list[CompiledRule]) -> Way:
    py = " and ".join(f"({rule.py})" for rule in rules) or "True"
    text = " and ".join(rule.text for rule in rules) or "always"
    test = p.function("way_", [f"return {py}"], text)
    traced = tuple(_traced(p, rule, node) for rule in rules)
    return Way(test, traced, p.problems.document.span(node), 1 + len(py) // _PER_OPERATION)


def ways_of(p: ExpressionCompiler, node: Node, areas: list[Node], scope: Scope) -> tuple[Way, ...]:
    """Transitions; those that extend an abstract one ask its rules first."""
    transitions = [one for area in areas for one in kids(area)]
    abstract = {str(t.get("typeId")): t for t in transitions if tag(t).startswith("abstract")}
    extended = set()
    ways = []
    for one in transitions:
        if one in abstract.values():
            continue
        nodes = list(kids(one))
        if (parent := one.get("extends")) is not None:
            if parent not in abstract:
                p.problems.unknown(one, "abstract transition", parent, abstract)
            else:
                nodes = [*kids(abstract[parent]), *nodes]
                extended.add(parent)
        ways.append(way_of(p, one, [p.rule(rule, scope) for rule in nodes]))
    if not tag(node).startswith("abstract"):
        for missing in sorted(set(abstract) - extended):
            message = say(
                "No transition extends the abstract transition '{missing}'.", missing=missing
            )
            p.problems.error("igold-abstract-transition", node, message)
    return tuple(ways)


def code_of(p: ExpressionCompiler, name: str, nodes: Iterable[Node], scope: Scope) -> Code:
    block = StepBlock(p, name)
    operations(p, block, nodes, scope)
    return Code(name, tuple(block.steps), block.memory, frozenset(block.things))


def timer_of(p: ExpressionCompiler, node: Node, scope: Scope) -> TimerCode:
    duration = next(kids(node, "duration"))
    seconds = p.value_function("seconds_", p.integer(next(kids(duration)), scope))
    groups = [
        tuple(p.value_function("action_", p.loose(one, scope)) for one in kids(part))
        for area in kids(node, "onTimeout")
        for part in kids(area)
    ]
    return TimerCode(node.get("name") or "timer", seconds, tuple(groups))
