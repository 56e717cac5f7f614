"""What people and machines can ask of a match; :mod:`.decide` says what becomes of it.

A command does not know when it comes in: whoever drives the match says so. Server processes hand
commands to each other as JSON (:mod:`.wire`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from spielwerk.core import Role
from spielwerk.match.events import Offer


@dataclass(frozen=True, slots=True)
class Take:
    """Sit down at a free seat; a machine also takes over a seat that a person hands over."""

    role: Role
    name: str
    bot: str | None = None
    """The player's spec, where a machine sits down."""
    claim: str = ""
    over: str | None = None
    """The claim of the person who hands the seat over to a machine: nobody else is displaced."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up again before the match is opened."""

    role: Role


@dataclass(frozen=True, slots=True)
class Sit:
    """Say that one's seat is ready."""

    role: Role


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the question that was asked at ``step``."""

    role: Role
    text: str
    step: int


@dataclass(frozen=True, slots=True)
class Crash:
    """A seat cannot play on."""

    role: Role
    why: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""

    role: Role


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to the others."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Want:
    """Offer something, or agree to it."""

    role: Role
    offer: Offer


@dataclass(frozen=True, slots=True)
class Decline:
    """Say no to an offer, or take one's own back."""

    role: Role
    offer: Offer


@dataclass(frozen=True, slots=True)
class Pause:
    """Somebody in charge stops the clocks."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Somebody in charge lets them run again."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """All seats want to go back to where the game stood at ``step``."""

    step: int


@dataclass(frozen=True, slots=True)
class Agree:
    """All seats want a draw."""


@dataclass(frozen=True, slots=True)
class Follow:
    """The rematch that was agreed on has been founded."""

    match: str


@dataclass(frozen=True, slots=True)
class Abandon:
    """The match cannot go on, through no fault of those who play."""

    why: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""


Command: TypeAlias = (
    Take
    | Leave
    | Sit
    | Answer
    | Crash
    | Resign
    | Say
    | Want
    | Decline
    | Pause
    | Resume
    | TakeBack
    | Agree
    | Follow
    | Abandon
    | Tick
)
