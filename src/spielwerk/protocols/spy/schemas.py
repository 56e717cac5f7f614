"""The JSON Schemas (draft-07) of all messages, in both dialects, from the library."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from spielwerk.protocols.spy.wire import Dialect

__all__ = ["message_schema"]

_FOLDERS = {Dialect.STANDARD: "standard", Dialect.LATER: "later"}


def message_schema(type_: str, dialect: Dialect) -> dict[str, Any]:
    """What a message of this type must look like in a dialect that has it."""
    folder = files("spielwerk").joinpath("library", "spy", "schemas", "messages")
    file = folder.joinpath(_FOLDERS[dialect], f"{type_}.schema.json")
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded
