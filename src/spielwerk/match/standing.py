"""The match as a value: the setup, who sits where, and how it stands at one moment.

:func:`open_match` gives the first moment; all others come from the fold of its events
(:mod:`.fold`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from hashlib import sha256
from itertools import islice

from spielwerk.core import (
    Chance,
    Course,
    Event,
    Game,
    Joint,
    Limit,
    Move,
    Open,
    Outcome,
    Over,
    Role,
    State,
    StepAccount,
    once,
)
from spielwerk.match.clock import UNTIMED, Clock
from spielwerk.match.events import MatchEvent, Offer, Stepped
from spielwerk.match.policy import BY_RULES, FORFEIT, REFUSE, TOLERATE, Policy, PolicyError


class Status(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    """Seats are free."""
    OPENING = "opening"
    """Seats are getting ready."""
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    ABANDONED = "abandoned"
    """It cannot go on, through no fault of those who play."""


HOUSE_PATIENCE = 600.0
"""Seconds that a machine of the house is waited for when its time has run out.

It thinks for less than its time; what keeps its answer on the way is a busy house. A machine that
is late answers later, and does not leave.
"""
REPETITION = "repetition"
"""The reason of an end by a position that came back too often."""
_OVER = (Status.ENDED, Status.ABANDONED)
_PLAYING = (Status.RUNNING, Status.PAUSED)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before a match."""

    seed: int = 0
    seats: Mapping[Role, str] = field(default_factory=dict)
    """Who sits where from the beginning: a person's name or a player's spec."""
    clock: Clock = UNTIMED
    late: Policy = FORFEIT
    """For seats that answer too late by the match's clock."""
    illegal: Policy = FORFEIT
    """For seats that answer with an illegal move."""

    def __post_init__(self) -> None:
        if self.late in (REFUSE, BY_RULES) or self.illegal == TOLERATE:
            raise PolicyError(
                "Only illegal moves can be refused or left to the rules, only late ones tolerated."
            )

    @property
    def patient(self) -> bool:
        """Whether people play, who are told what is wrong and try again."""
        return self.illegal == REFUSE


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits at a seat."""

    name: str
    bot: str | None = None
    """The player's spec, where it is a machine."""
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was said."""

    number: int
    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """One seat's standing in the match."""

    reserve: float
    ready: bool = False
    strikes: int = 0
    gone: bool = False
    """Whether it forfeited or resigned. Moves are made for it as long as others play on."""
    overran: bool = False
    """Whether it ran out of the clock's time."""


@dataclass(eq=False)
class Passage:
    """A step of the game. What is told of it is found out once, and not before somebody asks."""

    game: Game
    before: State
    event: Event
    after: State

    @once
    def account(self) -> StepAccount:
        """What everybody may know of it."""
        return self.game.account(self.before, self.event.moves, self.event.late, self.after)


@dataclass(frozen=True)
class Match:
    """A match at one moment. What follows from it is found out once."""

    game: Game
    setup: Setup
    state: State
    seats: Mapping[Role, SeatStanding]
    occupants: Mapping[Role, Occupant]
    """The seats that are taken, and by whom."""
    status: Status = Status.OPENING
    number: int = 0
    """How many events led here."""
    step: int = 0
    """How often the game has moved on."""
    now: float = 0.0
    """When the last event happened, in seconds of the match."""
    answers: Mapping[Role, Move] = field(default_factory=dict)
    """The moves chosen for this turn and not yet made, in the order in which they came."""
    late: tuple[Role, ...] = ()
    """Who ran out of a time that the rules set."""
    overdue: tuple[Role, ...] = ()
    """Who ran out of the clock's time, which the match tolerates."""
    since: Mapping[Role, float] = field(default_factory=dict)
    """When the time of each choosing role began to run."""
    paused_at: float | None = None
    chat: tuple[Remark, ...] = ()
    """What was said last; all of it stays in the log."""
    offers: Mapping[Offer, tuple[Role, ...]] = field(default_factory=dict)
    """What is wanted, and by whom so far."""
    outcome: Outcome | None = None
    reason: str | None = None
    """What ended the match."""
    successor: str | None = None
    """The rematch."""
    agreed: bool = False
    """Whether all seats agreed on a draw."""
    last: Stepped | None = None
    """The step that led here."""
    rewound: bool = False
    """Whether the match went back here, and nothing was played since."""
    course: Course | None = field(default=None, compare=False, repr=False)
    """How the game came to its state; see :attr:`lived`."""
    before: Match | None = field(default=None, compare=False, repr=False)
    """The match before the game last moved on: the way back."""
    passage: Passage | None = field(default=None, compare=False, repr=False)
    """The step that led here, as the game tells of it."""

    @property
    def over(self) -> bool:
        """Whether nothing will be played any more."""
        return self.status in _OVER

    @property
    def stuck(self) -> bool:
        """Whether the rules went wrong among people: the match waits, and can still go back."""
        return self.state.fault is not None and self.setup.patient

    @property
    def free(self) -> tuple[Role, ...]:
        """The seats that nobody has taken."""
        return tuple(role for role in self.game.roles if role not in self.occupants)

    @once
    def people(self) -> tuple[Role, ...]:
        """The seats of people."""
        return tuple(role for role, who in self.occupants.items() if who.bot is None)

    @property
    def prepared(self) -> bool:
        """Whether nobody has to get ready any more."""
        return all(seat.ready or seat.gone for seat in self.seats.values())

    @property
    def lived(self) -> Course:
        """The game's state with all that led to it."""
        return self.course or Course(self.state)

    @property
    def account(self) -> StepAccount:
        """What everybody may know of the step that led here."""
        return StepAccount() if self.passage is None else self.passage.account

    @once
    def choosing(self) -> tuple[Role, ...]:
        """The roles that choose in this turn."""
        return choosing(self.state)

    @once
    def asked(self) -> tuple[Role, ...]:
        """The roles whose answer the match is waiting for."""
        if self.status not in _PLAYING:
            return ()
        return tuple(
            role
            for role in self.choosing
            if role not in self.answers and role not in self.late and not self.seats[role].gone
        )

    def limit(self, role: Role) -> Limit | None:
        """The time limit that the rules set a role for this choice, unless nobody is hurried."""
        return None if self.setup.clock.unhurried else self.state.limit(role)

    def deadline(self, role: Role) -> float | None:
        """The second of the match by which a choosing role is told to answer, if there is one."""
        limit = self.limit(role)
        if limit is not None:
            return self.since[role] + limit.seconds
        return self._clock_runs_out(role)

    def expiry(self, role: Role) -> float | None:
        """The second after which the match takes notice that a choosing role has not answered.

        That is when its time has run out; machines of the house are waited for a while longer.
        """
        end = self.time_out(role)
        there = self.occupants.get(role)
        if end is None or there is None or there.bot is None:
            return end
        return end + HOUSE_PATIENCE

    def time_out(self, role: Role) -> float | None:
        """The second after which a choosing role has run out of time.

        That is its deadline and the clock's grace; or nothing, where it was noted before. A clock
        whose lateness is tolerated only measures, and does so beside limits of the rules.
        """
        limit = self.limit(role)
        if limit is None and not self.setup.clock.timed:
            return None
        ends = [] if limit is None else [self.since[role] + limit.seconds]
        measured = limit is None or self.setup.late == TOLERATE
        if measured and role not in self.overdue:
            clock = self._clock_runs_out(role)
            ends += [] if clock is None else [clock]
        return min(ends) + self.setup.clock.grace if ends else None

    def _clock_runs_out(self, role: Role) -> float | None:
        clock = self.setup.clock
        if not clock.timed:
            return None
        return self.since[role] + (clock.move or 0.0) + self.seats[role].reserve

    @once
    def next_deadline(self) -> float | None:
        """When the match must look at the clock again, if nothing happens before."""
        if self.status is Status.OPENING:
            clock = self.setup.clock
            return None if clock.start is None else clock.start + clock.grace
        if self.status is not Status.RUNNING:
            return None
        ends = [end for role in self.asked if (end := self.expiry(role)) is not None]
        return min(ends, default=None)

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
        over = isinstance(self.state.turn, Over)
        left = [role for role, seat in self.seats.items() if not seat.gone]
        if len(left) == len(self.seats) and not (over or self.agreed or self.game.repetitions):
            return None
        if self.agreed:
            return {role: 50 if role in left else 0 for role in self.seats}, "agreement"
        if over and not self.stuck:
            rules = self.state.outcome()
            return {role: rules[role] if role in left else 0 for role in self.seats}, "the rules"
        if len(left) == len(self.seats) or len(left) > 1:
            if not self.repeated:
                return None
            return {role: 50 if role in left else 0 for role in self.seats}, REPETITION
        reason = f"only {left[0]} is left" if left else "nobody is left"
        return {role: 100 if role in left else 0 for role in self.seats}, reason

    @once
    def repeated(self) -> bool:
        """Whether its position has come up as often as the game allows."""
        most = self.game.repetitions
        if not most or self.last is None:
            return False
        return sum(then.recurrence == self.recurrence for then in self.way()) >= most

    @once
    def recurrence(self) -> bytes:
        """By what its position is known when it comes back; short, for each step keeps its own."""
        return sha256(self.state.recurrence().encode(errors="surrogatepass")).digest()

    def agree(self, offer: Offer) -> bool:
        """Whether all people whose agreement is needed want it: those who are still there."""
        by = self.offers.get(offer, ())
        return bool(by) and all(
            role in by or (self.seats[role].gone and offer is not Offer.REMATCH)
            for role in self.people
        )

    def way(self) -> Iterator[Match]:
        """The match, and what it was before each of its steps, back to the first."""
        match: Match | None = self
        while match is not None:
            yield match
            match = match.before

    def rest(self) -> None:
        """Let go, all the way back, of what can be found out again when somebody asks."""
        for then in self.way():
            for name in vars(then).keys() - _KEPT:
                del vars(then)[name]
            if then.passage is not None:
                vars(then.passage).pop("account", None)
            then.state.rest()

    @property
    def steps(self) -> tuple[Event, ...]:
        """How the game went, without what was taken back."""
        events = [match.last.event for match in self.way() if match.last is not None]
        return tuple(reversed(events))

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


_KEPT = frozenset([*(field.name for field in fields(Match)), "recurrence"])
"""What a match that rests keeps: every step asks all those before it whether they were the same."""


def passages(
    match: Match, events: Sequence[MatchEvent]
) -> Iterator[tuple[MatchEvent, State, State]]:
    """Each of the events that led here, with the states around it; nothing was taken back."""
    steps = sum(isinstance(event, Stepped) for event in events)
    states = [then.state for then in islice(match.way(), steps + 1)]
    for event in events:
        old = states[-1]
        if isinstance(event, Stepped):
            states.pop()
        yield event, old, states[-1]


def choosing(state: State) -> tuple[Role, ...]:
    """The roles that choose in a state."""
    match state.turn:
        case Joint(roles) | Open(roles):
            return roles
    return ()


def open_match(game: Game, setup: Setup) -> Match:
    """A match before its first event: seats that the setup does not name are free."""
    first = game.initial(setup.seed)
    occupants = {role: Occupant(setup.seats[role]) for role in game.roles if role in setup.seats}
    return Match(
        game,
        setup,
        first,
        dict.fromkeys(game.roles, SeatStanding(setup.clock.reserve)),
        occupants,
        Status.OPENING if len(occupants) == len(game.roles) else Status.WAITING,
        course=Course(first, whole=True, game=game),
    )
