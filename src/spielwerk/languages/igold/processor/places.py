"""Selectors of objects, fields and spaces as Python."""

from __future__ import annotations

from dataclasses import replace

from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.processor.expressions import (
    MANY,
    SINGLES,
    Expr,
    ExpressionCompiler,
    Handler,
    Scope,
)
from spielwerk.languages.igold.processor.selectors import end_of, held_by, inner, instance_of
from spielwerk.languages.igold.source import Node, tag


def _single_object(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    how = next(kids(node))
    if tag(how) == "byInstanceId":
        reference = str(how.get("instanceIdReference"))
        everything = [
            child.get("instanceId")
            for one in p.definition.types.values()
            for child in one.node.iter("{*}objectInstance")
        ]
        if reference not in everything:
            known = [str(one) for one in everything if one]
            p.problems.unknown(how, "object instance", reference, known)
        py = f"only({p.table('objects with id', reference)}, {p.site(node, reference)})"
        return Expr(py, "object", f"'{reference}'", p.types_of("object"))
    reference = str(next(kids(how)).get("typeReference"))
    found = _of_type(p, next(kids(how)), "object", reference)
    name = reference.rpartition(".")[2]
    text = f"the {name}"
    return replace(found, py=f"only({found.py}, {p.site(node, text)})", text=text)


def _of_type(p: ExpressionCompiler, node: Node, kind: str, reference: str) -> Expr:
    p.definition.find(node, kind, reference)
    types = frozenset(p.definition.subtypes(reference))
    name = reference.rpartition(".")[2]
    return Expr(p.table("all of", kind, reference), kind, f"all {name}s", types)


def _objects_by_type(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    return _of_type(p, node, "object", str(node.get("typeReference")))


def _top(at: str) -> Handler:
    return lambda p, node, scope: end_of(p, p.single(next(kids(node)), scope), at)


def _in_fields(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    child = next(kids(node))
    if tag(child) not in MANY:
        field = p.single(child, scope)
        return Expr(
            f"s.inside[{field.py}]", "object", f"what lies in {field.text}", held_by(p, field)
        )
    fields = p.many(child, scope)
    inner_field, inner_object = p.name("f"), p.name("o")
    inside = p.counted(replace(fields, py=f"s.inside[{inner_field}]"), node)
    py = (
        f"[{inner_object} for {inner_field} in {p.counted(fields, node)} "
        f"for {inner_object} in {inside}]"
    )
    return Expr(py, "object", f"what lies in {fields.text}", held_by(p, fields))


def _top_objects(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    first, second = kids(node)
    field, count = p.single(first, scope), p.whole(second, scope)
    text = f"the top {count.text} of {field.text}"
    found = Expr(f"top(s.inside[{field.py}], {count.py})", "object", text, held_by(p, field))
    return replace(found, py=p.counted(found, node))


def _field_of_actor(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    actor = inner(p, node, scope, "actor")
    reference = str(node.get("instanceIdReference"))
    return instance_of(p, node, "field", "actor", actor.py, actor, reference)


def _field_of_game(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    reference = str(node.get("instanceIdReference"))
    game = Expr("0", "game", "the game")
    return instance_of(p, node, "field", "game", "0", game, reference)


def _field_of_object(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    found = inner(p, node, scope, "object")
    return Expr(f"s.place[{found.py}]", "field", f"the field of {found.text}", p.types_of("field"))


def _at_offset(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    field = p.single(next(kids(node)), scope)
    offset = ", ".join(str(int(node.get(key, "0"))) for key in ("layers", "rows", "columns"))
    text = f"the field {offset} further than {field.text}"
    py = f"{p.table('shift')}({field.py}, {offset})"
    return Expr(py, "field", text, p.types_of("field"), maybe=True)


def _after_steps(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    first, second = kids(node)
    field, steps = p.single(first, scope), p.integer(second, scope)
    py = f"{p.table('advance')}({field.py}, {steps.py})"
    text = f"the field {steps.text} steps after {field.text}"
    return Expr(py, "field", text, p.types_of("field"), maybe=True)


def _fields_by_id(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    source, how = kids(node)
    spaces = p.many(next(kids(source)), scope)
    reference = str(how.get("instanceIdReference"))
    variable = p.name("p")
    found = instance_of(p, how, "field", "space", variable, spaces, reference)
    py = f"[{found.py} for {variable} in {p.counted(spaces, node)}]"
    return replace(found, py=py, text=f"'{reference}' of {spaces.text}")


def _fields_of_spaces(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    spaces = p.many(next(kids(node)), scope)
    variable, field = p.name("p"), p.name("f")
    table = p.table("fields of")
    inside = p.counted(replace(spaces, py=f"{table}[{variable}]"), node)
    py = f"[{field} for {variable} in {p.counted(spaces, node)} for {field} in {inside}]"
    types = {
        i.type
        for t in p.hosts("space", spaces.types)
        for i in t.instances.values()
        if i.kind == "field"
    }
    return Expr(py, "field", f"the fields of {spaces.text}", frozenset(types))


def _connected(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    field = p.single(next(kids(node)), scope)
    py = f"{p.table('next fields')}[{field.py}]"
    return Expr(py, "field", f"the neighbours of {field.text}", p.types_of("field"))


def _in_reach(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    first, second = kids(node)
    field, steps = p.single(first, scope), p.integer(second, scope)
    text = f"the fields within {steps.text} steps of {field.text}"
    found = Expr(f"{p.table('reach')}(s, {field.py}, {steps.py})", "field", text)
    return replace(found, types=p.types_of("field"))


def _space_of_field(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    field = inner(p, node, scope, "field")
    py = f"{p.table('space of')}[{field.py}]"
    return Expr(py, "space", f"the space of {field.text}", p.types_of("space"))


def _spaces_by_id(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    first, how = kids(next(kids(node)))
    actors = p.many(first, scope)
    variable = p.name("a")
    reference = str(how.get("instanceIdReference"))
    found = instance_of(p, how, "space", "actor", variable, actors, reference)
    py = f"[{found.py} for {variable} in {p.counted(actors, node)}]"
    return replace(found, py=py, text=f"'{reference}' of {actors.text}")


SINGLES |= {
    "selectSingleObject": _single_object,
    "topObjectOfField": _top("-1"),
    "bottomObjectOfField": _top("0"),
    "fieldOfActor": _field_of_actor,
    "fieldOfGame": _field_of_game,
    "fieldOfObject": _field_of_object,
    "fieldAtOffset": _at_offset,
    "fieldAfterSteps": _after_steps,
    "spaceOfField": _space_of_field,
}


MANY |= {
    "selectObjectsByType": _objects_by_type,
    "objectsInFields": _in_fields,
    "topObjectsOfField": _top_objects,
    "selectMultipleFieldsByInstanceId": _fields_by_id,
    "fieldsOfSpaces": _fields_of_spaces,
    "fieldsConnectedTo": _connected,
    "fieldsWithinReach": _in_reach,
    "selectSpacesByInstanceId": _spaces_by_id,
}
