"""Match events and setups as JSON-able mappings, and back.

An event is ``{"event": "moved", "at": 1.25, "role": "white", "move": "e2-e4"}``: the name of its
kind, then its fields. A field of one name always has the same type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, TypeVar, get_args

from spielwerk.core import Event, Json, Move, Role, SpielwerkError
from spielwerk.match.clock import Clock
from spielwerk.match.events import MatchEvent, Stepped
from spielwerk.match.policy import parse_policy
from spielwerk.match.standing import Setup

__all__ = ["event_from_json", "event_to_json", "setup_from_json", "setup_to_json"]

_T = TypeVar("_T")

_KINDS: Mapping[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(MatchEvent)}


def event_to_json(event: MatchEvent) -> dict[str, Json]:
    """The event as a JSON-able mapping."""
    body: dict[str, Json] = {"event": type(event).__name__.lower(), "at": event.at}
    if isinstance(event, Stepped):
        return {**body, "moves": dict(event.event.moves), "late": list(event.event.late)}
    return body | {part.name: getattr(event, part.name) for part in fields(event)}


def event_from_json(row: Mapping[str, Json]) -> MatchEvent:
    """The event a mapping stands for.

    :raises ValueError: there is no such event
    :raises KeyError: a field is missing
    :raises TypeError: a field is of another type
    """
    kind = _KINDS.get(_text(row["event"]))
    if kind is None:
        raise ValueError(f"there is no event called '{row['event']}'")
    if kind is Stepped:
        late = tuple(Role(_text(role)) for role in _list(row["late"]))
        return Stepped(_number(row["at"]), Event(_moves(row["moves"]), late))
    event: MatchEvent = kind(
        **{part.name: _READ[part.name](row[part.name]) for part in fields(kind)}
    )
    return event


def setup_to_json(setup: Setup) -> dict[str, Json]:
    """The setup as a JSON-able mapping."""
    return {
        "seed": setup.seed,
        "seats": dict(setup.seats),
        "clock": asdict(setup.clock),
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
    )


def _text(value: Json) -> str:
    return _expect(value, str, "a text")


def _whole(value: Json) -> int:
    return _expect(value, int, "a whole number")


def _flag(value: Json) -> bool:
    return _expect(value, bool, "true or false")


def _number(value: Json) -> float:
    return float(value) if type(value) is int else _expect(value, float, "a number")


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


_READ: Mapping[str, Callable[[Json], Any]] = {
    "at": _number,
    "role": _text,
    "move": _text,
    "text": _text,
    "why": _text,
    "reason": _text,
    "by_rules": _flag,
    "step": _whole,
    "strikes": _whole,
    "outcome": _outcome,
}
