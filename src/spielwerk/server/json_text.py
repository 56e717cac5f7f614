"""JSON texts of what is sent and stored all the time, made as fast as they can be."""

from __future__ import annotations

import json

import orjson

from spielwerk.core import Json

_LONG = 50
"""Characters beside texts that a value may take, with its indentation; numbers may be slow to read.
"""
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


def holds_more(text: bytes, most: int) -> bool:
    """Whether a JSON text in UTF-8 holds more values than that, be it well made or not.

    It is not read, which takes as long as there are values: the marks between them are counted.
    """
    plain = text.replace(b"\\\\", b"").replace(b'\\"', b"")
    if plain.count(b'"') > 4 * most:  # a name and a text for each
        return True
    outside = b"".join(plain.split(b'"')[::2])
    if len(outside) > _LONG * most:
        return True
    return sum(map(outside.count, (b",", b"[", b"{"))) > most
