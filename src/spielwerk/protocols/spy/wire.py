"""How values become JSON and come back, in the two dialects of the standard.

Version 2 of the standard is authoritative; clients written after it speak a later revision with
other names. A :class:`Codec` reads and writes one kind of value, a :class:`Named` says what a
field is called where that is not simply its name in camel case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar
from uuid import UUID

from spielwerk.core import Json, SpielwerkError

_T = TypeVar("_T")
_E = TypeVar("_E", bound=StrEnum)
_LONGEST_LIST = 1_000
_LONGEST_SHOWN = 40


class SpyMessageError(SpielwerkError):
    """What came in is no message of the standard, or lacks something; the text says what."""


class Revision(StrEnum):
    """Which revision of the standard somebody speaks."""

    STANDARD = "version 2"
    LATER = "later"


def recognise(message: Mapping[str, Json]) -> Revision:
    """The dialect of a first message: the later revision calls clients clients, not players."""
    later = "clientId" in message and "playerId" not in message
    return Revision.LATER if later else Revision.STANDARD


@dataclass(frozen=True)
class Codec(Generic[_T]):
    """Reads and writes one kind of value. Reading raises MessageError where it does not fit."""

    read: Callable[[Json, Revision], _T]
    write: Callable[[_T, Revision], Json]
    nullable: bool = False


@dataclass(frozen=True)
class Named:
    """What a field is called in each dialect; None where it does not exist there."""

    standard: str | None
    later: str | None

    def name(self, dialect: Revision) -> str | None:
        return self.standard if dialect is Revision.STANDARD else self.later


def _plain(kind: type[_T], wanted: str) -> Codec[_T]:
    def read(value: Json, _: Revision) -> _T:
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            raise SpyMessageError(f"should be {wanted}, not {_shown(value)}")
        return value

    return Codec(read, lambda value, _: value)


def optional(codec: Codec[_T]) -> Codec[_T | None]:
    """The same, or null; where null may stand the field may be absent, too."""
    return Codec(
        lambda value, dialect: None if value is None else codec.read(value, dialect),
        lambda value, dialect: None if value is None else codec.write(value, dialect),
        nullable=True,
    )


def list_of(codec: Codec[_T]) -> Codec[tuple[_T, ...]]:
    """A list of such values; null is an empty one."""

    def read(value: Json, dialect: Revision) -> tuple[_T, ...]:
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > _LONGEST_LIST:
            raise SpyMessageError(f"should be a list, not {_shown(value)}")
        return tuple(codec.read(each, dialect) for each in value)

    return Codec(read, lambda many, dialect: [codec.write(each, dialect) for each in many])


def word_of(kind: type[_E]) -> Codec[_E]:
    """A word of an enumeration."""

    def read(value: Json, _: Revision) -> _E:
        if not isinstance(value, str) or value not in kind.__members__:
            raise SpyMessageError(f"should be one of {', '.join(kind)}, not {_shown(value)}")
        return kind[value]

    return Codec(read, lambda value, _: value.value)


def _read_id(value: Json, _: Revision) -> UUID:
    try:
        return UUID(value)
    except (ValueError, AttributeError, TypeError):
        raise SpyMessageError(f"should be a UUID, not {_shown(value)}") from None


def equipment_codec(gadgets: Codec[tuple[_E, ...]]) -> Codec[Mapping[UUID, tuple[_E, ...]]]:
    """Who carries what: a mapping of identifiers to lists."""

    def read(value: Json, dialect: Revision) -> Mapping[UUID, tuple[_E, ...]]:
        if not isinstance(value, dict) or len(value) > _LONGEST_LIST:
            raise SpyMessageError(f"should be an object of lists, not {_shown(value)}")
        return {_read_id(who, dialect): gadgets.read(held, dialect) for who, held in value.items()}

    return Codec(
        read,
        lambda value, dialect: {
            str(who): gadgets.write(held, dialect) for who, held in value.items()
        },
    )


def _shown(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


ID: Codec[UUID] = Codec(_read_id, lambda value, _: str(value))
TEXT: Codec[str] = _plain(str, "a text")
INTEGER: Codec[int] = _plain(int, "a whole number")
BOOLEAN: Codec[bool] = _plain(bool, "true or false")
OBJECT: Codec[dict[str, Any]] = _plain(dict, "an object")
OBJECTS: Codec[tuple[dict[str, Any], ...]] = list_of(OBJECT)
