"""Views: what a player sees, as containers of plain values, and as text for a terminal.

A view has ``phase`` and ``state``, the ``game`` with what belongs to nobody, and the ``players``
with what belongs to each: attributes, fields with the words of the objects in them (or only their
number), and links.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from spielwerk.core import Json, View
from spielwerk.languages.igold.builtins import effective
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.moves import element_text, value_text
from spielwerk.languages.igold.position import MatchPosition
from spielwerk.languages.igold.sight import Sight
from spielwerk.languages.igold.world import ElementWorld


def view_of(
    engine: MatchEngine, s: MatchPosition, sight: Sight, who: int | None
) -> dict[str, Json]:
    """The picture of what an actor may see."""
    world = engine.world
    table: dict[str, Json] = {"attributes": {}, "fields": {}, "links": {}}
    players: dict[str, dict[str, Json]] = {
        str(one.word): {"attributes": {}, "fields": {}, "links": {}} for one in world.actors
    }
    _attributes(world, s, sight, who, table, players)
    _fields(world, s, sight, who, table, players)
    _links(world, s, sight, who, table, players)
    phase = engine.phases[s.phase].type.word if s.phase >= 0 else ""
    state = engine.states[s.state][1].name if s.state >= 0 else ""
    return {"phase": phase, "state": state, "game": table, "players": players}


def _place(
    world: ElementWorld, host: str, index: int, table: dict[str, Json], players: dict[str, Json]
) -> dict[str, Json] | None:
    """Where something of a host is shown: at its player, or on the table."""
    if host == "actor":
        found: dict[str, Json] = players[world.actors[index].word]
        return found
    if host in ("game", "phase"):
        return table
    if host == "space":
        space = world.spaces[index]
        return _place(world, space.host, space.index, table, players)
    return None


def _attributes(
    world: ElementWorld, s: MatchPosition, sight: Sight, who: int | None, table: Any, players: Any
) -> None:
    values = effective(s)
    for number, one in enumerate(world.attributes):
        if one.host == "phase" and one.index != s.phase:
            continue
        place = _place(world, one.host, one.index, table, players)
        if place is not None and sight.sees(who, "attribute", number):
            place["attributes"][one.word] = plain(values[number])


def _fields(
    world: ElementWorld, s: MatchPosition, sight: Sight, who: int | None, table: Any, players: Any
) -> None:
    for number, one in enumerate(world.fields):
        place = _place(world, "space", one.index, table, players)
        assert place is not None
        shown: dict[str, Json] = {}
        if sight.sees(who, "field", number):
            shown["objects"] = [
                _object(world, s, thing) if sight.sees(who, "object", thing) else None
                for thing in s.inside[number]
            ]
        if sight.counts(who, number):
            shown["count"] = len(s.inside[number])
        if shown:
            place["fields"][one.word] = shown


def _object(world: ElementWorld, s: MatchPosition, thing: int) -> Json:
    """An object by its word; with its values where they have changed."""
    one = world.objects[thing]
    changed = {
        world.attributes[slot].word: plain(s.values[slot])
        for slot in world.slots_of_objects[thing]
        if s.values[slot] != world.attributes[slot].value
    }
    return {"is": one.word, **changed} if changed else one.word


def _links(
    world: ElementWorld, s: MatchPosition, sight: Sight, who: int | None, table: Any, players: Any
) -> None:
    for number, one in enumerate(world.links):
        if (one.host == "phase" and one.index != s.phase) or s.links[number] == -1:
            continue
        place = _place(world, one.host, one.index, table, players)
        if place is None or not sight.sees(who, "link", number):
            continue
        named = s.links[number] if one.value.many else (s.links[number],)
        kind = one.value.kind
        words = [
            element_text(s, kind, thing) if sight.sees(who, kind, thing) else "hidden"
            for thing in named
        ]
        place["links"][one.word] = words if one.value.many else words[0]


def plain(value: Any) -> Json:
    """A value as JSON."""
    if isinstance(value, frozenset):
        return sorted(value_text(one) for one in value)
    if isinstance(value, Decimal):
        return float(value)
    return value_text(value) if isinstance(value, str) else value


def _name(thing: Json) -> str:
    if thing is None:
        return "hidden"
    return str(thing["is"] if isinstance(thing, dict) else thing)


def draw_view(view: View) -> str:
    """A view as text for a terminal."""
    lines = [f"  {view['phase']}: {view['state']}"] if view.get("phase") else []
    for name, shown in [("table", view["game"]), *view["players"].items()]:
        parts = [f"{word} {_flat(value)}" for word, value in shown["attributes"].items()]
        parts += [f"{word} {_flat(value)}" for word, value in shown["links"].items()]
        for word, field in shown["fields"].items():
            if "objects" in field:
                inside = " ".join(_name(thing) for thing in field["objects"])
                parts.append(f"{word} [{inside}]")
            else:
                parts.append(f"{word} ({field['count']})")
        if parts:
            lines.append(f"  {name}: " + " · ".join(parts))
    if view.get("fault"):
        lines.append(f"  The rules went wrong: {view['fault']}")
    return "\n".join(lines)


def _flat(value: Json) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else value_text(value)
