"""The types of a game as a class diagram: what each is made of and knows, who may do and see what.

A processed game goes in, SVG comes out. A type points to the type it extends; each of its rows
leads to the element of the source that says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spielwerk.core import Box, Span, caption, part, sheet
from spielwerk.languages.igold.model import Type, kids
from spielwerk.languages.igold.processor import CompiledGame
from spielwerk.languages.igold.source import Node, tag

_WIDE, _LINE, _APART = 250, 17, 26
_ROOM = 1120
"""So wide a row of families may be before the next begins."""
_MOST = 14
"""So many rows of a box are shown."""
_SHOWN = {
    "actor": "Actors",
    "object": "Objects",
    "space": "Spaces",
    "field": "Fields",
    "action": "Actions",
    "implication": "Implications",
    "attribute": "Attributes",
}


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of a box, and the element that says it."""

    text: str
    node: Node


@dataclass(frozen=True, slots=True)
class _Family:
    """A type and all that extend it, drawn from a corner of its own."""

    svg: str
    width: float
    height: float


def types_diagram(program: CompiledGame) -> str:
    """The types of a game, and the state that lives as long as the match."""
    drawing = _Drawing(program)
    parts: list[str] = []
    y, width = 16.0, 0.0
    sections = [("Game", [drawing.box(program.definition.game, "gameState")])]
    for kind, title in _SHOWN.items():
        types = program.definition.of_kind(kind)
        roots = [one for one in types if len(one.chain) == 1]
        sections.append((title, [drawing.family(root, types) for root in roots]))
    for title, families in sections:
        if not families:
            continue
        parts.append(caption(20, y + 14, title, "kind"))
        y, reach = _flow(parts, families, y + 26)
        width = max(width, reach)
    return sheet(width + 20, y, parts)


def _flow(parts: list[str], families: Sequence[_Family], y: float) -> tuple[float, float]:
    """Place families side by side, row by row; the bottom and the right edge of it all."""
    x, below, right = 20.0, y, 0.0
    for one in families:
        if x > 20 and x + one.width > _ROOM:
            x, y = 20.0, below + _APART
        parts.append(f'<g transform="translate({x:g} {y:g})">{one.svg}</g>')
        below, right = max(below, y + one.height), max(right, x + one.width)
        x += one.width + _APART
    return below + _APART, right


class _Drawing:
    def __init__(self, program: CompiledGame) -> None:
        self.program = program
        self.definition = program.definition
        self.document = program.definition.document

    def family(self, root: Type, types: Sequence[Type]) -> _Family:
        """A type, with those that extend it to its right."""
        own = self.box(root, root.name)
        children = [t for t in types if len(t.chain) > 1 and t.chain[-2] is root]
        if not children:
            return own
        svg, height, width = [own.svg], own.height, own.width
        x, y = _WIDE + 56.0, 0.0
        for child in children:
            inner = self.family(child, types)
            line = f"M{x:g} {y + 14:g}H{x - 28:g}V14H{_WIDE:g}"
            svg.append(f'<path d="{line}" marker-end="url(#is)"/>')
            svg.append(f'<g transform="translate({x:g} {y:g})">{inner.svg}</g>')
            y += inner.height + 14
            width = max(width, x + inner.width)
        return _Family("".join(svg), width, max(height, y - 14))

    def box(self, one: Type, name: str) -> _Family:
        rows = [*self._made_of(one), *self._known(one), *self._done(one), *self._seen(one.node)]
        hidden = len(rows) - _MOST if len(rows) > _MOST + 1 else 0
        shown = rows[:_MOST] if hidden else rows
        high = 28 + _LINE * (len(shown) + bool(hidden)) + (6 if rows else 0)
        box = Box(0, 0, _WIDE, high)
        title = f"{name}{' (abstract)' if one.abstract else ''}"
        inside = box.svg("abstract" if one.abstract else "type") + caption(10, 18, title, "title")
        if rows:
            inside += f'<path d="M0 26H{_WIDE}"/>'
        if hidden:
            inside += caption(10, 42 + _LINE * len(shown), f"and {hidden} more")
        svg = part(inside, [self.document.whole(one.node)], name=name)
        for number, row in enumerate(shown):
            back = Box(3, 29 + _LINE * number, _WIDE - 6, _LINE).svg("row", 3)
            line = caption(10, 42 + _LINE * number, _cut(row.text))
            svg += part(back + line, self._place(row.node), name=row.text)
        return _Family(svg, _WIDE, high)

    def _place(self, node: Node) -> list[Span]:
        return [self.document.whole(node)]

    def _made_of(self, one: Type) -> Iterator[_Row]:
        for node in [i for area in kids(one.node, "instances") for i in kids(area)]:
            name = node.get("instanceId") or node.get("instanceReference") or node.get("name")
            kind = node.get("typeReference")
            if tag(node) == "actionInstance":
                yield _Row(f"can: {kind}", node)
                continue
            if tag(node) in ("implicationInstance", "effectInstance"):
                yield _Row(f"implies: {kind}", node)
                continue
            said = f"{name}: {kind}" if name and kind else name or kind or ""
            amount = node.get("count")
            value = _value(node)
            said += f" × {amount}" if amount else ""
            yield _Row(said.removeprefix("instance.") + (f" = {value}" if value else ""), node)
            yield from self._seen(node)

    def _known(self, one: Type) -> Iterator[_Row]:
        for node in [i for area in kids(one.node, "links") for i in kids(area)]:
            kind = tag(node)
            many = "∗" if kind.endswith("List") else ""
            to = node.get("typeReference") or kind.removesuffix("List").removesuffix("Link")
            yield _Row(f"→ {node.get('linkId')}: {to}{many}", node)
            yield from self._seen(node)

    def _done(self, one: Type) -> Iterator[_Row]:
        """Who owns an action, who may execute it, and when; how far a number reaches."""
        if one.kind == "attribute":
            low, high = one.node.get("minimum"), one.node.get("maximum")
            if low or high:
                yield _Row(f"from {low or '−∞'} to {high or '∞'}", one.node)
            for area in kids(one.node, "possibleValues"):
                values = ", ".join(str(v.get("name") or v.get("valueId")) for v in kids(area))
                yield _Row(values, area)
        if one.kind != "action":
            return
        owners = [
            (host.node, "the game" if host.kind == "game" else f"{host.kind} {host.name}")
            for host in [self.definition.game, *self.definition.types.values()]
            for instance in host.instances.values()
            if instance.kind == "action" and instance.type == one.id and not host.abstract
        ]
        if owners:
            names = list(dict.fromkeys(name for _, name in owners))
            more = f" and {len(names) - 2} more" if len(names) > 2 else ""
            yield _Row(f"of {', '.join(names[:2])}{more}", owners[0][0])
        for node in one.each("executableBy"):
            yield _Row(f"by {_spoken(node)}", node)
        code = next(
            (c for (type_id, _), c in self.program.actions.items() if type_id == one.id), None
        )
        areas = [p for area in one.each("executableIfAnyApplies") for p in kids(area)]
        for number, node in enumerate(areas):
            ways = code.ways if code is not None else ()
            said = (
                " and ".join(rule.text for rule in ways[number].rules) if number < len(ways) else ""
            )
            yield _Row(f"{'or ' if number else ''}if {said}" if said else "if …", node)

    def _seen(self, node: Node) -> Iterator[_Row]:
        for seen in kids(node, "visibility", "objectCountVisibility"):
            what = "counted by" if tag(seen) == "objectCountVisibility" else "seen by"
            yield _Row(f"◉ {what} {_spoken(seen)}", seen)


def _value(node: Node) -> str | None:
    found = next((v for v in kids(node) if v.get("value") or v.get("enumValueReference")), None)
    return None if found is None else found.get("value") or found.get("enumValueReference")


_WORDS = {"selectNoActors": "nobody", "selectAllActors": "everybody", "allActors": "everybody"}


def _spoken(node: Node) -> str:
    """The elements that select somebody, in words."""
    return " and ".join(_said(child) for child in kids(node))


def _said(node: Node) -> str:
    name = tag(node)
    if name in _WORDS:
        return _WORDS[name]
    if name == "actorOfLink":
        return f"'{node.get('linkIdReference')}'"
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower().removeprefix("select ")
    named = next((str(v) for k, v in node.attrib.items() if str(k).endswith("Reference")), None)
    inner = " of ".join(_said(child) for child in kids(node))
    return " ".join(
        p for p in (words, f"'{named}'" if named else "", f"({inner})" if inner else "") if p
    )


def _cut(text: str) -> str:
    return text if len(text) <= 42 else f"{text[:41]}…"
