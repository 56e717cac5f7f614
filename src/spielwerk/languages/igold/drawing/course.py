"""The course of a game as a state chart: phases, their states, and what leads from each to each.

A processed game goes in, SVG comes out. An arrow has the sentence that its transition asks for; a
dot marks what comes first, a ring what can follow anything, a dot in a ring the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from spielwerk.core import Box, Span, caption, caption_lines, part, sheet
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.drawing.routes import (
    ANYWHERE,
    FIRST,
    Arrow,
    BoxColumn,
    Item,
    over_the_top,
    roads_of,
    stacked,
)
from spielwerk.languages.igold.model import PhaseState, Type, kids
from spielwerk.languages.igold.processor import CompiledGame, PhaseCode, StateCode, Way
from spielwerk.languages.igold.source import Node, XmlDocument, tag

_STATE, _INSET = 176, 34
_BEGINNING = ("noStateExecutedYet", "phaseExecutionNotStartedRule", "noPhaseExecutedYet")
_SOURCES = ("phaseStateTypeReference", "phaseTypeReference")
_STARTS = "setCurrentPhaseExecutionStarted"
_ELSEWHERE = "elsewhere"
"""A box of another phase, from which nothing leads here."""


def phases_diagram(program: CompiledGame) -> str:
    """The phases with their states, and what leads from one to the next."""
    drawn = [_Phase(phase, program.definition) for phase in program.phases]
    ids = {phase.code.type.id: phase.code.type.ids for phase in drawn}
    arrows = [
        arrow
        for phase in drawn
        for arrow in _arrows(
            phase.code.type.id,
            _transitions(phase.code.type.each("phaseTransitions")),
            phase.code.ways,
            ids,
            phase.document,
        )
    ]
    deep = max(3, round(len(drawn) ** 0.5))
    groups = [drawn[start : start + deep] for start in range(0, len(drawn), deep)]
    columns = _columns(groups, arrows, 0.0)
    top = 18.0 + 7 * min(roads_of(columns), 12)
    columns = _columns(groups, arrows, top)
    parts = over_the_top(columns, top, "far")
    for group, column in zip(groups, columns, strict=True):
        parts += column.arrows
        parts += [phase.svg(column.boxes[phase.code.type.id]) for phase in group]
    right = max((column.right for column in columns), default=0.0)
    bottom = max((column.bottom for column in columns), default=0.0)
    return sheet(right + 24, bottom, parts)


def _columns(
    groups: Sequence[Sequence[_Phase]], arrows: Sequence[Arrow], top: float
) -> list[BoxColumn]:
    x, found = 40.0, []
    for group in groups:
        items = [Item(one.code.type.id, one.width, one.height) for one in group]
        found.append(stacked(items, arrows, x, top, "far"))
        x = found[-1].right + 36
    return found


class _Phase:
    """A phase with its states laid out, to be put somewhere."""

    def __init__(self, code: PhaseCode, definition: Definition) -> None:
        self.code = code
        self.document = document = definition.document
        self.states = _in_order(code)
        self.nodes = {state.id: state for state in code.type.states}
        ids = {state.id: state.ids for state in self.states}
        arrows = [
            arrow
            for state in self.states
            for arrow in _arrows(
                state.id,
                _transitions(_areas(self.nodes[state.id])),
                state.ways,
                ids,
                document,
                [one.id for one in self.states if self._starts(one)],
            )
        ]
        actions = ", ".join(_actions(code.type, definition))
        self.notes = caption_lines(actions, _STATE + 20, 3) if actions else []
        head = 34.0 + 13 * len(self.notes)
        firsts = {one.target for one in arrows if one.source == FIRST}
        items = [
            Item(state.id, _STATE, 46 if self._ends(state) and state.id in firsts else 28)
            for state in self.states
        ]
        self.column = stacked(items, arrows, _INSET, head)
        self.width = max(self.column.right + 14, _INSET + _STATE + 24)
        self.height = max((box.bottom for box in self.column.boxes.values()), default=head) + 14

    def _starts(self, state: StateCode) -> bool:
        nodes = self.nodes[state.id].nodes
        return any(tag(inner) == _STARTS for node in nodes for inner in node.iter("{*}*"))

    def _ends(self, state: StateCode) -> bool:
        nodes = self.nodes[state.id].nodes
        return any(tag(inner) == "finishGame" for node in nodes for inner in node.iter("{*}*"))

    def svg(self, place: Box) -> str:
        one = self.code.type
        x, y = place.x + 14, place.y + 20
        shown = place.svg("phase", 14) + caption(x, y, one.name, "title")
        shown += "".join(caption(x, y + 14 + 13 * n, line) for n, line in enumerate(self.notes))
        inside = [*self.column.arrows, *map(self._state, self.states)]
        moved = f'<g transform="translate({place.x:g} {place.y:g})">{"".join(inside)}</g>'
        return part(shown, _places(self.document, one.node), name=one.name) + moved

    def _state(self, state: StateCode) -> str:
        box = self.column.boxes[state.id]
        shown = box.svg("state", 12) + caption(box.x + 10, box.y + 18, state.name, "title")
        if self._ends(state):
            x, y = box.x - 18, box.bottom - 12
            end = f'<circle cx="{x:g}" cy="{y:g}" r="3.5"/>'
            shown += f'{end}<circle class="ring" cx="{x:g}" cy="{y:g}" r="6.5"/>'
            shown += f'<path d="M{box.x:g} {y:g}H{x + 6.5:g}"/>'
        return part(shown, _places(self.document, *self.nodes[state.id].nodes), name=state.name)


def _areas(state: PhaseState) -> Iterator[Node]:
    return (area for node in state.nodes for area in kids(node, "phaseStateTransitions"))


def _actions(phase: Type, definition: Definition) -> Iterator[str]:
    """What players may do in a phase as far as it says so itself."""
    for instance in phase.instances.values():
        if instance.kind == "action":
            yield instance.node.get("name") or definition.types[instance.type].name


def _places(document: XmlDocument, *nodes: Node) -> list[Span]:
    """Where elements stand, those of the type itself before what it inherits."""
    return [document.whole(node) for node in reversed(nodes)]


def _transitions(areas: Iterable[Node]) -> list[list[Node]]:
    """The rules of each transition that is not abstract, in the order in which they are asked."""
    nodes = [one for area in areas for one in kids(area)]
    abstract = {str(one.get("typeId")): one for one in nodes if tag(one).startswith("abstract")}
    found = []
    for one in nodes:
        if one not in abstract.values():
            above = abstract.get(str(one.get("extends")))
            found.append([*(kids(above) if above is not None else ()), *kids(one)])
    return found


def _arrows(
    target: str,
    transitions: Sequence[Sequence[Node]],
    ways: Sequence[Way],
    boxes: dict[str, tuple[str, ...]],
    document: XmlDocument,
    started: Sequence[str] = (),
) -> Iterator[Arrow]:
    """The arrows that transitions are: where they come from, and what they ask besides."""
    for rules, way in zip(transitions, ways, strict=True):
        sources: list[str] = []
        asked = []
        for node, rule in zip(rules, way.rules, strict=True):
            found = list(_sources(node, boxes, started))
            sources += found
            if not found or tag(node) in ("not", "or", "and"):
                asked.append(_sentence(rule.text))
        transition = rules[-1].getparent() if rules else None
        places = (document.whole(transition) if transition is not None else way.span,)
        for source in dict.fromkeys(sources or [ANYWHERE]):
            if source != _ELSEWHERE:
                yield Arrow(source, target, " and ".join(asked), places)


def _sources(
    rule: Node, boxes: dict[str, tuple[str, ...]], started: Sequence[str]
) -> Iterator[str]:
    """The boxes that a rule of a transition names as the one before."""
    for node in rule.iter("{*}*"):
        if any(tag(up) == "not" for up in (node, *node.iterancestors())):
            continue
        if tag(node) in _SOURCES:
            meant = node.get("typeReference")
            yield from [one for one, ids in boxes.items() if meant in ids] or [_ELSEWHERE]
        elif tag(node) in _BEGINNING:
            yield FIRST
        elif tag(node) == "phaseExecutionStartedRule":
            yield from started


def _sentence(text: str) -> str:
    """What a rule asks, as it stands on an arrow."""
    return f"unless {text.removeprefix('not: ')}" if text.startswith("not: ") else f"if {text}"


def _in_order(code: PhaseCode) -> list[StateCode]:
    """States as they follow each other, as far as their transitions say it."""
    nodes = {state.id: state for state in code.type.states}
    before = {
        state.id: [
            node
            for rules in _transitions(_areas(nodes[state.id]))
            for rule in rules
            for node in _sources(rule, {s.id: s.ids for s in code.states}, ())
        ]
        for state in code.states
    }
    left, found = list(code.states), list[StateCode]()
    while left:
        known = {FIRST, *(state.id for state in found)}
        ready = [state for state in left if known & set(before[state.id])]
        last = [s for s in ready if found and found[-1].id in before[s.id]]
        found.append((last or ready or left)[0])
        left.remove(found[-1])
    return found
