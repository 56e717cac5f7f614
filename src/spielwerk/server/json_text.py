"""JSON texts of what is sent and stored all the time, made as fast as they can be."""

from __future__ import annotations

import json

import orjson

from spielwerk.core import Json

_anything = json.JSONEncoder(separators=(",", ":")).encode


def from_text(text: str) -> Json:
    """The value that a JSON text stands for.

    :raises ValueError: it stands for none
    """
    return orjson.loads(text)


def to_text(value: Json) -> str:
    """A value as JSON, in one line without spaces."""
    return to_bytes(value).decode()


def to_bytes(value: Json) -> bytes:
    """The same, as it goes over a line."""
    try:
        return orjson.dumps(value)
    except TypeError:  # whole numbers beyond 64 bits, and halves of characters
        return _anything(value).encode()
