"""Selectors as Python: which elements a context leads to, and how to get there.

This module has what all selectors share, and those of actors, attributes and links; objects,
fields and spaces are in :mod:`.places`. The processor finds a selector by its name in the tables at
the end.
"""

from __future__ import annotations

from dataclasses import replace

from spielwerk.core import say
from spielwerk.languages.igold.model import Instance, Type, kids
from spielwerk.languages.igold.processor.expressions import (
    ELEMENTS,
    MANY,
    NOTHING,
    SINGLES,
    Expr,
    ExpressionCompiler,
    Handler,
    Scope,
)
from spielwerk.languages.igold.source import Node, tag


def host_of(p: ExpressionCompiler, node: Node, scope: Scope) -> tuple[str, str, Expr]:
    """The element a ``from...`` names: its kind, its number, and itself."""
    match tag(node):
        case "fromGameState":
            return "game", "0", Expr("0", "game", "the game state")
        case "fromCurrentPhase":
            return "phase", "s.phase", Expr("s.phase", "phase", "the current phase")
        case "fromCurrentPhaseState":
            return "phaseState", "s.state", Expr("s.state", "phaseState", "the phase state")
        case "fromThisAction":
            if scope.action is None:
                p.outside(node, scope, "there is no action")
            types = frozenset([scope.action.id]) if scope.action else frozenset[str]()
            return "action", "act", Expr("act", "action", "this action", types)
    inside = p.single(next(kids(node)), scope)
    return inside.kind, inside.py, inside


def link_slot(
    p: ExpressionCompiler, node: Node, scope: Scope, host: Node | None, reference: str
) -> Expr:
    """The slot of a link: of the host, or of the nearest of action, state, phase and game."""
    if host is not None:
        kind, index, expr = host_of(p, host, scope)
        places = [(kind, index, expr.text, p.hosts(kind, expr.types))]
    else:
        states = p.definition.of_kind("phaseState")
        phases = p.definition.of_kind("phase")
        places = [
            ("phaseState", "s.state", "the phase state", states),
            ("phase", "s.phase", "the current phase", phases),
            ("game", "0", "the game", [p.definition.game]),
        ]
        if scope.action is not None:
            places.insert(0, ("action", "act", "this action", [scope.action]))
    for kind, index, text, types in places:
        for one in types:
            if (link := one.links.get(reference)) is not None:
                py = f"{p.table('link', kind, reference)}[{index}]"
                found = link.node.get("typeReference")
                subtypes = p.definition.subtypes(found) if found else p.types_of(link.kind)
                short = reference.removeprefix("link.")
                words = f"'{short}'" if kind == "game" else f"'{short}' of {text}"
                suffix = "list" if link.many else "link"
                return Expr(py, f"{link.kind} {suffix}", words, frozenset(subtypes))
    known = {one for *_, types in places for host_type in types for one in host_type.links}
    p.problems.unknown(node, "link", reference, known)
    return Expr("0", "none link", reference)


def _search(
    p: ExpressionCompiler, node: Node, scope: Scope, kind: str, everything: str, *, one: bool
) -> Expr:
    """The elements for which a precondition holds."""
    children = list(kids(node))
    conditions = [child for child in children if tag(child) == "precondition"]
    among = [child for child in children if tag(child) != "precondition"]
    pool = p.many(among[0], scope) if among else _everything(p, kind, everything)
    variable = Expr(p.name(kind[0]), kind, f"that {kind}", pool.types)
    inside = scope.knows(variable, f"{kind}OfThisSearch").without_chance()
    size = p.size
    test = p.condition(conditions, inside)
    py = f"[{variable.py} for {variable.py} in {p.counted(pool, node, size)} if {test.py}]"
    text = f"{pool.text} for which {test.text}"
    if one:
        py = f"only({py}, {p.site(node, f'the one of {text}')})"
        return Expr(py, kind, f"the {kind} for which {test.text}", pool.types)
    return Expr(py, kind, text, pool.types)


def _everything(p: ExpressionCompiler, kind: str, text: str) -> Expr:
    return Expr(p.table("all", kind), kind, text, p.types_of(kind))


def _selected(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    """``selectActor``, ``selectField`` and the like: from somewhere, by some id."""
    kind = tag(node).removeprefix("select").lower()
    first, *rest = kids(node)
    if tag(first).startswith("ownerFrom"):
        return _owner(p, p.single(next(kids(first)), scope))
    how = rest[0]
    reference = str(how.get("instanceIdReference") or how.get("linkIdReference"))
    match tag(how):
        case "byLinkId":
            return _linked(p, node, kind, link_slot(p, how, scope, first, reference))
        case "byLinkListId":
            slot = link_slot(p, how, scope, first, reference)
            _demand_link(p, how, slot, f"{kind} list")
            at = "-1" if how.get("position", "first") == "last" else "0"
            place = "last" if at == "-1" else "first"
            text = f"the {place} of {slot.text}"
            return Expr(f"at(s.links[{slot.py}], {at})", kind, text, slot.types, maybe=True)
        case "byPosition":
            field = p.single(next(kids(first)), scope)
            if field.kind != "field":
                p.problems.error("igold-type", how, "Only fields have objects by position.")
            at = "-1" if how.get("position") == "last" else "0"
            return end_of(p, field, at)
    host, index, expr = host_of(p, first, scope)
    return instance_of(p, how, kind, host, index, expr, reference)


def instance_of(
    p: ExpressionCompiler, node: Node, kind: str, host: str, index: str, expr: Expr, reference: str
) -> Expr:
    """The instance of an id of a host."""
    found: dict[str, Instance] = {}
    known: set[str] = set()
    for one in p.hosts(host, expr.types):
        for owner in _reach(p, one, kind):
            for instance in owner.instances.values():
                if instance.kind == kind:
                    known.add(instance.id)
                    if instance.id == reference:
                        found[instance.type] = instance
    if not found:
        what = f"{kind} instance of {expr.text}"
        p.problems.unknown(node, what, reference, known)
        return replace(NOTHING, kind=kind)
    short = reference.removeprefix("instance.")
    text = f"'{short}' of {expr.text}" if host != "game" else f"'{short}'"
    return Expr(f"{p.table(kind, host, reference)}[{index}]", kind, text, frozenset(found))


def _reach(p: ExpressionCompiler, host: Type, kind: str) -> list[Type]:
    """The types in which an instance of a kind is looked for, from a host on."""
    if kind == "field" and host.kind in ("actor", "game"):
        spaces = [i for i in host.instances.values() if i.kind == "space"]
        return [p.definition.types[i.type] for i in spaces if i.type in p.definition.types]
    return [host]


def _owner(p: ExpressionCompiler, owned: Expr) -> Expr:
    text = f"the owner of {owned.text}"
    py = {
        "object": f"s.owner[{owned.py}]",
        "field": f"s.holder[{p.table('space of')}[{owned.py}]]",
        "space": f"s.holder[{owned.py}]",
    }[owned.kind]
    return Expr(py, "actor", text, p.types_of("actor"), maybe=True)


def _linked(p: ExpressionCompiler, node: Node, kind: str, slot: Expr) -> Expr:
    _demand_link(p, node, slot, f"{kind} link")
    return Expr(f"s.links[{slot.py}]", kind, slot.text, slot.types, maybe=True)


def _demand_link(p: ExpressionCompiler, node: Node, slot: Expr, wanted: str) -> None:
    if slot.kind not in (wanted, "none link"):
        message = say(
            "{slot_text} is an {slot_kind}, not an {wanted}.",
            slot_text=slot.text,
            slot_kind=slot.kind,
            wanted=wanted,
        )
        p.problems.error("igold-type", node, message)


def _of_link(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    kind = tag(node).removesuffix("OfLink")
    reference = str(node.get("linkIdReference"))
    slot = link_slot(p, node, scope, next(kids(node), None), reference)
    return _linked(p, node, kind, slot)


def _of_list(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    kind = tag(node).removesuffix("sOfLinkList")
    reference = str(node.get("linkIdReference"))
    slot = link_slot(p, node, scope, next(kids(node), None), reference)
    _demand_link(p, node, slot, f"{kind} list")
    return Expr(f"s.links[{slot.py}]", kind, slot.text, slot.types)


def _by_chance(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    return p.drawn(node, scope)


def inner(p: ExpressionCompiler, node: Node, scope: Scope, kind: str) -> Expr:
    """The element that a short form means: the one inside it, or the innermost of the context."""
    if (child := next(kids(node), None)) is not None:
        return p.single(child, scope)
    if (found := scope.inner.get(kind)) is not None:
        return p.strict(found, node)
    p.outside(node, scope, f"the context has no {kind}, so one must be selected inside")
    return replace(NOTHING, kind=kind)


def end_of(p: ExpressionCompiler, field: Expr, at: str) -> Expr:
    text = f"the {'top' if at == '-1' else 'bottom'} of {field.text}"
    py = f"at(s.inside[{field.py}], {at})"
    return Expr(py, "object", text, held_by(p, field), maybe=True)


def held_by(p: ExpressionCompiler, field: Expr) -> frozenset[str]:
    """The types of objects that can lie in a field."""
    allowed: set[str] = set()
    for one in p.hosts("field", field.types):
        references = [
            str(reference.get("typeReference"))
            for area in one.each("allowedObjectTypes")
            for reference in kids(area)
        ]
        if not references:
            return p.types_of("object")
        for reference in references:
            allowed |= p.definition.subtypes(reference)
    return frozenset(allowed)


def _owner_here(kind: str) -> Handler:
    def select(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
        if (found := scope.inner.get(kind)) is None:
            p.outside(node, scope, f"the context has no {kind}")
            return replace(NOTHING, kind="actor")
        return _owner(p, found)

    return select


def _maker(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    space = scope.inner.get("space")
    if space is None and (field := scope.inner.get("field")) is not None:
        space = Expr(f"{p.table('space of')}[{field.py}]", "space", f"the space of {field.text}")
    if space is None:
        p.outside(node, scope, "the context has no space")
        return replace(NOTHING, kind="actor")
    py = f"{p.table('maker')}[{space.py}]"
    return Expr(py, "actor", "the actor it belongs to", p.types_of("actor"), maybe=True)


def _neighbour(step: str) -> Handler:
    def select(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
        of = p.single(next(kids(node)), scope)
        word = "after" if step == "+ 1" else "before"
        count = f"len({p.table('all', 'actor')})"
        return replace(of, py=f"({of.py} {step}) % {count}", text=f"the actor {word} {of.text}")

    return select


def _extreme(function: str) -> Handler:
    def select(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
        first, second = kids(node)
        pool = p.many(first, scope)
        variable = Expr(p.name("a"), "actor", "that actor", pool.types)
        inside = scope.knows(variable, "actorOfThisSearch").without_chance()
        size = p.size
        wanted = p.value(second, inside)
        if wanted.kind == "none":
            wanted = p.number(wanted, second)
        text = f"the one of {pool.text} with the {'highest' if function == 'max' else 'lowest'}"
        counted = p.counted(pool, node, size)
        py = f"{function}({counted}, key=lambda {variable.py}: {wanted.py}, default=-1)"
        return Expr(py, "actor", f"{text} {wanted.text}", pool.types, maybe=True)

    return select


def _all_others(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    found = scope.inner.get("actor")
    if found is None:
        p.outside(node, scope, "the context has no actor")
        return replace(NOTHING, kind="actor")
    variable = p.name("a")
    everybody = p.table("all", "actor")
    py = f"[{variable} for {variable} in {everybody} if {variable} != {found.py}]"
    return Expr(py, "actor", f"all actors but {found.text}", p.types_of("actor"))


def _list_of(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    found = [p.single(child, scope) for child in kids(node)]
    types = frozenset[str]().union(*(one.types for one in found))
    py = f"each({', '.join(one.py for one in found)})"
    return Expr(py, found[0].kind, " and ".join(one.text for one in found), types)


def _searching(kind: str, *, one: bool) -> Handler:
    return lambda p, node, scope: _search(p, node, scope, kind, f"all {kind}s", one=one)


def _all(kind: str) -> Handler:
    return lambda p, node, scope: _everything(p, kind, f"all {kind}s")


def _none(kind: str) -> Handler:
    return lambda p, node, scope: Expr("()", kind, f"no {kind}s", p.types_of(kind))


def _attribute_of(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    """The short forms: ``attributeOfActor`` and the like."""
    place = tag(node).removeprefix("attributeOf").lower()
    reference = str(node.get("instanceIdReference"))
    host = _attribute_host(p, node, scope, place)
    return instance_of(p, node, "attribute", host.kind, host.py, host, reference)


def _attribute_from(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    place = tag(node).removeprefix("selectAttributeFrom").lower()
    children = list(kids(node))
    how = next(kids(children[-1]))
    if len(children) == 2:
        host = p.single(next(kids(children[0])), scope)
    else:
        host = _attribute_host(p, node, scope, place)
    if tag(how) == "byLinkId":
        reference = str(how.get("linkIdReference"))
        return _linked(p, how, "attribute", _slot_at(p, how, host, reference))
    reference = str(how.get("instanceIdReference"))
    return instance_of(p, how, "attribute", host.kind, host.py, host, reference)


def _slot_at(p: ExpressionCompiler, node: Node, host: Expr, reference: str) -> Expr:
    for one in p.hosts(host.kind, host.types):
        if (link := one.links.get(reference)) is not None:
            py = f"{p.table('link', host.kind, reference)}[{host.py}]"
            return Expr(py, f"{link.kind} link", f"'{reference}' of {host.text}")
    known = {one for t in p.hosts(host.kind, host.types) for one in t.links}
    p.problems.unknown(node, "link", reference, known)
    return Expr("0", "none link", reference)


def _attribute_host(p: ExpressionCompiler, node: Node, scope: Scope, place: str) -> Expr:
    match place:
        case "game" | "gamestate":
            return Expr("0", "game", "the game")
        case "phase" | "currentphase":
            return Expr("s.phase", "phase", "the phase", p.types_of("phase"))
        case "action" | "thisaction":
            if scope.action is None:
                p.outside(node, scope, "there is no action")
                return Expr("act", "action", "this action")
            return Expr("act", "action", "this action", frozenset([scope.action.id]))
    return inner(p, node, scope, place)


SINGLES |= {
    **{f"select{kind.capitalize()}": _selected for kind in ELEMENTS},
    **{f"{kind}OfLink": _of_link for kind in ELEMENTS},
    **{
        f"single{kind.capitalize()}ByRules": _searching(kind, one=True)
        for kind in ("actor", "object", "field", "space")
    },
    **{
        f"select{kind.capitalize()}ByChance": _by_chance
        for kind in ("actor", "object", "field", "space")
    },
    **{
        f"attributeOf{place}": _attribute_of
        for place in ("Actor", "Object", "Field", "Space", "Game", "Phase", "Action")
    },
    **{
        f"selectAttributeFrom{place}": _attribute_from
        for place in (
            "Actor",
            "Object",
            "Field",
            "Space",
            "GameState",
            "CurrentPhase",
            "ThisAction",
        )
    },
    "actorWhoOwnsThisObject": _owner_here("object"),
    "actorWhoOwnsThisField": _owner_here("field"),
    "actorWhoOwnsThisSpace": _owner_here("space"),
    "actorThisSpaceBelongsTo": _maker,
    "firstActor": lambda p, node, scope: Expr("0", "actor", "the first", p.types_of("actor")),
    "actorAfter": _neighbour("+ 1"),
    "actorBefore": _neighbour("- 1"),
    "actorWithHighestValue": _extreme("max"),
    "actorWithLowestValue": _extreme("min"),
}


MANY |= {
    **{
        f"selectAll{kind.capitalize()}s": _all(kind)
        for kind in ("actor", "object", "field", "space")
    },
    **{
        f"selectNo{kind.capitalize()}s": _none(kind)
        for kind in ("actor", "object", "field", "space")
    },
    **{
        f"selectMultiple{kind.capitalize()}s": _list_of
        for kind in ("actor", "object", "field", "space")
    },
    **{
        f"selectMultiple{kind.capitalize()}sByRules": _searching(kind, one=False)
        for kind in ("actor", "object", "field", "space")
    },
    **{f"{kind}sOfLinkList": _of_list for kind in ("actor", "object", "field", "space")},
    "selectAllOtherActors": _all_others,
}
