"""The settings of players: declared once at the player, read from and written to spec texts.

A player is a frozen dataclass whose fields are made with :func:`option`; what a field reads, how
it prints and what it is for stand next to its default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, field, fields, is_dataclass
from typing import Any, TypeVar

_T = TypeVar("_T")


class Option:
    """How one setting is read and printed, and what it is for."""

    __slots__ = ("about", "read", "write")

    def __init__(
        self, read: Callable[[str], object], write: Callable[[Any], str], about: str
    ) -> None:
        self.read = read
        self.write = write
        self.about = about


def option(default: _T, how: Option) -> _T:
    """A dataclass field that is a setting. (Typed as its value, as ``dataclasses.field`` is.)"""
    return field(default=default, metadata={"option": how})


def options_of(player: object) -> dict[str, tuple[Option, Field[Any]]]:
    """The settings of a player, or of a class of players, by name; none unless a dataclass."""
    return {
        declared.name: (declared.metadata["option"], declared)
        for declared in (fields(player) if is_dataclass(player) else ())
        if "option" in declared.metadata
    }


def format_options(player: object) -> str:
    """The settings that differ from their defaults, as a spec text holds them."""
    parts = []
    for name, (how, declared) in options_of(player).items():
        value = getattr(player, name)
        if value != declared.default:
            text = how.write(value)
            parts.append(text if name == "seconds" else f"{name}={text}")
    return ",".join(parts)
