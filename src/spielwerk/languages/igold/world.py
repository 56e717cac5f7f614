"""The elements of one match: how many there are, what they are, and where they begin.

The types of a definition and a number of players go in. Elements are numbers, one series for each
kind, and never change in play; what changes is in :class:`~.position.Position`, in lists that are
indexed with these numbers. :func:`build` also fills the tables that the processor's functions read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spielwerk.core import Explanation, Json, Role, say
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.layouts import Connections, Grid, grid_of
from spielwerk.languages.igold.limits import ELEMENTS
from spielwerk.languages.igold.model import Instance, Type, kids, word_of
from spielwerk.languages.igold.position import Fault
from spielwerk.languages.igold.processor import TableKey
from spielwerk.languages.igold.source import Node, tag


class Absent:
    """Stands in tables where an element has no such part; to use it is a fault of the rules."""

    def __init__(self, host: str, kind: str, reference: str) -> None:
        self._claim = (
            f"This {host.replace('phaseState', 'phase state')} has no {kind} '{reference}'."
        )

    def __index__(self) -> int:
        raise Fault(Explanation(self._claim, holds=False))


@dataclass(frozen=True, slots=True)
class Element:
    """An element: its type, what it is part of, and what it is called there."""

    type: Type
    host: str
    """The kind of the element it is part of."""
    index: int
    """The number of the element it is part of."""
    id: str
    word: str
    host_type: Type
    value: Any = None
    """Of an attribute: its first value."""


@dataclass(eq=False)
class ElementWorld:
    """All elements of a match, by kind and number."""

    definition: Definition
    roles: tuple[Role, ...]
    options: Mapping[str, Json]
    actors: list[Element] = field(default_factory=list)
    spaces: list[Element] = field(default_factory=list)
    fields: list[Element] = field(default_factory=list)
    objects: list[Element] = field(default_factory=list)
    attributes: list[Element] = field(default_factory=list)
    actions: list[Element] = field(default_factory=list)
    implications: list[Element] = field(default_factory=list)
    links: list[Element] = field(default_factory=list)
    phases: list[Type] = field(default_factory=list)
    states: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)
    """Phase, id and ids of each phase state."""
    action_states: list[str] = field(default_factory=list)
    grids: dict[int, Grid] = field(default_factory=dict)
    """The regular layouts of spaces."""
    board: Connections = field(default_factory=Connections)
    slots_of_objects: list[tuple[int, ...]] = field(default_factory=list)
    """The attributes of each object."""
    allowed: list[frozenset[str] | None] = field(default_factory=list)
    """The types of objects that may lie in each field."""
    _fitting: dict[str, frozenset[int]] = field(default_factory=dict)
    made: int = 0
    """How many elements there are so far."""
    recompute: Callable[[Any], Any] = lambda _: None
    """Works out what implications change in a position."""

    def fitting(self, reference: str) -> frozenset[int]:
        """The fields in which objects of a type may lie."""
        if reference not in self._fitting:
            self._fitting[reference] = frozenset(
                number
                for number, allowed in enumerate(self.allowed)
                if allowed is None or reference in allowed
            )
        return self._fitting[reference]

    def of(self, kind: str) -> Sequence[Any]:
        """The elements of a kind."""
        if kind in ("phase", "game"):
            return self.phases if kind == "phase" else (self.definition.game,)
        if kind == "phaseState":
            return self.states
        if kind == "actionState":
            return self.action_states
        found: Sequence[Any] = getattr(self, f"{kind}s")
        return found


def seats(definition: Definition, players: int | None) -> tuple[list[tuple[Role, str]], list[str]]:
    """The seats of a match with their actor types; and what is wrong with that number."""
    area = next(kids(definition.body, "players"), None)
    low, high, usual = 2, 2, None
    named: list[Any] = []
    if area is not None:
        low, high = int(str(area.get("minimum"))), int(str(area.get("maximum")))
        usual = area.get("default")
        named = list(kids(area, "seat"))
    count = players if players is not None else int(usual) if usual else low
    wrong = []
    if not low <= count <= high:
        wrong.append(f"This game is for {low} to {high} players, not {count}.")
    types = [t.id for t in definition.of_kind("actor", concrete=True)]
    found = []
    for number in range(count):
        seat = named[number] if number < len(named) else None
        name = str(seat.get("name")) if seat is not None else f"player{number + 1}"
        reference = seat.get("typeReference") if seat is not None else None
        found.append((Role(name), str(reference or (types[0] if types else ""))))
    return found, wrong


def build(
    definition: Definition, seated: Sequence[tuple[Role, str]], options: Mapping[str, Json]
) -> ElementWorld:
    """Make all elements of a match."""
    world = ElementWorld(definition, tuple(role for role, _ in seated), options)
    for number, (role, reference) in enumerate(seated):
        kind = definition.types[reference]
        world.actors.append(Element(kind, "game", 0, role, str(role), definition.game))
        assert number == len(world.actors) - 1
    _fill(world, "game", 0, definition.game)
    for number, actor in enumerate(list(world.actors)):
        _fill(world, "actor", number, actor.type)
    for number, phase in enumerate(definition.of_kind("phase", concrete=True)):
        world.phases.append(phase)
        _fill(world, "phase", number, phase)
        for state in phase.states:
            world.states.append((number, state.id, state.ids))
            _add_links(world, "phaseState", len(world.states) - 1, definition.types[state.id])
    slots: list[list[int]] = [[] for _ in world.objects]
    for number, one in enumerate(world.attributes):
        if one.host == "object":
            slots[one.index].append(number)
    world.slots_of_objects = [tuple(each) for each in slots]
    world.allowed = [_allowed(definition, one.type) for one in world.fields]
    for action in definition.of_kind("action"):
        world.action_states += [state.id for state in action.states]
    for number, made in enumerate(list(world.actions)):
        _fill(world, "action", number, made.type)
    for number, implication in enumerate(list(world.implications)):
        _fill(world, "implication", number, implication.type)
    return world


def _count(world: ElementWorld, node: Node) -> None:
    """Count an element that is made for a node.

    :raises SourceError: there are too many
    """
    world.made += 1
    if world.made > ELEMENTS:
        message = say(
            "A match would have more than {elements:,} elements; here they get too many.",
            elements=ELEMENTS,
        )
        hint = "Make fewer instances, or give them a smaller count."
        world.definition.problems.error("igold-too-large", node, message, hint)
        world.definition.problems.stop_if_wrong()


def _fill(world: ElementWorld, host: str, index: int, kind: Type) -> None:
    """Make what an element is made of, and what that is made of."""
    types = world.definition.types
    for instance in kind.instances.values():
        _count(world, instance.node)
        one = types[instance.type]
        name = instance.node.get("name") or instance.id.removeprefix("instance.")
        word = one.word if instance.kind == "action" else word_of(name)
        value = _value(world, instance)
        if instance.kind == "object":
            _add_objects(world, index, kind, instance, [instance.node])
            continue
        series = world.of(instance.kind)
        assert isinstance(series, list)
        series.append(Element(one, host, index, instance.id, word, kind, value))
        if instance.kind == "space":
            number = len(series) - 1
            first = len(world.fields)
            _fill(world, "space", number, one)
            inside = {
                f.id: first + n
                for n, f in enumerate(world.fields[first:])
                if f.host == "space" and f.index == number
            }
            if (grid := grid_of(one, inside)) is not None:
                world.grids[number] = grid
        elif instance.kind == "field":
            number = len(series) - 1
            _fill(world, "field", number, one)
            for area in kids(instance.node, "initialObjectInstances"):
                _add_objects(world, number, one, instance, list(kids(area)))
    _add_links(world, host, index, kind)


def _add_objects(
    world: ElementWorld, field_number: int, kind: Type, instance: Instance, nodes: Sequence[Any]
) -> None:
    for node in nodes:
        option = node.get("optionReference")
        if (
            option is not None
            and str(world.options.get(option)).lower() != str(node.get("optionValue")).lower()
        ):
            continue
        if (seat := node.get("seat")) is not None and seat != _keeper(world, field_number):
            continue
        one = world.definition.types[node.get("typeReference")]
        for _ in range(int(node.get("count", "1"))):
            _count(world, node)
            reference = node.get("instanceId") or ""
            world.objects.append(Element(one, "field", field_number, reference, one.word, kind))
            _fill(world, "object", len(world.objects) - 1, one)


def _keeper(world: ElementWorld, field_number: int) -> str | None:
    """The seat of the actor whose field it is."""
    space = world.spaces[world.fields[field_number].index]
    return world.actors[space.index].word if space.host == "actor" else None


def _add_links(world: ElementWorld, host: str, index: int, kind: Type) -> None:
    for link in kind.links.values():
        _count(world, link.node)
        word = word_of(link.node.get("name") or link.id.removeprefix("link."))
        world.links.append(Element(kind, host, index, link.id, word, kind, link))


def _value(world: ElementWorld, instance: Instance) -> Any:
    if instance.kind != "attribute" or instance.value is None:
        return None
    node = instance.value
    if node.tag.endswith("optionValue"):
        return world.options.get(str(node.get("optionReference")))
    return world.definition.literal(node)


def _allowed(definition: Definition, kind: Type) -> frozenset[str] | None:
    references = [
        str(node.get("typeReference"))
        for area in kind.each("allowedObjectTypes")
        for node in kids(area)
    ]
    if not references:
        return None
    return frozenset().union(*(definition.subtypes(one) for one in references))


def tables(world: ElementWorld, wanted: Mapping[str, TableKey]) -> dict[str, Any]:
    """The tables that the functions of a program read."""
    return {name: _table(world, key) for name, key in wanted.items()}


def _table(world: ElementWorld, key: TableKey) -> Any:
    match key:
        case ("all", kind):
            return tuple(range(len(world.of(kind))))
        case ("all of", kind, reference):
            return tuple(n for n, one in enumerate(world.of(kind)) if reference in one.type.ids)
        case ("objects with id", reference):
            return tuple(n for n, one in enumerate(world.objects) if one.id == reference)
        case ("isa", "phase", reference):
            return [*(reference in phase.ids for phase in world.phases), False]
        case ("isa", "phaseState", reference):
            return [*(reference in ids for _, _, ids in world.states), False]
        case ("isa", "actionState", reference):
            return [*(reference == one for one in world.action_states), False]
        case ("isa", kind, reference):
            return [reference in one.type.ids for one in world.of(kind)]
        case ("type of", kind):
            return [one.type.id for one in world.of(kind)]
        case ("option", reference):
            return world.options[reference]
        case ("space of",):
            return [one.index for one in world.fields]
        case ("maker",):
            return [one.index if one.host == "actor" else -1 for one in world.spaces]
        case ("fields of",):
            return [
                tuple(n for n, one in enumerate(world.fields) if one.index == space)
                for space in range(len(world.spaces))
            ]
        case ("value kinds",):
            return [tag(one.type.node).removesuffix("Attribute") for one in world.attributes]
        case ("bounds",):
            return [_bounds(one.type) for one in world.attributes]
        case ("action of object", reference):
            found = [-1] * len(world.objects)
            for number, one in enumerate(world.actions):
                if one.host == "object" and one.type.id == reference:
                    found[one.index] = number
            return found
        case ("instances", kind, reference, host):
            return _instances(world, kind, reference, host)
        case ("link", host, reference):
            return _parts(world, "link", host, reference)
        case ("field", "actor" | "game" as host, reference):
            return _fields_by_host(world, host, reference)
        case (kind, host, reference):
            return _parts(world, kind, host, reference)
    return world.board.table(world, key[0])


def _instances(world: ElementWorld, kind: str, reference: str, host: str) -> Any:
    found = [
        (number, one)
        for number, one in enumerate(world.of(kind))
        if one.type.id == reference and one.host == host
    ]
    if host != "phase":
        return tuple((number, one.index) for number, one in found)
    return [
        *(tuple((n, p) for n, one in found if one.index == p) for p in range(len(world.phases))),
        (),
    ]


def _parts(world: ElementWorld, kind: str, host: str, reference: str) -> list[int | Absent]:
    """The number of the part of an id, for each element of a kind of host."""
    found: list[int | Absent] = [Absent(host, kind, reference)] * len(world.of(host))
    for number, one in enumerate(world.of(kind)):
        if one.host == host and one.id == reference:
            found[one.index] = number
    return found


def _fields_by_host(world: ElementWorld, host: str, reference: str) -> list[int | Absent]:
    found: list[int | Absent] = [Absent(host, "field", reference)] * len(world.of(host))
    for number, one in enumerate(world.fields):
        space = world.spaces[one.index]
        if space.host == host and one.id == reference:
            found[space.index] = number
    return found


def _bounds(kind: Type) -> tuple[int | None, int | None]:
    low, high = kind.node.get("minimum"), kind.node.get("maximum")
    return (int(low) if low else None, int(high) if high else None)
