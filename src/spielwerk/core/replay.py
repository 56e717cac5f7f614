"""A match as the game sees it: a seed and the events since, from which every state comes back.

All that surrounds it (seats, clocks, who was refused) is in the log of the match
(:mod:`spielwerk.match.log`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from spielwerk.core.errors import MoveError, RecordError
from spielwerk.core.game import Game, Json, Move, Role, State
from spielwerk.core.sealed import Format, unseal

_T = TypeVar("_T")

RECORD = Format("spielwerk-record", "a Spielwerk record", 1)
"""How matches were saved before there was one form for all of them."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened at one decision point: the moves made, and who ran out of time."""

    moves: Mapping[Role, Move] = field(default_factory=dict)
    late: tuple[Role, ...] = ()


def replay(game: Game, seed: int, events: Iterable[Event]) -> Iterator[State]:
    """Every state of a match, from the first to the last.

    :raises RecordError: an event is not possible
    """
    state = game.initial(seed)
    yield state
    for number, event in enumerate(events, start=1):
        try:
            state = state.after(event.moves, event.late)
        except MoveError as problem:
            raise RecordError(f"Step {number} is not possible: {problem}") from problem
        yield state


def event_to_json(event: Event) -> dict[str, Json]:
    """The event as a JSON-able mapping."""
    body: dict[str, Json] = {"moves": dict(event.moves)}
    return {**body, "late": list(event.late)} if event.late else body


def event_from_json(row: Mapping[str, Json]) -> Event:
    """The event a mapping stands for.

    :raises KeyError: there are no moves
    :raises TypeError: something in it is of another type
    """
    moves = _expect(row["moves"], dict)
    late = _expect(row.get("late", []), list)
    return Event(
        {Role(_expect(r, str)): Move(_expect(m, str)) for r, m in moves.items()},
        tuple(Role(_expect(r, str)) for r in late),
    )


def read_record(text: str) -> tuple[Mapping[str, Json], tuple[Event, ...]]:
    """The header (game, options, seed, rules) and the events of a match saved long ago.

    :raises RecordError: with the first line that is damaged, edited or of a newer version
    """
    # Not splitlines: names may hold the other characters that Unicode takes for ends of lines.
    (_, header), *rows = unseal(text.split("\n"), RECORD)
    try:
        for name, kind in (("game", str), ("seed", int), ("options", dict), ("rules", str)):
            _expect(header[name], kind)
    except (KeyError, TypeError) as problem:
        raise RecordError(f"The header is incomplete or wrong: {problem}.", 1) from None
    return header, tuple(_event(row, number) for number, row in rows)


def _event(row: Mapping[str, Json], line: int) -> Event:
    try:
        return event_from_json(row)
    except (KeyError, TypeError) as problem:
        raise RecordError(f"The event is incomplete or wrong: {problem}.", line) from None


def _expect(value: object, kind: type[_T]) -> _T:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} should be of type {kind.__name__}")
    return value
