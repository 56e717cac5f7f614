"""The match as a value: the setup, the seats, and where it stands at one moment.

:func:`open_match` gives the first moment; all others come from the fold of its events
(:mod:`.fold`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from spielwerk.core import Chance, Event, Game, Joint, Move, Open, Outcome, Over, Role, State
from spielwerk.match.clock import UNTIMED, Clock
from spielwerk.match.policy import FORFEIT, Policy

__all__ = ["Match", "Seat", "Setup", "Status", "open_match"]


class Status(StrEnum):
    """Where a match stands."""

    OPENING = "opening"
    """Seats are getting ready."""
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before a match."""

    seed: int = 0
    seats: Mapping[Role, str] = field(default_factory=dict)
    """Who sits where: a person's name or a player's spec."""
    clock: Clock = UNTIMED
    late: Policy = FORFEIT
    """For seats that answer too late by the match's clock."""
    illegal: Policy = FORFEIT
    """For seats that answer with an illegal move."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat's standing in the match."""

    reserve: float
    ready: bool = False
    strikes: int = 0
    gone: bool = False
    """Whether it forfeited or resigned. Moves are made for it as long as others play on."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment."""

    game: Game
    setup: Setup
    state: State
    seats: Mapping[Role, Seat]
    status: Status = Status.OPENING
    step: int = 0
    """How often the game has moved on."""
    now: float = 0.0
    """When the last event happened, in seconds of the match."""
    answers: Mapping[Role, Move] = field(default_factory=dict)
    """The moves chosen for this turn and not yet made, in the order in which they came."""
    late: tuple[Role, ...] = ()
    """Who ran out of a time that the rules set."""
    since: Mapping[Role, float] = field(default_factory=dict)
    """When the time of each choosing role began to run."""
    paused_at: float | None = None
    outcome: Outcome | None = None
    agreed: bool = False
    """Whether all seats agreed on a draw."""
    before: Match | None = field(default=None, compare=False, repr=False)
    """The match before the game last moved on: the way back."""

    @property
    def choosing(self) -> tuple[Role, ...]:
        """The roles that choose in this turn."""
        match self.state.turn:
            case Joint(roles) | Open(roles):
                return roles
        return ()

    @property
    def asked(self) -> tuple[Role, ...]:
        """The roles whose answer the match is waiting for."""
        if self.status not in (Status.RUNNING, Status.PAUSED):
            return ()
        return tuple(
            role
            for role in self.choosing
            if role not in self.answers and role not in self.late and not self.seats[role].gone
        )

    def deadline(self, role: Role) -> float | None:
        """The second of the match by which a choosing role must have answered, if there is one."""
        limit = self.state.limit(role)
        if limit is not None:
            return self.since[role] + limit.seconds
        clock = self.setup.clock
        if not clock.timed:
            return None
        return self.since[role] + (clock.move or 0.0) + self.seats[role].reserve

    @property
    def next_deadline(self) -> float | None:
        """When the match must look at the clock again, if nothing happens before."""
        if self.status is Status.OPENING:
            return self.setup.clock.start
        if self.status is not Status.RUNNING:
            return None
        deadlines = (self.deadline(role) for role in self.asked)
        return min((moment for moment in deadlines if moment is not None), default=None)

    @property
    def due(self) -> Event | None:
        """The game's next event, once everybody needed for it has chosen."""
        match self.state.turn:
            case Joint(roles) if all(r in self.answers or r in self.late for r in roles):
                return Event(dict(self.answers), self.late)
            case Open() if self.answers:
                role = next(iter(self.answers))
                return Event({role: self.answers[role]})
            case Open() if self.late:
                return Event({}, self.late[:1])
        return None

    @property
    def verdict(self) -> tuple[Outcome, str] | None:
        """The outcome and what decided it, once something has. Who is gone gets nothing."""
        left = [role for role, seat in self.seats.items() if not seat.gone]
        if self.agreed:
            return {role: 50 if role in left else 0 for role in self.seats}, "agreement"
        if isinstance(self.state.turn, Over):
            rules = self.state.outcome()
            return {role: rules[role] if role in left else 0 for role in self.seats}, "the rules"
        if len(left) == len(self.seats) or len(left) > 1:
            return None
        reason = f"only {left[0]} is left" if left else "nobody is left"
        return {role: 100 if role in left else 0 for role in self.seats}, reason

    def at_step(self, step: int) -> Match | None:
        """The match before it moved on from ``step``, if it can go back there.

        It cannot where something is hidden, or past a chance move: what was seen stays seen, and
        the same chance would come again.
        """
        match = self
        while match.step > step and match.before is not None:
            match = match.before
            if isinstance(match.state.turn, Chance):
                return None
        return match if match.step == step < self.step and not self.game.hidden else None


def open_match(game: Game, setup: Setup) -> Match:
    """A match before its first event."""
    seat = Seat(setup.clock.reserve)
    return Match(game, setup, game.initial(setup.seed), dict.fromkeys(game.roles, seat))
