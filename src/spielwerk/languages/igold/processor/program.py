"""From a definition to templates: everything that can happen in the game, as Python functions.

:func:`process` walks the definition once. What comes out, a :class:`Program`, holds the source text
of the functions and, for every phase, state, action and implication, the names of those that
belong to it. :mod:`spielwerk.languages.igold.world` puts it together with the elements of a match.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from spielwerk.core import Span
from spielwerk.languages.igold.definition import Definition, Type, kids
from spielwerk.languages.igold.processor.expressions import (
    Expr,
    Processor,
    Rule,
    Scope,
    Site,
    TableKey,
    Traced,
)
from spielwerk.languages.igold.processor.operations import assignment, operations
from spielwerk.languages.igold.processor.steps import Block, Step
from spielwerk.languages.igold.source import Node, tag

__all__ = ["ActionCode", "Code", "PhaseCode", "Program", "StateCode", "TimerCode", "Way", "process"]


_FEW = 3
"""Of how many types of objects an action may be for its instances to be simply tried one by one."""


@dataclass(frozen=True, slots=True)
class Way:
    """Rules that must all hold: a way into a phase or state, or a precondition."""

    test: str
    rules: tuple[Traced, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class TimerCode:
    """A time limit, and the actions to execute: all of each inner group's, or one of it."""

    name: str
    seconds: str
    actions: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A run of operations."""

    name: str
    steps: tuple[Step, ...]
    memory: int
    things: frozenset[int]
    """The places of memory that hold objects."""


@dataclass(frozen=True, slots=True)
class StateCode:
    """A state of a phase or of an action."""

    id: str
    ids: tuple[str, ...]
    name: str
    ways: tuple[Way, ...]
    code: Code
    span: Span
    timers: tuple[TimerCode, ...] = ()
    abortable: bool = True


@dataclass(frozen=True, slots=True)
class PhaseCode:
    """A concrete phase."""

    type: Type
    ways: tuple[Way, ...]
    states: tuple[StateCode, ...]
    timers: tuple[TimerCode, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ActionCode:
    """An action type as it belongs to one kind of element."""

    type: Type
    host: str
    legal: str
    actors: str
    ways: tuple[Way, ...]
    code: Code | None
    states: tuple[StateCode, ...]
    timer: TimerCode | None
    span: Span
    gates: tuple[frozenset[str], ...]
    """For each precondition, the tables of phases and phase states that it needs."""


@dataclass(eq=False)
class Program:
    """The templates of a game."""

    definition: Definition
    source: str = ""
    tables: dict[str, TableKey] = field(default_factory=dict)
    sites: tuple[Site, ...] = ()
    phases: tuple[PhaseCode, ...] = ()
    actions: dict[tuple[str, str], ActionCode] = field(default_factory=dict)
    """By type and kind of host."""
    implications: dict[tuple[str, str], tuple[Way, ...]] = field(default_factory=dict)
    sight: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Who may see what: functions by the place of the visibility."""
    first_links: dict[tuple[str, str], str] = field(default_factory=dict)
    """What links name at the beginning: by type of host and id."""
    chances: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Functions that give elements, with their weights; literals need none."""
    connections: list[tuple[str, str, str, bool, bool]] = field(default_factory=list)
    """Custom connections: space type, field, function of others, both ways, allowed."""
    scores: tuple[str, ...] = ()
    shuffles: bool = False


def process(definition: Definition) -> Program:
    """The templates of a definition; what is wrong is reported to the definition's problems."""
    p = Processor(definition)
    p.implicated = _implicated(definition)
    program = Program(definition)
    _phases(p, program)
    _actions(p, program)
    _implications(p, program)
    _sight(p, program)
    _links(p, program)
    _chances(p, program)
    _connections(p, program)
    _scores(p, program)
    program.source = "\n\n\n".join(p.functions) + "\n"
    program.tables = p.tables
    program.sites = tuple(p.sites)
    program.shuffles = "shuffle(s, " in program.source
    return program


def element_scope(p: Processor, kind: str, types: frozenset[str], where: str) -> Scope:
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
    words = ["actorThisBelongsTo"] if kind == "actor" else []
    return scope.knows(me, *words)


def _hosts(p: Processor, kind: str, reference: str) -> dict[str, frozenset[str]]:
    """The kinds of elements that have an instance of a type, with the types of those."""
    found: dict[str, set[str]] = {}
    for one in [p.definition.game, *p.definition.types.values()]:
        if not one.abstract:
            for instance in one.instances.values():
                if instance.kind == kind and instance.type == reference:
                    found.setdefault(one.kind, set()).add(one.id)
    return {host: frozenset(types) for host, types in found.items()}


def _traced(p: Processor, rule: Rule, node: Node) -> Traced:
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


def _way(p: Processor, node: Node, rules: list[Rule]) -> Way:
    py = " and ".join(f"({rule.py})" for rule in rules) or "True"
    text = " and ".join(rule.text for rule in rules) or "always"
    test = p.function("way_", [f"return {py}"], text)
    traced = tuple(_traced(p, rule, node) for rule in rules)
    return Way(test, traced, p.problems.document.span(node))


def _code(p: Processor, name: str, nodes: Iterable[Node], scope: Scope) -> Code:
    block = Block(p, name)
    operations(p, block, nodes, scope)
    return Code(name, tuple(block.steps), block.memory, frozenset(block.things))


# Phases


def _phases(p: Processor, program: Program) -> None:
    phases = []
    for phase in p.definition.of_kind("phase", concrete=True):
        where = f"in the phase '{phase.name}'"
        scope = Scope(where=where)
        ways = _ways(p, phase.node, list(phase.each("phaseTransitions")), scope)
        states = tuple(
            _state(p, state.nodes, state.id, state.ids, state.name, scope) for state in phase.states
        )
        if not ways:
            p.problems.warn(
                "igold-unreachable",
                phase.node,
                f"Nothing leads into the phase '{phase.id}'.",
                "Add a phaseTransition.",
            )
        timers = tuple(
            _timer(p, node, scope) for area in phase.each("timers") for node in kids(area)
        )
        span = p.problems.document.span(phase.node)
        phases.append(PhaseCode(phase, ways, states, timers, span))
    if not phases:
        p.problems.error("igold-no-phase", p.definition.body, "A game needs at least one phase.")
    program.phases = tuple(phases)


def _state(
    p: Processor,
    nodes: tuple[Node, ...],
    reference: str,
    ids: tuple[str, ...],
    name: str,
    scope: Scope,
) -> StateCode:
    areas = [area for node in nodes for area in kids(node, "phaseStateTransitions")]
    ways = _ways(p, nodes[-1], areas, scope)
    if not ways:
        p.problems.warn(
            "igold-unreachable",
            nodes[-1],
            f"Nothing leads into the phase state '{reference}'.",
            "Add a phaseStateTransition.",
        )
    inside = [one for node in nodes for area in kids(node, "operations") for one in kids(area)]
    code = _code(p, name, inside, replace(scope, where=f"in the phase state '{name}'"))
    timers = tuple(
        _timer(p, one, scope)
        for node in nodes
        for area in kids(node, "timers")
        for one in kids(area)
    )
    span = p.problems.document.span(nodes[-1])
    return StateCode(reference, ids, name, ways, code, span, timers)


def _ways(p: Processor, node: Node, areas: list[Node], scope: Scope) -> tuple[Way, ...]:
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
        ways.append(_way(p, one, [p.rule(rule, scope) for rule in nodes]))
    if not tag(node).startswith("abstract"):
        for missing in sorted(set(abstract) - extended):
            message = f"No transition extends the abstract transition '{missing}'."
            p.problems.error("igold-abstract-transition", node, message)
    return tuple(ways)


def _timer(p: Processor, node: Node, scope: Scope) -> TimerCode:
    duration = next(kids(node, "duration"))
    seconds = p.value_function("seconds_", p.integer(next(kids(duration)), scope))
    groups = [
        tuple(p.value_function("action_", p.loose(one, scope)) for one in kids(part))
        for area in kids(node, "onTimeout")
        for part in kids(area)
    ]
    return TimerCode(node.get("name") or "timer", seconds, tuple(groups))


# Actions


def _actions(p: Processor, program: Program) -> None:
    for action in p.definition.of_kind("action"):
        hosts = _hosts(p, "action", action.id)
        if not hosts:
            message = f"Nothing has an instance of the action '{action.id}'."
            p.problems.warn("igold-unused", action.node, message)
        for host, types in hosts.items():
            program.actions[action.id, host] = _action(p, action, host, types)


def _action(p: Processor, action: Type, host: str, types: frozenset[str]) -> ActionCode:
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
    rules = [[p.rule(rule, acting) for rule in kids(one)] for one in preconditions] or [[]]
    nodes = preconditions or [action.node]
    ways = tuple(_way(p, node, each) for node, each in zip(nodes, rules, strict=True))
    legal = _legal(p, action, host, actors, rules, many=len(types) > _FEW)
    states = tuple(_action_state(p, state.nodes[-1], state.id, acting) for state in action.states)
    inside = [one for area in kids(action.node, "operations") for one in kids(area)]
    code = None if states else _code(p, action.name, inside, acting)
    timer = next((_timer(p, node, acting) for node in kids(action.node, "timer")), None)
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
    p: Processor, action: Type, host: str, actors: Expr, rules: list[list[Rule]], many: bool
) -> str:
    """A function that lists who may execute which instance of an action.

    Who may at all, where that is the same for every instance, and rules at the beginning that are
    the same for everybody are asked once, before the loops.
    """
    common, rest = [], []
    for each in rules:
        free = 0
        while free < len(each) and each[free].free:
            free += 1
        common.append(" and ".join(f"({rule.py})" for rule in each[:free]) or "True")
        rest.append(
            " and ".join(f"({rule.py})" for rule in (each[free:] if len(rules) == 1 else each))
        )
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
    if "True" not in common:
        lines.append(f"    if not ({' or '.join(common)}):\n        return")
    test = " or ".join(f"({each or 'True'})" for each in rest)
    field = _one_field(rules[0]) if len(rules) == 1 and host == "object" and actors.free else None
    if field is not None and many:
        # Only objects that lie in that field can be meant; most of them lie elsewhere.
        acts = p.table("action of object", action.id)
        lines.append(f"    for who in {able}:")
        lines.append(f"        for me in s.inside[{field}]:")
        lines.append(f"            act = {acts}[me]")
        indent, test = "            ", f"act >= 0 and ({test})"
    elif able.startswith("some("):
        # One actor or none is the usual case, and a comparison is cheaper than a loop.
        lines.append(f"    for act, me in {instances}:")
        lines.append(f"        who = {able[5:-1]}")
        test = f"who >= 0 and ({test})" if test != "(True)" else "who >= 0"
        indent = "        "
    else:
        lines.append(f"    for act, me in {instances}:")
        lines.append(f"        for who in {able}:")
        indent = "            "
    if test != "(True)":
        lines.append(f"{indent}if {test}:")
        indent += "    "
    lines.append(f"{indent}add((who, act))")
    p.functions.append("\n".join(lines))
    return name


def _one_field(rules: list[Rule]) -> str | None:
    """The field in which rules want the action's object to lie, where it is always the same one."""
    for rule in rules:
        found = re.fullmatch(r"s\.place\[me\] == (.+)", rule.py)
        if found and re.search(r"\bme\b", found.group(1)) is None:
            return found.group(1)
    return None


def _action_state(p: Processor, node: Node, reference: str, scope: Scope) -> StateCode:
    name = node.get("name") or reference.rpartition(".")[2]
    ways = _ways(p, node, list(kids(node, "actionStateTransitions")), scope)
    inside = [one for area in kids(node, "operations") for one in kids(area)]
    code = _code(p, name, inside, replace(scope, where=f"in the action state '{name}'"))
    span = p.problems.document.span(node)
    abortable = node.get("isActionStillAbortable", "true") in ("true", "1")
    return StateCode(reference, (reference,), name, ways, code, span, (), abortable)


# Implications


def _implicated(definition: Definition) -> set[str] | None:
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


def _implications(p: Processor, program: Program) -> None:
    impacts = []
    order = 0
    for one in p.definition.of_kind("implication"):
        hosts = _hosts(p, "implication", one.id)
        if not hosts:
            message = f"Nothing has an instance of the implication '{one.id}'."
            p.problems.warn("igold-unused", one.node, message)
        for host, types in hosts.items():
            scope = _implication_scope(p, one, host, types)
            preconditions = [c for area in kids(one.node, "activeIfAnyApplies") for c in kids(area)]
            rules = [[p.rule(rule, scope) for rule in kids(node)] for node in preconditions]
            ways = tuple(
                _way(p, node, each) for node, each in zip(preconditions, rules, strict=True)
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
                impacts.append((priority, order, one.id, host, test, _impact(p, change, scope)))
    p.functions.append(_recompute(p, sorted(impacts)))


def _implication_scope(p: Processor, one: Type, host: str, types: frozenset[str]) -> Scope:
    scope = element_scope(p, host, types, f"in the implication '{one.name}' of a {host}")
    if host in scope.inner:
        scope = scope.knows(scope.inner[host], f"{host}ThisImplicationBelongsTo")
    this = Expr("imp", "implication", "this implication")
    return replace(scope, words={**scope.words, "thisImplication": this})


def _impact(p: Processor, node: Node, scope: Scope) -> str:
    if not tag(node).startswith("setVisibilityOf"):
        return assignment(p, node, scope, "w")[0]
    which, to = kids(node)
    element = p.single(next(kids(which)), scope)
    actors = p.many(next(kids(to)), scope)
    return f"s.shown[{element.kind!r}, {element.py}] = frozenset({actors.py})"


def _recompute(p: Processor, impacts: list[tuple[int, int, str, str, str, str]]) -> str:
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
    for priority, _, reference, host, test, change in impacts:
        instances = p.table("instances", "implication", reference, host)
        if host == "phase":
            instances += "[s.phase]"
        lines.append(f"    for imp, me in {instances}:  # {reference}, priority {priority}")
        if (reference, host) in judged:
            lines.append("        if imp in on:")
        else:
            judged.add((reference, host))
            lines.append(f"        if {test}:")
            lines.append("            on.add(imp)")
        lines.append(f"            {change}")
    lines.append("    return w")
    return "\n".join(lines)


# What everybody may see, and the rest


def _sight(p: Processor, program: Program) -> None:
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
                for host, host_types in _hosts(p, one.kind, one.id).items():
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


def _links(p: Processor, program: Program) -> None:
    for one in [p.definition.game, *p.definition.types.values()]:
        for link in one.links.values():
            types = frozenset(p.definition.subtypes(one.id))
            scope = element_scope(p, one.kind, types, "in a link")
            for node in kids(link.node):
                if not tag(node).startswith("initial"):
                    continue
                if not link.many:
                    found = p.single(next(kids(node)), scope)
                elif link.kind in ("attribute", "action", "implication"):
                    each = [p.single(child, scope) for child in kids(node)]
                    py = f"({', '.join(e.py for e in each)},)"
                    found = Expr(py, link.kind, " and ".join(e.text for e in each))
                else:
                    found = p.many(next(kids(node)), scope)
                    found = replace(found, py=f"tuple({found.py})")
                program.first_links[one.id, link.id] = p.value_function("first_", found)


def _chances(p: Processor, program: Program) -> None:
    for one in p.definition.of_kind("chance"):
        kind = tag(one.node).removesuffix("Chance")
        entries = []
        for node in kids(one.node, "chance"):
            weight = int(node.get("amount", "1"))
            if weight <= 0:
                p.problems.error("igold-chance", node, f"An amount is at least 1, not {weight}.")
            entries.append((_sample(p, node, kind), weight))
        if not entries:
            p.problems.error("igold-chance", one.node, f"The chance '{one.id}' has no values.")
        program.chances[one.id] = tuple(entries)


def _sample(p: Processor, node: Node, kind: str) -> str:
    child = next(kids(node), None)
    scope = Scope(where="in a chance")
    if child is not None:
        found = p.many(child, scope)
        if found.kind != kind:
            p.problems.error("igold-type", child, f"This is no {kind}.")
        return p.value_function("sample_", found)
    text = node.get("value")
    if text is None or kind in ("actor", "object", "field", "space"):
        p.problems.error("igold-chance", node, f"This chance needs {_needs(kind)}.")
        return ""
    try:
        py = {
            "integer": lambda: repr(int(text)),
            "decimal": lambda: f"Decimal({text!r})",
            "boolean": lambda: str({"true": True, "false": False}[text]),
            "enum": lambda: repr({v: v for v in p.definition.enum_values}[text]),
        }.get(kind, lambda: repr(text))()
    except (ValueError, KeyError):
        p.problems.error("igold-chance", node, f"'{text}' is no value of the kind {kind}.")
        return ""
    return p.value_function("sample_", Expr(f"({py},)", kind, text))


def _needs(kind: str) -> str:
    return f"a selector of {kind}s" if kind in ("actor", "object", "field", "space") else "a value"


def _connections(p: Processor, program: Program) -> None:
    for one in p.definition.of_kind("space"):
        fields = {i.id for i in one.instances.values() if i.kind == "field"}
        for layout in one.each("fieldLayout"):
            for reference in layout.iter("{*}fieldInstanceReference", "{*}fromFieldInstance"):
                name = str(reference.get("instanceIdReference"))
                if name not in fields:
                    p.problems.unknown(reference, f"field of '{one.id}'", name, fields)
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


def _scores(p: Processor, program: Program) -> None:
    who = Expr("who", "actor", "the actor", p.types_of("actor"))
    scope = Scope(where="in the outcome").knows(who)
    program.scores = tuple(
        p.value_function("score_", p.integer(next(kids(node)), scope))
        for outcome in kids(p.definition.body, "outcome")
        for node in kids(outcome)
    )
