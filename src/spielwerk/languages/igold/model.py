"""The parts of a definition: types, instances, links, states; and the problems found in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property

from spielwerk.core import Diagnostic, Severity, SourceError, say
from spielwerk.languages.igold.limits import PROBLEMS
from spielwerk.languages.igold.source import NAMESPACE, Node, XmlDocument, is_xml, tag


class Problems:
    """Collects what is wrong with a document."""

    def __init__(self, document: XmlDocument) -> None:
        self.document = document
        self.found: list[Diagnostic] = []

    def error(self, code: str, node: Node | None, message: str, hint: str | None = None) -> None:
        self._add(code, Severity.ERROR, node, message, hint)

    def warn(self, code: str, node: Node | None, message: str, hint: str | None = None) -> None:
        self._add(code, Severity.WARNING, node, message, hint)

    def worded(self, xml: str | None, noted: str) -> str | None:
        """What is said to an author who writes XML, or in the compact notation."""
        return xml if is_xml(self.document.text) else noted

    def unknown(self, node: Node | None, what: str, name: str, known: Iterable[str]) -> None:
        """Report a reference to nothing, with the nearest name there is."""
        if len(self.found) >= PROBLEMS:
            return
        near = get_close_matches(name, list(known), 1, 0.5)
        hint = say("Did you mean '{near}'?", near=near[0]) if near else None
        self.error(
            "igold-unknown", node, say("There is no {what} '{name}'.", what=what, name=name), hint
        )

    def stop_if_wrong(self) -> None:
        """Raise what was found, where it refuses the document."""
        if any(problem.severity is Severity.ERROR for problem in self.found):
            raise SourceError(self.found)

    def _add(
        self, code: str, severity: Severity, node: Node | None, message: str, hint: str | None
    ) -> None:
        if len(self.found) >= PROBLEMS:
            return
        problem = Diagnostic(code, severity, message, self.document.span(node), hint)
        if problem not in self.found:
            self.found.append(problem)


@dataclass(frozen=True, slots=True)
class Instance:
    """An element that another one is made of."""

    kind: str
    id: str
    type: str
    node: Node
    value: Node | None = None
    """Of an attribute: the element with its first value."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link or link list, and what it names at the beginning."""

    id: str
    kind: str
    many: bool
    node: Node


@dataclass(frozen=True, slots=True)
class PhaseState:
    """A state of a concrete phase or of a complex action, with what it inherits before its own."""

    id: str
    name: str
    nodes: tuple[Node, ...]
    ids: tuple[str, ...]


@dataclass(eq=False)
class Type:
    """A type of some kind, with what it inherits."""

    id: str
    kind: str
    node: Node
    abstract: bool
    chain: tuple[Type, ...] = ()
    """The types it inherits from, the farthest first, and itself."""
    instances: dict[str, Instance] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    states: tuple[PhaseState, ...] = ()
    _looks: dict[str, str] = field(default_factory=dict)

    @cached_property
    def name(self) -> str:
        return self.node.get("name") or self.id.rpartition(".")[2]

    @cached_property
    def word(self) -> str:
        """What moves and facts call it."""
        return self.node.get("word") or self.node.get("move") or word_of(self.name)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(one.id for one in self.chain)

    @cached_property
    def labels(self) -> dict[str, str]:
        """What people call it, by language."""
        return labels_of(self.node)

    @cached_property
    def notes(self) -> dict[str, str]:
        """What it is good for, by language; from the nearest type that says it."""
        found = (labels_of(one.node, "note") for one in reversed(self.chain))
        return next((notes for notes in found if notes), {})

    def look(self, name: str) -> str:
        """How it says it looks, itself or the nearest type it extends."""
        if name not in self._looks:
            given = [one.node.get(name) for one in reversed(self.chain)]
            self._looks[name] = next((str(value) for value in given if value), "")
        return self._looks[name]

    def each(self, *names: str) -> Iterator[Node]:
        """The child elements of these names, the inherited ones first."""
        for one in self.chain:
            yield from kids(one.node, *names)


def kids(node: Node, *names: str) -> Iterator[Node]:
    """The children of these names, or all of them but labels and notes."""
    for child in node.iterchildren("{*}*"):
        name = tag(child)
        if name in names or (not names and name not in ("label", "note")):
            yield child


def labels_of(node: Node, name: str = "label") -> dict[str, str]:
    """What people call an element, by language."""
    return {
        str(label.get("language")): str(label.get("text"))
        for label in node.iterchildren(f"{{{NAMESPACE}}}{name}")
    }


def word_of(name: str) -> str:
    """A name as a word of moves and facts: ``ConstructBuilding`` is ``construct-building``."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", re.sub(r"['’]", "", name))
    return re.sub(r"[^a-z0-9]+", "-", parted.lower()).strip("-") or "it"
