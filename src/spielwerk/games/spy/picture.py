"""What players and spectators see: the view of a position, and a drawing of it for a terminal.

As the standard has it, everybody sees the whole casino; for whom somebody works, and which
combinations are known, is private. Spectators are told all factions and no combinations. Who is
to act is also told what to expect of it, see :mod:`.forecast`. Views
name fields as ``column/row`` and characters by name; :mod:`.standard` turns a view into the
``State`` of the standard's messages.
"""

from __future__ import annotations

from collections.abc import Mapping

from spielwerk.core import Json
from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.draft import ITEMS
from spielwerk.games.spy.forecast import forecast
from spielwerk.games.spy.gadgets import POISONED
from spielwerk.games.spy.names import Faction, FieldState, Gadget, Property, named
from spielwerk.games.spy.operations import Happening
from spielwerk.games.spy.position import NEUTRAL, NOBODY, NOWHERE, Position, Stage
from spielwerk.games.spy.tallying import statistics

GLYPHS = {
    FieldState.FREE: ".",
    FieldState.WALL: "#",
    FieldState.BAR_SEAT: "s",
    FieldState.BAR_TABLE: "t",
    FieldState.ROULETTE_TABLE: "r",
    FieldState.SAFE: "$",
    FieldState.FIREPLACE: "f",
}
_FACTIONS = tuple(Faction)
_SIDES = {
    Faction.PLAYER_ONE: " (1)",
    Faction.PLAYER_TWO: " (2)",
    Faction.NEUTRAL: " (neutral)",
    None: " (?)",
}


def picture(p: Position, viewer: int | None, happened: tuple[Happening, ...]) -> dict[str, Json]:
    """The position as one player, or a spectator, sees it after ``happened``."""
    seen: dict[str, Json] = {
        "phase": "play",
        "round": p.round,
        "round_limit": p.config.round_limit,
        "active": None,
        "map": _rows(p),
        "fields": _fields(p),
        "fog": [p.board.name(field) for field in fields_of(p.fog)],
        "cat": p.board.name(p.cat),
        "janitor": None if p.janitor == NOWHERE else p.board.name(p.janitor),
        "characters": {p.name(who): _character(p, who, viewer) for who in p.present()},
        "usages": {Gadget.POISON_PILLS.value: p.pills, Gadget.MOTHBALL_POUCH.value: p.pouch},
        "wiretap": None,
        "combinations": [] if viewer is None else fields_of(p.keys[viewer]),
        "operations": [operation_picture(p, each, viewer) for each in happened],
        "strikes": list(p.strikes),
    }
    if p.active >= 0:
        seen["active"] = {"name": p.name(p.active), "mp": p.mp[p.active], "ap": p.ap[p.active]}
        if p.stage is Stage.ACT and viewer == p.faction[p.active]:
            seen["forecast"] = forecast(p)
    if p.tapped != NOBODY:
        seen["wiretap"] = {"on": p.name(p.tapped), "working": p.tap_works}
    if p.stage is Stage.OVER:
        assert p.reason is not None
        seen["phase"] = "over"
        seen["winner"] = _FACTIONS[p.winner].value
        seen["reason"] = p.reason.value
        seen["statistics"] = [entry.to_json() for entry in statistics(p)]
    return seen


def _rows(p: Position) -> list[str]:
    rows, start = [], 0
    for row in p.board.scenario:
        rows.append("".join(_glyph(p, start + x) for x in range(len(row))))
        start += len(row)
    return rows


def _glyph(p: Position, field: int) -> str:
    state = p.board.states[field]
    if state is FieldState.WALL and not p.walls >> field & 1:
        state = FieldState.FREE
    return GLYPHS[state]


def _fields(p: Position) -> dict[str, Json]:
    """What is special about single fields."""
    name, board = p.board.name, p.board
    found: dict[str, Json] = {}
    for safe, number in zip(board.safes, p.safe_numbers, strict=True):
        found[name(safe)] = {"safe": number}
    for table, chips in zip(board.roulettes, p.table_chips, strict=True):
        found[name(table)] = {
            "chips": chips,
            "inverted": bool(p.inverted >> table & 1),
            "destroyed": bool(p.destroyed >> table & 1),
        }
    for table, drink in zip(board.bar_tables, p.drinks, strict=True):
        if drink:
            found[name(table)] = {"gadget": Gadget.COCKTAIL.value, "poisoned": drink == POISONED}
    for field, gadget in ((p.blade, Gadget.BOWLER_BLADE), (p.collar, Gadget.DIAMOND_COLLAR)):
        if field != NOWHERE:
            found[name(field)] = {"gadget": gadget.value}
    return found


def _character(p: Position, who: int, viewer: int | None) -> dict[str, Json]:
    """What is seen of a character; its faction only where the viewer has found it out."""
    seen: dict[str, Json] = {
        "at": p.board.name(p.place[who]),
        "hp": p.hp[who],
        "ip": p.ip[who],
        "chips": p.chips[who],
        "properties": [each.value for each in named(Property, p.properties[who])],
        "gadgets": [each.value for each in named(Gadget, p.gadgets[who])],
    }
    if p.poisoned >> who & 1:
        seen["poisoned"] = True
    if viewer is None or p.known[viewer] >> who & 1:
        seen["faction"] = _FACTIONS[p.faction[who]].value
    return seen


def operation_picture(p: Position, each: Happening, viewer: int | None) -> dict[str, Json]:
    """An operation, without what the viewer may not know of it."""
    said: dict[str, Json] = {
        "type": each.type.value,
        "target": p.board.name(each.target),
        "successful": each.successful,
    }
    if each.character is not None:
        said["character"] = p.name(each.character)
    if each.origin is not None:
        said["from"] = p.board.name(each.origin)
    if each.gadget is not None:
        said["gadget"] = each.gadget.value
    if each.used_property is not None:
        said["used_property"] = each.used_property.value
    if each.stake is not None:
        said["stake"] = each.stake
    if each.chance is not None:
        said["chance"] = each.chance
    mine = each.character is not None and p.faction[each.character] == viewer != NEUTRAL
    if each.is_enemy is not None and (viewer is None or mine):
        said["is_enemy"] = each.is_enemy
    return said


def draw_casino(view: Mapping[str, Json]) -> str:
    """The map with everybody on it: capital letters are characters, ``c`` the cat."""
    rows = [list(row) for row in view["map"]]
    marks = {view["cat"]: "c", view["janitor"]: "j"}
    legend = []
    for number, (name, seen) in enumerate(view["characters"].items()):
        letter = chr(ord("A") + number % 26)
        marks[seen["at"]] = letter
        side = _SIDES[seen.get("faction")]
        legend.append(f"{letter} {name}{side}: {seen['hp']} HP, {seen['ip']} IP")
    for field, mark in marks.items():
        if field is not None:
            x, y = map(int, field.split("/"))
            rows[y][x] = mark
    return "\n".join(["".join(row) for row in rows] + legend)


def draw_draft(view: Mapping[str, Json]) -> str:
    """What a player has and may choose from; spectators see how far both are."""
    lines = [f"chosen: {view['chosen'][0]} and {view['chosen'][1]} of {ITEMS}"]
    if "offer" in view:
        offered = [*view["offer"]["characters"], *view["offer"]["gadgets"]]
        lines.append(
            f"yours: {', '.join([*view['characters'], *view['gadgets']]) or 'nothing yet'}"
        )
        lines.append(f"offered: {', '.join(offered) or 'nothing more'}")
    return "\n".join(lines)
