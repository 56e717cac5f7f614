"""A position on the table that the page draws: hands, rows, piles, counters and boards.

What an actor may see and do goes in, ``tabletop(...)`` comes out. Types of objects say themselves
how they look: ``color``, ``shape``, the attribute in their ``corner``, labels and notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from spielwerk.core import (
    Area,
    Card,
    Cards,
    Counters,
    Json,
    Label,
    Move,
    Pile,
    SquareBoard,
    tabletop,
)
from spielwerk.languages.igold.builtins import effective
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.labels import (
    joined,
    label_of,
    object_label,
    title,
    value_label,
)
from spielwerk.languages.igold.layouts import Grid, Place
from spielwerk.languages.igold.model import Type
from spielwerk.languages.igold.moves import (
    ABORT,
    DONE,
    element_text,
    likeness,
    value_text,
    whereabouts,
)
from spielwerk.languages.igold.position import MatchPosition
from spielwerk.languages.igold.sight import Sight

_ROW = 12
"""How many cards lie side by side in the middle; more are a pile."""
_ENDINGS: dict[str, Label] = {
    DONE: {"en": "Done", "de": "Fertig"},
    ABORT: {"en": "Abort", "de": "Abbrechen"},
}
_STEPS_A_ROW = 10
"""How many fields of a one-dimensional layout stand in one row of the board."""


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who looks at which position, with what its moves are about."""

    engine: MatchEngine
    s: MatchPosition
    sight: Sight
    who: int | None
    items: Mapping[Move, tuple[str, str, Any]]

    def about(self, kind: str, number: int) -> tuple[Move, ...]:
        """The moves that are about an element; those of equal objects are shared."""
        if kind != "object":
            return tuple(m for m, (_, k, n) in self.items.items() if (k, n) == (kind, number))
        if not self.items:
            return ()
        alike = likeness(self.s, number)
        return tuple(
            move
            for move, (_, k, other) in self.items.items()
            if k == kind
            and (other == number or (self.seen(other) and alike == likeness(self.s, other)))
        )

    def seen(self, thing: int) -> bool:
        return self.sight.sees(self.who, "object", thing)


def table_of(setting: Onlooker) -> dict[str, Json]:
    """The table as one actor sees it."""
    areas = [*_counters(setting), *_fields(setting)]
    labels = {move: move_label(setting, item) for move, item in setting.items.items()}
    return tabletop(areas, labels)


def move_label(setting: Onlooker, item: tuple[str, str, Any]) -> Label:
    """An action with what it is about; of a selection only that, since its question is asked."""
    verb, kind, number = item
    if verb in _ENDINGS and kind == "none":
        return _ENDINGS[verb]
    actions = setting.engine.world.definition.of_kind("action")
    named = next((one for one in actions if one.word == verb), None)
    first: Label = (named.labels or title(verb)) if named is not None else ""
    if kind == "none":
        return first
    if kind == "object" and setting.seen(number):
        viewer = -1 if setting.who is None else setting.who
        where = whereabouts(setting.s, number, viewer)
        whole = joined(object_label(setting.engine.world.objects[number].type), _about(where))
        return joined(first, whole)
    if kind in ("object", "actor", "field", "space", "action"):
        return joined(first, element_text(setting.s, kind, number))
    return joined(first, value_label(setting.engine.world.definition, number))


def _about(where: str) -> Label:
    """``of ben`` or ``at c3``, in brackets that need no translation."""
    word, _, rest = where.strip().partition(" ")
    return f"({rest})" if word in ("of", "at") else ""


# Counters


def _counters(setting: Onlooker) -> Iterator[Area]:
    world, s = setting.engine.world, setting.s
    values = effective(s)
    shown: dict[int | None, list[tuple[Label, int | Label]]] = {None: []}
    shown |= {number: [] for number in range(len(world.actors))}
    for number, one in enumerate(world.attributes):
        if one.host not in ("game", "actor") or not setting.sight.sees(
            setting.who, "attribute", number
        ):
            continue
        value = values[number]
        if isinstance(value, bool | frozenset) and value == one.value:
            continue  # "Protected: no" and "named: nothing" of everybody would hide the rest.
        plain = value if type(value) is int else value_label(world.definition, value)
        node = one.host_type.instances[one.id].node
        shown[one.index if one.host == "actor" else None].append(
            (label_of(node, title(one.word)), plain)
        )
    for number, one in enumerate(world.links):
        named, kind = s.links[number], one.value.kind
        if one.value.many or one.host != "game" or kind not in ("actor", "object") or named < 0:
            continue
        sight = setting.sight
        if sight.sees(setting.who, "link", number) and sight.sees(setting.who, kind, named):
            thing = kind == "object"
            called = object_label(world.objects[named].type) if thing else world.roles[named]
            shown[None].append((label_of(one.value.node, title(one.word)), called))
    for who, counters in shown.items():
        if counters:
            role = None if who is None else world.roles[who]
            yield Counters({"en": "Numbers", "de": "Zahlen"}, counters, role)


# Fields


def _fields(setting: Onlooker) -> Iterator[Area]:
    world, s = setting.engine.world, setting.s
    for number, space in enumerate(world.spaces):
        if number in world.grids and len(world.grids[number].places) > 1:
            yield _board(setting, world.grids[number], title(space.word))
            on_board = set(world.grids[number].places.values())
        else:
            on_board = set()
        role = world.roles[space.index] if space.host == "actor" else None
        for place, one in enumerate(world.fields):
            if one.index != number or place in on_board:
                continue
            label = label_of(one.host_type.instances[one.id].node, title(one.word))
            things = s.inside[place]
            if setting.sight.sees(setting.who, "field", place):
                cards = [_card(setting, thing) for thing in things]
                if role is None and len(cards) > _ROW:
                    yield Pile(label, len(cards), cards[-1], role)
                elif cards or role is not None:
                    yield Cards(label, cards, role)
            elif setting.sight.counts(setting.who, place):
                yield Pile(label, len(things), None, role)


def _card(setting: Onlooker, thing: int) -> Card:
    moves = setting.about("object", thing)
    if not setting.seen(thing):
        return Card(hidden=True, moves=moves)
    kind = setting.engine.world.objects[thing].type
    return Card(
        label=object_label(kind),
        color=kind.look("color"),
        corner=_corner(setting, thing, kind),
        note=kind.notes or "",
        shape=kind.look("shape") or "card",
        moves=moves,
    )


def _corner(setting: Onlooker, thing: int, kind: Type) -> str:
    wanted = kind.look("corner")
    world = setting.engine.world
    for slot in world.slots_of_objects[thing]:
        if world.attributes[slot].id == wanted:
            return value_text(effective(setting.s)[slot])
    return ""


# Boards


def coordinates(grid: Grid, place: Place) -> tuple[str, str]:
    """Column and row of a place, named as on a chess board; long rows are broken."""
    layer, row, column = place
    if grid.dimensions == 1:
        return str(column % _STEPS_A_ROW + 1), str(column // _STEPS_A_ROW + 1)
    name = chr(ord("a") + column) if column < 26 else str(column + 1)
    return name, f"{layer + 1}/{row + 1}" if grid.dimensions == 3 else str(row + 1)


def _board(setting: Onlooker, grid: Grid, label: str) -> SquareBoard:
    s = setting.s
    at = {number: coordinates(grid, place) for place, number in sorted(grid.places.items())}
    columns = list(dict.fromkeys(column for column, _ in at.values()))
    rows = list(dict.fromkeys(row for _, row in at.values()))
    cards = {}
    moves: dict[Move, list[tuple[str, str]]] = {}
    for number, square in at.items():
        if setting.sight.sees(setting.who, "field", number):
            cards[square] = [_card(setting, thing) for thing in s.inside[number]]
        for move in setting.about("field", number):
            moves[move] = [square]
        for thing in s.inside[number]:
            for move in setting.about("object", thing):
                moves[move] = [square]
    down = grid.dimensions == 1
    return SquareBoard(label, columns, rows if down else rows[::-1], cards, moves)
