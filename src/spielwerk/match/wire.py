"""Events, commands and setups as JSON-able mappings, and back.

An event is ``{"event": "moved", "at": 1.25, "role": "white", "move": "e2-e4"}``: the name of its
kind, then its fields; a command likewise. How a field reads follows from its type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from spielwerk.core import Event, Json, Move, Outcome, Role, SpielwerkError
from spielwerk.match.clock import Clock
from spielwerk.match.commands import Command
from spielwerk.match.events import CompanyEvent, MatchEvent, Offer, PlayEvent, Stepped
from spielwerk.match.policy import parse_policy
from spielwerk.match.standing import Setup

_T = TypeVar("_T")


def event_to_json(event: MatchEvent) -> dict[str, Json]:
    """The event as a JSON-able mapping."""
    if isinstance(event, Stepped):
        step = event.event
        body = {"moves": dict(step.moves), "late": list(step.late)}
        return {"event": "stepped", "at": event.at, **body}
    return _EVENTS.to_json(event)


def event_from_json(row: Mapping[str, Json]) -> MatchEvent:
    """The event a mapping stands for.

    :raises ValueError: there is no such event
    :raises KeyError: a field is missing
    :raises TypeError: a field is of another type
    """
    if row["event"] == "stepped":
        late = tuple(Role(_text(role)) for role in _list(row["late"]))
        return Stepped(_number(row["at"]), Event(_moves(row["moves"]), late))
    return _EVENTS.from_json(row)


def command_to_json(command: Command) -> dict[str, Json]:
    """The command as a JSON-able mapping."""
    return _COMMANDS.to_json(command)


def command_from_json(row: Mapping[str, Json]) -> Command:
    """The command a mapping stands for; raises as :func:`event_from_json` does."""
    return _COMMANDS.from_json(row)


def setup_to_json(setup: Setup) -> dict[str, Json]:
    """The setup as a JSON-able mapping."""
    clock = asdict(setup.clock)
    for name in ("grace", "unhurried"):
        if not clock[name]:
            del clock[name]  # as before there was such a thing
    return {
        "seed": setup.seed,
        "seats": dict(setup.seats),
        "clock": clock,
        "late": str(setup.late),
        "illegal": str(setup.illegal),
    }


def setup_from_json(row: Mapping[str, Json]) -> Setup:
    """The setup a mapping stands for; raises as :func:`event_from_json` does."""
    try:
        return Setup(
            _whole(row["seed"]),
            {Role(_text(role)): _text(who) for role, who in _mapping(row["seats"]).items()},
            _clock(row["clock"]),
            parse_policy(_text(row["late"])),
            parse_policy(_text(row["illegal"])),
        )
    except SpielwerkError as problem:
        raise ValueError(str(problem)) from None


def _clock(value: Json) -> Clock:
    row = _mapping(value)
    return Clock(
        None if row["start"] is None else _number(row["start"]),
        None if row["move"] is None else _number(row["move"]),
        _number(row["reserve"]),
        _flag(row["per_round"]),
        _number(row.get("grace", 0.0)),
        _flag(row.get("unhurried", False)),
    )


def _text(value: Json) -> str:
    return _expect(value, str, "a text")


def _text_or_nothing(value: Json) -> str | None:
    return None if value is None else _text(value)


def _whole(value: Json) -> int:
    return _expect(value, int, "a whole number")


def _flag(value: Json) -> bool:
    return _expect(value, bool, "true or false")


def _number(value: Json) -> float:
    if type(value) is not int:
        return _expect(value, float, "a number")
    try:
        return float(value)
    except OverflowError:
        raise ValueError("a number is too large") from None


def _list(value: Json) -> list[Json]:
    return _expect(value, list, "a list")


def _mapping(value: Json) -> dict[str, Json]:
    return _expect(value, dict, "an object")


def _moves(value: Json) -> dict[Role, Move]:
    return {Role(role): Move(_text(move)) for role, move in _mapping(value).items()}


def _outcome(value: Json) -> dict[Role, int]:
    return {Role(role): _whole(points) for role, points in _mapping(value).items()}


def _expect(value: Json, kind: type[_T], name: str) -> _T:
    if type(value) is not kind:
        raise TypeError(f"{value!r} should be {name}")
    return value


_READ: Mapping[Any, Callable[[Json], Any]] = {
    str: _text,
    Role: _text,
    Move: _text,
    int: _whole,
    bool: _flag,
    float: _number,
    Outcome: _outcome,
    Offer: Offer,
    str | None: _text_or_nothing,
}
"""How a field of each type is read."""


class _Family(Generic[_T]):
    """Dataclasses as mappings, told apart by the name of their kind under one key."""

    def __init__(self, key: str, kinds: Iterable[type[Any]]) -> None:
        self._key = key
        self._kinds = {kind.__name__.lower(): kind for kind in kinds}
        self._readers = {kind: _readers(kind) for kind in self._kinds.values()}

    def to_json(self, value: _T) -> dict[str, Json]:
        kind = type(value)
        body = {name: getattr(value, name) for name in self._readers[kind]}
        return {self._key: kind.__name__.lower(), **body}

    def from_json(self, row: Mapping[str, Json]) -> _T:
        kind = self._kinds.get(_text(row[self._key]))
        if kind is None:
            raise ValueError(f"there is no {self._key} called '{row[self._key]}'")
        value: _T = kind(**{name: read(row[name]) for name, read in self._readers[kind].items()})
        return value


def _readers(kind: type[Any]) -> dict[str, Callable[[Json], Any]]:
    types = get_type_hints(kind)
    return {part.name: _READ[types[part.name]] for part in fields(kind)}


_PLAY = tuple(kind for kind in get_args(PlayEvent) if kind is not Stepped)
_EVENTS: _Family[MatchEvent] = _Family("event", (*_PLAY, *get_args(CompanyEvent)))
_COMMANDS: _Family[Command] = _Family("command", get_args(Command))
