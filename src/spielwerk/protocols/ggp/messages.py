"""What a game manager says to a player, as text and as values.

::

    (INFO)                                       → ((name spielwerk) (status available))
    (PREVIEW (rules) clock)                      → ready
    (START id role (rules) startclock playclock) → ready
    (PLAY id NIL|(moves))                        → a move
    (STOP id (moves))                            → done
    (ABORT id)                                   → aborted

The names of messages and matches may be written in any case. Roles and moves are what the manager
wrote: whose they are is found out by :mod:`.joint`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from spielwerk.core import SpielwerkError
from spielwerk.languages.gdl import Form, Node, PlacedText, Symbol, read_forms

MAX_MESSAGE = 4_000_000
"""The longest message that is read, in bytes."""
_MAX_CLOCK = 86_400
"""The longest clock, in seconds: a day."""


class GgpMessageError(SpielwerkError):
    """A text is not a message of the protocol."""


@dataclass(frozen=True, slots=True)
class Info:
    """Who are you, and are you free?"""


@dataclass(frozen=True, slots=True)
class Preview:
    """Rules to be looked at, before anybody is seated."""

    rules: str
    clock: float


@dataclass(frozen=True, slots=True)
class Start:
    """A match begins."""

    match: str
    role: str
    rules: str
    start_clock: float
    play_clock: float


@dataclass(frozen=True, slots=True)
class Play:
    """What do you do now? ``moves`` are those just made, in the order of the roles."""

    match: str
    moves: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Stop:
    """The match is over; ``moves`` were the last."""

    match: str
    moves: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Abort:
    """The match will not be played to its end."""

    match: str


Message: TypeAlias = Info | Preview | Start | Play | Stop | Abort


def read_message(text: str) -> Message:
    """The message that a text is.

    :raises MessageError: it is none; says what is wrong and what was expected
    """
    if len(text) > MAX_MESSAGE:
        raise GgpMessageError(
            f"The message has {len(text):,} characters; {MAX_MESSAGE:,} are read."
        )
    source = PlacedText(text, "<message>")
    nodes: list[Node] = []
    read_forms(source, lambda node, _: nodes.append(node), rules_nest=True)
    if source.problems:
        raise GgpMessageError(str(source.problems[0]).splitlines()[0])
    match nodes:
        case [Form(items=[Symbol(name=name), *parts])]:
            kind = _KINDS.get(name.lower())
            if kind is None:
                known = ", ".join(word.upper() for word in _KINDS)
                raise GgpMessageError(f"There is no message '{name[:40]}'; there are {known}.")
            return kind(_Parts(text, name, parts))
    raise GgpMessageError("A message is one form that begins with its name, such as (INFO).")


def write_message(message: Message) -> str:
    """The message as text; reading it gives an equal one."""
    match message:
        case Info():
            return "(INFO)"
        case Preview(rules, clock):
            return f"(PREVIEW ({rules}) {clock:g})"
        case Start(match, role, rules, start, play):
            return f"(START {match} {role} ({rules}) {start:g} {play:g})"
        case Play(match, moves):
            return f"(PLAY {match} {_listed(moves)})"
        case Stop(match, moves):
            return f"(STOP {match} {_listed(moves)})"
        case Abort(match):
            return f"(ABORT {match})"


def _listed(moves: Sequence[str] | None) -> str:
    return "NIL" if moves is None else f"({' '.join(moves)})"


class _Parts:
    """What follows the name of a message."""

    def __init__(self, text: str, name: str, parts: Sequence[Node]) -> None:
        self._text = text
        self._name = name
        self._parts = parts

    def expect(self, form: str) -> None:
        """Complain unless there are as many parts as in the form that is expected."""
        if len(self._parts) != len(form.split()) - 1:
            raise GgpMessageError(
                f"{self._name.upper()} has {len(self._parts)} parts, not ({form})."
            )

    def symbol(self, place: int) -> str:
        part = self._parts[place]
        if not isinstance(part, Symbol):
            raise GgpMessageError(f"Part {place + 1} of {self._name.upper()} should be a word.")
        return part.name

    def match(self) -> str:
        """The name of the match, which is always the first part."""
        return self.symbol(0).lower()

    def inside(self, place: int) -> str:
        """The text between the parentheses of a part."""
        return self._text[self._form(place).start + 1 : self._form(place).end - 1].strip()

    def moves(self, place: int) -> tuple[str, ...] | None:
        part = self._parts[place]
        if isinstance(part, Symbol) and part.name.lower() == "nil":
            return None
        return tuple(self._text[item.start : item.end] for item in self._form(place).items)

    def clock(self, place: int) -> float:
        try:
            seconds = float(self.symbol(place))
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= _MAX_CLOCK:
            raise GgpMessageError(
                f"Part {place + 1} of {self._name.upper()} should be a number of seconds "
                f"from 0 to {_MAX_CLOCK:,}."
            )
        return seconds

    def _form(self, place: int) -> Form:
        part = self._parts[place]
        if not isinstance(part, Form):
            raise GgpMessageError(
                f"Part {place + 1} of {self._name.upper()} should be in parentheses."
            )
        return part


def _info(parts: _Parts) -> Message:
    parts.expect("INFO")
    return Info()


def _preview(parts: _Parts) -> Message:
    parts.expect("PREVIEW (rules) clock")
    return Preview(parts.inside(0), parts.clock(1))


def _start(parts: _Parts) -> Message:
    parts.expect("START id role (rules) startclock playclock")
    match, role, rules = parts.match(), parts.symbol(1), parts.inside(2)
    return Start(match, role, rules, parts.clock(3), parts.clock(4))


def _play(parts: _Parts) -> Message:
    parts.expect("PLAY id moves")
    return Play(parts.match(), parts.moves(1))


def _stop(parts: _Parts) -> Message:
    parts.expect("STOP id moves")
    return Stop(parts.match(), parts.moves(1))


def _abort(parts: _Parts) -> Message:
    parts.expect("ABORT id")
    return Abort(parts.match())


_KINDS: Mapping[str, Callable[[_Parts], Message]] = {
    "info": _info,
    "preview": _preview,
    "start": _start,
    "play": _play,
    "stop": _stop,
    "abort": _abort,
}
