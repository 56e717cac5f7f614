"""Operations as steps: each internal operation is one function, selections are questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from spielwerk.core import say
from spielwerk.languages.igold.limits import LARGEST
from spielwerk.languages.igold.model import kids, labels_of, word_of
from spielwerk.languages.igold.processor.expressions import (
    ELEMENTS,
    Expr,
    ExpressionCompiler,
    Scope,
)
from spielwerk.languages.igold.processor.selectors import link_slot
from spielwerk.languages.igold.processor.steps import Selecting, StepBlock, ToldSentence
from spielwerk.languages.igold.processor.values import comparable, value_kind
from spielwerk.languages.igold.source import Node, tag

Handler = Callable[[ExpressionCompiler, StepBlock, Node, Scope], None]


def operations(
    p: ExpressionCompiler, block: StepBlock, nodes: Iterable[Node], scope: Scope
) -> None:
    """Add operations to a block, one after another."""
    for node in nodes:
        p.grow(node)
        OPERATIONS[tag(node)](p, block, node, block.within(scope))


def _group(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    operations(p, block, kids(node), scope)


def _line(line: str, text: str) -> Handler:
    return lambda p, block, node, scope: block.do(node, line, text)


def _finish_action(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    if scope.action is None:
        p.outside(node, scope, "there is no action")
    block.do(node, "x[0] = True", "the action is finished")


# Attributes

_SIGNS = {
    "setAttributeValue": "",
    "increaseAttributeValue": "+",
    "decreaseAttributeValue": "-",
    "multiplyAttributeValue": "*",
    "divideAttributeValue": "/",
}


def assignment(p: ExpressionCompiler, node: Node, scope: Scope, values: str) -> tuple[str, str]:
    """A change of an attribute as a statement on a list of values, and in words."""
    which, how = kids(node)
    target = p.single(next(kids(which)), scope)
    amount = p.value(next(kids(how)), scope)
    sign = _SIGNS[tag(node)]
    held = Expr("", value_kind(p, target), "")
    if not comparable(held, amount):
        message = say(
            "{target_text} is of the kind {held_kind}, {amount_text} of {amount_kind}.",
            target_text=target.text,
            held_kind=held.kind,
            amount_text=amount.text,
            amount_kind=amount.kind,
        )
        p.problems.error("igold-type", node, message)
    if sign and not {held.kind, amount.kind} <= {"integer", "decimal", "none"}:
        p.problems.error(
            "igold-type",
            node,
            say("{target_text} is no number.", target_text=target.text),
            "Use setAttributeValue.",
        )
    place = f"{values}[{target.py}]"
    text = f"{tag(node).removesuffix('AttributeValue')} {target.text}: {amount.text}"
    old = Expr(place, held.kind, target.text)
    if "none" in (held.kind, amount.kind):
        if sign:
            old, amount = p.number(old, which), p.number(amount, how)
        else:
            kind = f"{p.table('value kinds')}[{target.py}]"
            site = p.site(how, amount.text)
            amount = replace(amount, py=f"needed({kind}, {amount.py}, {site})")
    bounded = any(
        p.definition.types[one].node.get(bound) is not None
        for one in target.types
        if one in p.definition.types
        for bound in ("minimum", "maximum")
    )
    if sign == "/":
        new = f"quotient({old.py}, {amount.py}, {p.site(node, amount.text)})"
    else:
        new = f"{old.py} {sign} {amount.py}" if sign else amount.py
    if bounded:
        new = f"bounded({p.table('bounds')}[{target.py}], {new})"
    if sign or {held.kind, amount.kind} & {"integer", "decimal"}:
        large = f"too_large({p.site(node, target.text)})"
        new = f"new if -{LARGEST} < (new := {new}) < {LARGEST} else {large}"
    return f"{place} = {new}", text


def _change(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    line, text = assignment(p, node, scope, "s.values")
    block.do(node, line, text)


def _change_set(function: str, word: str) -> Handler:
    def handle(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
        which, amount = kids(node)
        target = p.single(next(kids(which)), scope)
        value = p.value(amount, scope)
        if value_kind(p, target) not in ("set", "none"):
            p.problems.error(
                "igold-type", node, say("{target_text} is no set.", target_text=target.text)
            )
        place = f"s.values[{target.py}]"
        old = Expr(place, value_kind(p, target), target.text)
        if old.kind == "none":
            old = p.needed(old, "set", which)
        text = f"{word} {value.text}"
        changed = f"{function}(s, {old.py}, {value.py}, {p.site(node, text)})"
        block.do(node, f"{place} = {changed}", text)

    return handle


# Objects, fields, spaces


def _flag(node: Node, name: str) -> bool:
    return node.get(name) in ("true", "1")


def _how(node: Node) -> str:
    flags = ("setFieldOwnerAsObjectOwner", "ignoreConnections", "toBottom")
    return ", ".join(str(_flag(node, name)) for name in flags)


def _move(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    which, where = kids(node)
    moved = p.single(next(kids(which)), scope)
    target = p.single(next(kids(where)), scope)
    text = f"move {moved.text} to {target.text}"
    site = p.site(node, text)
    block.do(node, f"move(s, {moved.py}, {target.py}, {_how(node)}, {site})", text)


def _move_many(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    source, where, *rest = kids(node)
    first, target = (p.single(next(kids(child)), scope) for child in (source, where))
    count, top, what = "None", True, "everything"
    if rest:
        number, end = kids(rest[0])
        found = p.integer(next(kids(number)), scope)
        count, top, what = found.py, tag(end) == "fromTop", f"{found.text} objects"
    text = f"move {what} from {first.text} to {target.text}"
    site = p.site(node, text)
    block.do(
        node,
        f"move_many(s, {first.py}, {target.py}, {count}, {top}, {_how(node)}, {site})",
        text,
    )


def _shuffle(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    field = p.single(next(kids(next(kids(node)))), scope)
    block.do(node, f"shuffle(s, {field.py})", f"shuffle {field.text}")


def _swap(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    one, other = (p.single(next(kids(child)), scope) for child in kids(node))
    owner = _flag(node, "setFieldOwnerAsObjectOwner")
    text = f"swap {one.text} and {other.text}"
    block.do(node, f"swap(s, {one.py}, {other.py}, {owner}, {p.site(node, text)})", text)


def _set_owner(places: str) -> Handler:
    def handle(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
        which, *by = (p.single(next(kids(child)), scope) for child in kids(node))
        actor = by[0] if by else Expr("-1", "actor", "nobody")
        text = f"give {which.text} to {actor.text}"
        block.do(node, f"s.{places}[{which.py}] = {actor.py}", text)

    return handle


# Links


def _link(kind: str, many: bool, line: str, word: str) -> Handler:
    def handle(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
        *what, target = kids(node)
        found = Expr("", kind, "nothing")
        if what:
            found = p.single(next(kids(what[0])), scope)
            found = replace(found, py=f"index({found.py})")
        *host, how = kids(target)
        reference = str(how.get("linkIdReference"))
        slot = link_slot(p, how, scope, host[0] if host else None, reference)
        wanted = f"{kind} {'list' if many else 'link'}"
        if slot.kind not in (wanted, "none link"):
            p.problems.error(
                "igold-type",
                how,
                say(
                    "{slot_text} is an {slot_kind}, not an {wanted}.",
                    slot_text=slot.text,
                    slot_kind=slot.kind,
                    wanted=wanted,
                ),
            )
        if found.types and slot.types and not found.types & slot.types:
            message = say(
                "{slot_text} can never name {found_text}: its type does not fit.",
                slot_text=slot.text,
                found_text=found.text,
            )
            p.problems.error("igold-type", node, message)
        text = f"{word} {slot.text}: {found.text}"
        block.do(node, line.format(slot=f"s.links[{slot.py}]", value=found.py), text)

    return handle


def _links(kind: str) -> dict[str, Handler]:
    name = kind.capitalize()
    added = "{slot} = listed(s, {slot}, {value})"
    removed = "{slot} = unlisted(s, {slot}, {value})"
    return {
        f"set{name}Link": _link(kind, False, "{slot} = {value}", "set"),
        f"clear{name}Link": _link(kind, False, "{slot} = -1", "clear"),
        f"add{name}ToLinkList": _link(kind, True, added, "add to"),
        f"remove{name}FromLinkList": _link(kind, True, removed, "remove from"),
        f"clear{name}LinkList": _link(kind, True, "{slot} = ()", "clear"),
    }


# Sentences

_SLOT = re.compile(r"\{([^{}]*)\}")


def _tell(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    scope = scope.without_chance()
    labels = labels_of(node)
    parts: dict[str, Expr] = {}
    listeners = ""
    for child in kids(node):
        inside = next(kids(child))
        if tag(child) == "visibleTo":
            listeners = p.value_function("listeners_", p.many(inside, scope))
            continue
        look = p.value if tag(child) == "valueToTell" else p.loose
        parts[str(child.get("name"))] = look(inside, scope)
    unknown = {slot for text in labels.values() for slot in _SLOT.findall(text)} - parts.keys()
    for slot in sorted(unknown):
        p.problems.error(
            "igold-tell",
            node,
            say("The sentence speaks of '{slot}', which nothing tells.", slot=slot),
            say('Tell it with <actorToTell name="{slot}"> or the like.', slot=slot),
        )
    name = str(node.get("name"))
    kinds = tuple((called, found.kind) for called, found in parts.items())
    values = "".join(f"{found.py}, " for found in parts.values())
    block.tell(node, ToldSentence(name, labels, kinds, listeners), f"({values})", f"tell {name}")


# Flow


def _conditional(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    test = p.condition(kids(node, "precondition"), scope)
    around = block.test(node, test.py, test.text)
    for inside in kids(node, "operations"):
        operations(p, block, kids(inside), scope)
    if (otherwise := next(kids(node, "otherwise"), None)) is None:
        block.land(around)
        return
    end = block.jump(node)
    block.land(around)
    operations(p, block, kids(otherwise), scope)
    block.land(end)


def _for_each(kind: str) -> Handler:
    def handle(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
        selector, inside = kids(node)
        pool = p.many(selector, scope)
        slot, begin = block.each(node, pool)
        element = Expr(f"x[{slot}]", kind, f"that {kind}", pool.types)
        operations(p, block, kids(inside), scope.knows(element, f"{kind}OfThisIteration"))
        block.again(node, begin)

    return handle


def _named(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    reference = str(node.get("typeReference"))
    found = p.definition.find(node, "operation", reference)
    if found is not None:
        for _ in p.expanding(node, reference):
            operations(p, block, kids(found.node), scope)


def _reset(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
    reference = str(node.get("chanceReference"))
    p.definition.find(node, "chance", reference)
    block.do(node, f"s.drawn.pop({reference!r}, None)", f"put everything back into {reference}")


# Selections


def _selection(kind: str) -> Handler:
    """``objectSelection`` and the like."""
    parts = f"{kind}sToSelectFrom"

    def handle(p: ExpressionCompiler, block: StepBlock, node: Node, scope: Scope) -> None:
        inside = {tag(child): child for child in kids(node)}
        if "actorWhoSelects" not in inside:
            p.problems.error("igold-selection", node, "It must say who selects: actorWhoSelects.")
            return
        actors = p.many(next(kids(inside["actorWhoSelects"])), scope)
        chooser = block.places()
        asked = Expr(f"x[{chooser}]", "actor", "whoever selects", actors.types)
        asking = scope.knows(asked, "actorWhoMakesThisSelection")
        pool = _pool(p, node, inside, asking, kind, parts)
        least, most = _bounds(p, inside, asking, kind)
        seconds = _seconds(p, inside, asking)
        askers, chosen, others = block.places(), block.places(), block.places()
        prompt = node.get("name") or tag(node)
        ask = Selecting(
            kind,
            word_of(node.get("move") or "choose"),
            prompt,
            p.value_function("who_", actors),
            p.value_function("pool_", pool),
            p.value_function("least_", least),
            p.value_function("most_", most),
            chooser,
            askers,
            chosen,
            others,
            seconds,
            labels_of(node),
        )
        block.ask(node, ask)
        _follow(p, block, node, scope, ask, pool, actors)

    return handle


def _pool(
    p: ExpressionCompiler, node: Node, inside: dict[str, Node], scope: Scope, kind: str, parts: str
) -> Expr:
    if kind == "boolean":
        return Expr("(True, False)", kind, "yes and no")
    if kind == "integer":
        bounds = [inside.get(name) for name in ("lowestInteger", "highestInteger")]
        if None in bounds:
            p.problems.error("igold-selection", node, "It needs lowestInteger and highestInteger.")
            return Expr("()", kind, "")
        low, high = (p.whole(next(kids(one)), scope) for one in bounds if one is not None)
        py = f"range({low.py}, {high.py} + 1)"
        return Expr(py, kind, f"the numbers from {low.text} to {high.text}")
    if kind == "enum":
        found = p.definition.find(node, "attribute", node.get("typeReference"))
        values = [
            str(value.get("valueId"))
            for area in (kids(found.node, "possibleValues") if found else ())
            for value in kids(area)
        ]
        pool = Expr(repr(tuple(values)), kind, f"the values of {node.get('typeReference')}")
        return _without(p, inside.get("exceptValues"), pool, scope)
    if parts not in inside:
        p.problems.error(
            "igold-selection", node, say("It must say from what: {parts}.", parts=parts)
        )
        return Expr("()", kind, "")
    pool = p.many(next(kids(inside[parts])), scope)
    return replace(pool, py=f"tuple(map(index, {pool.py}))")


def _without(p: ExpressionCompiler, left_out: Node | None, pool: Expr, scope: Scope) -> Expr:
    """The values of an enumeration without some of them."""
    if left_out is None:
        return pool
    found = [p.value(one, scope) for one in kids(left_out)]
    for node, one in zip(kids(left_out), found, strict=True):
        if one.kind not in ("enum", "set", "none"):
            message = say("{text} is no value of an enumeration.", text=one.text)
            p.problems.error("igold-type", node, message)
    sets = "".join(f" and value not in {one.py}" for one in found if one.kind == "set")
    single = ", ".join(one.py for one in found if one.kind != "set")
    test = f"value not in ({single},){sets}" if single else f"True{sets}"
    text = f"{pool.text} but {' and '.join(one.text for one in found)}"
    return replace(pool, py=f"[value for value in {pool.py} if {test}]", text=text)


def _bounds(
    p: ExpressionCompiler, inside: dict[str, Node], scope: Scope, kind: str
) -> tuple[Expr, Expr]:
    one = Expr("1", "integer", "1")
    if kind in ("boolean", "integer", "enum"):
        return one, one
    if "numberOfElements" in inside:
        exact = p.integer(next(kids(inside["numberOfElements"])), scope)
        return exact, exact
    least, most = (
        p.integer(next(kids(inside[name])), scope) if name in inside else default
        for name, default in (
            ("minimumNumberOfElements", Expr("0", "integer", "0")),
            ("maximumNumberOfElements", Expr("1000000", "integer", "any number")),
        )
    )
    if not {"minimumNumberOfElements", "maximumNumberOfElements"} & set(inside):
        return one, one
    return least, most


def _seconds(p: ExpressionCompiler, inside: dict[str, Node], scope: Scope) -> str | None:
    if "timer" not in inside:
        return None
    duration = next(kids(inside["timer"], "duration"))
    return p.value_function("seconds_", p.integer(next(kids(duration)), scope))


def _follow(
    p: ExpressionCompiler,
    block: StepBlock,
    node: Node,
    scope: Scope,
    ask: Selecting,
    pool: Expr,
    actors: Expr,
) -> None:
    """What happens with a selection: for one actor after another, one element after another."""
    following = [part for area in kids(node, "followingOperations") for part in kids(area)]
    if not following:
        return
    number = Expr(f"range(len(x[{ask.askers}]))", "integer", "whoever selected")
    slot, begin = block.each(node, number)
    asker = Expr(f"x[{ask.askers}][x[{slot}]]", "actor", "whoever selected", actors.types)
    inside = scope.knows(asker, "actorWhoMakesThisSelection")
    for part in following:
        place = ask.others if "Other" in tag(part) else ask.chosen
        found = Expr(f"x[{place}][x[{slot}]]", ask.kind, "what was selected", pool.types)
        item, start = block.each(part, found)
        element = replace(found, py=f"x[{item}]", text=f"the selected {ask.kind}")
        word = f"{ask.kind}SelectedByInteractiveOperation"
        if ask.kind not in ELEMENTS:
            word = "selectedValue"
        named = tag(part).removeprefix("forSelected").removeprefix("forOther").lower()
        if named.removesuffix("s") != ask.kind and (named != "value" or ask.kind in ELEMENTS):
            message = say(
                "'{tag}' does not fit a selection of {ask_kind}s.", tag=tag(part), ask_kind=ask.kind
            )
            p.problems.error("igold-selection", part, message)
        operations(p, block, kids(part), inside.knows(element, word))
        block.again(part, start)
    block.again(node, begin)


OPERATIONS: dict[str, Handler] = {
    **{
        f"{kind}Operation": _group
        for kind in (
            "phase",
            "phaseState",
            "action",
            "attribute",
            "object",
            "field",
            "space",
            "actor",
            "implication",
            "attributeLink",
            "game",
            "chance",
        )
    },
    "setCurrentPhaseExecutionStarted": _line("s.started = True", "the phase has started"),
    "setCurrentPhaseExecutionFinished": _line("s.finished = True", "the phase is finished"),
    "setCurrentPhaseStateExecutionFinished": _line("s.done = True", "the phase state is finished"),
    "setActionExecutionFinished": _finish_action,
    "finishGame": _line("s.over = True", "the game is over"),
    "resetChance": _reset,
    **dict.fromkeys(_SIGNS, _change),
    "addValueToSet": _change_set("enlarged", "add"),
    "removeValueFromSet": _change_set("reduced", "remove"),
    "moveObjectToField": _move,
    "moveObjectsFromFieldToField": _move_many,
    "shuffleField": _shuffle,
    "swapObjectsOfFields": _swap,
    "setObjectOwner": _set_owner("owner"),
    "clearObjectOwner": _set_owner("owner"),
    "setSpaceOwner": _set_owner("holder"),
    "clearSpaceOwner": _set_owner("holder"),
    **{name: handler for kind in ELEMENTS for name, handler in _links(kind).items()},
    "tell": _tell,
    "conditionalOperation": _conditional,
    "repeatForEachActor": _for_each("actor"),
    "repeatForEachObject": _for_each("object"),
    "repeatForEachField": _for_each("field"),
    "operationReference": _named,
    **{
        f"{kind}Selection": _selection(kind)
        for kind in ("object", "actor", "field", "integer", "enum", "boolean")
    },
}
