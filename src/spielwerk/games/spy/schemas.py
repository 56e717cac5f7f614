"""The JSON Schemas (draft-07) of files and messages, each put together from the library's shapes.

What both dialects of the standard say alike stands in ``shapes``, and what each says in its own
way in ``standard`` and ``later``; a reference to ``dialect`` leads to the one that is spoken. The
name of a schema goes in; it comes out with everything that it refers to in its place.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7


def schema(name: str, *, later: bool | None = None) -> dict[str, Any]:
    """A schema by its name: ``scenario``, ``match``, ``match-later``, ``messages/STRIKE``, ...

    Names that end in ``-later`` speak the later dialect unless told otherwise.
    """
    spoken = "later" if (name.endswith("-later") if later is None else later) else "standard"

    def retrieve(uri: str) -> Resource[Any]:
        return DRAFT7.create_resource(_text_of(spoken if uri == "dialect" else uri))

    registry: Registry[Any] = Registry(retrieve=retrieve)  # type: ignore[call-arg]
    found: dict[str, Any] = _whole(_text_of(name), registry.resolver())
    return found


def _text_of(name: str) -> Any:
    folder = files("spielwerk").joinpath("library", "spy", "schemas")
    return json.loads(folder.joinpath(f"{name}.schema.json").read_text(encoding="utf-8"))


def _whole(part: Any, resolver: Any) -> Any:
    """A part of a schema with what it refers to in its place."""
    if isinstance(part, list):
        return [_whole(each, resolver) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        found = resolver.lookup(part["$ref"])
        inside = {key: value for key, value in found.contents.items() if key != "$schema"}
        return _whole(inside, found.resolver)
    return {key: _whole(value, resolver) for key, value in part.items()}
