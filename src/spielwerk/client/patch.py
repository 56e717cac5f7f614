"""Applying a JSON patch (RFC 6902), as far as the server uses it: add, remove, replace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

__all__ = ["apply_patch"]


def apply_patch(document: Any, patch: Iterable[Mapping[str, Any]]) -> Any:
    """The document after the operations; the one given stays as it is.

    :raises ValueError: an operation is unknown or its path leads nowhere
    """
    document = deepcopy(document)
    for step in patch:
        if step["path"] == "":
            document = deepcopy(step["value"])
            continue
        *path, last = (part.replace("~1", "/").replace("~0", "~") for part in _parts(step["path"]))
        inside = document
        for part in path:
            inside = inside[int(part)] if isinstance(inside, list) else inside[part]
        _apply(step, inside, last)
    return document


def _parts(path: str) -> list[str]:
    if not path.startswith("/"):
        raise ValueError(f"'{path}' is not a JSON pointer")
    return path[1:].split("/")


def _apply(step: Mapping[str, Any], inside: Any, key: str) -> None:
    match step["op"], inside:
        case "add", list():
            inside.insert(len(inside) if key == "-" else int(key), deepcopy(step["value"]))
        case "replace", list():
            inside[int(key)] = deepcopy(step["value"])
        case "remove", list():
            del inside[int(key)]
        case "add" | "replace", dict():
            inside[key] = deepcopy(step["value"])
        case "remove", dict():
            del inside[key]
        case operation, _:
            raise ValueError(f"'{operation}' cannot be done at '{step['path']}'")
