"""Pictures of a game as SVG: its course as a state chart, its types as a class diagram.

A definition goes in, SVG text comes out. In the state chart an arrow leads from a state to those
whose transition asks for it; a dot marks what comes first, and what a transition asks besides
stands below the state's name. In the class diagram a type points to the type it extends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from spielwerk.core import Span, part
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.model import PhaseState, Type, kids
from spielwerk.languages.igold.source import Node, XmlDocument, tag

_WIDE, _LINE, _GAP = 250, 17, 28
_TOP, _BELOW, _GUTTER = 70.0, 40, 150
"""What is left free above the phases, between two of them, and beside them."""
_STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1d2733; }
  .title { font-weight: 600; } .small { font-size: 10.5px; fill: #5b6875; }
  .kind { font-size: 15px; }
  .phase { fill: #f3f6fa; stroke: #9fb0c3; } .state { fill: #fff; stroke: #4a6fa5; }
  .type { fill: #fff; stroke: #4a6fa5; } .abstract { fill: #f6f1e4; stroke: #a58a4a; }
  path { fill: none; stroke: #4a6fa5; stroke-width: 1.4; } .far { stroke: #a5544a; }
  circle { fill: #1d2733; }
"""
_FIRST = ("phaseStateTypeReference", "noStateExecutedYet", "phaseExecutionNotStartedRule")
"""What names the state before, and what says that there is none."""
_ARROWS = (
    '<defs><marker id="to" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7"'
    ' orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" style="fill:#4a6fa5;stroke:none"/>'
    '</marker><marker id="is" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="11"'
    ' markerHeight="11" orient="auto"><path d="M1 1L11 6L1 11z" style="fill:#fff"/></marker></defs>'
)


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def phases_diagram(definition: Definition) -> str:
    """The phases with their states, and what leads from one to the next."""
    phases = definition.of_kind("phase", concrete=True)
    deep = max(3, round(len(phases) ** 0.5))
    parts: list[str] = []
    boxes: dict[str, _Box] = {}
    x, y, bottom = 60.0, _TOP, 0.0
    for number, phase in enumerate(phases):
        if number and number % deep == 0:
            x, y = x + _WIDE + _GUTTER, _TOP
        boxes[phase.id] = box = _draw_phase(parts, phase, definition.document, x, y)
        y = box.y + box.height + _BELOW
        bottom = max(bottom, y)
    arrows: list[str] = []
    roads = _Roads()
    for phase in phases:
        ways = [way for area in phase.each("phaseTransitions") for way in kids(area)]
        before, first = _sources(ways, "phaseTypeReference", "noPhaseExecutedYet")
        box = boxes[phase.id]
        if first:
            arrows.append(_start(box.x - 26, box.y + 14))
            arrows.append(_arrow(f"M{box.x - 20} {box.y + 14}H{box.x}"))
        arrows += [
            _arrow(roads.between(boxes[other.id], box), "far")
            for other in phases
            if before & set(other.ids) and other is not phase
        ]
    return _svg(x + _WIDE + 120, bottom, [*arrows, *parts])


def _ways_into(state: PhaseState) -> list[Node]:
    return [w for node in state.nodes for a in kids(node, "phaseStateTransitions") for w in kids(a)]


def _in_order(states: Sequence[PhaseState]) -> list[PhaseState]:
    """States as they follow each other, as far as their transitions say it."""
    left = list(states)
    found: list[PhaseState] = []
    while left:
        known = {reference for state in found for reference in state.ids}
        ready = [
            state
            for state in left
            if (source := _sources(_ways_into(state), *_FIRST))[1] or source[0] & known
        ]
        found.append((ready or left)[0])
        left.remove(found[-1])
    return found


def _draw_phase(parts: list[str], phase: Type, document: XmlDocument, x: float, y: float) -> _Box:
    places: dict[str, _Box] = {}
    inside: list[str] = []
    below = y + 36
    states = _in_order(phase.states)
    for state in states:
        notes = _conditions(_ways_into(state))
        box = _Box(x + 30, below, _WIDE - 60, 24 + 13 * len(notes))
        places[state.id] = box
        shown = [_rect(box, "state", 12), _text(box.x + 10, box.y + 16, state.name, "title")]
        shown += [
            _text(box.x + 10, box.y + 30 + 13 * n, note, "small") for n, note in enumerate(notes)
        ]
        inside.append(part("".join(shown), _places(document, *state.nodes), name=state.name))
        below += box.height + _GAP
    for state in states:
        before, first = _sources(_ways_into(state), *_FIRST)
        box = places[state.id]
        if first:
            inside.append(_start(box.x - 16, box.y + 12))
            inside.append(_arrow(f"M{box.x - 10} {box.y + 12}H{box.x}"))
        inside += [_inner(places[other.id], box) for other in states if before & set(other.ids)]
    whole = _Box(x, y, _WIDE, max(below - y - _GAP + 14, 44))
    frame = _rect(whole, "phase", 14) + _text(x + 14, y + 20, phase.name, "title")
    parts.append(part(frame, _places(document, phase.node), name=phase.name))
    parts += inside
    return whole


def _places(document: XmlDocument, *nodes: Node) -> list[Span]:
    """Where elements stand, those of the type itself before what it inherits."""
    return [document.whole(node) for node in reversed(nodes)]


def _sources(ways: Iterable[Node], reference: str, *beginnings: str) -> tuple[set[str], bool]:
    """The types a transition comes from, and whether it comes first."""
    before: set[str] = set()
    first = False
    for way in ways:
        for node in way.iter("{*}*"):
            negated = any(tag(up) == "not" for up in node.iterancestors())
            if tag(node) == reference and not negated:
                before.add(str(node.get("typeReference")))
            if tag(node) in beginnings:
                first = True
    return before, first


def _conditions(ways: Iterable[Node]) -> list[str]:
    """What transitions ask besides where they come from, in a few words."""
    hidden = {"phaseRule", "phaseStateRule"}
    found = []
    for way in ways:
        for rule in kids(way):
            name = tag(rule)
            if name in hidden:
                continue
            inner = next(kids(rule), rule)
            named = rule.get("typeReference") or inner.get("typeReference")
            text = str(named or tag(inner))
            found.append(f"if {'not ' if name == 'not' else ''}{text.rpartition('.')[2]}"[:34])
    return list(dict.fromkeys(found))[:4]


# Types


def types_diagram(definition: Definition) -> str:
    """The types of actors, objects, spaces, fields and phases."""
    parts: list[str] = []
    y, width = 20.0, 0.0
    for kind in ("actor", "object", "space", "field", "phase"):
        types = definition.of_kind(kind)
        if not types:
            continue
        parts.append(_text(20, y + 14, f"{kind.capitalize()}s", "kind"))
        y += 28
        for root in [t for t in types if len(t.chain) == 1]:
            y, reach = _draw_family(parts, root, types, definition.document, 20, y)
            width = max(width, reach)
            y += 24
    return _svg(width + 20, y, parts)


def _draw_family(
    parts: list[str],
    root: Type,
    types: Sequence[Type],
    document: XmlDocument,
    x: float,
    y: float,
) -> tuple[float, float]:
    """A type, with those that extend it to its right; the bottom and right edge of it all."""
    box = _draw_type(parts, root, document, x, y)
    children = [t for t in types if len(t.chain) > 1 and t.chain[-2] is root]
    below, right = box.y + box.height, box.x + box.width
    place = y
    column = x + _WIDE + 60
    for number, child in enumerate(children):
        if number and number % 8 == 0:
            column += _WIDE + 40
            place = y
        start = len(parts)
        place, reach = _draw_family(parts, child, types, document, column, place)
        top = y + 14
        if column == x + _WIDE + 60:
            middle = box.x + box.width + 30
            line = f"M{column} {_top(parts[start])}H{middle}V{top}H{box.x + box.width}"
            parts.append(f'<path d="{line}" marker-end="url(#is)"/>')
        place += 14
        below, right = max(below, place), max(right, reach)
    return below, right


def _top(rect: str) -> float:
    """The height at which an arrow leaves a box."""
    return float(rect.split('y="')[1].split('"')[0]) + 14


def _draw_type(parts: list[str], one: Type, document: XmlDocument, x: float, y: float) -> _Box:
    own = [i for area in kids(one.node, "instances") for i in kids(area)]
    lines = []
    for node in own[:10]:
        name = node.get("name") or node.get("instanceId") or node.get("instanceReference") or ""
        kind = tag(node).removesuffix("Instance").removesuffix("InstanceValue")
        value = next(
            (
                v.get("value") or v.get("enumValueReference")
                for v in kids(node)
                if v.get("value") or v.get("enumValueReference")
            ),
            None,
        )
        equals = f" = {value}" if value is not None else ""
        lines.append(f"{kind} {name.removeprefix('instance.')}{equals}"[:42])
    if len(own) > 10:
        lines.append(f"and {len(own) - 10} more")
    box = _Box(x, y, _WIDE, 28 + _LINE * len(lines) + (6 if lines else 0))
    title = f"{one.name}{' (abstract)' if one.abstract else ''}"
    shown = [_rect(box, "abstract" if one.abstract else "type", 6)]
    shown.append(_text(x + 10, y + 18, title, "title"))
    if lines:
        shown.append(f'<path d="M{x} {y + 26}H{x + _WIDE}"/>')
    shown += [_text(x + 10, y + 42 + _LINE * n, line, "small") for n, line in enumerate(lines)]
    parts.append(part("".join(shown), _places(document, one.node), name=one.name))
    return box


# SVG


def _rect(box: _Box, kind: str, radius: int) -> str:
    return (
        f'<rect class="{kind}" x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"'
        f' rx="{radius}"/>'
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(text)}</text>'


def _start(x: float, y: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="6"/>'


def _arrow(path: str, kind: str = "") -> str:
    return f'<path class="{kind}" d="{path}" marker-end="url(#to)"/>'


def _inner(one: _Box, other: _Box) -> str:
    """From state to state of a phase: straight to the next, round the side to others."""
    if abs(other.y - (one.y + one.height) - _GAP) < 1:
        x = one.x + one.width / 2
        return _arrow(f"M{x} {one.y + one.height}V{other.y}")
    right = one.x + one.width
    reach = 16 + min(abs(other.middle - one.middle) / 14, 40)
    start, end = one.middle + 4, other.middle - 4
    return _arrow(f"M{right} {start}C{right + reach} {start} {right + reach} {end} {right} {end}")


class _Roads:
    """Ways from phase to phase beside the boxes: right of each column, and above all of them."""

    def __init__(self) -> None:
        self._taken: Counter[float] = Counter()

    def between(self, one: _Box, other: _Box) -> str:
        """A way that no box lies on."""
        below = other.y - (one.y + one.height)
        if one.x == other.x and 0 < below <= _BELOW:
            return f"M{one.x + one.width / 2} {one.y + one.height}V{other.y}"
        start, end = one.y + one.height - 14, other.y + 14
        right = other.x + other.width
        begin = f"M{one.x + one.width} {start}H{self._lane(one)}"
        if other.x == one.x:
            return f"{begin}V{end}H{right}"
        if other.x == one.x + _WIDE + _GUTTER:
            return f"{begin}V{end}H{other.x}"
        self._taken[0] += 1
        above = 8 + 6 * (self._taken[0] % 9)
        return f"{begin}V{above}H{self._lane(other)}V{end}H{right}"

    def _lane(self, box: _Box) -> float:
        """Where the next way runs right of a box; after a dozen they share."""
        self._taken[box.x] += 1
        return box.x + box.width + 16 + 7 * (self._taken[box.x] % 12)


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">\n<style>{_STYLE}</style>\n{_ARROWS}\n{body}\n</svg>\n'
    )
