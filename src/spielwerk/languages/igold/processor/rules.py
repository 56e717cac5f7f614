"""Rules as Python: truth values, with what they compare for those who ask why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spielwerk.core import phrase, say
from spielwerk.languages.igold.model import kids, labels_of
from spielwerk.languages.igold.processor.expressions import (
    RULES,
    CompiledRule,
    Expr,
    ExpressionCompiler,
    Scope,
    joined,
)
from spielwerk.languages.igold.processor.selectors import link_slot
from spielwerk.languages.igold.processor.values import comparable
from spielwerk.languages.igold.source import Node

COMPARISONS = {
    "equal": ("==", "is"),
    "notEqual": ("!=", "is not"),
    "lessThan": ("<", "is less than"),
    "lessOrEqual": ("<=", "is at most"),
    "greaterThan": (">", "is more than"),
    "greaterOrEqual": (">=", "is at least"),
}
"""Each comparison in Python and in words."""

Handler = Callable[[ExpressionCompiler, Node, Scope], CompiledRule]


def _group(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    """``phaseRule``, ``objectRule`` and the like hold one rule of their kind."""
    return p.rule(next(kids(node)), scope)


def _constant(py: str, text: str) -> Handler:
    return lambda p, node, scope: CompiledRule(py, text, node)


def _matches_type(kind: str, index: str, text: str) -> Handler:
    def rule(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
        child = next(kids(node))
        reference = str(child.get("typeReference"))
        p.definition.find(child, kind, reference)
        name = reference.rpartition(".")[2]
        if kind == "actionState" and scope.action is None:
            p.outside(node, scope, "there is no action")
        current = Expr(index, kind, f"the {text}")
        py = f"{p.table('isa', kind, reference)}[{index}]"
        return CompiledRule(py, f"the {text} is {name}", node, (current,))

    return rule


def _inside(p: ExpressionCompiler, node: Node, scope: Scope, name: str) -> Expr | None:
    """The element in a child of that name."""
    for child in kids(node, name):
        return p.single(next(kids(child)), scope)
    return None


def _identical(kind: str) -> Handler:
    def rule(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
        one, other = (p.single(next(kids(child)), scope) for child in kids(node))
        text = f"{one.text} and {other.text} are the same {kind}"
        return CompiledRule(f"{one.py} == {other.py}", text, node, (one, other))

    return rule


def _of_type(kind: str) -> Handler:
    def rule(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
        first, second = kids(node)
        found = p.single(next(kids(first)), scope)
        reference = str(second.get("typeReference"))
        p.definition.find(second, kind, reference)
        py = f"{p.table('isa', kind, reference)}[{found.py}]"
        return CompiledRule(py, f"{found.text} is a {reference.rpartition('.')[2]}", node, (found,))

    return rule


def _in_list(kind: str) -> Handler:
    def rule(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
        *host, which = kids(node)
        found = p.single(next(kids(which)), scope)
        reference = str(node.get("linkIdReference"))
        slot = link_slot(p, node, scope, host[0] if host else None, reference)
        if slot.kind != f"{kind} list":
            p.problems.error(
                "igold-type",
                node,
                say("{slot_text} is no list of {kind}s.", slot_text=slot.text, kind=kind),
            )
        text = f"{found.text} is in {slot.text}"
        listed = replace(slot, py=f"s.links[{slot.py}]")
        return CompiledRule(f"{found.py} in {p.counted(listed, node)}", text, node, (found,))

    return rule


def _among(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    which, among = kids(node)
    found = p.single(next(kids(which)), scope)
    pool = p.many(next(kids(among)), scope)
    py = f"{found.py} in {p.counted(pool, node)}"
    return CompiledRule(py, f"{found.text} is among {pool.text}", node, (found,))


def _owned(kind: str) -> Handler:
    owner = {
        "object": "s.owner[{0}]",
        "space": "s.holder[{0}]",
        "field": "s.holder[{1}[{0}]]",
    }[kind]

    def rule(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
        found = _inside(p, node, scope, f"which{kind.capitalize()}")
        assert found is not None
        table = p.table("space of") if kind == "field" else ""
        held = Expr(
            owner.format(found.py, table), "actor", f"the owner of {found.text}", maybe=True
        )
        if (actor := _inside(p, node, scope, "byActor")) is None:
            return CompiledRule(f"{held.py} >= 0", f"{found.text} has an owner", node, (held,))
        text = f"{found.text} belongs to {actor.text}"
        return CompiledRule(f"{held.py} == {actor.py}", text, node, (held, actor))

    return rule


def _in_field(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    which, places = kids(node)
    found = p.single(next(kids(which)), scope)
    place = Expr(f"s.place[{found.py}]", "field", f"the field of {found.text}")
    child = next(kids(places))
    pool = p.many(child, scope)
    text = f"{found.text} lies in {pool.text}"
    py = f"{place.py} in {p.counted(pool, node)}"
    if pool.py.startswith("(") and pool.py.endswith(",)"):
        py = f"{place.py} == {pool.py[1:-2]}"
    return CompiledRule(py, text, node, (found, place))


def _in_space(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    which, places = kids(node)
    found = p.single(next(kids(which)), scope)
    place = Expr(f"{p.table('space of')}[s.place[{found.py}]]", "space", f"where {found.text} lies")
    pool = p.many(next(kids(places)), scope)
    py = f"{place.py} in {p.counted(pool, node)}"
    return CompiledRule(py, f"{found.text} lies in {pool.text}", node, (place,))


def _same_type(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    one, other = (p.single(next(kids(child)), scope) for child in kids(node))
    table = p.table("type of", "object")
    text = f"{one.text} and {other.text} are of the same type"
    return CompiledRule(f"{table}[{one.py}] == {table}[{other.py}]", text, node, (one, other))


def _on_top(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    found = _inside(p, node, scope, "whichObject")
    assert found is not None
    py = f"s.inside[s.place[{found.py}]][-1] == {found.py}"
    return CompiledRule(py, f"{found.text} lies on top", node, (found,))


def _empty(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    found = _inside(p, node, scope, "whichField")
    assert found is not None
    count = Expr(f"len(s.inside[{found.py}])", "integer", f"the number of objects in {found.text}")
    return CompiledRule(f"not s.inside[{found.py}]", f"{found.text} is empty", node, (count,))


def _contains(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    which, kind = kids(node)
    found = p.single(next(kids(which)), scope)
    reference = str(kind.get("typeReference"))
    p.definition.find(kind, "object", reference)
    variable = p.name("o")
    table = p.table("isa", "object", reference)
    inside = p.counted(replace(found, py=f"s.inside[{found.py}]"), node)
    py = f"any([{table}[{variable}] for {variable} in {inside}])"
    return CompiledRule(py, f"{found.text} has a {reference.rpartition('.')[2]}", node, (found,))


def _connected(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    one, other = (p.single(next(kids(child)), scope) for child in kids(node))
    py = f"{other.py} in {p.table('next fields')}[{one.py}]"
    return CompiledRule(py, f"{one.text} is connected to {other.text}", node, (one, other))


def _path(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    first, second, *most = kids(node)
    one, other = (p.single(next(kids(child)), scope) for child in (first, second))
    distance = Expr(
        f"{p.table('path')}(s, {one.py}, {other.py})",
        "integer",
        f"the path from {one.text} to {other.text}",
    )
    text = f"there is a path from {one.text} to {other.text}"
    if not most:
        return CompiledRule(f"{distance.py} >= 0", text, node, (distance,))
    limit = p.integer(next(kids(most[0])), scope)
    py = f"0 <= {distance.py} <= {limit.py}"
    return CompiledRule(py, f"{text} of at most {limit.text}", node, (distance, limit))


def _compare(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    one, other = (p.value(child, scope) for child in kids(node))
    sign, words = COMPARISONS[str(node.get("comparison"))]
    if not comparable(one, other):
        message = say(
            "{one_text} ({one_kind}) cannot be compared with {other_text} ({other_kind}).",
            one_text=one.text,
            one_kind=one.kind,
            other_text=other.text,
            other_kind=other.kind,
        )
        p.problems.error("igold-type", node, message)
    if sign in "<= >=" and "none" not in (one.kind, other.kind) and sign not in ("==", "!="):
        for part in (one, other):
            if part.kind not in ("integer", "decimal"):
                message = say(
                    "{part_text} ({part_kind}) has no order.",
                    part_text=part.text,
                    part_kind=part.kind,
                )
                p.problems.error("igold-type", node, message, "Use equal or notEqual.")
    operands = tuple(part for part in (one, other) if not _is_literal(part))
    text = f"{one.text} {words} {other.text}"
    if sign not in ("==", "!="):
        one, other = (
            p.number(part, node) if part.kind == "none" else part for part in (one, other)
        )
    return CompiledRule(f"{one.py} {sign} {other.py}", text, node, operands)


def _is_literal(expr: Expr) -> bool:
    return expr.free and "s." not in expr.py and "(" not in expr.py


def _set_contains(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    first, second = kids(node)
    found, wanted = p.value(first, scope), p.value(second, scope)
    if found.kind not in ("set", "none"):
        p.problems.error("igold-type", node, say("{found_text} is no set.", found_text=found.text))
    among = p.needed(found, "set", first) if found.kind == "none" else found
    return CompiledRule(
        f"{wanted.py} in {among.py}", f"{found.text} has {wanted.text}", node, (found,)
    )


def _active(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    found = p.single(next(kids(node)), scope)
    return CompiledRule(f"{found.py} in active(s)", f"{found.text} is active", node, (found,))


def _link_set(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    reference = str(node.get("linkIdReference"))
    slot = link_slot(p, node, scope, next(kids(node), None), reference)
    py = f"s.links[{slot.py}] not in ((), -1)"
    return CompiledRule(py, f"{slot.text} names something", node)


def _under_way(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    action = p.single(next(kids(node)), scope)
    actor = _inside(p, node, scope, "byActor")
    who = actor.py if actor else "None"
    text = f"{action.text} is under way" + (f" for {actor.text}" if actor else "")
    return CompiledRule(f"under_way(s, {action.py}, {who})", text, node)


def _action_begins(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    if scope.action is None:
        p.outside(node, scope, "there is no action")
    return CompiledRule("action_state(s, who) < 0", "the action begins", node)


def _not(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    inside = p.conjunction(kids(node), scope)
    return CompiledRule(
        f"not ({inside.py})", f"not: {inside.text}", node, inside.operands, inside.parts
    )


def _any(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    found = joined([p.rule(child, scope) for child in kids(node)], "or", "False")
    return CompiledRule(found.py, found.text, node, found.operands, found.parts)


def _all(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    found = p.conjunction(kids(node), scope)
    return CompiledRule(found.py, found.text, node, found.operands, found.parts)


def _named(p: ExpressionCompiler, node: Node, scope: Scope) -> CompiledRule:
    reference = str(node.get("typeReference"))
    found = p.definition.find(node, "rule", reference)
    if found is not None:
        for _ in p.expanding(node, reference):
            inside = p.conjunction(kids(found.node), scope)
            labels = labels_of(found.node)
            name = phrase(labels.pop("en", found.name), **labels)
            return CompiledRule(inside.py, name, node, parts=inside.parts or (inside,))
    return CompiledRule("False", reference, node)


RULES |= {
    **{
        f"{kind}Rule": _group
        for kind in (
            "phase",
            "phaseState",
            "action",
            "actor",
            "object",
            "field",
            "space",
            "attribute",
            "implication",
            "link",
        )
    },
    "currentPhaseMatchesType": _matches_type("phase", "s.phase", "phase"),
    "phaseExecutionNotStartedRule": _constant("not s.started", "the phase has not started"),
    "phaseExecutionStartedRule": _constant("s.started", "the phase has started"),
    "phaseExecutionFinishedRule": _constant("s.finished", "the phase is finished"),
    "noPhaseExecutedYet": _constant("s.phase < 0", "the match begins"),
    "currentStateMatchesType": _matches_type("phaseState", "s.state", "phase state"),
    "noStateExecutedYet": _constant("s.state < 0", "the phase begins"),
    "actionExecutionNotStartedRule": _action_begins,
    "currentActionStateMatchesType": _matches_type(
        "actionState", "action_state(s, who)", "state of the action"
    ),
    "isActionUnderWay": _under_way,
    **{
        f"are{kind.capitalize()}sIdentical": _identical(kind)
        for kind in ("actor", "object", "field", "space")
    },
    **{f"{kind}MatchesType": _of_type(kind) for kind in ("actor", "object", "field", "space")},
    **{f"is{kind.capitalize()}InLinkList": _in_list(kind) for kind in ("actor", "object", "field")},
    **{f"is{kind}Among": _among for kind in ("Actor", "Object", "Field")},
    **{f"is{kind.capitalize()}OwnedByActor": _owned(kind) for kind in ("object", "field", "space")},
    "isObjectInField": _in_field,
    "isObjectInSpace": _in_space,
    "areObjectsOfSameType": _same_type,
    "isObjectOnTop": _on_top,
    "isFieldEmpty": _empty,
    "fieldContainsObject": _contains,
    "areFieldsConnected": _connected,
    "isPathBetweenFields": _path,
    "compareValues": _compare,
    "setContainsValue": _set_contains,
    "isImplicationActive": _active,
    "isLinkSet": _link_set,
    "ruleReference": _named,
    "not": _not,
    "anyOf": _any,
    "allOf": _all,
}
