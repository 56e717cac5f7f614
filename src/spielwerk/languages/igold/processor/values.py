"""Values as Python: literals, attributes, arithmetic, counts and sums."""

from __future__ import annotations

from dataclasses import replace

from spielwerk.core import say
from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.processor.expressions import (
    NOTHING,
    VALUES,
    Expr,
    ExpressionCompiler,
    Handler,
    Scope,
)
from spielwerk.languages.igold.processor.selectors import inner
from spielwerk.languages.igold.source import Node, tag


def value_kind(p: ExpressionCompiler, attribute: Expr) -> str:
    """The kind of an attribute's values."""
    kinds = {
        tag(p.definition.types[one].node).removesuffix("Attribute")
        for one in attribute.types
        if one in p.definition.types
    }
    return kinds.pop() if len(kinds) == 1 else "none"


def comparable(one: Expr, other: Expr) -> bool:
    """Whether two values are of kinds that can be compared."""
    numbers = {"integer", "decimal"}
    kinds = {one.kind, other.kind}
    return "none" in kinds or len(kinds) == 1 or kinds <= numbers


def _literal(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    found = p.definition.literal(node)
    kind = tag(node).removesuffix("Value")
    if kind == "decimal":
        return Expr(f"Decimal({str(found)!r})", kind, str(found))
    text = str(found)
    if kind == "enum":
        text = text.rpartition(".")[2]
    elif kind == "boolean":
        text = "yes" if found else "no"
    py = f"frozenset({sorted(found)!r})" if kind == "set" else repr(found)
    return Expr(py, kind, text)


def _option(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    reference = str(node.get("optionReference"))
    if (found := p.definition.options.get(reference)) is None:
        p.problems.unknown(node, "option", reference, p.definition.options)
        return NOTHING
    kind = tag(found[0]).removesuffix("Option")
    return Expr(p.table("option", reference), kind, f"the option '{reference}'")


def _of_attribute(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    if tag(node) == "selectValueFromAttribute":
        node = next(kids(node))
    attribute = p.single(node, scope)
    reference = _instance_id(node)
    source = "s.values"
    if p.implicated is None or reference is None or reference in p.implicated:
        source = "effective(s)"
    py = f"{source}[{attribute.py}]"
    return Expr(py, value_kind(p, attribute), attribute.text, slot=attribute.py)


def _instance_id(node: Node) -> str | None:
    for one in (node, *node.iter("{*}attributeToSelect")):
        how = one if one is node else next(kids(one))
        if (found := how.get("instanceIdReference")) is not None:
            return str(found)
    return None


def _named(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    reference = str(node.get("typeReference"))
    found = p.definition.find(node, "value", reference)
    if found is not None:
        for _ in p.expanding(node, reference):
            return replace(p.value(next(kids(found.node)), scope), text=found.name)
    return NOTHING


def _selected(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    if (found := scope.words.get("selectedValue")) is None:
        p.outside(node, scope, "no value was selected")
        return NOTHING
    return found


def _joined(sign: str, word: str) -> Handler:
    def compute(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
        parts = [p.integer(child, scope) for child in kids(node)]
        py = f"({f' {sign} '.join(part.py for part in parts)})"
        text = f" {word} ".join(part.text for part in parts)
        return Expr(py, _number(parts), text)

    return compute


def _product(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    parts = [p.integer(child, scope) for child in kids(node)]
    text = " times ".join(part.text for part in parts)
    py = f"product({p.site(node, text)}, {', '.join(part.py for part in parts)})"
    return Expr(py, _number(parts), text)


def _divided(function: str, word: str) -> Handler:
    def compute(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
        first, second = (p.integer(child, scope) for child in kids(node))
        py = f"{function}({first.py}, {second.py}, {p.site(node, second.text)})"
        return Expr(py, _number([first, second]), f"{first.text} {word} {second.text}")

    return compute


def _extreme(function: str, word: str) -> Handler:
    def compute(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
        parts = [p.integer(child, scope) for child in kids(node)]
        if len(parts) == 1:
            return parts[0]
        py = f"{function}({', '.join(part.py for part in parts)})"
        return Expr(py, _number(parts), f"the {word} of {', '.join(q.text for q in parts)}")

    return compute


def _number(parts: list[Expr]) -> str:
    return "decimal" if any(part.kind == "decimal" for part in parts) else "integer"


def _if(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    precondition, first, second = kids(node)
    test = p.condition([precondition], scope)
    yes, no = p.value(first, scope), p.value(second, scope)
    if not comparable(yes, no):
        p.problems.error(
            "igold-type",
            node,
            say(
                "{yes_text} and {no_text} are of different kinds.",
                yes_text=yes.text,
                no_text=no.text,
            ),
        )
    text = f"{yes.text} if {test.text}, else {no.text}"
    kind = "none" if no.kind == "none" else yes.kind
    return Expr(f"({yes.py} if {test.py} else {no.py})", kind, text)


def _count(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    found = p.many(next(kids(node)), scope)
    return Expr(f"len({found.py})", "integer", f"the number of {found.text}")


def _for_each(form: str, kind: str, words: str) -> Handler:
    def compute(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
        first, second = kids(node)
        pool = p.many(first, scope)
        variable = Expr(p.name(kind[0]), kind, f"that {kind}", pool.types)
        inside = scope.knows(variable, f"{kind}OfThisSearch").without_chance()
        size = p.size
        each = p.value(second, inside)
        if "len(" not in form and each.kind != "boolean":
            each = p.number(each, second)
        loop = f"for {variable.py} in {p.counted(pool, node, size)}"
        text = f"the {words} {each.text} over {pool.text}"
        return Expr(form.format(each=each.py, loop=loop), "integer", text)

    return compute


def _players(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    return Expr(f"len({p.table('all', 'actor')})", "integer", "the number of players")


def _seat(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    actor = inner(p, node, scope, "actor")
    return Expr(f"({actor.py} + 1)", "integer", f"the seat of {actor.text}")


def _executions(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    child = next(kids(node), None)
    if child is not None:
        action = p.single(child, scope)
    elif scope.action is not None:
        action = Expr("act", "action", "this action")
    else:
        p.outside(node, scope, "there is no action, so one must be selected inside")
        return Expr("0", "integer", "")
    scope_name = str(node.get("scope"))
    words = {"game": "game", "phase": "phase", "phaseState": "phase state"}[scope_name]
    text = f"how often {action.text} was executed in this {words}"
    who = "None"
    if node.get("byExecutingActor") in ("true", "1"):
        if (actor := scope.words.get("actorWhoExecutesThisAction")) is None:
            p.outside(node, scope, "nobody executes an action")
        else:
            who, text = actor.py, f"{text} by {actor.text}"
    return Expr(f"executions(s, {action.py}, {scope_name!r}, {who})", "integer", text)


def _path(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
    first, second = (p.single(next(kids(child)), scope) for child in kids(node))
    py = f"{p.table('path')}(s, {first.py}, {second.py})"
    return Expr(py, "integer", f"the path from {first.text} to {second.text}")


def _coordinate(table: str, words: str) -> Handler:
    def compute(p: ExpressionCompiler, node: Node, scope: Scope) -> Expr:
        field = p.single(next(kids(node)), scope)
        return Expr(f"{p.table(table)}[{field.py}]", "integer", f"the {words} of {field.text}")

    return compute


VALUES |= {
    **{
        f"{kind}Value": _literal
        for kind in ("integer", "decimal", "boolean", "string", "enum", "set")
    },
    **{f"numberOf{kind}s": _count for kind in ("Actor", "Object", "Field")},
    "optionValue": _option,
    "selectValueFromAttribute": _of_attribute,
    "selectValueByChance": lambda p, node, scope: p.drawn(node, scope),
    "valueReference": _named,
    "selectedValue": _selected,
    "sumOfValues": _joined("+", "plus"),
    "differenceOfValues": _joined("-", "minus"),
    "productOfValues": _product,
    "quotientOfValues": _divided("quotient", "divided by"),
    "remainderOfValues": _divided("remainder", "modulo"),
    "smallestValue": _extreme("min", "smallest"),
    "largestValue": _extreme("max", "largest"),
    "valueIf": _if,
    "numberOfPlayers": _players,
    "seatNumber": _seat,
    "sumForEachObject": _for_each("sum([{each} {loop}])", "object", "sum of"),
    "sumForEachActor": _for_each("sum([{each} {loop}])", "actor", "sum of"),
    "largestForEachObject": _for_each("max([{each} {loop}], default=0)", "object", "largest"),
    "largestForEachActor": _for_each("max([{each} {loop}], default=0)", "actor", "largest"),
    "numberOfDifferentValues": _for_each("len({{{each} {loop}}})", "object", "number of different"),
    "numberOfExecutions": _executions,
    "pathLength": _path,
    "rowOfField": _coordinate("row", "row"),
    "columnOfField": _coordinate("column", "column"),
    "stepOfField": _coordinate("step", "step"),
}
