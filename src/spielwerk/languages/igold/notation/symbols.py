"""What the names in a game are: types by their kind, and the members of every kind of element.

The tree of a file goes in, tables come out. A name in an expression is looked up here, so that
``player.hand`` can be a field, ``player.gold`` a number and ``crown`` a link to somebody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from lxml import etree

from spielwerk.languages.igold.source import Node, tag

KINDS = ("actor", "object", "field", "space", "attribute", "action", "implication")
_AREAS = {
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
_STATES = {
    "phaseState": "phaseState",
    "abstractPhaseState": "phaseState",
    "actionState": "actionState",
}


def elements(node: Node, *names: str) -> Iterable[Node]:
    """The child elements, of these names where some are given."""
    for child in node:
        if isinstance(child.tag, str) and (not names or tag(child) in names):
            yield child


class Symbols:
    """The names of a game."""

    def __init__(self, root: Node | None = None) -> None:
        self.types: dict[str, str] = {}
        self.type_nodes: dict[str, Node] = {}
        self.members: dict[tuple[str, str], str] = {}
        """By host and id: the kind of an instance, or ``link actor``, ``list object``."""
        self.fields: dict[str, set[str]] = defaultdict(set)
        """The fields that are found from a ``game`` or an ``actor``."""
        self.values: dict[str, set[str]] = defaultdict(set)
        """The values of enumerations, and in which types they stand."""
        self.options: set[str] = set()
        body = None if root is None else next(iter(elements(root, "gameDefinition")), None)
        if body is not None:
            self._collect(body)

    def _collect(self, body: Node) -> None:
        for area in elements(body):
            kind = _AREAS.get(tag(area))
            if tag(area) == "gameState":
                self._members("game", area)
            elif tag(area) == "options":
                self.options.update(str(one.get("optionId")) for one in elements(area))
                self._values(area)
            elif kind is not None:
                for one in elements(area):
                    name = str(one.get("typeId"))
                    self.types.setdefault(name, kind)
                    self.type_nodes.setdefault(name, one)
                    self._members(kind, one)
                    self._values(one)
        self._reach("game", elements(body, "gameState"))
        self._reach("actor", (n for area in elements(body, "actors") for n in elements(area)))

    def _members(self, host: str, node: Node) -> None:
        for area in elements(node, "instances", "links"):
            for one in elements(area):
                self._member(host, one)
        for state in node.iter(*[f"{{*}}{name}" for name in _STATES]):
            for area in elements(state, "links"):
                for one in elements(area):
                    self._member(_STATES[tag(state)], one)

    def _member(self, host: str, node: Node) -> None:
        name = tag(node)
        if (link := node.get("linkId")) is not None:
            many = name.endswith("LinkList")
            kind = name.removesuffix("List").removesuffix("Link")
            self.members.setdefault((host, str(link)), f"{'list' if many else 'link'} {kind}")
        elif (found := node.get("instanceId")) is not None:
            kind = name.removesuffix("Instance").removeprefix("abstract").lower()
            kind = "implication" if kind == "effect" else kind
            self.members.setdefault((host, str(found)), kind)

    def _values(self, node: Node) -> None:
        for one in node.iter("{*}enumValue"):
            if (value := one.get("valueId")) is not None:
                self.values[str(value)].add(str(node.get("typeId")))

    def _reach(self, host: str, nodes: Iterable[Node]) -> None:
        """The fields of all spaces that elements have."""
        for node in nodes:
            for area in elements(node, "instances"):
                for one in elements(area, "spaceInstance"):
                    for space in self._chain(str(one.get("typeReference"))):
                        for inner in elements(space, "instances"):
                            for field in elements(inner, "fieldInstance"):
                                self.fields[host].add(str(field.get("instanceId")))

    def _chain(self, name: str) -> Iterable[Node]:
        seen: set[str] = set()
        while name in self.type_nodes and name not in seen:
            seen.add(name)
            yield self.type_nodes[name]
            name = str(self.type_nodes[name].get("extends"))

    def of(self, host: str, name: str) -> str | None:
        """What a name is for a host: the kind of an instance, or of a link."""
        if host in ("game", "actor", "space") and (
            name in self.fields[host] or (host == "space" and ("space", name) in self.members)
        ):
            return self.members.get((host, name)) or "field"
        return self.members.get((host, name))

    def known(self) -> set[str]:
        """All names, for suggestions."""
        found = {name for _, name in self.members} | set(self.types) | set(self.values)
        return found | self.fields["game"] | self.fields["actor"] | WORDS.keys()


WORDS = {
    "me": "actorWhoExecutesThisAction",
    "chooser": "actorWhoMakesThisSelection",
    "chosenActor": "actorSelectedByInteractiveOperation",
    "chosenObject": "objectSelectedByInteractiveOperation",
    "chosenField": "fieldSelectedByInteractiveOperation",
    "eachActor": "actorOfThisIteration",
    "eachObject": "objectOfThisIteration",
    "eachField": "fieldOfThisIteration",
    "thatActor": "actorOfThisSearch",
    "thatObject": "objectOfThisSearch",
    "thatField": "fieldOfThisSearch",
    "thatSpace": "spaceOfThisSearch",
    "thisActor": "actorThisActionBelongsTo",
    "thisObject": "objectThisActionBelongsTo",
    "thisField": "fieldThisActionBelongsTo",
    "thisSpace": "spaceThisActionBelongsTo",
    "holder": "actorThisBelongsTo",
    "keeper": "actorThisSpaceBelongsTo",
    "ownerOfObject": "actorWhoOwnsThisObject",
    "ownerOfField": "actorWhoOwnsThisField",
    "ownerOfSpace": "actorWhoOwnsThisSpace",
    "first": "firstActor",
    "actors": "selectAllActors",
    "objects": "selectAllObjects",
    "fields": "selectAllFields",
    "spaces": "selectAllSpaces",
    "others": "selectAllOtherActors",
    "nobody": "selectNoActors",
    "noObjects": "selectNoObjects",
    "noFields": "selectNoFields",
    "noSpaces": "selectNoSpaces",
    "value": "selectedValue",
    "players": "numberOfPlayers",
    "thisAction": "thisAction",
    "thisImplication": "thisImplication",
}
"""Words of the notation that stand for an element without anything in it."""
IMPLIED = {
    "thisActor": "actorThisImplicationBelongsTo",
    "thisObject": "objectThisImplicationBelongsTo",
    "thisField": "fieldThisImplicationBelongsTo",
    "thisSpace": "spaceThisImplicationBelongsTo",
}
"""The same inside of an implication."""
SEEN = {
    "thisObject": "objectThisBelongsTo",
    "thisField": "fieldThisBelongsTo",
    "thisSpace": "spaceThisBelongsTo",
    "thisActor": "actorThisBelongsTo",
}
"""The same inside of a type or instance: its visibility and its links."""


def kind_of_word(element: str) -> str:
    """What an element without anything in it selects."""
    if element in ("selectedValue", "numberOfPlayers"):
        return "value"
    if element.startswith("select"):
        for kind in ("Actor", "Object", "Field", "Space"):
            if kind in element:
                return kind.lower()
    for kind in ("actor", "object", "field", "space"):
        if element.startswith(kind) or (element == "firstActor" and kind == "actor"):
            return kind
    return "action" if element == "thisAction" else "implication"


def local(node: Node) -> str:
    """The name of an element, with the prefix of a plugin."""
    name = etree.QName(node)
    return name.localname
