"""What can happen in a match. The log of these events is the match.

Every event says ``at`` which second of the match it happened. :class:`Stepped` is the one that
moves the game on; it holds the core's :class:`~spielwerk.core.Event`. All others are about the
people and machines around the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from spielwerk.core import Event, Move, Outcome, Role

__all__ = [
    "Agreed",
    "Began",
    "Ended",
    "Forfeited",
    "Late",
    "MatchEvent",
    "Moved",
    "Paused",
    "Ready",
    "Refused",
    "Replaced",
    "Resigned",
    "Resumed",
    "Stepped",
    "Struck",
    "TakenBack",
]


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
    """A seat's time ran out. Where the rules set the limit, they will answer it."""

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


MatchEvent: TypeAlias = (
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
