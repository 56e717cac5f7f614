"""A match as its log: a header, then one event a line. The state is a fold over the events.

Text form: sealed JSON lines (:mod:`.sealed`). The first names the game, its options, the seed and
the fingerprint of the rules; each further line is one event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from spielwerk.core.errors import MoveError, RecordError
from spielwerk.core.game import Game, Json, Move, Role, State
from spielwerk.core.sealed import Format, Sealer, unseal

__all__ = ["FORMAT", "Event", "Record", "replay"]

_T = TypeVar("_T")

FORMAT = 1
"""The version of the text form. A newer one is refused with a hint to update."""
_TEXT = Format("spielwerk-record", "a Spielwerk record", FORMAT)


@dataclass(frozen=True, slots=True)
class Event:
    """What happened at one decision point: the moves made, and who ran out of time."""

    moves: Mapping[Role, Move] = field(default_factory=dict)
    late: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to live through a match again."""

    game: str
    seed: int
    events: tuple[Event, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)
    fingerprint: str = ""

    def with_event(self, event: Event) -> Record:
        """The record with one more event."""
        return Record(self.game, self.seed, (*self.events, event), self.options, self.fingerprint)

    def to_text(self) -> str:
        """The record as JSON lines."""
        header = {
            _TEXT.key: FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "seed": self.seed,
            "rules": self.fingerprint,
        }
        sealer = Sealer()
        return "".join(map(sealer.line, (header, *map(_event_to_json, self.events))))

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a record back.

        :raises RecordError: with the first line that is damaged, edited or of a newer version
        """
        # Not splitlines: names may hold the other characters that Unicode takes for ends of lines.
        (_, header), *rows = unseal(text.split("\n"), _TEXT)
        try:
            return cls(
                game=_expect(header["game"], str),
                seed=_expect(header["seed"], int),
                events=tuple(_event_from_json(row, number) for number, row in rows),
                options=_expect(header["options"], dict),
                fingerprint=_expect(header["rules"], str),
            )
        except (KeyError, TypeError) as problem:
            raise RecordError(f"The header is incomplete or wrong: {problem}.", 1) from None


def replay(game: Game, record: Record) -> Iterator[State]:
    """Every state of a recorded match, from the first to the last.

    :raises RecordError: the record is of another game or rules, or an event is not possible
    """
    if record.game != game.name:
        raise RecordError(f"The record is of '{record.game}', not of '{game.name}'.", 1)
    if record.fingerprint and game.fingerprint and record.fingerprint != game.fingerprint:
        raise RecordError(f"The rules of '{game.name}' have changed since it was recorded.", 1)
    state = game.initial(record.seed)
    yield state
    for number, event in enumerate(record.events, start=2):
        try:
            state = state.after(event.moves, event.late)
        except MoveError as problem:
            raise RecordError(f"This event is not possible here: {problem}", number) from problem
        yield state


def _event_to_json(event: Event) -> dict[str, Json]:
    body: dict[str, Json] = {"moves": dict(event.moves)}
    if event.late:
        body["late"] = list(event.late)
    return body


def _event_from_json(row: Mapping[str, Json], line: int) -> Event:
    try:
        moves = _expect(row["moves"], dict)
        late = _expect(row.get("late", []), list)
        return Event(
            {Role(_expect(r, str)): Move(_expect(m, str)) for r, m in moves.items()},
            tuple(Role(_expect(r, str)) for r in late),
        )
    except (KeyError, TypeError) as problem:
        raise RecordError(f"The event is incomplete or wrong: {problem}.", line) from None


def _expect(value: object, kind: type[_T]) -> _T:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} should be of type {kind.__name__}")
    return value
