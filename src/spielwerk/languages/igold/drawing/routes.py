"""Boxes one below the other and arrows beside them: where each stands so that nothing is hidden.

A column of boxes and the arrows into them go in, places and SVG come out. An arrow from the box
above comes straight down with its sentence beside it; every other arrives from the right, where
its sentence stands on it, through a lane that no box and no other arrow's sentence lies in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from spielwerk.core import Box, Span, arrow, caption, caption_lines, part

FIRST, ANYWHERE = "first", "anywhere"
"""Where arrows come from that come from no box."""
LABEL = 168
"""How wide the sentence on an arrow may be."""
_ROW, _GAP, _LANE, _LINE = 16, 26, 9, 12


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way into a box."""

    source: str
    """The id of a box, or :data:`FIRST` or :data:`ANYWHERE`."""
    target: str
    sentence: str = ""
    places: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A box that wants a place."""

    id: str
    width: float
    height: float


@dataclass(slots=True)
class BoxColumn:
    """Boxes that have found their places, with the arrows around them."""

    boxes: dict[str, Box] = field(default_factory=dict)
    arrows: list[str] = field(default_factory=list)
    right: float = 0.0
    bottom: float = 0.0
    doors: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Boxes whose arrows leave the column: the lane and the height at which they do."""
    gates: list[tuple[Arrow, float, float]] = field(default_factory=list)
    """Arrows that come from other columns: the lane and the height at which they arrive, or the
    middle and the top of a box that they come down to."""


def stacked(
    items: Sequence[Item], arrows: Sequence[Arrow], x: float, y: float, kind: str = ""
) -> BoxColumn:
    """Place boxes below each other from a corner on, with the arrows into them."""
    return _Stacking(items, arrows, x, y, kind).column


class _Stacking:
    def __init__(
        self, items: Sequence[Item], arrows: Sequence[Arrow], x: float, y: float, kind: str
    ) -> None:
        self.items, self.kind, self.x = items, kind, x
        self.known = {item.id for item in items}
        self.into = {item.id: [a for a in arrows if a.target == item.id] for item in items}
        self.leaving = {
            a.source for a in arrows if a.source in self.known and a.target not in self.known
        }
        self.column = BoxColumn()
        self.ports: list[tuple[Arrow, float, Sequence[str]]] = []
        """Arrows that arrive from the right: where, and what stands on them."""
        self.outs: dict[str, float] = {}
        width = max((item.width for item in items), default=0.0)
        self.side = x + width
        self.label = 0.0
        for number, item in enumerate(items):
            y = self._place(item, items[number - 1].id if number else None, y)
        self.column.bottom = y
        self._lanes()

    def _place(self, item: Item, above: str | None, y: float) -> float:
        """Place a box with what arrives at it; where the next may begin."""
        arriving = list(self.into[item.id])
        straight = self._straight(arriving, above)
        y = self._come_down(straight, item, above, y)
        top = y
        rows: list[tuple[Arrow, float, Sequence[str]]] = []
        for one in arriving:
            if one.source == FIRST and not one.sentence:
                continue
            said = caption_lines(one.sentence, LABEL)
            y += max(_ROW, 6 + _LINE * len(said))
            rows.append((one, y - 3, said))
            if said:
                self.label = LABEL
        leaves = any(
            a.source == item.id and a not in self._downs
            for ways in self.into.values()
            for a in ways
        )
        if leaves or item.id in self.leaving:
            y += _ROW
            self.outs[item.id] = y - 7
        box = Box(self.x, top, item.width, max(item.height, y - top + 5 if y > top else 0))
        if self.outs.get(item.id) and y - top < item.height:
            self.outs[item.id] = box.bottom - 9
        self.column.boxes[item.id] = box
        self.ports += rows
        if any(one.source == FIRST and not one.sentence for one in self.into[item.id]):
            one = next(a for a in self.into[item.id] if a.source == FIRST)
            dot = f'<circle cx="{box.x - 18:g}" cy="{box.y + 14:g}" r="5"/>'
            line = arrow(f"M{box.x - 13:g} {box.y + 14:g}H{box.x:g}", self.kind)
            self.column.arrows.append(part(dot + line, one.places))
        return box.bottom + _GAP

    @property
    def _downs(self) -> list[Arrow]:
        """The arrows that come straight down from the box above."""
        found = []
        for number, item in enumerate(self.items):
            above = self.items[number - 1].id if number else None
            found += [a for a in self.into[item.id] if above is not None and a.source == above]
        return found

    def _straight(self, arriving: list[Arrow], above: str | None) -> list[Arrow]:
        """Take out the arrows that come from straight above: of others' columns, the first."""
        found = [one for one in arriving if above is not None and one.source == above]
        if above is None:
            outside = self.known | {FIRST, ANYWHERE}
            found = [one for one in arriving if one.source not in outside][:1]
        for one in found:
            arriving.remove(one)
        return found

    def _come_down(
        self, straight: Sequence[Arrow], item: Item, above: str | None, y: float
    ) -> float:
        if not straight:
            return y
        sentence = " or ".join(one.sentence for one in straight if one.sentence)
        said = caption_lines(sentence, max(item.width / 2 - 20, 130))
        top = y - _GAP if above is not None else y
        y = max(y, top + 12 + _LINE * len(said))
        middle = self.x + item.width / 2 if above is None else self.x + item.width / 3
        label = "".join(
            caption(middle + 8, top + 15 + _LINE * n, line) for n, line in enumerate(said)
        )
        places = [span for one in straight for span in one.places]
        if above is None:
            self.column.gates.append((straight[0], middle, y))
            self.column.arrows.append(part(label, places, name=sentence))
        else:
            way = arrow(f"M{middle:g} {self.column.boxes[above].bottom:g}V{y:g}", self.kind)
            self.column.arrows.append(part(way + label, places, name=sentence))
        return y

    def _lanes(self) -> None:
        """Lead what arrives from the right there: one lane for each box it comes from."""
        lanes: list[list[tuple[float, float]]] = []
        start = self.side + self.label + 12
        used = 0
        by_source: dict[str, list[tuple[Arrow, float, Sequence[str]]]] = {}
        for port in self.ports:
            by_source.setdefault(port[0].source, []).append(port)
        for source in dict.fromkeys([*by_source, *self.outs]):
            ports = by_source.get(source, [])
            if source in (FIRST, ANYWHERE):
                self._loose(ports, start)
                continue
            heights = [height for _, height, _ in ports]
            outside = source not in self.known
            if not outside and source in self.outs:
                heights.append(self.outs[source])
            if outside or source in self.leaving:
                heights.append(-1e9)
            lane = _free(lanes, min(heights), max(heights))
            used = max(used, lane + 1)
            x = start + lane * _LANE
            if source in self.leaving:
                self.column.doors[source] = (x, self.outs[source])
            for one, height, said in ports:
                self._arrive(one, height, said, x, None if outside else self.outs[source])
        lanes_end = start + used * _LANE if used or self.label else self.side
        self.column.right = max(self.side, lanes_end)

    def _arrive(
        self, one: Arrow, height: float, said: Sequence[str], lane: float, out: float | None
    ) -> None:
        box = self.column.boxes[one.target]
        label = self._label(box, height, said)
        if out is None:
            self.column.gates.append((one, lane, height))
            end = arrow(f"M{lane:g} {height:g}H{box.right:g}", self.kind)
            self.column.arrows.append(part(end + label, one.places, name=one.sentence))
            return
        source = self.column.boxes[one.source]
        way = f"M{source.right:g} {out:g}H{lane:g}V{height:g}H{box.right:g}"
        self.column.arrows.append(
            part(arrow(way, self.kind) + label, one.places, name=one.sentence)
        )

    def _loose(self, ports: Sequence[tuple[Arrow, float, Sequence[str]]], x: float) -> None:
        for one, height, said in ports:
            box = self.column.boxes[one.target]
            kind = "" if one.source == FIRST else "ring"
            dot = f'<circle class="{kind}" cx="{x - 6:g}" cy="{height:g}" r="5"/>'
            line = arrow(f"M{x - 11:g} {height:g}H{box.right:g}", self.kind)
            label = self._label(box, height, said)
            self.column.arrows.append(part(dot + line + label, one.places, name=one.sentence))

    def _label(self, box: Box, height: float, said: Sequence[str]) -> str:
        first = height - 4 - _LINE * (len(said) - 1)
        return "".join(
            caption(box.right + 10, first + _LINE * n, line) for n, line in enumerate(said)
        )


def _free(lanes: list[list[tuple[float, float]]], top: float, bottom: float) -> int:
    """The first lane in which nothing runs between two heights; it is taken."""
    for number, taken in enumerate(lanes):
        if all(bottom + 4 < low or high + 4 < top for low, high in taken):
            taken.append((top, bottom))
            return number
    lanes.append([(top, bottom)])
    return len(lanes) - 1


def over_the_top(columns: Sequence[BoxColumn], top: float, kind: str) -> list[str]:
    """Lead arrows from column to column, above all boxes; each source has a road of its own."""
    doors: Mapping[str, tuple[float, float, Box]] = {
        source: (x, y, column.boxes[source])
        for column in columns
        for source, (x, y) in column.doors.items()
    }
    roads: dict[str, float] = {}
    found = []
    for column in columns:
        for one, x, y in column.gates:
            if one.source not in doors:
                continue
            road = roads.setdefault(one.source, top - 8 - 7 * (len(roads) % 12))
            lane, out, box = doors[one.source]
            way = f"M{box.right:g} {out:g}H{lane:g}V{road:g}H{x:g}V{y:g}"
            down = any(b.y == y for b in column.boxes.values())
            drawn = arrow(way, kind) if down else f'<path class="{kind}" d="{way}"/>'
            found.append(part(drawn, one.places, name=one.sentence))
    return found


def roads_of(columns: Sequence[BoxColumn]) -> int:
    """How many roads lead from column to column."""
    return len({one.source for column in columns for one, _, _ in column.gates})
