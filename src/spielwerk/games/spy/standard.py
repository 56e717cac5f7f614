"""A view in the words of the standard: its ``State`` and its ``operations``.

Only views go in, never positions: what a viewer may not see cannot come out.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from spielwerk.core import Json, View
from spielwerk.games.spy.names import FieldState, Gadget
from spielwerk.games.spy.picture import GLYPHS

__all__ = ["standard_operations", "standard_state"]

_STATES = {glyph: state for state, glyph in GLYPHS.items()}
_USES = {
    Gadget.POISON_PILLS: 5,
    Gadget.MOTHBALL_POUCH: 5,
    **dict.fromkeys(
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
    ),
}
_UNLIMITED = -1
"""How the standard's implementations write that a gadget wears not out."""


def standard_state(view: View, ids: Mapping[str, UUID]) -> dict[str, Json]:
    """The ``State`` of the standard from a view of a match that has begun.

    ``ids`` are the identifiers of the characters by name.
    """
    return {
        "currentRound": view["round"],
        "map": {"map": _field_map(view, ids)},
        "mySafeCombinations": list(view["combinations"]),
        "characters": [
            {
                "characterId": str(ids[name]),
                "name": name,
                "coordinates": _point(character["at"]),
                **{key: character[key] for key in ("mp", "ap", "hp", "ip", "chips")},
                "properties": list(character["properties"]),
                "gadgets": [_gadget(gadget, ids) for gadget in character["gadgets"]],
            }
            for name, character in view["characters"].items()
        ],
        "catCoordinates": _point(view["cat"]),
        "janitorCoordinates": None if view["janitor"] is None else _point(view["janitor"]),
    }


def standard_operations(view: View, ids: Mapping[str, UUID]) -> list[dict[str, Json]]:
    """The ``operations`` of the standard from a view; ``isEnemy`` is of the later standard."""
    return [_operation(each, ids) for each in view["operations"]]


def _field_map(view: View, ids: Mapping[str, UUID]) -> list[list[dict[str, Json]]]:
    fog = set(view["fog"])
    return [
        [
            _field(_STATES[glyph], view["fields"].get(f"{x}/{y}", {}), f"{x}/{y}" in fog, ids)
            for x, glyph in enumerate(row)
        ]
        for y, row in enumerate(view["map"])
    ]


def _field(
    state: FieldState, special: Mapping[str, Json], foggy: bool, ids: Mapping[str, UUID]
) -> dict[str, Json]:
    return {
        "state": state,
        "gadget": _gadget(special, ids) if "gadget" in special else None,
        "isDestroyed": special.get("destroyed", False),
        "isInverted": special.get("inverted", False),
        "chipAmount": special.get("chips", 0),
        "safeIndex": special.get("safe", 0),
        "isFoggy": foggy,
        "isUpdated": False,
    }


def _gadget(told: Mapping[str, Json], ids: Mapping[str, UUID]) -> dict[str, Json]:
    gadget = Gadget(told["gadget"])
    body: dict[str, Json] = {
        "gadget": gadget,
        "usages": told.get("usages", _USES.get(gadget, _UNLIMITED)),
    }
    if gadget is Gadget.COCKTAIL:
        body["isPoisoned"] = told["poisoned"]
    if gadget is Gadget.WIRETAP_WITH_EARPLUGS:
        on = told.get("on")
        body |= {"working": told.get("working", False), "activeOn": str(ids[on]) if on else None}
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
