"""The log of a match as JSON lines: a header, then one event a line.

The header names the game, its options and rules, the seed, the seats, the clock and the policies.
The lines are sealed (:mod:`spielwerk.core.sealed`). Reading a log back checks them; folding it
over the game (:func:`replay_match`) checks that all of it can have happened.
A log that was cut off in the middle of a line gives back all whole lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from spielwerk.core import (
    CHANCE,
    Event,
    Format,
    Game,
    Json,
    RecordError,
    Sealer,
    is_whole,
    read_record,
    unseal,
)
from spielwerk.match.events import Began, Late, MatchEvent, Moved, Ready, Stepped, TakenBack
from spielwerk.match.fold import evolve
from spielwerk.match.standing import Match, Setup, open_match
from spielwerk.match.verify import ImpossibleEvent
from spielwerk.match.wire import event_from_json, event_to_json, setup_from_json, setup_to_json

FORMAT = 1
"""The version of the text form. A newer one is refused with a hint to update."""
_TEXT = Format("spielwerk-match", "the log of a match", FORMAT)
_OLD = '{"spielwerk-record":'
"""How a match begins that an earlier version saved: the game's side alone, without times."""
_DAY = 86_400.0


class LogWriter:
    """Turns a header and events into sealed lines, one after another, as they come."""

    def __init__(self) -> None:
        self._sealer = Sealer()

    def header(self, log: MatchLog) -> str:
        """The first line."""
        return self._sealer.line(
            {
                _TEXT.key: FORMAT,
                "game": log.game,
                "options": dict(log.options),
                "rules": log.fingerprint,
                **setup_to_json(log.setup),
            }
        )

    def event(self, event: MatchEvent) -> str:
        """The next line."""
        return self._sealer.line(event_to_json(event))


@dataclass(frozen=True, slots=True)
class MatchLog:
    """A match as everything that happened in it."""

    game: str
    setup: Setup
    events: tuple[MatchEvent, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)
    fingerprint: str = ""
    cut: bool = False
    """Whether the text it was read from broke off in the middle of a line."""

    @classmethod
    def of(cls, game: Game, setup: Setup, events: Iterable[MatchEvent] = ()) -> MatchLog:
        """The log of a match of ``game``."""
        return cls(game.name, setup, tuple(events), game.options, game.fingerprint)

    @property
    def steps(self) -> tuple[Event, ...]:
        """The game's side of it. What was taken back is not in it."""
        steps: list[Event] = []
        for event in self.events:
            match event:
                case Stepped(event=step):
                    steps.append(step)
                case TakenBack(step=number):
                    del steps[number:]
        return tuple(steps)

    def to_text(self) -> str:
        """The log as JSON lines."""
        writer = LogWriter()
        return writer.header(self) + "".join(map(writer.event, self.events))

    @classmethod
    def from_text(cls, text: str) -> MatchLog:
        """Read a log back; one that was cut off gives what was there before.

        :raises RecordError: with the first line that is damaged, edited or of a newer version
        """
        lines = text.split("\n")
        cut = bool(lines[-1].strip()) and not is_whole(lines[-1])
        (number, header), *rows = unseal(lines[:-1] if cut else lines, _TEXT)
        try:
            return cls(
                game=_text(header["game"]),
                setup=setup_from_json(header),
                events=tuple(_event(row, number) for number, row in rows),
                options=dict(header["options"]),
                fingerprint=_text(header["rules"]),
                cut=cut,
            )
        except (KeyError, TypeError, ValueError) as problem:
            raise RecordError(f"The header is incomplete or wrong: {problem}.", number) from None


def read_log(text: str, game: Game) -> MatchLog:
    """The match of ``game`` that a text holds: a log, or what earlier versions saved instead.

    Those kept the moves alone. The match is told as it may have been: whoever was late had a day.

    :raises RecordError: with the first line that is damaged, edited or of a newer version
    """
    if not text.startswith(_OLD):
        return MatchLog.from_text(text)
    header, steps = read_record(text)
    at = 0.0
    events: list[MatchEvent] = [*(Ready(0.0, role) for role in game.roles), Began(0.0)]
    for step in steps:
        events += [Moved(at, role, move) for role, move in step.moves.items() if role != CHANCE]
        at += _DAY if step.late else 0.0
        events += [Late(at, role, by_rules=True) for role in step.late]
        events.append(Stepped(at, step))
    setup = Setup(header["seed"], dict.fromkeys(game.roles, "somebody"))
    return MatchLog(header["game"], setup, tuple(events), header["options"], header["rules"])


def replay_match(game: Game, log: MatchLog) -> Iterator[Match]:
    """The match after its opening and after every event of its log.

    :raises RecordError: the log is of another game or rules, or an event cannot have happened
    """
    if log.game != game.name:
        raise RecordError(f"The log is of '{log.game}', not of '{game.name}'.", 1)
    if log.fingerprint and game.fingerprint and log.fingerprint != game.fingerprint:
        raise RecordError(f"The rules of '{game.name}' have changed since it was written.", 1)
    match = open_match(game, log.setup)
    yield match
    for number, event in enumerate(log.events, start=2):
        try:
            match = evolve(match, event)
        except ImpossibleEvent as problem:
            raise RecordError(f"This cannot have happened here: {problem}", number) from problem
        yield match


def _event(row: Mapping[str, Json], line: int) -> MatchEvent:
    try:
        return event_from_json(row)
    except (KeyError, TypeError, ValueError) as problem:
        raise RecordError(f"The event is incomplete or wrong: {problem}.", line) from None


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} should be a text")
    return value
