"""Every message of the standard as a typed value, for both dialects.

Start here. A message is a frozen dataclass whose fields say what they are called and how they are
written in each dialect; :mod:`.letters` turns it into JSON and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, TypeAlias
from uuid import UUID

from spielwerk.core import Json
from spielwerk.games.spy import CharacterDescription, Gadget, MatchConfig, Scenario, VictoryReason
from spielwerk.protocols.spy.values import (
    CHARACTER_SETTINGS,
    DESCRIPTIONS,
    LEVEL,
    OPERATION,
    SETTINGS,
    CharacterInformation,
    ErrorReason,
    Operation,
    RoleEnum,
)
from spielwerk.protocols.spy.wire import (
    BOOLEAN,
    ID,
    INTEGER,
    OBJECT,
    OBJECTS,
    TEXT,
    Codec,
    Named,
    Revision,
    SpyMessageError,
    equipment_codec,
    list_of,
    optional,
    word_of,
)

DATE = "%d.%m.%Y %H:%M:%S"
"""How the standard writes moments."""

_LATER_REASONS = (VictoryReason.VICTORY_BY_LEAVE, VictoryReason.VICTORY_BY_KICK)


def _said(reason: VictoryReason, dialect: Revision) -> str:
    early = dialect is Revision.STANDARD and reason in _LATER_REASONS
    return VictoryReason.VICTORY_BY_IP.value if early else reason.value


def _date(value: Json) -> datetime:
    """Dates are informal: what cannot be read is the beginning of time."""
    try:
        return datetime.strptime(value, DATE)
    except (ValueError, TypeError):
        return datetime(1970, 1, 1)


def _replayed(value: Json) -> tuple[dict[str, Any], ...]:
    if not isinstance(value, list):
        raise SpyMessageError("should be a list of messages")
    return tuple(each for each in value if isinstance(each, dict))


_ERROR: Codec[ErrorReason] = Codec(
    word_of(ErrorReason).read, lambda reason, dialect: reason.said_in(dialect).value
)
_VICTORY: Codec[VictoryReason] = Codec(word_of(VictoryReason).read, _said)
_MOMENT: Codec[datetime] = Codec(
    lambda value, _: _date(value), lambda value, _: value.strftime(DATE)
)
_REPLAYED: Codec[tuple[dict[str, Any], ...]] = Codec(
    lambda value, _: _replayed(value), lambda value, _: list(value)
)
_Id: TypeAlias = Annotated[UUID, ID]
_Ids: TypeAlias = Annotated[tuple[UUID, ...], list_of(ID)]
_Gadgets: TypeAlias = Annotated[tuple[Gadget, ...], list_of(word_of(Gadget))]
_Int: TypeAlias = Annotated[int, INTEGER]
_Text: TypeAlias = Annotated[str, TEXT]
_Flag: TypeAlias = Annotated[bool, BOOLEAN]
_Level: TypeAlias = Annotated[Scenario, LEVEL]
_Settings: TypeAlias = Annotated[MatchConfig, SETTINGS]
_CHARACTERS = Named("character_settings", "characterSettings")
_OFFER_NUMBER = Named("offerNr", None)


@dataclass(frozen=True)
class SpyMessage:
    """What somebody says. ``standard`` and ``later`` are its type in the two dialects, if any."""

    standard: ClassVar[str | None] = None
    later: ClassVar[str | None] = None

    @classmethod
    def type_in(cls, dialect: Revision) -> str | None:
        return cls.standard if dialect is Revision.STANDARD else cls.later


# The beginning


@dataclass(frozen=True)
class Hello(SpyMessage):
    """A client introduces itself."""

    standard = later = "HELLO"
    name: _Text
    role: Annotated[RoleEnum, word_of(RoleEnum)]


@dataclass(frozen=True)
class HelloReply(SpyMessage):
    """Welcome, with all that is settled before the match."""

    standard = later = "HELLO_REPLY"
    session_id: _Id
    level: _Level
    settings: _Settings
    characters: Annotated[tuple[CharacterInformation, ...], CHARACTER_SETTINGS, _CHARACTERS]


@dataclass(frozen=True)
class Reconnect(SpyMessage):
    """A player is back; who it is stands on the envelope."""

    standard = later = "RECONNECT"
    session_id: _Id


@dataclass(frozen=True)
class Failure(SpyMessage):
    """Why a server does not talk to a client (any more)."""

    standard, later = "CONNECTION_ERROR", "ERROR"
    reason: Annotated[ErrorReason, _ERROR]


@dataclass(frozen=True)
class GameStarted(SpyMessage):
    """Both players are there."""

    standard = later = "GAME_STARTED"
    player_one_id: _Id
    player_two_id: _Id
    player_one_name: _Text
    player_two_name: _Text
    session_id: _Id


# Choosing and equipping


@dataclass(frozen=True)
class RequestItemChoice(SpyMessage):
    """Choose one of these."""

    standard = later = "REQUEST_ITEM_CHOICE"
    offer_nr: Annotated[int | None, optional(INTEGER), _OFFER_NUMBER]
    offered_character_ids: _Ids
    offered_gadgets: _Gadgets


@dataclass(frozen=True)
class ItemChoice(SpyMessage):
    """This one, then: either a character or a gadget."""

    standard = later = "ITEM_CHOICE"
    offer_nr: Annotated[int | None, INTEGER, _OFFER_NUMBER]
    chosen_character_id: Annotated[UUID | None, optional(ID)] = None
    chosen_gadget: Annotated[Gadget | None, optional(word_of(Gadget))] = None


@dataclass(frozen=True)
class RequestEquipmentChoice(SpyMessage):
    """Hand out the gadgets you have chosen."""

    standard = later = "REQUEST_EQUIPMENT_CHOICE"
    chosen_character_ids: _Ids
    chosen_gadgets: _Gadgets


@dataclass(frozen=True)
class EquipmentChoice(SpyMessage):
    """Who carries what."""

    standard = later = "EQUIPMENT_CHOICE"
    equipment: Annotated[
        Mapping[UUID, tuple[Gadget, ...]], equipment_codec(list_of(word_of(Gadget)))
    ]


# Play


@dataclass(frozen=True)
class GameStatus(SpyMessage):
    """What happened since the last one, and how things stand."""

    standard = later = "GAME_STATUS"
    active_character_id: Annotated[UUID | None, optional(ID)]
    operations: Annotated[tuple[dict[str, Any], ...], OBJECTS]
    state: Annotated[dict[str, Any], OBJECT]
    is_game_over: _Flag


@dataclass(frozen=True)
class RequestGameOperation(SpyMessage):
    """It is this character's turn."""

    standard = later = "REQUEST_GAME_OPERATION"
    character_id: _Id


@dataclass(frozen=True)
class GameOperation(SpyMessage):
    """What the character does."""

    standard = later = "GAME_OPERATION"
    operation: Annotated[Operation, OPERATION]


@dataclass(frozen=True)
class SpectatorReveal(SpyMessage):
    """Who works for whom, for spectators only."""

    standard = "SPECTATOR_REVEAL"
    faction_player_one_ids: _Ids
    faction_player_two_ids: _Ids
    faction_neutral_ids: _Ids


@dataclass(frozen=True)
class Statistics(SpyMessage):
    """The end: who won, why, and what was counted."""

    standard = later = "STATISTICS"
    statistics: Annotated[dict[str, Any] | None, optional(OBJECT)]
    winner: _Id
    reason: Annotated[VictoryReason, _VICTORY]
    has_replay: _Flag


# Control


@dataclass(frozen=True)
class GameLeave(SpyMessage):
    """A client wants to leave."""

    standard = later = "GAME_LEAVE"


@dataclass(frozen=True)
class GameLeft(SpyMessage):
    """Somebody has left."""

    standard = later = "GAME_LEFT"
    left_user_id: _Id


@dataclass(frozen=True)
class RequestGamePause(SpyMessage):
    """A player wants a pause, or its end."""

    standard = later = "REQUEST_GAME_PAUSE"
    game_pause: _Flag


@dataclass(frozen=True)
class GamePause(SpyMessage):
    """The match is paused, or goes on."""

    standard = later = "GAME_PAUSE"
    game_paused: _Flag
    server_enforced: Annotated[bool, BOOLEAN, Named(None, "serverEnforced")] = False


@dataclass(frozen=True)
class RequestConfigDelivery(SpyMessage):
    """A client wants to see scenario, configuration and characters."""

    standard = "REQUEST_CONFIG_DELIVERY"


@dataclass(frozen=True)
class ConfigDelivery(SpyMessage):
    """Here they are."""

    standard = "CONFIG_DELIVERY"
    level: _Level
    settings: _Settings
    characters: Annotated[tuple[CharacterInformation, ...], CHARACTER_SETTINGS, _CHARACTERS]


@dataclass(frozen=True)
class RequestMetaInformation(SpyMessage):
    """A client of the later dialect wants to know these things."""

    later = "REQUEST_META_INFORMATION"
    keys: Annotated[tuple[str, ...], list_of(TEXT)]


@dataclass(frozen=True)
class MetaInformation(SpyMessage):
    """What was asked for, by key; null where it does not exist or is none of one's business."""

    later = "META_INFORMATION"
    information: Annotated[dict[str, Any], OBJECT]


@dataclass(frozen=True)
class Strike(SpyMessage):
    """A player was late."""

    standard = later = "STRIKE"
    strike_nr: _Int
    strike_max: _Int
    reason: _Text


@dataclass(frozen=True)
class RequestReplay(SpyMessage):
    """A client wants to see the whole match again."""

    standard = later = "REQUEST_REPLAY"


@dataclass(frozen=True)
class Replay(SpyMessage):
    """The whole match: every message that such a client was sent."""

    standard = later = "REPLAY"
    session_id: _Id
    game_start: Annotated[datetime, _MOMENT]
    game_end: Annotated[datetime, _MOMENT]
    player_one_id: _Id
    player_two_id: _Id
    player_one_name: _Text
    player_two_name: _Text
    rounds: _Int
    level: _Level
    settings: _Settings
    characters: Annotated[tuple[CharacterDescription, ...], DESCRIPTIONS, _CHARACTERS]
    messages: Annotated[tuple[dict[str, Any], ...], _REPLAYED]


CLIENT_MESSAGES: tuple[type[SpyMessage], ...] = (
    Hello, Reconnect, ItemChoice, EquipmentChoice, GameOperation, GameLeave, RequestGamePause,
    RequestConfigDelivery, RequestMetaInformation, RequestReplay,
)  # fmt: skip
"""What clients say."""
SERVER_MESSAGES: tuple[type[SpyMessage], ...] = (
    HelloReply, Failure, GameStarted, RequestItemChoice, RequestEquipmentChoice, GameStatus,
    RequestGameOperation, SpectatorReveal, Statistics, GameLeft, GamePause, ConfigDelivery,
    MetaInformation, Strike, Replay,
)  # fmt: skip
"""What a server says."""
