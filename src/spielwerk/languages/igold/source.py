"""Reads IGold files: safe XML or the compact notation in, a tree with exact places out.

Nothing of the outside world is let in: document types, entities and whatever else could fetch or
multiply text are refused before the parser sees them. What parses is held against the schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

from lxml import etree

from spielwerk.core import Diagnostic, Severity, SourceError, Span, read_text_file, say
from spielwerk.languages.igold.language import IGOLD
from spielwerk.languages.igold.limits import LARGEST, PROBLEMS

NAMESPACE = "http://www.goldflam.de/lgold/v1.0"

Node = etree._Element
_START = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<([A-Za-z_][^\s/>]*)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NUMBERS = frozenset(
    [
        "amount",
        "columns",
        "count",
        "default",
        "layers",
        "maximum",
        "minimum",
        "priority",
        "rows",
        "value",
    ]
)
"""The attributes that hold numbers."""
_TEXTS = frozenset(["stringValue", "enumOption", "stringOption"])
"""Where an attribute of such a name holds a text."""
_TRIED = 3_000
"""In parents of more elements nobody tries out where a child belongs."""
_EXPECTED = re.compile(r"Expected is (?:one of )?\( (.*?) \)")


@dataclass(frozen=True, slots=True)
class XmlDocument:
    """A file that the schema accepts, and where each of its elements stands."""

    file: str
    text: str
    root: Node
    places: dict[Node, Span]

    def span(self, node: Node | None) -> Span:
        """The place of an element's tag; of one that a plugin made, the place it was made for."""
        while node is not None:
            if (found := self.places.get(node)) is not None:
                return found
            node = node.getparent()
        return Span(self.file, 1, 1, 1, 1)

    def whole(self, node: Node) -> Span:
        """All of an element: its lines up to the next one that is not inside of it."""
        start = self.span(node)
        last = self.text.count("\n") + 1
        outer: Node | None = node
        while outer is not None:
            after = (self.places[s].line for s in outer.itersiblings("{*}*") if s in self.places)
            if (line := next(after, None)) is not None:
                last = max(start.line, line - 1)
                break
            outer = outer.getparent()
        return Span(start.file, start.line, start.column, last, 1)


def tag(node: Node) -> str:
    """The name of an element without its namespace."""
    return str(node.tag).rpartition("}")[2]


def read_text(path: Path) -> str:
    """The text of a file.

    :raises SourceError: it cannot be read, is too long, or is not text
    """
    return read_text_file(path, IGOLD.name, IGOLD.longest)


def parse(
    text: str, file: str = "<text>", expand: Callable[[XmlDocument], None] | None = None
) -> XmlDocument:
    """The tree of a text that the schema accepts.

    ``expand`` may replace elements of plugins by elements of the language before that.

    :raises SourceError: the text is no safe XML, or the schema refuses it
    """
    if len(text) > IGOLD.longest:
        raise _refused(
            "igold-too-long",
            say("The file has more than {igold_longest:,} bytes.", igold_longest=IGOLD.longest),
            file,
        )
    document = read_tree(text, file)
    root = document.root
    if etree.QName(root).namespace != NAMESPACE or tag(root) != "game":
        raise _refused(
            "igold-root",
            say(
                "The root is '{tag}', not 'game' of the namespace {namespace}.",
                tag=tag(root),
                namespace=NAMESPACE,
            ),
            file,
            say('Begin with <game name="..." xmlns="{namespace}">.', namespace=NAMESPACE),
        )
    if expand is not None:
        expand(document)
    problems = dict.fromkeys([*_schema_problems(document), *_long_numbers(document)])
    if problems:
        raise SourceError([*islice(problems, PROBLEMS)])
    return document


def read_tree(text: str, file: str) -> XmlDocument:
    """The tree of a text as it is written, whatever stands in it.

    :raises SourceError: the text is no safe XML, or cannot be read as the compact notation
    """
    return _read_xml(text, file) if is_xml(text) else _read_notation(text, file)


def is_xml(text: str) -> bool:
    """Whether a text is XML, and not in the compact notation."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def _read_notation(text: str, file: str) -> XmlDocument:
    from spielwerk.languages.igold.notation import read_notation

    root, places = read_notation(text, file)
    return XmlDocument(file, text, root, places)


def _read_xml(text: str, file: str) -> XmlDocument:
    _refuse_declarations(text, file)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_pis=True
    )
    body = re.sub(r"^\s*<\?xml[^>]*\?>", _blank, text, count=1)
    try:
        root = etree.fromstring(body.encode(), parser)
    except etree.XMLSyntaxError as problem:
        line, column = problem.position
        place = Span(file, max(line, 1), max(column, 1), max(line, 1), max(column, 1) + 1)
        message = say("This is not well-formed XML: {problem_msg}.", problem_msg=problem.msg)
        raise SourceError(
            [Diagnostic("igold-xml", Severity.ERROR, message, place, "Close and nest all tags.")]
        ) from None
    return XmlDocument(file, text, root, dict(_places(root, text, file)))


@cache
def schema() -> etree.XMLSchema:
    """The schema of the language."""
    source = files("spielwerk.languages.igold").joinpath("igold.xsd").read_bytes()
    return etree.XMLSchema(etree.fromstring(source))


@cache
def element_names() -> tuple[str, ...]:
    """Every element that the schema knows, for suggestions."""
    source = files("spielwerk.languages.igold").joinpath("igold.xsd").read_bytes()
    found = etree.fromstring(source).iterchildren("{http://www.w3.org/2001/XMLSchema}element")
    return tuple(str(node.get("name")) for node in found)


def _refuse_declarations(text: str, file: str) -> None:
    bare = _COMMENT.sub(_blank, text)
    if (found := re.search(r"<!(DOCTYPE|ENTITY)", bare)) is not None:
        line = bare.count("\n", 0, found.start()) + 1
        column = found.start() - bare.rfind("\n", 0, found.start())
        place = Span(file, line, column, line, column + len(found.group()))
        message = "Document types and entities are refused: a file of rules stands for itself."
        hint = "Delete the declaration and write out what its entities stand for."
        raise SourceError([Diagnostic("igold-doctype", Severity.ERROR, message, place, hint)])


def _blank(found: re.Match[str]) -> str:
    """The same number of lines and columns, without the words."""
    return re.sub(r"[^\n]", " ", found.group())


def _places(root: Node, text: str, file: str) -> Iterator[tuple[Node, Span]]:
    nodes = root.iter(tag=etree.Element)
    line, start = 1, 0
    for found in _START.finditer(text):
        if found.group(1) is None:
            continue
        line += text.count("\n", start, found.start())
        start = found.start()
        column = start - text.rfind("\n", 0, start)
        node = next(nodes, None)
        if node is None:
            return
        yield node, Span(file, line, column, line, column + len(found.group()))


def _schema_problems(document: XmlDocument) -> Iterator[Diagnostic]:
    if schema().validate(document.root):
        return
    entries = list(schema().error_log)[:PROBLEMS]  # type: ignore[call-overload]
    for number, entry in enumerate(entries):
        found = document.root.xpath(entry.path) if entry.path else []
        node = found[0] if isinstance(found, list) and found else None
        message = re.sub(r"\{[^}]*\}", "", entry.message)
        hint = None
        name = tag(node) if isinstance(node, Node) else ""
        if "Missing child element" in message:
            wanted = _EXPECTED.search(message)
            choices = wanted.group(1).split(", ")[:6] if wanted else []
            message = say("In '{name}' something is still missing.", name=name)
            hint = say("Here {shown} may stand.", shown=", ".join(choices)) if choices else None
            if not is_xml(document.text) and name == "gameDefinition":
                message = say("The game has no parts yet.")
                hint = say("Say next who plays and what there is: actor, table, action, turns.")
        if "not expected" in message:
            wanted = _EXPECTED.search(message)
            choices = wanted.group(1).split(", ") if wanted else []
            near = get_close_matches(name, choices, 1, 0.6)
            near = near or get_close_matches(name, element_names(), 1, 0.8)
            message = say("'{name}' cannot stand here.", name=name)
            behind = _belongs_before(node) if number < 10 and isinstance(node, Node) else None
            if behind is not None:
                message = say("'{name}' must stand before '{behind}'.", name=name, behind=behind)
                hint = "Put it there: in this place the order counts."
            elif near and near[0] != name:
                hint = say("Did you mean '{near}'?", near=near[0])
            elif choices:
                shown = ", ".join(choices[:6]) + (", ..." if len(choices) > 6 else "")
                hint = say("Here {shown} may stand.", shown=shown)
            if not is_xml(document.text) and (needed := _needed(choices)) is not None:
                # Who writes in the notation has never heard of these elements.
                message, hint = (
                    say("This does not fit: {needed} is needed here.", needed=needed),
                    None,
                )
        span = document.span(node if isinstance(node, Node) else None)
        yield Diagnostic("igold-schema", Severity.ERROR, message, span, hint)


def _needed(choices: Sequence[str]) -> str | None:
    """What elements that may stand somewhere have in common, in words."""
    return next((say(word) for name, word in _NEEDED.items() if name in choices), None)


_NEEDED = {
    "integerValue": "a value",
    "attributeOfActor": "an attribute",
    "selectAllActors": "a selection of actors",
    "firstActor": "an actor",
    "topObjectOfField": "an object",
    "selectAllObjects": "a selection of objects",
    "fieldOfGame": "a field",
    "selectAllFields": "a selection of fields",
    "attributeRule": "a rule",
}
"""By an element that only such places take: what is needed there."""


def _belongs_before(node: Node) -> str | None:
    """The earlier neighbour that an element may only stand before, where that is all."""
    parent, name = node.getparent(), tag(node)
    if parent is None or sum(1 for _ in islice(parent.iter(), _TRIED + 1)) > _TRIED:
        return None
    place = parent.index(node)
    firsts = {str(one.tag): n for n, one in reversed([*enumerate(islice(parent, place))])}
    for number in sorted(firsts.values())[:12]:
        trial = deepcopy(parent)
        trial.insert(number, trial[place])
        if not isinstance(trial[number + 1].tag, str):
            continue
        schema().validate(trial)
        refused = (e.message for e in schema().error_log)  # type: ignore[attr-defined]
        if not any("not expected" in one and f"}}{name}'" in one for one in refused):
            return tag(trial[number + 1])
    return None


def _long_numbers(document: XmlDocument) -> Iterator[Diagnostic]:
    """Numbers that are too long to be worked with."""
    digits = len(str(LARGEST)) - 1
    for node in document.root.iter("{*}*"):
        for name in _NUMBERS & set(map(str, node.attrib)):
            for part in re.findall(r"\d+", str(node.get(name))):
                if len(part) > digits and tag(node) not in _TEXTS:
                    message = say(
                        "Numbers have at most {digits} digits, and '{name}' has {count}.",
                        digits=digits,
                        name=name,
                        count=len(part),
                    )
                    span = document.span(node)
                    yield Diagnostic("igold-number", Severity.ERROR, message, span)


def _refused(code: str, message: str, file: str, hint: str | None = None) -> SourceError:
    return SourceError([Diagnostic(code, Severity.ERROR, message, Span(file, 1, 1, 1, 1), hint)])
