"""What a file defines: types with their inheritance resolved, and what each of them is made of.

A :class:`~.source.Document` goes in, a :class:`Definition` comes out. Problems are collected, so
that an author sees all of them at once: types of one id, cyclic inheritance, abstract types that
are instantiated, values that are missing, references to nothing (with the nearest name).
"""

from __future__ import annotations

from decimal import Decimal
from functools import cached_property

from spielwerk.core import Json, say
from spielwerk.languages.igold.model import Instance, Link, PhaseState, Problems, Type, kids
from spielwerk.languages.igold.source import NAMESPACE, Node, XmlDocument, tag

AREAS = {
    "actors": "actor",
    "objects": "object",
    "spaces": "space",
    "fields": "field",
    "phases": "phase",
    "actions": "action",
    "implications": "implication",
    "effects": "implication",
    "attributes": "attribute",
    "chances": "chance",
    "rules": "rule",
    "values": "value",
    "operations": "operation",
}
"""The areas of a game definition, and the kind of the types in each."""

HOSTS = {
    "game": {"attribute", "space", "action", "implication"},
    "actor": {"attribute", "space", "action", "implication"},
    "object": {"attribute", "action", "implication"},
    "space": {"attribute", "field", "action", "implication"},
    "field": {"attribute", "object", "action", "implication"},
    "phase": {"attribute", "action", "implication"},
    "action": {"attribute"},
    "implication": {"attribute"},
}
"""Which kinds of instances each kind of element can be made of."""

_INSTANCES = {
    "attributeInstance": "attribute",
    "abstractAttributeInstance": "attribute",
    "spaceInstance": "space",
    "fieldInstance": "field",
    "objectInstance": "object",
    "actionInstance": "action",
    "implicationInstance": "implication",
    "effectInstance": "implication",
}


class Definition:
    """All types of a game, found by id; :attr:`problems` holds what is wrong with them."""

    def __init__(self, document: XmlDocument) -> None:
        self.document = document
        self.problems = Problems(document)
        self.root = document.root
        self.body = next(kids(self.root, "gameDefinition"))
        self.types: dict[str, Type] = {}
        self._collect()
        self._inherit()
        self.game = Type("gameState", "game", self._area("gameState"), abstract=False)
        self.game.chain = (self.game,)
        for one in [self.game, *self.types.values()]:
            if one.kind in HOSTS:
                self._fill(one)
        self._references()

    @cached_property
    def options(self) -> dict[str, tuple[Node, Json]]:
        """The options with their defaults."""
        found: dict[str, tuple[Node, Json]] = {}
        for area in kids(self.body, "options"):
            for node in kids(area):
                try:
                    default = self.literal_option(node, str(node.get("default")))
                except ValueError:
                    default = None  # :mod:`.checks` reports it
                found[str(node.get("optionId"))] = (node, default)
        return found

    def literal_option(self, node: Node, text: str) -> Json:
        """The value of an option from its text.

        :raises ValueError: the option has no such value
        """
        match tag(node):
            case "integerOption":
                value = int(text)
                low, high = node.get("minimum"), node.get("maximum")
                if (low and value < int(low)) or (high and value > int(high)):
                    raise ValueError(f"It is between {low or 'any'} and {high or 'any'}.")
                return value
            case "booleanOption":
                if text.lower() not in ("true", "false", "1", "0"):
                    raise ValueError("It is true or false.")
                return text.lower() in ("true", "1")
        values = [str(one.get("valueId")) for area in kids(node, "possibleValues") for one in area]
        if text not in values:
            raise ValueError(f"It is one of {', '.join(values)}.")
        return text

    def of_kind(self, kind: str, *, concrete: bool = False) -> list[Type]:
        """The types of a kind, in the order of the file."""
        return [t for t in self.types.values() if t.kind == kind and not (concrete and t.abstract)]

    def find(self, node: Node, kind: str, reference: str | None) -> Type | None:
        """The type of a kind that an element refers to; reported where there is none."""
        found = self.types.get(reference or "")
        if found is not None and found.kind == kind:
            return found
        named = kind in ("rule", "value", "operation")
        what = say("named {kind}" if named else "type of {kind}", kind=say(kind))
        self.problems.unknown(node, what, reference or "", [t.id for t in self.of_kind(kind)])
        return None

    def subtypes(self, reference: str) -> set[str]:
        """The concrete types that are of a type."""
        return {t.id for t in self.types.values() if reference in t.ids and not t.abstract}

    def literal(self, node: Node) -> Json:
        """The value of a literal element; the value of an option is decided by the match."""
        match tag(node):
            case "integerValue":
                return int(str(node.get("value")))
            case "decimalValue":
                return Decimal(str(node.get("value")))
            case "booleanValue":
                return node.get("value") in ("true", "1")
            case "stringValue":
                return node.get("value")
            case "enumValue":
                reference = str(node.get("enumValueReference"))
                if reference not in self.enum_values:
                    self.problems.unknown(
                        node, "value of an enumeration", reference, self.enum_values
                    )
                return reference
            case "setValue":
                return frozenset(self.literal(one) for one in kids(node))
        raise AssertionError(tag(node))

    @cached_property
    def enum_values(self) -> dict[str, Node]:
        """All values of enumerations and sets by their ids."""
        return {
            str(value.get("valueId")): value
            for one in self.body.iter(f"{{{NAMESPACE}}}possibleValues")
            for value in one.iterchildren("{*}*")
        }

    def _area(self, name: str) -> Node:
        return next(kids(self.body, name))

    def _collect(self) -> None:
        for area in kids(self.body):
            kind = AREAS.get(tag(area))
            for node in kids(area) if kind else ():
                self._add(node, str(kind))
                for states in kids(node, "phaseStates", "actionStates"):
                    inner = "phaseState" if tag(states) == "phaseStates" else "actionState"
                    for state in kids(states):
                        self._add(state, inner, node)

    def _add(self, node: Node, kind: str, host: Node | None = None) -> None:
        reference = node.get("typeId")
        if reference is None:
            assert host is not None
            reference = f"{host.get('typeId')}.{node.get('name') or 'state'}"
            node.set("typeId", reference)
        if (known := self.types.get(reference)) is not None:
            first = self.document.span(known.node)
            self.problems.error(
                "igold-duplicate",
                node,
                say("There are two types with the id '{reference}'.", reference=reference),
                say(
                    "The first is in line {first_line}; give one of them another typeId.",
                    first_line=first.line,
                ),
            )
            return
        abstract = tag(node).startswith("abstract")
        self.types[reference] = Type(reference, kind, node, abstract)

    def _inherit(self) -> None:
        for one in self.types.values():
            chain, seen = [one], {one.id}
            while (parent := chain[0].node.get("extends")) is not None:
                if parent in seen:
                    if one.id != min(seen):
                        break  # the circle is reported once, at its first type
                    cycle = " extends ".join([*(t.id for t in reversed(chain)), parent])
                    message = say("Inheritance goes round in circles: {cycle}.", cycle=cycle)
                    self.problems.error(
                        "igold-cycle", one.node, message, "Let one of them extend nothing."
                    )
                    break
                found = self.find(chain[0].node, one.kind, parent)
                if found is None:
                    break
                if not found.abstract:
                    self.problems.error(
                        "igold-concrete-parent",
                        chain[0].node,
                        say(
                            "'{parent}' is not abstract, so '{id}' cannot extend it.",
                            parent=parent,
                            id=chain[0].id,
                        ),
                        "Only abstract types can be extended.",
                    )
                chain.insert(0, found)
                seen.add(parent)
            one.chain = tuple(chain)

    def _fill(self, one: Type) -> None:
        for area in one.each("instances"):
            for node in kids(area):
                if tag(node) == "attributeInstanceValue":
                    self._give_value(one, node)
                else:
                    self._add_instance(one, node)
        for area in one.each("links"):
            for node in kids(area):
                self._add_link(one, node)
        if one.kind == "action":
            for state in one.each("actionStates"):
                for links in state.iter(f"{{{NAMESPACE}}}links"):
                    for node in kids(links):
                        self._add_link(one, node)
        if not one.abstract:
            for instance in one.instances.values():
                if instance.kind == "attribute" and instance.value is None:
                    self.problems.error(
                        "igold-abstract-value",
                        one.node,
                        say(
                            "'{one_id}' gives no value to the abstract attribute '{instance_id}'.",
                            one_id=one.id,
                            instance_id=instance.id,
                        ),
                        self.problems.worded(
                            say(
                                'Add <attributeInstanceValue instanceReference="{instance_id}">.',
                                instance_id=instance.id,
                            ),
                            say("Write below it: {instance_id} = ...", instance_id=instance.id),
                        ),
                    )

    def _add_instance(self, one: Type, node: Node) -> None:
        kind = _INSTANCES[tag(node)]
        if kind not in HOSTS[one.kind]:
            allowed = ", ".join(sorted(HOSTS[one.kind]))
            message = say("{a} cannot have instances of {kind}s.", a=_a(one.kind), kind=kind)
            self.problems.error(
                "igold-instance", node, message, say("It can have {allowed}.", allowed=allowed)
            )
            return
        if tag(node) == "abstractAttributeInstance" and not one.chain[0].abstract:
            self.problems.error(
                "igold-abstract-instance", node, "Only abstract types have abstract instances."
            )
        reference = node.get("instanceId") or f"{node.get('typeReference')}#{len(one.instances)}"
        if reference in one.instances:
            message = say(
                "'{one_id}' has two instances with the id '{reference}'.",
                one_id=one.id,
                reference=reference,
            )
            self.problems.error("igold-duplicate", node, message, "Rename one of them.")
            return
        found = self.find(node, kind, node.get("typeReference"))
        if found is not None and found.abstract:
            near = ", ".join(sorted(self.subtypes(found.id))[:3]) or "a type that extends it"
            message = say("'{found_id}' is abstract and cannot have instances.", found_id=found.id)
            self.problems.error(
                "igold-abstract", node, message, say("Make one of {near}.", near=near)
            )
        value = next(kids(node), None) if tag(node) == "attributeInstance" else None
        type_id = node.get("typeReference") or ""
        one.instances[reference] = Instance(kind, reference, type_id, node, value)

    def _give_value(self, one: Type, node: Node) -> None:
        reference = str(node.get("instanceReference"))
        found = one.instances.get(reference)
        if found is None or found.kind != "attribute":
            known = [i.id for i in one.instances.values() if i.kind == "attribute"]
            self.problems.unknown(
                node, say("attribute instance of '{one_id}'", one_id=one.id), reference, known
            )
            return
        value = next(kids(node), None)
        one.instances[reference] = Instance("attribute", found.id, found.type, found.node, value)

    def _add_link(self, one: Type, node: Node) -> None:
        name = tag(node)
        many = name.endswith("LinkList")
        kind = name.removesuffix("List").removesuffix("Link")
        reference = str(node.get("linkId"))
        if reference in one.links:
            message = say(
                "'{one_id}' has two links with the id '{reference}'.",
                one_id=one.id,
                reference=reference,
            )
            self.problems.error("igold-duplicate", node, message, "Rename one of them.")
            return
        if (wanted := node.get("typeReference")) is not None:
            self.find(node, kind, wanted)
        one.links[reference] = Link(reference, kind, many, node)

    def _references(self) -> None:
        for phase in self.of_kind("phase"):
            phase.states = self._states(phase, "phaseStates")
        for action in self.of_kind("action"):
            action.states = self._states(action, "actionStates")
        for state in self.of_kind("phaseState"):
            for area in state.each("links"):
                for node in kids(area):
                    self._add_link(state, node)

    def _states(self, one: Type, area: str) -> tuple[PhaseState, ...]:
        """The states of a phase or action; abstract ones give way to those that extend them."""
        nodes = [node for states in one.each(area) for node in kids(states)]
        types = [self.types[str(node.get("typeId"))] for node in nodes]
        extended = {t.id for state in types for t in state.chain[:-1]}
        found = []
        for state in types:
            if not state.abstract:
                chain = tuple(t.node for t in state.chain)
                found.append(PhaseState(state.id, state.name, chain, state.ids))
            elif state.id not in extended and not one.abstract:
                self.problems.error(
                    "igold-abstract-state",
                    one.node,
                    say(
                        "'{one_id}' has no state that extends the abstract state '{state_id}'.",
                        one_id=one.id,
                        state_id=state.id,
                    ),
                    self.problems.worded(
                        say('Add <phaseState extends="{state_id}" ...>.', state_id=state.id),
                        say(
                            "Write below it: state {one_id}.Name extends {state_id}",
                            one_id=one.id,
                            state_id=state.id,
                        ),
                    ),
                )
        return tuple(found)


def _a(kind: str) -> str:
    article = "An" if kind[0] in "aio" else "A"
    return f"{article} {'game state' if kind == 'game' else kind}"
