"""Messages as JSON, in both dialects: reading what came in, writing what goes out.

Around the fields of a message there is an :class:`Envelope`: whom it concerns, when it was made,
and perhaps a remark. Unknown fields are tolerated, absent ones where null may stand, too; what is
needed and missing is told with its name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import Any, NamedTuple, get_type_hints
from uuid import UUID

from spielwerk.core import Json
from spielwerk.protocols.spy.messages import (
    CLIENT_MESSAGES,
    DATE,
    SERVER_MESSAGES,
    Hello,
    SpyMessage,
)
from spielwerk.protocols.spy.wire import Codec, Named, Revision, SpyMessageError

_MOST_BRACKETS = 20_000
"""No honest message of a client comes near; Python's JSON would recurse."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What every message carries around its body."""

    client_id: UUID | None
    """Whom it concerns: the client that sends it, or gets it."""
    made: datetime | None = None
    remark: str | None = None
    """The standard's ``debugMessage``."""


class _Part(NamedTuple):
    """A field of a message: its name here and there, how it is written, and what it is if not."""

    name: str
    there: str | None
    codec: Codec[Any]
    absent: object


def read_json(text: str | bytes) -> dict[str, Json]:
    """The JSON object that somebody sent.

    :raises MessageError: it is none
    """
    if isinstance(text, bytes):
        raise SpyMessageError("Messages are text frames, not binary ones.")
    if text.count("[") + text.count("{") > _MOST_BRACKETS:
        raise SpyMessageError("The message has too many lists and objects.")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise SpyMessageError("The message is not JSON.") from None
    if not isinstance(value, dict):
        raise SpyMessageError("A message is a JSON object.")
    return value


def read_message(
    value: Mapping[str, Json], dialect: Revision, kinds: tuple[type[SpyMessage], ...]
) -> tuple[Envelope, SpyMessage]:
    """The message in a JSON object, if it is one of these kinds. Unknown fields are tolerated.

    :raises MessageError: it is of no such kind, or a field is missing or wrong
    """
    word = value.get("type")
    kind = next((each for each in kinds if word and each.type_in(dialect) == word), None)
    if kind is None:
        raise SpyMessageError(f"There is no message of type {word!r} to be sent here.")
    sender = _sender_word(dialect)
    if sender not in value and kind is not Hello:
        raise SpyMessageError(f"{word}: '{sender}' is missing.")
    given: dict[str, Any] = {}
    for part in _PARTS[kind, dialect]:
        if part.there is None:
            given[part.name] = part.absent
        elif value.get(part.there) is None and not part.codec.nullable:
            raise SpyMessageError(f"{word}: '{part.there}' is missing.")
        else:
            try:
                given[part.name] = part.codec.read(value.get(part.there), dialect)
            except SpyMessageError as problem:
                raise SpyMessageError(f"{word}: '{part.there}' {problem}.") from None
    remark = value.get("debugMessage")
    return Envelope(_sender(value.get(sender)), remark=str(remark) if remark else None), kind(
        **given
    )


def write_message(message: SpyMessage, envelope: Envelope, dialect: Revision) -> dict[str, Json]:
    """A message with its envelope as a JSON object.

    :raises MessageError: the dialect has no such message
    """
    return {**envelope_of(message, envelope, dialect), **body_of(message, dialect)}


def envelope_of(message: SpyMessage, envelope: Envelope, dialect: Revision) -> dict[str, Json]:
    """The fields that all messages have."""
    return {
        _sender_word(dialect): None if envelope.client_id is None else str(envelope.client_id),
        "type": message.type_in(dialect),
        "creationDate": (envelope.made or datetime.now()).strftime(DATE),
        "debugMessage": envelope.remark or "",
    }


def body_of(message: SpyMessage, dialect: Revision) -> dict[str, Json]:
    """What is special about a message: its own fields.

    :raises MessageError: the dialect has no such message
    """
    if message.type_in(dialect) is None:
        raise SpyMessageError(
            f"{type(message).__name__} does not exist in the dialect '{dialect}'."
        )
    return {
        part.there: part.codec.write(getattr(message, part.name), dialect)
        for part in _PARTS[type(message), dialect]
        if part.there is not None
    }


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _parts_of(kind: type[SpyMessage], dialect: Revision) -> tuple[_Part, ...]:
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for part in fields(kind):
        extras = hints[part.name].__metadata__
        codec = next(extra for extra in extras if isinstance(extra, Codec))
        names = [extra for extra in extras if isinstance(extra, Named)]
        there = names[0].name(dialect) if names else _camel(part.name)
        absent = None if part.default is MISSING else part.default
        found.append(_Part(part.name, there, codec, absent))
    return tuple(found)


def _sender_word(dialect: Revision) -> str:
    return "playerId" if dialect is Revision.STANDARD else "clientId"


def _sender(value: Json) -> UUID | None:
    try:
        return UUID(value)
    except (ValueError, AttributeError, TypeError):
        return None


_PARTS = {
    (kind, dialect): _parts_of(kind, dialect)
    for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES)
    for dialect in Revision
}
