"""What people and machines can ask of a table; :mod:`.conduct` says what becomes of it.

Orders travel between server processes as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, get_args

from spielwerk.core import Json, Role, SpielwerkError
from spielwerk.server.entries import Offer
from spielwerk.server.tagged import Tagged

__all__ = [
    "ORDERS",
    "Abandon",
    "Decline",
    "Fail",
    "Follow",
    "GiveUp",
    "Leave",
    "Order",
    "Play",
    "Refusal",
    "Say",
    "Take",
    "Wake",
    "Want",
]


class Refusal(SpielwerkError):
    """The table does not do that now. ``code`` is for programs, the message for people."""

    def __init__(self, code: str, message: str, why: Json = None) -> None:
        super().__init__(message)
        self.code = code
        self.why = why
        """An explanation as JSON, for the one who is refused."""


@dataclass(frozen=True, slots=True)
class Take:
    """Sit down at a free seat; a machine also takes over a seat that a person has."""

    role: Role
    name: str
    bot: str | None = None
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up again before the match is opened."""

    role: Role


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move, as the answer to the question asked at ``step``."""

    role: Role
    move: str
    step: int


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to the others at the table."""

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
class GiveUp:
    """Resign."""

    role: Role


@dataclass(frozen=True, slots=True)
class Fail:
    """A machine at the table cannot play on."""

    role: Role
    why: str


@dataclass(frozen=True, slots=True)
class Follow:
    """The rematch that was agreed on has been founded."""

    match: str


@dataclass(frozen=True, slots=True)
class Abandon:
    """The server cannot go on with the match."""

    why: str


@dataclass(frozen=True, slots=True)
class Wake:
    """Look at the clock."""


Order: TypeAlias = (
    Take | Leave | Play | Say | Want | Decline | GiveUp | Fail | Follow | Abandon | Wake
)

ORDERS: Tagged[Order] = Tagged("order", get_args(Order))
"""Orders as JSON; they come from our own processes only."""
