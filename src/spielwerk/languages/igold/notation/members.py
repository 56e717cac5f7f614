"""What types are made of, in the compact notation: what their heads and the lines below say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from spielwerk.core import say
from spielwerk.languages.igold.notation.lines import SourceLine
from spielwerk.languages.igold.notation.meaning import Meaning, namespaces
from spielwerk.languages.igold.notation.names import INSTANCES, default_name
from spielwerk.languages.igold.notation.statements import (
    Statements,
    comment_node,
    joined_comments,
)
from spielwerk.languages.igold.notation.symbols import WORDS, elements
from spielwerk.languages.igold.notation.terms import Expression, TermError, TermReader, unquoted
from spielwerk.languages.igold.plugins import plugins
from spielwerk.languages.igold.source import NAMESPACE, Node, tag

_LONGEST_TRACK = 500
_PARTS = frozenset(
    [
        "label",
        "note",
        "instances",
        "links",
        "visibility",
        "timer",
        "timers",
        "executableBy",
        "executableIfAnyApplies",
        "operations",
        "actionStates",
        "actionStateTransitions",
        "phaseStateTransitions",
        "activeIfAnyApplies",
        "impact",
        "objectCountVisibility",
    ]
)
_BARE = ("gameState", "phase", "abstractPhase", "simpleAction", "complexAction")
"""Elements whose parts are named without a dot."""


class TypeReader(Statements):
    """Reads what stands in a type: its clauses, instances, links and states."""

    def __init__(self, file: str, meaning: Meaning) -> None:
        super().__init__(file, meaning)
        self.root = self.fresh("game")
        self.copies: dict[str, dict[str, int]] = {}
        """By the type that a table of cards extends: how many there are of each."""
        self._waiting: list[Node] = []
        """Comments that wait for the part of a type they stand before."""

    def fresh(self, name: str) -> Node:
        """An element without a place."""
        return etree.Element(f"{{{NAMESPACE}}}{name}", nsmap=namespaces({}))

    def use(self, name: str) -> None:
        """Name a plugin that a short form needs."""
        self.meaning.prefixes.setdefault(name, plugins()[name].namespace)
        area = next(iter(elements(self.root, "plugins")), None)
        if area is None:
            area = self.make("plugins", None)
            self.root.append(area)
        if all(one.get("name") != name for one in elements(area)):
            area.append(self.make("plugin", None, name=name))

    def named(self, node: Node, r: TermReader, identity: str | None = None) -> None:
        """What can be said of anything: its name, its labels, how it looks."""
        if identity is not None:
            node.set("name", default_name(identity))
        while True:
            if r.peek().kind == "string" or r.sees("|"):
                _in_front(node, self.labels(r))
            elif r.take("named"):
                node.set("name", unquoted(r.next().text))
            elif r.take("unnamed"):
                node.attrib.pop("name", "")
            elif r.sees("note") and r.peek(1).kind == "string":
                r.next()
                _in_front(node, self.labels(r, "note"))
            elif r.take("extends"):
                node.set("extends", r.type_name())
            elif r.peek().kind == "name" and r.peek(1).text == "=" and r.peek(1).kind == "mark":
                key = r.next().text
                r.next()
                node.set(key, self.word(r))
            else:
                return

    def head(self, kind: str, r: TermReader) -> Node:
        token = r.peek()
        name = r.type_name()
        node = self.make(kind, (token.start, r.peek(-1).end), typeId=name)
        self.named(node, r, name)
        return node

    # Members of types

    def members(self, node: Node, r: TermReader, line: SourceLine, host: str) -> None:
        """What follows the head of a type, on its line and below."""
        self._clauses(node, r, host)
        operations = self._operations_of(node)
        if r.sees(":") and r.peek(1).kind != "end":
            if operations is None:
                r.next()
                self._member(node, r, line, host)
                while r.take(";"):
                    self._member(node, r, line, host)
                return
            inner = self.make(operations, None)
            node.append(inner)
            self.body(inner, r, line)
            return
        r.take(":")
        self._member_lines(node, line, host, operations)
        self.reader(line)

    def _operations_of(self, node: Node) -> str | None:
        """The element that statements below a type stand in."""
        return {
            "simpleAction": "operations", "phaseState": "operations", "actionState": "operations",
            "abstractPhaseState": "operations", "implication": "impact",
        }.get(tag(node))  # fmt: skip

    def _member_lines(
        self, node: Node, line: SourceLine, host: str, operations: str | None
    ) -> None:
        inner: Node | None = None
        waiting: list[Node] = []
        for one in joined_comments(line.children):
            if isinstance(one, str):
                waiting.append(comment_node(one))
                continue
            row = one
            if operations is not None and not self._is_member(row):
                if inner is None:
                    inner = self.make(operations, (0, 1))
                    node.append(inner)
                inner.extend(waiting)
                target = inner
                self.within(row, lambda r, row=row, target=target: self.statements(target, r, row))  # type: ignore[misc]
            else:
                self._waiting = waiting
                self.within(row, lambda r, row=row: self._member_line(node, r, row, host))  # type: ignore[misc]
                waiting = self._waiting
                node.extend(waiting)
            waiting = []
        (inner if inner is not None else node).extend(waiting)

    def _is_member(self, line: SourceLine) -> bool:
        """Whether a line below an action or state says something of it, and is no statement."""
        word = re.match(r"[A-Za-z]+", line.text)
        first = word.group() if word else ""
        if first in ("link", "list", "when", "by", "visible", "counted", "timer", "note"):
            return not re.match(r"\w+\s*([-+*/]?=(?!=)|\.)", line.text)
        if line.text.startswith("<"):
            name = re.match(r"<([\w:.-]+)", line.text)
            return name is not None and name[1] in _PARTS
        part = re.match(r"(`[^`]+`|[A-Za-z_]\w*)\s*:\s*\S", line.text)
        return part is not None and first not in ("else", "unchosen")

    def _member_line(self, node: Node, r: TermReader, line: SourceLine, host: str) -> None:
        self._member(node, r, line, host)
        while r.take(";"):
            self._member(node, r, line, host)
        self.all_read(r)

    def _part(self, node: Node, name: str) -> Node:
        """A part of an element, made where it is first needed."""
        found = next(iter(elements(node, name)), None)
        if found is None:
            found = self.make(name, None)
            node.append(found)
        found.extend(self._waiting)
        self._waiting = []
        return found

    def _clauses(self, node: Node, r: TermReader, host: str) -> None:
        """What stands on the line of a head: by whom, when, visible to whom."""
        while True:
            before = r.at
            self.named(node, r)
            self._clause(node, r, host)
            if r.at == before:
                return

    def _clause(self, node: Node, r: TermReader, host: str) -> bool:
        if r.take("by"):
            node.append(self.meaning.wrapped("executableBy", r.term()))
        elif r.take("when"):
            self._when(node, r)
        elif r.take("until"):
            term = r.term()
            node.append(self.make("turns:until", term, *self.meaning.rules(term)))
        elif r.sees("visible", "to") or r.sees("counted", "by"):
            self._seen(node, r)
        elif r.sees("skip") and tag(node) == "playersTakeTurns" and r.take("skip"):
            term = r.term()
            node.append(self.make("turns:skip", term, *self.meaning.rules(term)))
        elif r.sees("begins") and tag(node) == "playersTakeTurns" and r.take("begins"):
            node.append(self.meaning.wrapped("turns:begins", r.term()))
        elif r.take("allows"):
            area = self._part(node, "allowedObjectTypes")
            while True:
                token = r.peek()
                at = (token.start, token.end)
                area.append(self.make("objectTypeReference", at, typeReference=r.type_name()))
                if not r.take(","):
                    break
        else:
            return False
        return True

    def _seen(self, node: Node, r: TermReader) -> None:
        while True:
            inside = self.meaning.inside
            self.meaning.inside = "type"
            if r.take("visible", "to"):
                node.append(self.meaning.wrapped("visibility", r.term()))
            elif r.take("counted", "by"):
                node.append(self.meaning.wrapped("objectCountVisibility", r.term()))
            else:
                self.meaning.inside = inside
                return
            self.meaning.inside = inside

    def _when(self, node: Node, r: TermReader) -> None:
        term = r.term()
        names = {
            "simpleAction": ("executableIfAnyApplies", "precondition"),
            "complexAction": ("executableIfAnyApplies", "precondition"),
            "implication": ("activeIfAnyApplies", "precondition"),
            "actionState": ("actionStateTransitions", "actionStateTransition"),
            "phaseState": ("phaseStateTransitions", "phaseStateTransition"),
            "abstractPhaseState": ("phaseStateTransitions", "phaseStateTransition"),
        }
        area, name = names.get(tag(node), ("phaseTransitions", "phaseTransition"))
        self._part(node, area).append(self.make(name, term, *self.meaning.rules(term)))

    def _member(self, node: Node, r: TermReader, line: SourceLine, host: str) -> None:
        token = r.peek()
        if token.kind == "raw":
            self.raw_line(node, r, line)
            return
        if r.sees("state") and r.peek(1).kind in ("name", "quoted") and r.peek(2).text != "=":
            r.next()
            self._state(node, r, line)
            return
        if r.sees("abstract", "state"):
            r.at += 2
            self._state(node, r, line, "abstractPhaseState")
            return
        if r.sees("each", "turn"):
            r.at += 2
            inner = self.make("turns:beforeEachTurn", None)
            node.append(inner)
            self.body(inner, r, line)
            return
        if r.sees("note") and r.peek(1).kind == "string":
            r.next()
            _in_front(node, self.labels(r, "note"))
            return
        if (r.sees("link") or r.sees("list")) and r.peek(2).text == ":":
            self._link_member(node, r)
            return
        if r.sees("track") and r.peek(2).kind == "number":
            self._track(node, r)
            return
        if r.sees("grid") and r.peek(1).kind == "number":
            self._grid(node, r)
            return
        if self._clause(node, r, host):
            return
        private = r.sees("private") and r.peek(2).text == ":" and r.take("private")
        made = self._instance(node, r, line, host)
        if private and made is not None:
            inside, self.meaning.inside = self.meaning.inside, "type"
            owner = Expression("name", "holder", (), 0, len(line.text))
            made.append(self.meaning.wrapped("visibility", owner))
            self.meaning.inside = inside

    def _track(self, node: Node, r: TermReader) -> None:
        """``track step 1 to 12: Square``: fields in a row; ``ring`` closes it."""
        r.next()
        stem = r.next().text.strip("`")
        first = int(r.next().text)
        r.need("to")
        last = int(r.next().text)
        if not first <= last < first + _LONGEST_TRACK:
            raise r.unexpected(say("A track has 1 to {most} fields.", most=_LONGEST_TRACK))
        r.need(":")
        kind = r.type_name()
        area = self._part(node, "instances")
        names = [f"{stem}{n}" for n in range(first, last + 1)]
        for name in names:
            given = {"instanceId": name, "name": name, "typeReference": kind}
            area.append(self.make("fieldInstance", None, **given))
        layout = self.make("oneDimensionalLayout", None)
        if r.take("ring"):
            layout.set("connectFirstAndLastField", "true")
        layout.extend(
            [self.make("fieldInstanceReference", None, instanceIdReference=one) for one in names]
        )
        node.append(self.make("fieldLayout", None, layout))

    def _grid(self, node: Node, r: TermReader) -> None:
        """``grid 8 by 8: Square dark=Dark``: a board (the plugin ``boards``)."""
        self.use("boards")
        r.next()
        grid = self.make("boards:grid", None, columns=r.next().text)
        r.need("by")
        grid.set("rows", r.next().text)
        r.need(":")
        grid.set("typeReference", r.type_name())
        while r.peek(1).text == "=" and r.peek().kind == "name":
            key = {"dark": "darkTypeReference"}.get(r.peek().text, r.peek().text)
            r.at += 2
            grid.set(key, self.word(r))
        node.append(grid)

    def _state(self, node: Node, r: TermReader, line: SourceLine, name: str = "") -> None:
        inside_action = tag(node) == "complexAction"
        kind = name or ("actionState" if inside_action else "phaseState")
        area = self._part(node, "actionStates" if inside_action else "phaseStates")
        state = self.head(kind, r)
        area.append(state)
        self.members(state, r, line, "actionState" if inside_action else "phaseState")

    def _link_member(self, node: Node, r: TermReader) -> None:
        many = r.next().text == "list"
        token = r.next()
        name = token.text.strip("`")
        self._is_free(node, name, r)
        r.need(":")
        wanted = r.type_name()
        kind = self.meaning.symbols.types.get(wanted)
        given = {"typeReference": wanted}
        if kind is None or (r.take("any")):
            kind, given = wanted, {}
        if kind not in INSTANCES and kind != "actor":
            if not self.meaning.lenient:
                raise TermError(
                    say("There is no type '{name}'.", name=wanted), token.start, r.peek(-1).end
                )
            kind = "actor"
        suffix = "LinkList" if many else "Link"
        at = (token.start, token.end)
        link = self.make(f"{kind}{suffix}", at, linkId=name, **given)
        self._part(node, "links").append(link)
        self.named(link, r, name)
        if r.take("="):
            word = f"initial{kind.capitalize()}Link{'s' if many else ''}"
            inside = self.meaning.inside
            self.meaning.inside = inside or "type"
            link.append(self.meaning.wrapped(word, r.term()))
            self.meaning.inside = inside
        self.named(link, r)
        self._seen(link, r)

    def _is_free(self, node: Node, name: str, r: TermReader) -> None:
        """What is called by its bare name cannot be called like a word of the notation."""
        if name in WORDS and tag(node) in _BARE:
            r.at -= 1
            raise r.unexpected(
                say("'{name}' is a word of the notation and cannot be a name here.", name=name),
                say("Choose another name, such as '{name}One'.", name=name),
            )

    def _instance(self, node: Node, r: TermReader, line: SourceLine, host: str) -> Node | None:
        token = r.next()
        if token.kind not in ("name", "quoted"):
            r.at -= 1
            raise r.unexpected()
        name, at = token.text.strip("`"), (token.start, token.end)
        if r.take("="):
            inner = self.meaning.element(r.term())
            value = self.make("attributeInstanceValue", at, inner, instanceReference=name)
            self._part(node, "instances").append(value)
            return value
        if not r.take(":"):
            raise r.unexpected(
                say("'{name}' says nothing here.", name=name),
                say("A part is written as name: Type, a value as name = 1."),
            )
        r.at -= 1
        self._is_free(node, name, r)
        r.at += 1
        reference = r.type_name()
        kind = self.meaning.symbols.types.get(reference)
        if kind not in INSTANCES:
            if not self.meaning.lenient:
                from difflib import get_close_matches

                near = get_close_matches(reference, self.meaning.symbols.types, 1, 0.5)
                raise TermError(
                    say("There is no type '{name}'.", name=reference),
                    r.peek(-1).start,
                    r.peek(-1).end,
                    say("Did you mean '{near}'?", near=near[0]) if near else None,
                )
            kind = "attribute"
        instance = self.make(INSTANCES[kind], at, instanceId=name, typeReference=reference)
        self._part(node, "instances").append(instance)
        self.named(instance, r, name if kind not in ("action", "implication") else None)
        if kind == "attribute":
            if r.take("="):
                instance.append(self.meaning.element(r.term()))
            else:
                instance.tag = f"{{{NAMESPACE}}}abstractAttributeInstance"
            self.named(instance, r)
        elif kind == "field" and r.take("["):
            self._contents(instance, r)
        self._seen(instance, r)
        return instance

    def _contents(self, field: Node, r: TermReader) -> None:
        """``[Guard 5, Priest 2]``: what lies in a field at the beginning."""
        area = self.make("initialObjectInstances", None)
        field.append(area)
        while not r.sees("]"):
            token = r.peek()
            at = (token.start, token.end)
            if r.sees("all") and r.peek(1).kind in ("name", "quoted"):
                self._all_cards(area, r)
                if not r.take(","):
                    break
                continue
            thing = self.make("objectInstance", at, typeReference=r.type_name())
            if r.peek().kind == "number":
                thing.set("count", r.next().text)
            if r.take("as"):
                thing.set("instanceId", self.word(r))
            if r.take("if"):
                thing.set("optionReference", self.word(r))
                r.need("==")
                thing.set("optionValue", self.word(r))
            if r.take("for"):
                thing.set("seat", self.word(r))
            area.append(thing)
            if not r.take(","):
                break
        r.need("]")

    def _all_cards(self, area: Node, r: TermReader) -> None:
        """``[all Card]``: every card of a table, as often as its column ``count`` says."""
        token = r.next()
        parent = r.type_name()
        copies = self.copies.get(parent, {})
        if not copies and not self.meaning.lenient:
            r.at -= 1
            raise r.unexpected(
                say("No table says how many there are of each '{name}'.", name=parent),
                say("Give the table 'cards {name}' a column 'count'.", name=parent),
            )
        at = (token.start, r.peek(-1).end)
        for kind, count in copies.items():
            if count:
                thing = self.make("objectInstance", at, typeReference=kind, count=str(count))
                area.append(thing)


def _in_front(node: Node, labels: Sequence[Node]) -> None:
    """Put labels and notes before everything else that stands in an element."""
    told = (n for n, one in enumerate(node) if tag(one) not in ("label", "note"))
    place = next(told, len(node))
    for offset, label in enumerate(labels):
        node.insert(place + offset, label)
