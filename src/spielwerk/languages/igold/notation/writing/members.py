"""What types are made of, in the compact notation: their heads and the lines below them."""

from __future__ import annotations

from lxml import etree

from spielwerk.languages.igold.notation.names import INSTANCES, LOOKS, TYPES, default_name
from spielwerk.languages.igold.notation.phrases import SUM, commented, name_text, type_text
from spielwerk.languages.igold.notation.symbols import elements
from spielwerk.languages.igold.notation.terms import quoted
from spielwerk.languages.igold.notation.writing.looks import (
    SHORT,
    WIDTH,
    NoShortForm,
    filled,
    fitted,
    indented,
    joined,
    labels_text,
    needed,
    packed,
    value_text,
)
from spielwerk.languages.igold.notation.writing.statements import StatementWriter
from spielwerk.languages.igold.source import Node, tag

_LYING = frozenset(
    ["typeReference", "instanceId", "count", "optionReference", "optionValue", "seat"]
)


class TypeWriter(StatementWriter):
    """Writes types with their clauses, instances, links and states."""

    def titled(self, head: str, node: Node, identity: str | None, *, looks: bool = True) -> str:
        """A head with its name, where that is not the usual one, how it looks, and its labels."""
        name = node.get("name")
        if name is None and identity is not None:
            head += " unnamed"
        elif name is not None and (identity is None or name != default_name(identity)):
            head += f" named {quoted(str(name))}"
        if looks:
            for key in LOOKS:
                if node.get(key) is not None:
                    head += f" {key}={value_text(str(node.get(key)))}"
        return joined(head, needed(labels_text(list(elements(node, "label")))))

    def visible(self, node: Node) -> str:
        text = ""
        words = {"visibility": "visible to", "objectCountVisibility": "counted by"}
        inside, self.phrases.inside = self.phrases.inside, "type"
        for one in elements(node, *words):
            (inner,) = elements(one)
            text += f" {words[tag(one)]} {self.phrases.element(inner).text}"
        self.phrases.inside = inside
        return text

    def _type(self, node: Node) -> list[str]:
        name = tag(node)
        word = name[8:].lower() if name.startswith("abstract") else name
        if word not in TYPES:
            raise NoShortForm
        head = f"{'abstract ' if name.startswith('abstract') else ''}{word}"
        identity = str(node.get("typeId"))
        head += f" {type_text(identity)}"
        if node.get("extends") is not None:
            head += f" extends {type_text(str(node.get('extends')))}"
        return self.with_members(self.titled(head, node, identity), node)

    def _table_of_game(self, node: Node) -> list[str]:
        return self.with_members("table", node)

    def _implication(self, node: Node) -> list[str]:
        self.phrases.inside = "implication"
        identity = str(node.get("typeId"))
        head = self.titled(f"implication {type_text(identity)}", node, identity)
        return self.with_members(head, node)

    def _action(self, node: Node) -> list[str]:
        identity = str(node.get("typeId"))
        word = "action" if tag(node) == "simpleAction" else "complex action"
        head = self.titled(f"{word} {type_text(identity)}", node, identity)
        return self.with_members(head, node)

    def _turns(self, node: Node) -> list[str]:
        identity = str(node.get("typeId"))
        head = f"turns {type_text(identity)}"
        for key in ("link", "ends"):
            if node.get(key) is not None:
                head += f" {key}={value_text(str(node.get(key)))}"
        return self.with_members(self.titled(head, node, identity), node)

    def with_members(self, head: str, node: Node) -> list[str]:
        """A type with what it is made of; operations come last, as a block of their own."""
        clauses: list[str] = []
        lines: list[str] = []
        operations: list[Node] | None = None
        waiting: list[Node] = []
        for part in node:
            if isinstance(part, etree._Comment):
                waiting.append(part)
                continue
            if not isinstance(part.tag, str) or tag(part) == "label":
                continue
            if waiting:
                if tag(part) not in ("phaseStates", "operations"):
                    raise NoShortForm
                lines += self.block(waiting, None)
                waiting = []
            name = tag(part)
            if name in ("operations", "impact"):
                if operations is not None:
                    raise NoShortForm
                operations = list(part)
            elif (text := self._clause(part)) is not None:
                clauses += text
            else:
                lines += self._part(part, node)
        if waiting:
            raise NoShortForm
        head, below = fitted(head, clauses)
        if operations is not None and not lines and not below:
            return self.with_body(head, operations)
        lines = below + lines
        if operations is not None:
            lines += packed(self.block(operations, self.statement))
        if not lines:
            return [head]
        if len(lines) == 1 and lines[0][0] not in "<#" and len(head) + len(lines[0]) < WIDTH - 1:
            return [f"{head}: {lines[0]}"]
        return [f"{head}:", *indented(lines)]

    def _clause(self, part: Node) -> list[str] | None:
        """What can stand on the line of the head."""
        name = tag(part)
        if commented(part):
            return None
        inner = list(elements(part))
        match name:
            case "executableBy":
                return [f"by {self.phrases.element(inner[0]).text}"]
            case (
                "executableIfAnyApplies"
                | "activeIfAnyApplies"
                | "phaseTransitions"
                | ("phaseStateTransitions" | "actionStateTransitions")
            ):
                if any(one.attrib or tag(one).startswith("abstract") for one in inner) or not inner:
                    raise NoShortForm
                return [f"when {self.phrases.rules(list(elements(one)))}" for one in inner]
            case "visibility" | "objectCountVisibility":
                word = "visible to" if name == "visibility" else "counted by"
                inside, self.phrases.inside = self.phrases.inside, "type"
                text = self.phrases.element(inner[0]).text
                self.phrases.inside = inside
                return [f"{word} {text}"]
            case "allowedObjectTypes":
                names = ", ".join(type_text(str(one.get("typeReference"))) for one in inner)
                return [f"allows {names}"]
            case "until" | "skip":
                return [f"{name} {self.phrases.rules(inner)}"]
            case "begins":
                return [f"begins {self.phrases.element(inner[0]).text}"]
        return None

    def _part(self, part: Node, node: Node) -> list[str]:
        match tag(part):
            case "note":
                if part.getprevious() is not None and tag(part.getprevious()) == "note":  # type: ignore[arg-type]
                    return []
                told = needed(labels_text(list(elements(node, "note"))))
                return [f"note {told}"]
            case "instances":
                return packed(self.block(list(part), self._instance), SHORT)
            case "links":
                return self.block(list(part), self._link)
            case "phaseStates" | "actionStates":
                return self.block(list(part), self._state)
            case "beforeEachTurn":
                return self.with_body("each turn", list(part))
        return self.raw(part)

    def _state(self, node: Node) -> list[str]:
        identity = str(node.get("typeId"))
        if node.get("typeId") is None:
            raise NoShortForm
        head = "abstract state" if tag(node).startswith("abstract") else "state"
        head += f" {type_text(identity)}"
        if node.get("extends") is not None:
            head += f" extends {type_text(str(node.get('extends')))}"
        for key in ("isActionStillAbortable",):
            if node.get(key) is not None:
                head += f" {key}={node.get(key)}"
        return self.with_members(self.titled(head, node, identity), node)

    def _instance(self, node: Node) -> list[str]:
        name = tag(node)
        if name == "attributeInstanceValue":
            (inner,) = elements(node)
            name = name_text(str(node.get("instanceReference")))
            return [f"{name} = {self.phrases.element(inner).text}"]
        identity = str(node.get("instanceId"))
        kind = self.symbols.types.get(str(node.get("typeReference")))
        wanted = "attributeInstance" if name == "abstractAttributeInstance" else name
        if node.get("instanceId") is None or kind is None or INSTANCES.get(kind) != wanted:
            raise NoShortForm
        head = f"{name_text(identity)}: {type_text(str(node.get('typeReference')))}"
        plain = kind in ("action", "implication")
        value = [one for one in elements(node) if tag(one).endswith("Value")]
        if value:
            head += f" = {self.phrases.element(value[0]).at(SUM)}"
        if plain and node.get("name") is not None:
            head += f" named {quoted(str(node.get('name')))}"
            head = joined(head, needed(labels_text(list(elements(node, "label")))))
        else:
            head = self.titled(head, node, None if plain else identity, looks=False)
        contents = next(iter(elements(node, "initialObjectInstances")), None)
        if contents is not None:
            return self._contents(head, contents, node)
        return [head + self.visible(node)]

    def _contents(self, head: str, area: Node, node: Node) -> list[str]:
        parts = []
        for one in elements(area):
            text = type_text(str(one.get("typeReference")))
            if one.get("count") is not None:
                text += f" {one.get('count')}"
            if one.get("instanceId") is not None:
                text += f" as {value_text(str(one.get('instanceId')))}"
            if one.get("optionReference") is not None:
                option = value_text(str(one.get("optionReference")))
                text += f" if {option} == {value_text(str(one.get('optionValue')))}"
            if one.get("seat") is not None:
                text += f" for {value_text(str(one.get('seat')))}"
            if len(one) or set(one.attrib) - _LYING:
                raise NoShortForm
            parts.append(text)
        tail = self.visible(node)
        if len(head) + sum(map(len, parts)) + 2 * len(parts) < WIDTH:
            return [f"{head} [{', '.join(parts)}]{tail}"]
        return [f"{head} [", *indented(list(filled(parts))), f"]{tail}"]

    def _link(self, node: Node) -> list[str]:
        identity = str(node.get("linkId"))
        name = tag(node)
        many = name.endswith("List")
        kind = name.removesuffix("List").removesuffix("Link")
        wanted = node.get("typeReference")
        if wanted is None:
            text = f"{kind} any"
        elif self.symbols.types.get(str(wanted)) == kind:
            text = type_text(str(wanted))
        else:
            raise NoShortForm
        head = f"{'list' if many else 'link'} {name_text(identity)}: {text}"
        initial = [one for one in elements(node) if tag(one).startswith("initial")]
        inside = self.phrases.inside
        self.phrases.inside = inside or "type"
        for one in initial:
            inner = list(elements(one))
            if len(inner) != 1 or len(initial) != 1:
                raise NoShortForm
            head += f" = {self.phrases.element(inner[0]).text}"
        self.phrases.inside = inside
        return [self.titled(head, node, identity, looks=False) + self.visible(node)]
