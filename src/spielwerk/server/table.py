"""A table as a value: who sits there, what was said and offered, and the match, all from a log.

Goes in a charter (what was settled when the table was founded) and entries, comes out a
:class:`Table`. Pure, like the match it holds: a server that was killed folds the log again and is
where it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import singledispatch

from spielwerk.core import Event, Game, Json, Role
from spielwerk.match import (
    FORFEIT,
    UNTIMED,
    Clock,
    Ended,
    Match,
    MatchEvent,
    Policy,
    Setup,
    Status,
    Stepped,
    TakenBack,
    evolve,
    open_match,
    parse_clock,
    parse_policy,
)
from spielwerk.server.entries import (
    Abandoned,
    Declined,
    Entry,
    Followed,
    Offer,
    Offered,
    Opened,
    Said,
    Seated,
    Vacated,
)

__all__ = [
    "Charter",
    "Occupant",
    "Phase",
    "Remark",
    "Table",
    "Visibility",
    "fold",
    "follow",
    "found",
]

CHAT = 50
"""How many remarks a table remembers; all of them stay in the log."""


class Visibility(StrEnum):
    """Who finds a table and may watch."""

    PUBLIC = "public"
    """Listed; anybody watches and takes free seats."""
    UNLISTED = "unlisted"
    """Not listed; whoever knows its address watches, seats are taken by invitation."""
    PRIVATE = "private"
    """Only those who sit there see anything."""


class Phase(StrEnum):
    """Where a table stands: the match's status, with a before and another end."""

    WAITING = "waiting"
    """Seats are free; there is no match yet."""
    OPENING = "opening"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Charter:
    """What is settled when a table is founded."""

    game: str
    seed: int
    visibility: Visibility = Visibility.PUBLIC
    clock: Clock = UNTIMED
    late: Policy = FORFEIT
    illegal: Policy = FORFEIT
    """Only logs from elsewhere say otherwise: at our tables an illegal move is simply refused."""

    def to_json(self) -> dict[str, Json]:
        """The charter as a JSON-able mapping. It holds the seed: not for anybody's eyes."""
        return {
            "game": self.game,
            "seed": self.seed,
            "visibility": str(self.visibility),
            "clock": str(self.clock),
            "late": str(self.late),
            "illegal": str(self.illegal),
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> Charter:
        """The charter that :meth:`to_json` wrote down."""
        return cls(
            row["game"],
            row["seed"],
            Visibility(row["visibility"]),
            parse_clock(row["clock"]),
            parse_policy(row["late"]),
            parse_policy(row["illegal"]),
        )


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits at a seat."""

    name: str
    bot: str | None = None
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was said."""

    number: int
    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment."""

    charter: Charter
    game: Game
    seats: Mapping[Role, Occupant]
    """The seats that are taken."""
    number: int = 0
    """How many entries of the log are in it."""
    match: Match | None = None
    chat: tuple[Remark, ...] = ()
    offers: Mapping[Offer, tuple[Role, ...]] = field(default_factory=dict)
    """What is wanted, and by whom so far."""
    steps: tuple[Event, ...] = ()
    """How the game went, without what was taken back."""
    last: Stepped | None = None
    """How the game last moved on."""
    reason: str | None = None
    """What ended the match."""
    successor: str | None = None
    """The rematch."""

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.match is None:
            return Phase.ABANDONED if self.reason else Phase.WAITING
        if self.reason and self.match.status is not Status.ENDED:
            return Phase.ABANDONED
        return Phase(self.match.status)

    @property
    def over(self) -> bool:
        """Whether nothing will be played here any more."""
        return self.phase in (Phase.ENDED, Phase.ABANDONED)

    @property
    def tended(self) -> bool:
        """Whether it goes on by itself, because a clock runs or a machine sits there."""
        clock = self.charter.clock
        bots = any(who.bot for who in self.seats.values())
        return bots or clock.timed or clock.start is not None

    @property
    def people(self) -> tuple[Role, ...]:
        """The seats of people."""
        return tuple(role for role, who in self.seats.items() if who.bot is None)

    @property
    def free(self) -> tuple[Role, ...]:
        """The seats that nobody has taken."""
        return tuple(role for role in self.game.roles if role not in self.seats)


def found(charter: Charter, game: Game) -> Table:
    """A table before its first entry."""
    return Table(charter, game, {})


def fold(table: Table, entry: Entry) -> Table:
    """The table after the entry.

    :raises ImpossibleEvent: an event of the match cannot have happened now
    """
    return replace(_apply(entry, table), number=table.number + 1)


def follow(table: Table, events: Sequence[MatchEvent], match: Match) -> Table:
    """The table after events that were just decided and led to ``match``."""
    for event in events:
        table = _beside(event, table)
    return replace(table, match=match, number=table.number + len(events))


@singledispatch
def _beside(event: object, table: Table) -> Table:
    """What an event of the match changes beside the match."""
    return table


@_beside.register
def _(event: Stepped, table: Table) -> Table:
    moot = {Offer.DRAW, Offer.UNDO}
    kept = {what: by for what, by in table.offers.items() if what not in moot}
    return replace(table, steps=(*table.steps, event.event), last=event, offers=kept)


@_beside.register
def _(event: TakenBack, table: Table) -> Table:
    return replace(table, steps=table.steps[: event.step], last=None)


@_beside.register
def _(event: Ended, table: Table) -> Table:
    return replace(table, reason=event.reason, offers={})


@singledispatch
def _apply(entry: object, table: Table) -> Table:
    """Everything that is not about the table is about the match."""
    assert table.match is not None, "a match is opened before anything happens in it"
    return replace(_beside(entry, table), match=evolve(table.match, entry))  # type: ignore[arg-type]


@_apply.register
def _(entry: Seated, table: Table) -> Table:
    return replace(
        table, seats={**table.seats, entry.role: Occupant(entry.name, entry.bot, entry.claim)}
    )


@_apply.register
def _(entry: Vacated, table: Table) -> Table:
    return replace(table, seats={r: who for r, who in table.seats.items() if r != entry.role})


@_apply.register
def _(entry: Opened, table: Table) -> Table:
    charter = table.charter
    names = {role: table.seats[role].name for role in table.game.roles}
    setup = Setup(charter.seed, names, charter.clock, charter.late, charter.illegal)
    return replace(table, match=open_match(table.game, setup))


@_apply.register
def _(entry: Said, table: Table) -> Table:
    remark = Remark(table.number, entry.role, entry.text)
    return replace(table, chat=(*table.chat, remark)[-CHAT:])


@_apply.register
def _(entry: Offered, table: Table) -> Table:
    by = (*table.offers.get(entry.offer, ()), entry.role)
    return replace(table, offers={**table.offers, entry.offer: by})


@_apply.register
def _(entry: Declined, table: Table) -> Table:
    return replace(table, offers={w: by for w, by in table.offers.items() if w != entry.offer})


@_apply.register
def _(entry: Followed, table: Table) -> Table:
    return replace(table, successor=entry.match, offers={})


@_apply.register
def _(entry: Abandoned, table: Table) -> Table:
    return replace(table, reason=entry.why, offers={})
