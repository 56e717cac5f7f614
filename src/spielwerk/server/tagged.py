"""Small dataclasses as JSON-able mappings: the name of their kind, then their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Generic, TypeVar, get_type_hints

from spielwerk.core import Json

__all__ = ["Tagged"]

_T = TypeVar("_T")


class Tagged(Generic[_T]):
    """A family of dataclasses, told apart by the value under one key."""

    def __init__(self, key: str, kinds: Iterable[type[Any]]) -> None:
        self._key = key
        self._kinds: Mapping[str, type[Any]] = {kind.__name__.lower(): kind for kind in kinds}
        self._choices = {kind: _choices(kind) for kind in self._kinds.values()}

    def to_json(self, value: _T) -> dict[str, Json]:
        """The mapping that stands for a value."""
        kind = type(value)
        body = {part.name: getattr(value, part.name) for part in fields(kind)}  # type: ignore[arg-type]
        return {self._key: kind.__name__.lower(), **body}

    def knows(self, row: Mapping[str, Json]) -> bool:
        """Whether the mapping stands for one of the family."""
        return row[self._key] in self._kinds

    def from_json(self, row: Mapping[str, Json]) -> _T:
        """The value that :meth:`to_json` wrote down; the family must know it."""
        kind = self._kinds[row[self._key]]
        body = {part.name: row[part.name] for part in fields(kind)}
        for name, choice in self._choices[kind].items():
            body[name] = choice(body[name])
        value: _T = kind(**body)
        return value


def _choices(kind: type[Any]) -> dict[str, type[StrEnum]]:
    """The fields that hold one of a few words."""
    hints = get_type_hints(kind)
    return {
        name: hint
        for name, hint in hints.items()
        if isinstance(hint, type) and issubclass(hint, StrEnum)
    }
