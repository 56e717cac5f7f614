"""What can happen at a table around the match itself, and the entries of a table's log as JSON.

A table's log holds two families of entries in one order: those of this module (who sits where,
chat, offers) and the events of the match (:mod:`spielwerk.match.events`). Everything the server
knows of a table is a fold over them (:mod:`spielwerk.server.table`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias, TypeGuard, get_args

from spielwerk.core import Json, Role
from spielwerk.match import MatchEvent, event_from_json, event_to_json
from spielwerk.server.tagged import Tagged

__all__ = [
    "Abandoned",
    "Declined",
    "Entry",
    "Followed",
    "Offer",
    "Offered",
    "Opened",
    "Said",
    "Seated",
    "TableEvent",
    "Vacated",
    "entry_from_json",
    "entry_to_json",
    "is_match_event",
]


class Offer(StrEnum):
    """What all seats can agree on."""

    DRAW = "draw"
    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody took a seat: a person by name, or a player by its spec."""

    role: Role
    name: str
    bot: str | None = None
    """The player's spec where a machine sits down."""
    claim: str = ""
    """Which of the claims on this seat came first: only that one's secret moves for it."""


@dataclass(frozen=True, slots=True)
class Vacated:
    """Somebody got up before the match was opened."""

    role: Role


@dataclass(frozen=True, slots=True)
class Opened:
    """All seats are taken; the match exists from here on, with those seated now."""


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody at the table said something."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat wants something that all must agree on, or agrees to it."""

    role: Role
    offer: Offer


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat said no, or took its own offer back: the offer is off the table."""

    role: Role
    offer: Offer


@dataclass(frozen=True, slots=True)
class Followed:
    """A rematch was founded."""

    match: str


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The match cannot go on, through no fault of those at the table."""

    why: str


TableEvent: TypeAlias = Seated | Vacated | Opened | Said | Offered | Declined | Followed | Abandoned
Entry: TypeAlias = TableEvent | MatchEvent

_MATCH_EVENTS: tuple[type[Any], ...] = get_args(MatchEvent)
_AROUND: Tagged[Entry] = Tagged("event", get_args(TableEvent))


def is_match_event(entry: Entry) -> TypeGuard[MatchEvent]:
    """Whether the entry belongs to the match rather than to the table around it."""
    return isinstance(entry, _MATCH_EVENTS)


def entry_to_json(entry: Entry) -> dict[str, Json]:
    """The entry as a JSON-able mapping."""
    return event_to_json(entry) if is_match_event(entry) else _AROUND.to_json(entry)


def entry_from_json(row: Mapping[str, Json]) -> Entry:
    """The entry that :func:`entry_to_json` wrote down; rows come from our own database only."""
    return _AROUND.from_json(row) if _AROUND.knows(row) else event_from_json(row)
