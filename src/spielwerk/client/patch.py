"""Applying a JSON patch (RFC 6902), as far as the server uses it: add, remove, replace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def apply_patch(document: Any, patch: Iterable[Mapping[str, Any]]) -> Any:
    """The document after the operations; the one given stays as it is, and shares what it can.

    :raises ValueError: an operation is unknown or its path leads nowhere
    """
    for step in patch:
        try:
            document = _changed(document, _parts(step["path"]), step)
        except (KeyError, IndexError) as problem:
            raise ValueError(f"'{step.get('path')}' leads nowhere: {problem}") from None
    return document


def _parts(path: str) -> list[str]:
    if path and not path.startswith("/"):
        raise ValueError(f"'{path}' is not a JSON pointer")
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def _changed(inside: Any, path: Sequence[str], step: Mapping[str, Any]) -> Any:
    """A copy of a part of the document in which the operation is done."""
    if not path:
        return step["value"]
    key: Any = path[0]
    if isinstance(inside, list) and key != "-":
        key = int(key)
    copy = inside.copy()
    if len(path) > 1:
        copy[key] = _changed(inside[key], path[1:], step)
        return copy
    match step["op"], copy:
        case "add", list():
            copy.insert(len(copy) if key == "-" else key, step["value"])
        case "remove", list() | dict():
            del copy[key]
        case "add" | "replace", list() | dict():
            copy[key] = step["value"]
        case operation, _:
            raise ValueError(f"'{operation}' cannot be done at '{step['path']}'")
    return copy
