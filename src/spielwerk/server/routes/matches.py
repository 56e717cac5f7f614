"""Matches: found one, list them, take a seat, look, and move without a socket."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import SystemRandom
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import select

from spielwerk.core import Game, Json, Role
from spielwerk.match import REFUSE, Answer, Setup, Status, Take, parse_clock, parse_policy
from spielwerk.server.operation import whose
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import (
    Charter,
    Visibility,
    explain_attempt,
    seats_listed,
    visibility_of,
)
from spielwerk.server.routes.parts import (
    Accepted,
    Asking,
    Body,
    BotSeats,
    Name,
    RoomHere,
    Seat,
    ServiceHere,
    Whose,
    seated,
)
from spielwerk.server.service import Service
from spielwerk.server.store import schema

router = APIRouter(prefix="/matches", tags=["matches"])

_LISTED = 100


class NewMatch(Body):
    """What a new match is to be like."""

    game: Annotated[str, Field(max_length=80, examples=["connect-four"])]
    visibility: Visibility = Visibility.PUBLIC
    clock: Annotated[str, Field(max_length=80, examples=["move=30s,reserve=5m"])] = "untimed"
    late: Annotated[str, Field(max_length=20, examples=["forfeit"])] = "forfeit"
    """What happens to a seat that runs out of time."""
    bots: BotSeats = Field(default_factory=dict)
    """Machines by the seats they take: strengths such as ``strong``, or specs."""
    role: Annotated[str, Field(max_length=80)] | None = None
    """The seat the founder takes; the first free one if nothing is said, none if none is free."""
    watch: bool = False
    """Whether the founder takes no seat at all."""
    name: Name = "Guest"


class Founding(BaseModel):
    """A new match, with the secrets that nobody is told again."""

    match: str
    role: str | None
    token: str | None
    """The secret of the founder's seat."""
    invitations: dict[str, str]
    """For every free seat a secret to hand to whoever shall sit there."""


class MatchLine(BaseModel):
    """A match in the lobby."""

    match: str
    game: str
    phase: Status
    seats: dict[str, str | None]
    bots: dict[str, str]
    """Which of the seats are machines', and their specs."""
    clock: str
    present: bool
    """Whether somebody who sits there is connected now."""
    founded: float


class SeatWanted(Body):
    """Which seat, and by what right."""

    role: Annotated[str, Field(max_length=80)] | None = None
    invitation: Annotated[str, Field(max_length=200)] | None = None
    name: Name = "Guest"


class SeatGiven(BaseModel):
    """A seat, and the secret that speaks for it."""

    role: str
    token: str


class Glance(BaseModel):
    """A match as the one who asks may see it."""

    seq: int
    now: float
    picture: dict[str, Json]
    present: list[str]
    """The seats somebody is connected to now."""


class MoveMade(Body):
    """A move, as the answer to the question asked at a step."""

    move: Annotated[str, Field(max_length=1_000)]
    step: Annotated[int, Field(ge=0, lt=2**53)]


class Because(BaseModel):
    """Why a move is legal or not."""

    move: Json
    """The move as it looks; of squares, what they most likely meant."""
    explanation: Json


@router.get("")
async def list_matches(
    service: ServiceHere,
    game: Annotated[str | None, Query(max_length=80)] = None,
    phase: Status | None = None,
    before: Annotated[float | None, Query(description="For the next page: founded before.")] = None,
) -> list[MatchLine]:
    """Public matches, the newest first, a hundred at a time."""
    row = schema.matches.c
    query = (
        select(row.id, row.game, row.phase, row.seats, row.charter, row.founded)
        .where(row.visibility == str(Visibility.PUBLIC))
        .order_by(row.founded.desc())
        .limit(_LISTED)
    )
    if game is not None:
        query = query.where(row.game == game)
    if phase is not None:
        query = query.where(row.phase == str(phase))
    if before is not None:
        query = query.where(row.founded < before)
    async with service.engine.connect() as connection:
        found = (await connection.execute(query)).all()
    return [_line(service, *each) for each in found]


def _line(
    service: Service, match: str, game: str, phase: str, listed: str, charter: str, founded: float
) -> MatchLine:
    seats, bots = seats_listed(listed)
    room = service.rooms.at_hand(match)
    return MatchLine(
        match=match,
        game=game,
        phase=Status(phase),
        seats=seats,
        bots=bots,
        clock=json.loads(charter)["clock"],
        present=room is not None and bool(room.presence.all.roles),
        founded=founded,
    )


@router.post("", status_code=201)
async def found_match(
    request: Request, service: ServiceHere, asking: Asking, wanted: NewMatch
) -> Founding:
    """Found a match and sit down."""
    address = whose(request.scope)
    quotas, origin = service.quotas, service.origin(request, asking)
    if wanted.bots or "=" in wanted.game:  # work is done for it before there is a table
        await quotas.check(quotas.matches, origin)
    game = await service.games.open(wanted.game)
    bots = await service.machines(game, wanted.bots, parse_clock(wanted.clock), address)
    role = _founders_seat(game, wanted, bots)
    setup = Setup(
        SystemRandom().getrandbits(53),
        clock=parse_clock(wanted.clock),
        late=parse_policy(wanted.late),
        illegal=REFUSE,
    )
    charter = Charter(game.name, setup, visibility_of(game, wanted.visibility))
    async with quotas.one_more(quotas.matches, origin):
        founded = await service.rooms.found(charter, asking.account, origin=origin.address)
    seat = None
    if role is not None:
        seat = await service.rights.take(
            founded.room, role, wanted.name, account=asking.account, founder=True
        )
    for place, player in bots.items():
        await service.submit(founded.room, Take(place, player, player))
    free = {r: s for r, s in founded.invitations.items() if r != role and r not in bots}
    return Founding(
        match=founded.room.id,
        role=role,
        token=seat.token if seat else None,
        invitations={str(place): secret for place, secret in free.items()},
    )


def _founders_seat(game: Game, wanted: NewMatch, bots: Mapping[Role, str]) -> Role | None:
    """Where the founder sits, once it is sure that there is such a seat."""
    own = None if wanted.role is None else Role(wanted.role)
    if own is not None and own not in game.roles:
        roles = ", ".join(game.roles)
        raise Problem(422, "no-such-seat", f"There is no such seat; there are {roles}.")
    if own in bots or (own is not None and wanted.watch):
        raise Problem(422, "seat-taken", "You cannot sit there and have a machine there, or watch.")
    if own is None and not wanted.watch:
        return next((role for role in game.roles if role not in bots), None)
    return own


@router.get("/{match}")
async def show_match(room: RoomHere, seat: Seat) -> Glance:
    """The match as the one who asks may see it."""
    present = sorted(map(str, room.presence.all.roles))
    return Glance(**json.loads(room.frame(seat, None)), present=present)


@router.post("/{match}/seats", status_code=201)
async def take_seat(
    room: RoomHere, service: ServiceHere, asking: Asking, wanted: SeatWanted
) -> SeatGiven:
    """Sit down: by invitation, or at any free seat of a public match."""
    role = None if wanted.role is None else Role(wanted.role)
    seat = await service.rights.take(
        room, role, wanted.name, invitation=wanted.invitation, account=asking.account
    )
    return SeatGiven(role=seat.role, token=seat.token)


@router.post("/{match}/moves")
async def make_move(
    room: RoomHere, seat: Seat, service: ServiceHere, address: Whose, wanted: MoveMade
) -> Accepted:
    """Make a move; for programs without a socket."""
    number = await service.submit(room, Answer(seated(seat), wanted.move, wanted.step), address)
    return Accepted(seq=number)


@router.get("/{match}/why")
async def explain(
    room: RoomHere,
    seat: Seat,
    service: ServiceHere,
    address: Whose,
    move: Annotated[str | None, Query(max_length=1_000)] = None,
    squares: Annotated[list[str] | None, Query(description="Instead of a move.")] = None,
) -> Because:
    """Why a move, or an attempt on the board, is legal or not for one's own seat."""
    attempt = move if squares is None else squares
    if attempt is None:
        raise Problem(422, "invalid", "Ask about a move, or about squares.")
    if not service.questions.request(f"{room.id} {seated(seat)}"):
        raise Problem(429, "too-fast", "Explanations take time to find; wait a moment.")
    return Because(**await explain_attempt(room, seated(seat), attempt, address))
