"""What the files of the standard may hold, told a second time as plain conditions.

The schemas of the library must accept just what these accept.
"""

from __future__ import annotations

import json
from typing import Any

_FIELDS = ["BAR_SEAT", "BAR_TABLE", "FIREPLACE", "FREE", "ROULETTE_TABLE", "SAFE", "WALL"]
_FEATURES = [
    "AGILITY",
    "BABYSITTER",
    "BANG_AND_BURN",
    "CLAMMY_CLOTHES",
    "CONSTANT_CLAMMY_CLOTHES",
    "FLAPS_AND_SEALS",
    "HONEY_TRAP",
    "JINX",
    "LUCKY_DEVIL",
    "NIMBLENESS",
    "OBSERVATION",
    "ROBUST_STOMACH",
    "SLUGGISHNESS",
    "SPRYNESS",
    "TOUGHNESS",
    "TRADECRAFT",
]
_WHOLE = [
    "BowlerBlade_Damage",
    "BowlerBlade_Range",
    "CatIp",
    "ChipsToIpFaktor",
    "Cocktail_Hp",
    "FogTin_Range",
    "GasGloss_Damage",
    "Grapple_Range",
    "Moledie_Range",
    "MothballPouch_Damage",
    "MothballPouch_Range",
    "RocketPen_Damage",
    "RoundLimit",
    "StrikeMaximum",
    "TurnPhaseLimit",
]
_CHANCES = [
    "Babysitter_SuccessChance",
    "BowlerBlade_HitChance",
    "Cocktail_DodgeChance",
    "Grapple_HitChance",
    "HoneyTrap_SuccessChance",
    "LaserCompact_HitChance",
    "Mirror_SwapChance",
    "Observation_SuccessChance",
    "Spy_SuccessChance",
    "WiretapWithEarplugs_FailChance",
]


def is_scenario(value: Any) -> bool:
    """A map, row by row; rows may differ in length."""
    return (
        isinstance(value, dict)
        and isinstance(rows := value.get("scenario"), list)
        and all(isinstance(row, list) and all(field in _FIELDS for field in row) for row in rows)
    )


def is_match(value: Any) -> bool:
    """Every number there, ranges and damages whole, chances between 0 and 1."""
    return (
        isinstance(value, dict)
        and all(_whole(value.get(name)) for name in _WHOLE)
        and value["Moledie_Range"] >= 0
        and all(_number(value.get(name)) and 0 <= value[name] <= 1 for name in _CHANCES)
    )


def is_crew(value: Any) -> bool:
    """Characters with a name of three letters at least, none of them twice."""
    return (
        isinstance(value, list)
        and all(map(_is_character, value))
        and len({json.dumps(character, sort_keys=True) for character in value}) == len(value)
    )


def _is_character(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(name := value.get("name"), str)
        and len(name) >= 3
        and isinstance(value.get("description", ""), str)
        and value.get("gender", "MALE") in ("MALE", "FEMALE", "DIVERSE")
        and isinstance(features := value.get("features"), list)
        and all(isinstance(feature, str) and feature in _FEATURES for feature in features)
    )


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: Any) -> bool:
    return _number(value) and value == int(value)
