"""The names of the standard: fields, properties, gadgets, operations, reasons of victory.

Each is an enumeration whose values are the words that files and messages use. Properties and
gadgets also have a ``bit``, because a character's properties are kept as one number, and so are
its gadgets.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar


class _Bit(StrEnum):
    """A word with a bit of its own, in the order of the enumeration."""

    bit: int

    def __new__(cls, word: str) -> _Bit:
        member = str.__new__(cls, word)
        member._value_ = word
        member.bit = 1 << len(cls.__members__)
        return member

    __hash__ = str.__hash__


class FieldState(StrEnum):
    """What a field of the scenario is."""

    BAR_TABLE = "BAR_TABLE"
    ROULETTE_TABLE = "ROULETTE_TABLE"
    WALL = "WALL"
    FREE = "FREE"
    BAR_SEAT = "BAR_SEAT"
    SAFE = "SAFE"
    FIREPLACE = "FIREPLACE"


class Property(_Bit):
    """What distinguishes a character. The last one is of the later standard."""

    NIMBLENESS = "NIMBLENESS"
    SLUGGISHNESS = "SLUGGISHNESS"
    SPRYNESS = "SPRYNESS"
    AGILITY = "AGILITY"
    LUCKY_DEVIL = "LUCKY_DEVIL"
    JINX = "JINX"
    CLAMMY_CLOTHES = "CLAMMY_CLOTHES"
    CONSTANT_CLAMMY_CLOTHES = "CONSTANT_CLAMMY_CLOTHES"
    ROBUST_STOMACH = "ROBUST_STOMACH"
    TOUGHNESS = "TOUGHNESS"
    BABYSITTER = "BABYSITTER"
    HONEY_TRAP = "HONEY_TRAP"
    BANG_AND_BURN = "BANG_AND_BURN"
    FLAPS_AND_SEALS = "FLAPS_AND_SEALS"
    TRADECRAFT = "TRADECRAFT"
    OBSERVATION = "OBSERVATION"
    PONDEROUSNESS = "PONDEROUSNESS"


class Gadget(_Bit):
    """What a character may carry. The last one is of the later standard."""

    HAIRDRYER = "HAIRDRYER"
    MOLEDIE = "MOLEDIE"
    TECHNICOLOUR_PRISM = "TECHNICOLOUR_PRISM"
    BOWLER_BLADE = "BOWLER_BLADE"
    MAGNETIC_WATCH = "MAGNETIC_WATCH"
    POISON_PILLS = "POISON_PILLS"
    LASER_COMPACT = "LASER_COMPACT"
    ROCKET_PEN = "ROCKET_PEN"
    GAS_GLOSS = "GAS_GLOSS"
    MOTHBALL_POUCH = "MOTHBALL_POUCH"
    FOG_TIN = "FOG_TIN"
    GRAPPLE = "GRAPPLE"
    WIRETAP_WITH_EARPLUGS = "WIRETAP_WITH_EARPLUGS"
    DIAMOND_COLLAR = "DIAMOND_COLLAR"
    JETPACK = "JETPACK"
    CHICKEN_FEED = "CHICKEN_FEED"
    NUGGET = "NUGGET"
    MIRROR_OF_WILDERNESS = "MIRROR_OF_WILDERNESS"
    POCKET_LITTER = "POCKET_LITTER"
    COCKTAIL = "COCKTAIL"
    ANTI_PLAGUE_MASK = "ANTI_PLAGUE_MASK"


class OperationType(StrEnum):
    """What can happen in a turn. Players choose among the first five and RETIRE."""

    __hash__ = str.__hash__

    GADGET_ACTION = "GADGET_ACTION"
    SPY_ACTION = "SPY_ACTION"
    GAMBLE_ACTION = "GAMBLE_ACTION"
    PROPERTY_ACTION = "PROPERTY_ACTION"
    MOVEMENT = "MOVEMENT"
    CAT_ACTION = "CAT_ACTION"
    JANITOR_ACTION = "JANITOR_ACTION"
    EXFILTRATION = "EXFILTRATION"
    RETIRE = "RETIRE"


class VictoryReason(StrEnum):
    """Why the winner won. The last two are of the later standard."""

    VICTORY_BY_IP = "VICTORY_BY_IP"
    VICTORY_BY_COLLAR = "VICTORY_BY_COLLAR"
    VICTORY_BY_DRINKING = "VICTORY_BY_DRINKING"
    VICTORY_BY_SPILLING = "VICTORY_BY_SPILLING"
    VICTORY_BY_HP = "VICTORY_BY_HP"
    VICTORY_BY_RANDOMNESS = "VICTORY_BY_RANDOMNESS"
    VICTORY_BY_LEAVE = "VICTORY_BY_LEAVE"
    VICTORY_BY_KICK = "VICTORY_BY_KICK"


class Gender(StrEnum):
    """For the picture of a character."""

    MALE = "MALE"
    FEMALE = "FEMALE"
    DIVERSE = "DIVERSE"


class Faction(StrEnum):
    """Who a character works for. Players are numbered 0 and 1 inside, neutral ones 2."""

    PLAYER_ONE = "PLAYER_ONE"
    PLAYER_TWO = "PLAYER_TWO"
    NEUTRAL = "NEUTRAL"


_B = TypeVar("_B", bound=_Bit)


def bits(words: Iterable[_Bit]) -> int:
    """Several properties or gadgets as one number."""
    total = 0
    for word in words:
        total |= word.bit
    return total


def named(kind: type[_B], number: int) -> list[_B]:
    """The properties or gadgets in a number, in the order of the enumeration."""
    return [word for word in kind if number & word.bit]
