"""The schema of IGold as a table: what each element means, what may stand in it, what it says.

Completion, hover and the generated reference are made from it, so that they cannot differ from
what the checker accepts. Meanings of elements stand in the schema; those of attributes, which are
the same wherever one stands, stand here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from lxml import etree

from spielwerk.languages.igold.source import Node

_XS = "{http://www.w3.org/2001/XMLSchema}"


@dataclass(frozen=True, slots=True)
class SchemaChild:
    """An element that may stand in another."""

    name: str
    once: bool
    """Whether it stands there at most once."""


@dataclass(frozen=True, slots=True)
class SchemaAttribute:
    """An attribute of an element."""

    name: str
    type: str
    """What its values are, in a word or two."""
    required: bool
    meaning: str
    values: tuple[str, ...] = ()
    """All that it can be, where these are few."""


@dataclass(frozen=True, slots=True)
class SchemaElement:
    """An element of the language."""

    name: str
    meaning: str
    children: tuple[SchemaChild, ...]
    attributes: Mapping[str, SchemaAttribute]
    text: bool
    """Whether it holds words."""
    chapter: str
    """The heading that it stands under in the schema."""


@cache
def schema_elements() -> Mapping[str, SchemaElement]:
    """Every element of the language, in the order of the schema."""
    source = files("spielwerk.languages.igold").joinpath("igold.xsd").read_bytes()
    return _Reader(etree.fromstring(source)).elements()


@cache
def parents_of(name: str) -> tuple[str, ...]:
    """The elements that an element may stand in."""
    return tuple(
        parent.name
        for parent in schema_elements().values()
        if any(child.name == name for child in parent.children)
    )


class _Reader:
    def __init__(self, root: Node) -> None:
        self.root = root
        self.groups = {str(g.get("name")): g for g in root.iterchildren(f"{_XS}group")}
        self.types = {str(t.get("name")): t for t in root.iterchildren(f"{_XS}complexType")}
        self.simple = {str(t.get("name")): t for t in root.iterchildren(f"{_XS}simpleType")}

    def elements(self) -> Mapping[str, SchemaElement]:
        found: dict[str, SchemaElement] = {}
        chapter = ""
        for node in self.root.iterchildren():
            if isinstance(node, etree._Comment):
                chapter = str(node.text).strip()
            elif node.tag == f"{_XS}element":
                element = self.element(node, chapter)
                found[element.name] = element
        for node in self.root.iterfind(f".//*//{_XS}element[@type]"):
            local = self.element(node, "")
            found[local.name] = _merged(found.get(local.name), local)
        return found

    def element(self, node: Node, chapter: str) -> SchemaElement:
        named = str(node.get("type") or "").rpartition(":")[2]
        inner = node.find(f"{_XS}complexType")
        content = inner if inner is not None else self.types.get(named)
        children: dict[str, bool] = {}
        for name, once in self.children(content, once=True) if content is not None else ():
            children[name] = once and name not in children
        attributes = [self.attribute(one) for one in node.iter(f"{_XS}attribute")]
        if content is not None and inner is None:
            attributes += [self.attribute(one) for one in content.iter(f"{_XS}attribute")]
        return SchemaElement(
            str(node.get("name")),
            _meaning(node) or (_meaning(content) if content is not None else ""),
            tuple(SchemaChild(name, once) for name, once in children.items()),
            {one.name: one for one in attributes},
            text=content is None or content.get("mixed") == "true",
            chapter=chapter,
        )

    def children(self, node: Node, *, once: bool) -> Iterator[tuple[str, bool]]:
        for part in node.iterchildren():
            here = once and part.get("maxOccurs", "1") == "1"
            reference = str(part.get("ref") or "").rpartition(":")[2]
            if part.tag == f"{_XS}element":
                yield reference or str(part.get("name")), here
            elif part.tag == f"{_XS}group":
                yield from self.children(self.groups[reference], once=here)
            elif part.tag in (f"{_XS}sequence", f"{_XS}choice", f"{_XS}all"):
                yield from self.children(part, once=here)

    def attribute(self, node: Node) -> SchemaAttribute:
        name, kind = str(node.get("name")), str(node.get("type")).rpartition(":")[2]
        simple = self.simple.get(kind)
        values: tuple[str, ...] = ("true", "false") if kind == "boolean" else ()
        if simple is not None:
            values = tuple(str(v.get("value")) for v in simple.iter(f"{_XS}enumeration"))
        required = node.get("use") == "required"
        return SchemaAttribute(name, TYPES.get(kind, kind), required, ATTRIBUTES[name], values)


def _merged(known: SchemaElement | None, local: SchemaElement) -> SchemaElement:
    """What a name means that is one thing in most places and another in one."""
    if known is None:
        return replace(local, chapter="The game")
    here = {child.name for child in known.children}
    more = tuple(child for child in local.children if child.name not in here)
    attributes = {**known.attributes, **local.attributes}
    both = known.attributes.keys() & local.attributes.keys()
    loose = {n: replace(one, required=one.required and n in both) for n, one in attributes.items()}
    return replace(known, children=known.children + more, attributes=loose)


def _meaning(node: Node) -> str:
    text = node.findtext(f"{_XS}annotation/{_XS}documentation") or ""
    return " ".join(text.split())


TYPES = {
    "id": "an id",
    "string": "a text",
    "integer": "a whole number",
    "decimal": "a number",
    "boolean": "true or false",
    "priority": "a number from 0 to 100",
}
"""What the types of attributes are called; the others are lists of words."""

ATTRIBUTES = {
    "amount": "How many.",
    "byExecutingActor": "Whether only executions by the actor who executes this action count.",
    "chanceReference": "The `typeId` of the chance that decides.",
    "color": "The colour it is drawn in.",
    "columns": "How many columns further, to the right.",
    "comparison": "How the two values are compared.",
    "connectFieldsOnSides": "Whether fields on opposite sides are neighbours, too.",
    "connectFirstAndLastField": "Whether the row closes to a ring.",
    "connectionType": "Whether connections go both ways.",
    "corner": "The `instanceId` of the attribute whose value is shown in a corner of the card.",
    "count": "How many of them there are at the beginning.",
    "default": "The value where nobody chooses another.",
    "enumValueReference": "The `valueId` of a value of an enumeration.",
    "extends": "The `typeId` of the abstract type from which everything is inherited.",
    "howToConnectAdjacentFields": "Which neighbours are connected.",
    "howToConnectLayers": "Which neighbours in the next layer are connected.",
    "id": "The name in the catalogue, where it is not that of the file.",
    "ignoreConnections": "Whether an object gets there without a path of connected fields.",
    "instanceId": "The id of this instance, unique in the type it stands in.",
    "instanceIdReference": "The `instanceId` of an instance.",
    "instanceReference": "The `instanceId` of an inherited attribute.",
    "isActionStillAbortable": "Whether the player may still leave the action here.",
    "language": "The language of the text: `en` or `de`.",
    "layers": "How many layers further.",
    "linkId": "The id of this link, unique in the type it stands in.",
    "linkIdReference": "The `linkId` of a link.",
    "maximum": "The largest value there can be.",
    "minimum": "The smallest value there can be.",
    "move": "The word that begins the move; without it, it is made from the name.",
    "name": "What it is called; words of moves and facts are made from it.",
    "optionId": "The id of this option.",
    "optionReference": "The `optionId` of an option.",
    "optionValue": "The value the option must have.",
    "position": "From which end: the first (bottom) or the last (top).",
    "priority": "When it takes its turn among others: 0 first, 100 last.",
    "ranking": "How scores become an outcome.",
    "rows": "How many rows further.",
    "scope": "Since when executions are counted.",
    "seat": "The name of the seat at whose place it lies.",
    "setFieldOwnerAsObjectOwner": "Whether the object then belongs to the owner of the field.",
    "shape": "The shape it is drawn in.",
    "text": "The words that people read.",
    "toBottom": "Whether it is put below what lies there, instead of on top.",
    "typeId": "The id of this type, unique in the game.",
    "typeReference": "The `typeId` of the type that is meant.",
    "value": "The value.",
    "valueId": "The id of this value, unique in the game.",
    "version": "The version of the rules.",
    "withReplacement": "Whether what was drawn can be drawn again.",
    "word": "What moves and facts call it; without it, that is made from the name.",
}
"""What attributes mean, wherever they stand."""
