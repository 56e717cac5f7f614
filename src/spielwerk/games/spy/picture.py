"""What players and spectators see: the view of a position, and a drawing of it for a terminal.

As the standard has it, everybody sees the whole casino; for whom somebody works, and which
combinations are known, is private. Spectators are told all factions and no combinations. Views
name fields as ``column/row`` and characters by name; :mod:`.standard` turns a view into the
``State`` of the standard's messages.
"""

from __future__ import annotations

from spielwerk.core import Json
from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.gadgets.drinks import POISONED
from spielwerk.games.spy.names import Faction, FieldState, Gadget, Property, named
from spielwerk.games.spy.operations import Happening
from spielwerk.games.spy.position import NEUTRAL, NOBODY, NOWHERE, Position, Stage
from spielwerk.games.spy.statistics import statistics

__all__ = ["GLYPHS", "draw_casino", "picture"]

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


def picture(p: Position, viewer: int | None, happened: tuple[Happening, ...]) -> dict[str, Json]:
    """The position as one player, or a spectator, sees it after ``happened``."""
    over = p.stage is Stage.OVER
    seen: dict[str, Json] = {
        "phase": "over" if over else "play",
        "round": p.round,
        "active": p.name(p.active) if p.active >= 0 else None,
        "map": _rows(p),
        "fields": _fields(p),
        "fog": [p.board.name(field) for field in fields_of(p.fog)],
        "cat": p.board.name(p.cat),
        "janitor": None if p.janitor == NOWHERE else p.board.name(p.janitor),
        "characters": {p.name(who): _character(p, who) for who in p.present()},
        "factions": _factions(p, viewer),
        "combinations": [] if viewer is None else fields_of(p.keys[viewer]),
        "operations": [_operation(p, each, viewer) for each in happened],
        "strikes": list(p.strikes),
    }
    if over:
        assert p.reason is not None
        seen["winner"] = _FACTIONS[p.winner]
        seen["reason"] = p.reason
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
            found[name(table)] = {"gadget": Gadget.COCKTAIL, "poisoned": drink == POISONED}
    for field, gadget in ((p.blade, Gadget.BOWLER_BLADE), (p.collar, Gadget.DIAMOND_COLLAR)):
        if field != NOWHERE:
            found[name(field)] = {"gadget": gadget}
    return found


def _character(p: Position, who: int) -> dict[str, Json]:
    return {
        "at": p.board.name(p.place[who]),
        "hp": p.hp[who],
        "ip": p.ip[who],
        "chips": p.chips[who],
        "mp": p.mp[who],
        "ap": p.ap[who],
        "properties": list(named(Property, p.properties[who])),
        "gadgets": [_gadget(p, who, gadget) for gadget in named(Gadget, p.gadgets[who])],
    }


def _gadget(p: Position, who: int, gadget: Gadget) -> Json:
    """A gadget's name, with what else is to be said about it."""
    match gadget:
        case Gadget.COCKTAIL:
            return {"gadget": gadget, "poisoned": bool(p.poisoned >> who & 1)}
        case Gadget.POISON_PILLS:
            return {"gadget": gadget, "usages": p.pills}
        case Gadget.MOTHBALL_POUCH:
            return {"gadget": gadget, "usages": p.pouch}
        case Gadget.WIRETAP_WITH_EARPLUGS if p.tapped != NOBODY:
            return {"gadget": gadget, "working": p.tap_works, "on": p.name(p.tapped)}
    return {"gadget": gadget}


def _factions(p: Position, viewer: int | None) -> dict[str, str]:
    """For whom everybody works, as far as the viewer knows."""
    return {
        p.name(who): _FACTIONS[faction]
        for who, faction in enumerate(p.faction)
        if viewer is None or p.known[viewer] >> who & 1
    }


def _operation(p: Position, each: Happening, viewer: int | None) -> dict[str, Json]:
    said: dict[str, Json] = {
        "type": each.type,
        "target": p.board.name(each.target),
        "successful": each.successful,
    }
    if each.character is not None:
        said["character"] = p.name(each.character)
    if each.origin is not None:
        said["from"] = p.board.name(each.origin)
    for key in ("gadget", "used_property", "stake", "chance"):
        if (value := getattr(each, key)) is not None:
            said[key] = value
    mine = each.character is not None and p.faction[each.character] == viewer != NEUTRAL
    if each.is_enemy is not None and (viewer is None or mine):
        said["is_enemy"] = each.is_enemy
    return said


def draw_casino(view: dict[str, Json]) -> str:
    """The map with everybody on it: capital letters are characters, ``c`` the cat."""
    rows = [list(row) for row in view["map"]]
    legend = []
    marks = {view["cat"]: "c", view["janitor"]: "j"}
    for number, (name, character) in enumerate(view["characters"].items()):
        letter = chr(ord("A") + number % 26)
        marks[character["at"]] = letter
        faction = view["factions"].get(name, "unknown").lower().replace("_", " ")
        legend.append(
            f"{letter} {name} ({faction}): {character['hp']} HP, {character['ip']} IP, "
            f"{character['chips']} chips"
        )
    for field, mark in marks.items():
        if field is not None:
            x, y = map(int, field.split("/"))
            rows[y][x] = mark
    return "\n".join(["".join(row) for row in rows] + legend)
