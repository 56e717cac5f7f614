"""Visibility, first links, chances, custom connections and scores as functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from spielwerk.core import say
from spielwerk.languages.igold.model import Type, kids, labels_of
from spielwerk.languages.igold.processor.expressions import (
    Expr,
    ExpressionCompiler,
    Scope,
)
from spielwerk.languages.igold.processor.templates import (
    CompiledGame,
)
from spielwerk.languages.igold.processor.ways import (
    element_scope,
    hosts_of,
)
from spielwerk.languages.igold.source import Node, tag


def add_sight(p: ExpressionCompiler, program: CompiledGame) -> None:
    """Add who may see what."""

    def add(key: tuple[str, ...], node: Node, kind: str, types: frozenset[str]) -> None:
        scope = element_scope(p, kind, types, "in a visibility")
        actors = p.many(next(kids(node)), scope)
        program.sight[key] = p.value_function("sees_", actors)

    for one in p.definition.types.values():
        types = frozenset(p.definition.subtypes(one.id))
        for node in kids(one.node, "visibility"):
            if one.kind in ("actor", "object", "space", "field"):
                add(("type", one.id, one.kind), node, one.kind, types)
            else:
                for host, host_types in hosts_of(p, one.kind, one.id).items():
                    add(("type", one.id, host), node, host, host_types)
        for node in kids(one.node, "objectCountVisibility"):
            add(("count", one.id), node, one.kind, types)
    for one in [p.definition.game, *p.definition.types.values()]:
        for instance in one.instances.values():
            inside = instance.kind in ("space", "field", "object")
            kind = instance.kind if inside else one.kind
            types = (
                frozenset([instance.type]) if inside else frozenset(p.definition.subtypes(one.id))
            )
            for node in kids(instance.node, "visibility"):
                add(("instance", one.id, instance.id), node, kind, types)
            for node in kids(instance.node, "objectCountVisibility"):
                add(("instance count", one.id, instance.id), node, kind, types)
        for link in one.links.values():
            for node in kids(link.node, "visibility"):
                types = frozenset(p.definition.subtypes(one.id))
                add(("link", one.id, link.id), node, one.kind, types)


def add_links(p: ExpressionCompiler, program: CompiledGame) -> None:
    """Add what links name at the beginning."""
    for one in [p.definition.game, *p.definition.types.values()]:
        for link in one.links.values():
            types = frozenset(p.definition.subtypes(one.id))
            scope = element_scope(p, one.kind, types, "in a link")
            for node in kids(link.node):
                if not tag(node).startswith("initial"):
                    continue
                if not link.many:
                    found = p.single(next(kids(node)), scope)
                    found = replace(found, py=f"index({found.py})")
                elif link.kind in ("attribute", "action", "implication"):
                    each = [p.single(child, scope) for child in kids(node)]
                    py = f"({', '.join(f'index({e.py})' for e in each)},)"
                    found = Expr(py, link.kind, " and ".join(e.text for e in each))
                else:
                    found = p.many(next(kids(node)), scope)
                    found = replace(found, py=f"tuple(map(index, {found.py}))")
                program.first_links[one.id, link.id] = p.value_function("first_", found)


def add_chances(p: ExpressionCompiler, program: CompiledGame) -> None:
    """Add the sample spaces."""
    for one in p.definition.of_kind("chance"):
        kind = tag(one.node).removesuffix("Chance")
        entries = []
        for node in kids(one.node, "chance"):
            weight = int(node.get("amount", "1"))
            if weight <= 0:
                p.problems.error(
                    "igold-chance",
                    node,
                    say("An amount is at least 1, not {weight}.", weight=weight),
                )
            entries.append((_sample(p, node, kind), weight))
        if not entries:
            p.problems.error(
                "igold-chance", one.node, say("The chance '{one_id}' has no values.", one_id=one.id)
            )
        program.chances[one.id] = tuple(entries)


def _sample(p: ExpressionCompiler, node: Node, kind: str) -> str:
    child = next(kids(node), None)
    scope = Scope(where="in a chance")
    if child is not None:
        found = p.many(child, scope)
        if found.kind != kind:
            p.problems.error("igold-type", child, say("This is no {kind}.", kind=kind))
        return p.value_function("sample_", found)
    text = node.get("value")
    if text is None or kind in ("actor", "object", "field", "space"):
        p.problems.error(
            "igold-chance", node, say("This chance needs {needs}.", needs=_needs(kind))
        )
        return ""
    try:
        py = {
            "integer": lambda: repr(int(text)),
            "decimal": lambda: f"Decimal({str(Decimal(text))!r})",
            "boolean": lambda: str({"true": True, "false": False}[text]),
            "enum": lambda: repr({v: v for v in p.definition.enum_values}[text]),
        }.get(kind, lambda: repr(text))()
    except (ValueError, KeyError, InvalidOperation):
        p.problems.error(
            "igold-chance",
            node,
            say("'{text}' is no value of the kind {kind}.", text=text, kind=kind),
        )
        return ""
    return p.value_function("sample_", Expr(f"({py},)", kind, text))


def _needs(kind: str) -> str:
    if kind in ("actor", "object", "field", "space"):
        return say("a selector of {kind}s", kind=say(kind))
    return say("a value")


def add_connections(p: ExpressionCompiler, program: CompiledGame) -> None:
    """Add custom connections, and look whether layouts name fields that are there."""
    for one in p.definition.of_kind("space"):
        fields = {i.id for i in one.instances.values() if i.kind == "field"}
        for layout in one.each("fieldLayout"):
            for reference in layout.iter("{*}fieldInstanceReference", "{*}fromFieldInstance"):
                name = str(reference.get("instanceIdReference"))
                if name not in fields:
                    p.problems.unknown(
                        reference, say("field of '{one_id}'", one_id=one.id), name, fields
                    )
            regular = [n for n in kids(layout) if tag(n) != "customLayout"]
            if len(regular) > 1:
                message = "A space has at most one regular layout."
                p.problems.error("igold-layout", regular[1], message, "Keep one of them.")
        for allowed, node in _custom(one):
            start, others = kids(node)
            scope = element_scope(p, "space", frozenset([one.id]), "in a layout")
            found = p.value_function("joins_", p.many(others, scope))
            both = tag(node).startswith("bi")
            name = str(start.get("instanceIdReference"))
            program.connections.append((one.id, name, found, both, allowed))


def _custom(one: Type) -> Iterator[tuple[bool, Node]]:
    customs = [c for layout in one.each("fieldLayout") for c in kids(layout, "customLayout")]
    for area in ("allow", "restrict"):
        for custom in customs:
            for part in kids(custom, area):
                for node in kids(part):
                    yield area == "allow", node


def add_scores(p: ExpressionCompiler, program: CompiledGame) -> None:
    """Add what counts at the end."""
    who = Expr("who", "actor", "the actor", p.types_of("actor"))
    scope = Scope(where="in the outcome").knows(who)
    program.scores = tuple(
        p.value_function("score_", p.integer(next(kids(node)), scope))
        for outcome in kids(p.definition.body, "outcome")
        for node in kids(outcome, "score", "tieBreak")
    )
    program.score_parts = tuple(
        (p.value_function("part_", p.value(next(kids(node)), scope)), labels_of(node))
        for outcome in kids(p.definition.body, "outcome")
        for node in kids(outcome, "scorePart")
    )
