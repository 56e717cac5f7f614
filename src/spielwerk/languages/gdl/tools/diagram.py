"""A picture of a GDL program: its relations in the order in which they can be worked out.

A program goes in, SVG text comes out. What is given stands on the left, and every relation to the
right of what its rules ask for; a dashed line is a negation, and a frame holds a stratum: whatever
is negated is settled in a frame further left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spielwerk.core import Box, Span, between, caption, part, sheet
from spielwerk.languages.gdl.program import Dependencies, Program, Rule, dependencies

_Signature = tuple[str, int]
_HIGH, _GAP, _APART, _LETTER = 26, 10, 70, 7.3
_MOST = 400
"""So many relations are drawn; nobody reads more."""


@dataclass(frozen=True, slots=True)
class _Place:
    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        return self.y + _HIGH / 2


def relations_diagram(program: Program) -> str:
    """The relations of a program, and which asks for which."""
    graph = dependencies(program.rules)
    columns = _columns(graph)
    rules: dict[_Signature, list[Rule]] = {}
    for rule in program.rules:
        rules.setdefault(rule.head.signature, []).append(rule)
    places, frames, width, height = _laid_out(columns, graph)
    marks = {one: f"r{number}" for number, one in enumerate(places)}
    parts = [*frames, *_lines(graph, places, marks)]
    for one, place in places.items():
        parts.append(_relation(one, place, rules.get(one, []), program.file, marks[one]))
    return sheet(width, height, parts)


def _columns(graph: Dependencies) -> list[tuple[int, list[_Signature]]]:
    """The relations by what must be known first: a stratum and those that need no other there."""
    depth: dict[_Signature, int] = {}
    for group in graph.components:
        below = [
            depth[used] + 1
            for one in group
            for used in graph.uses[one]
            if used not in group and graph.strata[used] == graph.strata[one]
        ]
        depth.update(dict.fromkeys(group, max(below, default=0)))
    columns: dict[tuple[int, int], list[_Signature]] = {}
    for one in [one for one in graph.uses if one[0] != "distinct"][:_MOST]:
        columns.setdefault((graph.strata[one], depth[one]), []).append(one)
    return [(key[0], columns[key]) for key in sorted(columns)]


def _laid_out(
    columns: Sequence[tuple[int, list[_Signature]]], graph: Dependencies
) -> tuple[dict[_Signature, _Place], list[str], float, float]:
    """Where each relation stands, the frames around strata, and how large it all is."""
    places: dict[_Signature, _Place] = {}
    x, tallest = 24.0, max((len(column) for _, column in columns), default=1)
    height = 50 + tallest * (_HIGH + _GAP) + 20
    starts: dict[int, float] = {}
    ends: dict[int, float] = {}
    for stratum, column in columns:
        if stratum not in starts:
            starts[stratum] = x
            x += 14
        wide = max(len(_name(one)) for one in column) * _LETTER + 24
        ordered = sorted(column, key=lambda one: _middle_of_used(one, graph, places))
        y = 44 + (tallest - len(column)) * (_HIGH + _GAP) / 2
        for one in ordered:
            places[one] = _Place(x, y, len(_name(one)) * _LETTER + 24)
            y += _HIGH + _GAP
        ends[stratum] = x + wide + 14
        x += wide + _APART
    frames = [
        Box(starts[n], 14, ends[n] - starts[n], height - 28).svg("phase", 14)
        + caption(starts[n] + 12, 32, f"Stratum {n}")
        for n in starts
    ]
    return places, frames, max(x - _APART + 40, 120), height


def _middle_of_used(
    one: _Signature, graph: Dependencies, places: Mapping[_Signature, _Place]
) -> float:
    """How high the relations stand that a relation asks for, so that lines cross less."""
    used = [places[other].middle for other in graph.uses[one] if other in places]
    return sum(used) / len(used) if used else 0.0


def _name(one: _Signature) -> str:
    return f"{one[0]}/{one[1]}"


def _relation(one: _Signature, place: _Place, rules: Sequence[Rule], file: str, mark: str) -> str:
    spans: list[Span] = [rule.span for rule in rules if rule.span and rule.span.file == file]
    kind = "state" if any(rule.body for rule in rules) else "abstract"
    box = Box(place.x, place.y, place.width, _HIGH).svg(kind, 8)
    title = caption(place.x + 12, place.y + 17, _name(one), "title")
    return part(box + title, spans, name=_name(one), mark=mark)


def _lines(
    graph: Dependencies, places: Mapping[_Signature, _Place], marks: Mapping[_Signature, str]
) -> list[str]:
    asked: dict[tuple[_Signature, _Signature], bool] = {}
    for edge in graph.edges:
        if edge.used in places and edge.user in places and edge.used != edge.user:
            pair = edge.used, edge.user
            asked[pair] = asked.get(pair, False) or edge.negative
    return [
        f'<path class="{"not" if negative else "faint"}" {between(marks[used], marks[user])}'
        f' d="{_way(places[used], places[user])}"/>'
        for (used, user), negative in asked.items()
    ]


def _way(one: _Place, other: _Place) -> str:
    """From what is used to the right into what uses it; back around the side within a ring."""
    x, y, to_y = one.x + one.width, one.middle, other.middle
    if other.x > one.x:
        bend = max((other.x - x) / 2, 20)
        near, far = x + bend, other.x - bend
        return f"M{x:g} {y:g}C{near:g} {y:g} {far:g} {to_y:g} {other.x:g} {to_y:g}"
    right = other.x + other.width
    reach = max(x, right) + 30
    return f"M{x:g} {y:g}C{reach:g} {y:g} {reach:g} {to_y:g} {right:g} {to_y:g}"
