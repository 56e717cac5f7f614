"""A view in the words of the standard: its ``State`` and its ``operations``.

Only views go in, never positions: what a viewer may not see cannot come out.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from spielwerk.core import Json, View
from spielwerk.games.spy.names import FieldState, Gadget
from spielwerk.games.spy.picture import GLYPHS

_STATES = {glyph: state for state, glyph in GLYPHS.items()}
_USES = dict.fromkeys(
    (
        Gadget.TECHNICOLOUR_PRISM,
        Gadget.ROCKET_PEN,
        Gadget.GAS_GLOSS,
        Gadget.FOG_TIN,
        Gadget.WIRETAP_WITH_EARPLUGS,
        Gadget.JETPACK,
        Gadget.CHICKEN_FEED,
        Gadget.NUGGET,
        Gadget.COCKTAIL,
    ),
    1,
)
_UNLIMITED = -1
"""How the standard's implementations write that a gadget wears not out."""


def standard_state(view: View, ids: Mapping[str, UUID]) -> dict[str, Json]:
    """The ``State`` of the standard from a view of a match that has begun.

    ``ids`` are the identifiers of the characters by name.
    """
    return {
        "currentRound": view["round"],
        "map": {"map": _field_map(view)},
        "mySafeCombinations": list(view["combinations"]),
        "characters": [_character(view, name, ids) for name in view["characters"]],
        "catCoordinates": _point(view["cat"]),
        "janitorCoordinates": None if view["janitor"] is None else _point(view["janitor"]),
    }


def standard_operations(view: View, ids: Mapping[str, UUID]) -> list[dict[str, Json]]:
    """The ``operations`` of the standard from a view; ``isEnemy`` is of the later standard."""
    return [_operation(each, ids) for each in view["operations"]]


def _character(view: View, name: str, ids: Mapping[str, UUID]) -> dict[str, Json]:
    seen, active = view["characters"][name], view["active"]
    acting = active is not None and active["name"] == name
    return {
        "characterId": str(ids[name]),
        "name": name,
        "coordinates": _point(seen["at"]),
        "mp": active["mp"] if acting else 0,
        "ap": active["ap"] if acting else 0,
        **{key: seen[key] for key in ("hp", "ip", "chips")},
        "properties": list(seen["properties"]),
        "gadgets": [_carried(view, seen, Gadget(word), ids) for word in seen["gadgets"]],
    }


def _carried(
    view: View, seen: Mapping[str, Json], gadget: Gadget, ids: Mapping[str, UUID]
) -> dict[str, Json]:
    body: dict[str, Json] = {
        "gadget": gadget.value,
        "usages": view["usages"].get(gadget, _USES.get(gadget, _UNLIMITED)),
    }
    if gadget is Gadget.COCKTAIL:
        body["isPoisoned"] = seen.get("poisoned", False)
    if gadget is Gadget.WIRETAP_WITH_EARPLUGS:
        tap = view["wiretap"]
        body["working"] = bool(tap and tap["working"])
        body["activeOn"] = str(ids[tap["on"]]) if tap else None
    return body


def _field_map(view: View) -> list[list[dict[str, Json]]]:
    fog = set(view["fog"])
    return [
        [
            _field(_STATES[glyph], view["fields"].get(f"{x}/{y}", {}), f"{x}/{y}" in fog)
            for x, glyph in enumerate(row)
        ]
        for y, row in enumerate(view["map"])
    ]


def _field(state: FieldState, special: Mapping[str, Json], foggy: bool) -> dict[str, Json]:
    return {
        "state": state.value,
        "gadget": _lying(special) if "gadget" in special else None,
        "isDestroyed": special.get("destroyed", False),
        "isInverted": special.get("inverted", False),
        "chipAmount": special.get("chips", 0),
        "safeIndex": special.get("safe", 0),
        "isFoggy": foggy,
        "isUpdated": False,
    }


def _lying(special: Mapping[str, Json]) -> dict[str, Json]:
    gadget = Gadget(special["gadget"])
    body: dict[str, Json] = {"gadget": gadget.value, "usages": _USES.get(gadget, _UNLIMITED)}
    if gadget is Gadget.COCKTAIL:
        body["isPoisoned"] = special["poisoned"]
    return body


def _operation(told: Mapping[str, Json], ids: Mapping[str, UUID]) -> dict[str, Json]:
    body: dict[str, Json] = {
        "type": told["type"],
        "successful": told["successful"],
        "target": _point(told["target"]),
    }
    if "character" in told:
        body["characterId"] = str(ids[told["character"]])
    if "from" in told:
        body["from"] = _point(told["from"])
    for here, there in (
        ("gadget", "gadget"),
        ("stake", "stake"),
        ("used_property", "usedProperty"),
        ("is_enemy", "isEnemy"),
    ):
        if here in told:
            body[there] = told[here]
    return body


def _point(field: str) -> dict[str, int]:
    x, y = field.split("/")
    return {"x": int(x), "y": int(y)}
