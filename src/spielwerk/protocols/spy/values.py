"""Values that several messages carry: operations, characters, scenarios, configurations.

They are the values of the rules wherever there are such; this module knows how each dialect
writes them down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar
from uuid import UUID

from spielwerk.core import Json
from spielwerk.games.spy import (
    CHARACTERS,
    MATCH,
    SCENARIO,
    CasinoBoard,
    CharacterDescription,
    Gadget,
    MatchConfig,
    OperationType,
    PossibleOperation,
    Property,
    Scenario,
    characters_to_json,
    scenario_to_json,
)
from spielwerk.protocols.spy.wire import (
    ID,
    INTEGER,
    Codec,
    Revision,
    SpyMessageError,
    list_of,
    word_of,
)

_T = TypeVar("_T")


class RoleEnum(StrEnum):
    """As what somebody connects."""

    SPECTATOR = "SPECTATOR"
    PLAYER = "PLAYER"
    AI = "AI"


class ErrorReason(StrEnum):
    """Why a server refuses somebody. The last three are of the later dialect."""

    NAME_NOT_AVAILABLE = "NAME_NOT_AVAILABLE"
    ALREADY_SERVING = "ALREADY_SERVING"
    GENERAL = "GENERAL"
    SESSION_DOES_NOT_EXIST = "SESSION_DOES_NOT_EXIST"
    ILLEGAL_MESSAGE = "ILLEGAL_MESSAGE"
    TOO_MANY_STRIKES = "TOO_MANY_STRIKES"

    def said_in(self, dialect: Revision) -> ErrorReason:
        """The reason, or what comes nearest to it in a dialect that lacks it."""
        early = (self.NAME_NOT_AVAILABLE, self.ALREADY_SERVING)
        return self if dialect is Revision.LATER or self in early else ErrorReason.GENERAL


@dataclass(frozen=True, slots=True)
class Point:
    """A field: its column and its row, from 0."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class CharacterInformation:
    """A character and the identifier that the server gave it."""

    character: CharacterDescription
    character_id: UUID


@dataclass(frozen=True, slots=True)
class Operation:
    """What a client wants one of its characters to do."""

    type: OperationType
    character_id: UUID
    target: Point | None = None
    """RETIRE has none."""
    gadget: Gadget | None = None
    used_property: Property | None = None
    stake: int | None = None
    origin: Point | None = None
    """Where a movement begins, called ``from`` in messages."""


# Operations


def operation_for(
    board: CasinoBoard, choice: PossibleOperation, character_id: UUID, place: int
) -> Operation:
    """A choice of the rules as an operation of the character that stands on ``place``."""

    def point(field: int) -> Point:
        return Point(*board.places[field])

    moves = choice.type is OperationType.MOVEMENT
    return Operation(
        choice.type,
        character_id,
        point(place if choice.type is OperationType.RETIRE else choice.target),
        choice.gadget,
        choice.used_property,
        choice.stake or None,
        point(place) if moves else None,
    )


_CHOSEN = (
    OperationType.GADGET_ACTION,
    OperationType.SPY_ACTION,
    OperationType.GAMBLE_ACTION,
    OperationType.PROPERTY_ACTION,
    OperationType.MOVEMENT,
    OperationType.RETIRE,
)


def _read_point(value: Json, dialect: Revision) -> Point:
    if not isinstance(value, dict):
        raise SpyMessageError("should be a point with x and y")
    return Point(*(_needed(value, axis, INTEGER, dialect) for axis in ("x", "y")))


_POINT: Codec[Point] = Codec(_read_point, lambda point, _: {"x": point.x, "y": point.y})


def _read_operation(value: Json, dialect: Revision) -> Operation:
    if not isinstance(value, dict):
        raise SpyMessageError("should be an object")

    def needed(name: str, codec: Codec[_T], *kinds: OperationType) -> _T | None:
        return _needed(value, name, codec, dialect) if kind in kinds else None

    kind = _needed(value, "type", word_of(OperationType), dialect)
    if kind not in _CHOSEN:
        raise SpyMessageError(f"'type' is {kind}, which only happens by itself")
    aimed = tuple(each for each in _CHOSEN if each is not OperationType.RETIRE)
    return Operation(
        kind,
        _needed(value, "characterId", ID, dialect),
        needed("target", _POINT, *aimed),
        needed("gadget", word_of(Gadget), OperationType.GADGET_ACTION),
        needed("usedProperty", word_of(Property), OperationType.PROPERTY_ACTION),
        needed("stake", INTEGER, OperationType.GAMBLE_ACTION),
        needed("from", _POINT, OperationType.MOVEMENT),
    )


def _needed(value: dict[str, Json], name: str, codec: Codec[_T], dialect: Revision) -> _T:
    if value.get(name) is None:
        raise SpyMessageError(f"'{name}' is missing")
    try:
        return codec.read(value[name], dialect)
    except SpyMessageError as problem:
        raise SpyMessageError(f"'{name}' {problem}") from None


def _write_operation(operation: Operation, dialect: Revision) -> Json:
    target = None if operation.target is None else _POINT.write(operation.target, dialect)
    body: dict[str, Json] = {
        "type": operation.type.value,
        "successful": False,
        "target": target,
        "characterId": str(operation.character_id),
    }
    if operation.gadget is not None:
        body["gadget"] = operation.gadget.value
    if operation.used_property is not None:
        body["usedProperty"] = operation.used_property.value
    if operation.stake is not None:
        body["stake"] = operation.stake
    if operation.origin is not None:
        body["from"] = _POINT.write(operation.origin, dialect)
    return body


OPERATION: Codec[Operation] = Codec(_read_operation, _write_operation)


# Configurations


def _understood(make: Callable[[Json], _T], what: str) -> Callable[[Json, Revision], _T]:
    def read(value: Json, _: Revision) -> _T:
        try:
            return make(value)
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            raise SpyMessageError(f"is no {what}: {problem!r}") from None

    return read


def _read_information(value: Json, dialect: Revision) -> CharacterInformation:
    if not isinstance(value, dict):
        raise SpyMessageError("should be an object")
    told = value if dialect is Revision.LATER else value.get("character")
    (character,) = _understood(CHARACTERS.make, "character")([told], dialect)
    return CharacterInformation(character, _needed(value, "characterId", ID, dialect))


def _write_information(information: CharacterInformation, dialect: Revision) -> Json:
    (described,) = characters_to_json([information.character])
    there = {"characterId": str(information.character_id)}
    if dialect is Revision.LATER:
        return {**described, **there}
    return {"character": described, **there}


LEVEL: Codec[Scenario] = Codec(
    _understood(SCENARIO.make, "scenario"), lambda value, _: scenario_to_json(value)
)
SETTINGS: Codec[MatchConfig] = Codec(
    _understood(MATCH.make, "match configuration"),
    lambda value, dialect: {
        key: each
        for key, each in value.to_json(later=dialect is Revision.LATER).items()
        if each is not None
    },
)
CHARACTER_SETTINGS: Codec[tuple[CharacterInformation, ...]] = list_of(
    Codec(_read_information, _write_information)
)
DESCRIPTIONS: Codec[tuple[CharacterDescription, ...]] = Codec(
    _understood(CHARACTERS.make, "list of characters"),
    lambda value, _: characters_to_json(value),
)
