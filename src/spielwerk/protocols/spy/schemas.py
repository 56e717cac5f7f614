"""The JSON Schemas (draft-07) of all messages, in both dialects, from the library."""

from __future__ import annotations

from typing import Any

from spielwerk.games.spy import schema
from spielwerk.protocols.spy.wire import Revision


def message_schema(type_: str, dialect: Revision) -> dict[str, Any]:
    """What a message of this type must look like in a dialect that has it."""
    return schema(f"messages/{type_}", later=dialect is Revision.LATER)
