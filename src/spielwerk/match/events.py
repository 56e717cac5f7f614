"""What can happen in a match. The log of these events is the match.

Every event of play says ``at`` which second of the match it happened. :class:`Stepped` is the one
that moves the game on; it holds the core's :class:`~spielwerk.core.Event`. Those of the company
(who sits where, what is said and offered) have no time: no clock depends on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeGuard, get_args

from spielwerk.core import Event, Move, Outcome, Role


class Offer(StrEnum):
    """What all seats can agree on."""

    DRAW = "draw"
    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody took a seat: a person by name, or a player by its spec."""

    role: Role
    name: str
    bot: str | None = None
    """The player's spec where a machine sits down."""
    claim: str = ""
    """Which of the claims on this seat came first: only that one's secret moves for it."""


@dataclass(frozen=True, slots=True)
class Vacated:
    """Somebody got up before the match was opened."""

    role: Role


@dataclass(frozen=True, slots=True)
class Opened:
    """All seats are taken: those seated now play the match."""


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody who plays said something."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat wants something that all must agree on, or agrees to it."""

    role: Role
    offer: Offer


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat said no, took its own offer back, or got what it wanted: it is off the table."""

    role: Role
    offer: Offer


@dataclass(frozen=True, slots=True)
class Followed:
    """A rematch was founded."""

    match: str


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The match cannot go on, through no fault of those who play."""

    why: str


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat is prepared to play."""

    at: float
    role: Role


@dataclass(frozen=True, slots=True)
class Began:
    """All are ready, or the start clock ran out: play begins."""

    at: float


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat answered with a legal move. It is not made before all who must choose have chosen."""

    at: float
    role: Role
    move: Move


@dataclass(frozen=True, slots=True)
class Refused:
    """A seat answered with something that is not a legal move."""

    at: float
    role: Role
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Late:
    """A seat's time ran out. Where the rules set the limit, they will answer it.

    Where the match tolerates it, this is all that happens, and the answer is still awaited.
    """

    at: float
    role: Role
    by_rules: bool = False


@dataclass(frozen=True, slots=True)
class Struck:
    """A seat got a strike, its ``strikes``-th."""

    at: float
    role: Role
    strikes: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A move was made for a seat that did not make one itself."""

    at: float
    role: Role
    move: Move


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A seat lost by something other than the rules: it crashed, was late, or broke them."""

    at: float
    role: Role
    reason: str


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave up."""

    at: float
    role: Role


@dataclass(frozen=True, slots=True)
class Paused:
    """All clocks stand still. Answers are still taken, but nothing moves on."""

    at: float


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clocks run again."""

    at: float


@dataclass(frozen=True, slots=True)
class Stepped:
    """The game moved on by what everybody who must choose has chosen."""

    at: float
    event: Event


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All seats agreed to go back to where the game stood at ``step``."""

    at: float
    step: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """All seats agreed on a draw."""

    at: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""

    at: float
    outcome: Outcome
    reason: str


PlayEvent: TypeAlias = (
    Ready
    | Began
    | Moved
    | Refused
    | Late
    | Struck
    | Replaced
    | Forfeited
    | Resigned
    | Paused
    | Resumed
    | Stepped
    | TakenBack
    | Agreed
    | Ended
)
CompanyEvent: TypeAlias = (
    Seated | Vacated | Opened | Said | Offered | Declined | Followed | Abandoned
)
MatchEvent: TypeAlias = PlayEvent | CompanyEvent

_PLAY = frozenset(get_args(PlayEvent))


def is_play(event: MatchEvent) -> TypeGuard[PlayEvent]:
    """Whether the event has a time, and its place in a log that is handed around."""
    return type(event) in _PLAY
