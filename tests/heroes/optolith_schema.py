"""Optolith's file format as its documentation tells it, as a JSON schema of our own.

What no file may lack, and of which kind it is. Optolith refuses files without ``id``,
``dateCreated`` or ``dateModified``.
"""

from __future__ import annotations

from typing import Any

_TEXT: dict[str, Any] = {"type": "string"}
_COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}


def _of(kind: str, **properties: Any) -> dict[str, Any]:
    return {"type": kind, "required": list(properties), "properties": properties}


def _ids(begin: str, value: dict[str, Any]) -> dict[str, Any]:
    pattern = f"^({begin})_\\d+$"
    return {
        "type": "object",
        "patternProperties": {pattern: value},
        "additionalProperties": False,
    }


_ENTRY = {
    "type": "object",
    "properties": {
        "sid": {"type": ["string", "integer"]},
        "sid2": {"type": ["string", "integer"]},
        "tier": {"type": "integer", "minimum": 1},
        "cost": {"type": "integer"},
    },
}
_MOMENT = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"}
_COIN = {"type": "string", "pattern": r"^\d*$"}
_ATTRIBUTE = _of("object", id={"type": "string", "pattern": r"^ATTR_[1-8]$"}, value=_COUNT)

SCHEMA = _of(
    "object",
    id={"type": "string", "pattern": r"^H_[1-9]\d*$"},
    name={"type": "string", "minLength": 1},
    clientVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
    dateCreated=_MOMENT,
    dateModified=_MOMENT,
    phase={"enum": [1, 2, 3]},
    locale=_TEXT,
    ap=_of("object", total=_COUNT),
    el={"type": "string", "pattern": r"^EL_[1-7]$"},
    sex={"enum": ["m", "f"]},
    pers={"type": "object"},
    attr=_of(
        "object",
        values={"type": "array", "items": _ATTRIBUTE},
        ae=_COUNT,
        kp=_COUNT,
        lp=_COUNT,
        permanentAE=_of("object", lost=_COUNT, redeemed=_COUNT),
        permanentKP=_of("object", lost=_COUNT, redeemed=_COUNT),
        permanentLP=_of("object", lost=_COUNT),
    ),
    activatable=_ids("ADV|DISADV|SA", {"type": "array", "items": _ENTRY}),
    talents=_ids("TAL", _COUNT),
    ct=_ids("CT", _COUNT),
    spells=_ids("SPELL", _COUNT),
    cantrips={"type": "array", "items": {"type": "string", "pattern": r"^CANTRIP_\d+$"}},
    liturgies=_ids("LITURGY", _COUNT),
    blessings={"type": "array", "items": {"type": "string", "pattern": r"^BLESSING_\d+$"}},
    belongings=_of(
        "object",
        items={"type": "object", "additionalProperties": _of("object", id=_TEXT, name=_TEXT)},
        armorZones={"type": "object"},
        purse=_of("object", d=_COIN, s=_COIN, h=_COIN, k=_COIN),
    ),
    rules=_of("object", higherParadeValues=_COUNT, enabledRuleBooks={"type": "array"}),
    pets={"type": "object"},
)
