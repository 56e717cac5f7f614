"""Matches as logs: take one with you, bring one along, go on from a position of one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from spielwerk.core import Role, write_dump
from spielwerk.match import (
    REFUSE,
    Began,
    Ended,
    ImpossibleEvent,
    MatchEvent,
    MatchLog,
    Opened,
    Seated,
    Status,
    Stepped,
    TakenBack,
    event_to_json,
    is_play,
)
from spielwerk.server.accounts import cleaned
from spielwerk.server.problems import Problem
from spielwerk.server.quotas import Origin
from spielwerk.server.rooms import Charter, Founded, Room, Visibility, visibility_of
from spielwerk.server.routes.parts import (
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
from spielwerk.server.secrets import new_id
from spielwerk.server.service import Service

router = APIRouter(prefix="/matches", tags=["records"])

_MAX_EVENTS = 20_000


class Fork(Body):
    """Where to go on from."""

    step: Annotated[int, Field(ge=0, lt=2**53)]
    visibility: Visibility = Visibility.UNLISTED
    bots: BotSeats = Field(default_factory=dict)
    """Machines by the seats they take over; all other seats are the one's who forks."""
    name: Name = "Guest"


class Copy(BaseModel):
    """A new match, and the secrets of the seats that are one's own there."""

    match: str
    tokens: dict[str, str]


@router.get("/{match}/log", response_class=PlainTextResponse)
async def export_log(
    room: RoomHere, seat: Seat, service: ServiceHere, address: Whose
) -> PlainTextResponse:
    """The whole match as its log, as soon as it is over."""
    async with service.readings.of(address):
        log = await _log(service, room)
        text = await asyncio.to_thread(log.to_text)
    return PlainTextResponse(text, media_type="application/jsonl")


@router.get("/{match}/dump", response_class=PlainTextResponse)
async def export_dump(
    room: RoomHere, seat: Seat, service: ServiceHere, address: Whose
) -> PlainTextResponse:
    """A match whose rules went wrong, with these rules, for their author to look into.

    `spielwerk igold debug FILE` and the studio go on where it stands.
    """
    seated(seat)
    match = room.match
    if not match.stuck:
        raise Problem(409, "no-fault", "The rules did not go wrong, so the match stays its own.")
    async with service.readings.of(address):
        text = await asyncio.to_thread(write_dump, match.game, match.setup.seed, match.steps)
    return PlainTextResponse(text, media_type="application/json")


@router.post("/import", status_code=201)
async def import_log(
    request: Request, service: ServiceHere, asking: Asking, address: Whose
) -> Copy:
    """A match that was played elsewhere, from its log; it is checked event by event."""
    origin = service.origin(request, asking)
    await service.quotas.check(service.quotas.matches, origin)
    body = await request.body()
    async with service.readings.of(address):
        log = await asyncio.to_thread(_read_log, body)
        game = await service.games.open(log.game)
        if log.fingerprint and game.fingerprint and log.fingerprint != game.fingerprint:
            raise Problem(422, "wrong-log", "The rules have changed since the log was written.")
        names = log.setup.seats
        seats = [
            Seated(role, cleaned(names.get(role, role), role), claim=new_id())
            for role in game.roles
        ]
        account, hidden = asking.account, Visibility.UNLISTED
        _copying(service, address)
        return await _copy(service, log, log.events, seats, hidden, account, origin)


def _read_log(body: bytes) -> MatchLog:
    """The log of a match, as far as it can be one without knowing its game.

    :raises Problem: it is none, or says what no log from elsewhere may say
    :raises RecordError: it is damaged
    """
    try:
        log = MatchLog.from_text(body.decode())
    except UnicodeDecodeError:
        raise Problem(422, "wrong-log", "A log is UTF-8 text.") from None
    if len(log.events) > _MAX_EVENTS:
        raise Problem(422, "too-long", f"A log has at most {_MAX_EVENTS:,} events.")
    if not all(map(_is_plain, log.events)):
        raise Problem(422, "wrong-log", "There are control characters in the log.")
    if not all(map(is_play, log.events)):
        raise Problem(422, "wrong-log", "The log of a match says nothing of its company.")
    return log


def _copying(service: Service, address: str) -> None:
    """Make sure that an address does not fill the database: nobody counts what is finished.

    :raises Problem: it has had many copies lately
    """
    if not service.copies.request(address):
        raise Problem(429, "too-fast", "You have brought many matches; wait a moment.")


@router.post("/{match}/fork", status_code=201)
async def fork(
    request: Request,
    room: RoomHere,
    seat: Seat,
    service: ServiceHere,
    asking: Asking,
    address: Whose,
    wanted: Fork,
) -> Copy:
    """A new match that begins where a match stood at a step.

    Of a finished match anybody may have one; of a running one only whoever plays machines alone,
    where nothing is hidden.
    """
    origin = service.origin(request, asking)
    await service.quotas.check(service.quotas.matches, origin)
    clock = room.match.setup.clock
    bots = await service.machines(room.match.game, wanted.bots, clock, address)
    log = await (_log(service, room) if room.match.over else _own_log(service, room, seat))
    events = _until(log.events, wanted.step)
    _copying(service, address)
    own = asking.person.name if asking.person else wanted.name
    seats = [
        Seated(role, bots[role], bots[role]) if role in bots else Seated(role, own, claim=new_id())
        for role in room.match.game.roles
    ]
    visibility = visibility_of(room.match.game, wanted.visibility)
    async with service.readings.of(address):
        return await _copy(service, log, events, seats, visibility, asking.account, origin)


async def _log(service: Service, room: Room) -> MatchLog:
    match = room.match
    if not match.over or len(match.setup.seats) < len(match.seats):
        raise Problem(409, "not-over", "The log is secret until the match is over.")
    return MatchLog.of(match.game, match.setup, await _events(service, room))


async def _own_log(service: Service, room: Room, seat: Role | None) -> MatchLog:
    """The log of a match that one plays against machines, with another chance from now on."""
    match = room.match
    own = seated(seat)
    if match.status is Status.WAITING:
        raise Problem(409, "not-begun", "The match has not begun.")
    if match.game.hidden:
        raise Problem(409, "not-over", "A match with secrets can be forked when it is over.")
    if match.people != (own,):
        raise Problem(403, "unfair", "A match between people can be forked when it is over.")
    setup = replace(match.setup, seed=SystemRandom().getrandbits(53))
    first = await asyncio.to_thread(match.game.initial, setup.seed)
    if first != await asyncio.to_thread(match.game.initial, match.setup.seed):
        raise Problem(409, "not-over", "Chance has set this game up; fork it when it is over.")
    return MatchLog.of(match.game, setup, await _events(service, room))


async def _events(service: Service, room: Room) -> list[MatchEvent]:
    rows = await service.rooms.store.read(room.id)
    return [row.event for row in rows if is_play(row.event)]


def _is_plain(event: MatchEvent) -> bool:
    """Whether nothing in an event is there without being seen, not even half a character."""
    return json.dumps(event_to_json(event), ensure_ascii=False).isprintable()


def _until(events: Sequence[MatchEvent], step: int) -> Sequence[MatchEvent]:
    """The events that led to a step, on the way the match finally went."""
    reached, end = 0, None
    for place, event in enumerate(events, start=1):
        match event:
            case Stepped():
                reached += 1
            case TakenBack(step=back):
                reached = back
            case Began():
                pass
            case _:
                continue
        if reached == step:
            end = place
    if end is None:
        raise Problem(422, "no-such-step", f"The match never was at step {step}.")
    return events[:end]


async def _copy(
    service: Service,
    log: MatchLog,
    events: Sequence[MatchEvent],
    seats: Sequence[Seated],
    visibility: Visibility,
    account: str | None,
    origin: Origin,
) -> Copy:
    setup = replace(log.setup, seats={})
    if not events or not isinstance(events[-1], Ended):
        setup = replace(setup, illegal=REFUSE)  # where it goes on, it goes on as all matches here
    founded_with = [*seats, Opened(), *events]
    charter = Charter(log.game, setup, visibility)
    try:
        async with service.quotas.one_more(service.quotas.matches, origin):
            founded = await service.rooms.found(charter, account, founded_with, origin.address)
    except ImpossibleEvent as problem:
        raise Problem(422, "wrong-log", f"This cannot have happened: {problem}") from None
    claims = {seat.role: seat.claim for seat in seats if seat.claim}
    return await _claimed(service, founded, claims, account)


async def _claimed(
    service: Service, founded: Founded, claims: dict[Role, str], account: str | None
) -> Copy:
    match = founded.room.id
    tokens = {
        role: await service.rights.claim(match, role, claim, account)
        for role, claim in claims.items()
    }
    return Copy(match=match, tokens={str(role): token for role, token in tokens.items()})
