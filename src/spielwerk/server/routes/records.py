"""Matches as logs: take one with you, bring one along, go on from a position of one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from spielwerk.core import Role
from spielwerk.match import (
    Began,
    ImpossibleEvent,
    MatchEvent,
    MatchLog,
    Stepped,
    TakenBack,
)
from spielwerk.server.entries import Entry, Opened, Seated, is_match_event
from spielwerk.server.hall import Founded
from spielwerk.server.host import MatchHost
from spielwerk.server.orders import Take
from spielwerk.server.problems import Problem
from spielwerk.server.routes.parts import (
    Asking,
    Body,
    BotSeats,
    HostHere,
    Seat,
    ServiceHere,
    seated,
)
from spielwerk.server.secrets import new_id
from spielwerk.server.service import Service
from spielwerk.server.table import Charter, Visibility

__all__ = ["router"]

router = APIRouter(prefix="/matches", tags=["records"])

_MAX_EVENTS = 20_000


class Fork(Body):
    """Where to go on from."""

    step: Annotated[int, Field(ge=0, lt=2**53)]
    visibility: Visibility = Visibility.UNLISTED
    bots: BotSeats = Field(default_factory=dict)
    """Machines by the seats they take over; all other seats are the one's who forks."""


class Copy(BaseModel):
    """A new table, and the secrets of the seats that are one's own there."""

    match: str
    tokens: dict[str, str]


@router.get("/{match}/log", response_class=PlainTextResponse)
async def export_log(host: HostHere, seat: Seat, service: ServiceHere) -> PlainTextResponse:
    """The whole match as its log, as soon as it is over."""
    log = await _log(service, host)
    return PlainTextResponse(log.to_text(), media_type="application/jsonl")


@router.post("/import", status_code=201)
async def import_log(request: Request, service: ServiceHere, asking: Asking) -> Copy:
    """A match that was played elsewhere, from its log; it is checked event by event."""
    origin = await service.founding(request, asking)
    body = await request.body()
    try:
        log = MatchLog.from_text(body.decode())
    except UnicodeDecodeError:
        raise Problem(422, "wrong-log", "A log is UTF-8 text.") from None
    if len(log.events) > _MAX_EVENTS:
        raise Problem(422, "too-long", f"A log has at most {_MAX_EVENTS:,} events.")
    game = await service.shelf.open(log.game)
    if log.fingerprint and game.fingerprint and log.fingerprint != game.fingerprint:
        raise Problem(422, "wrong-log", "The rules have changed since the log was written.")
    return await _copy(service, log, log.events, Visibility.UNLISTED, asking.account, origin)


@router.post("/{match}/fork", status_code=201)
async def fork(
    request: Request,
    host: HostHere,
    seat: Seat,
    service: ServiceHere,
    asking: Asking,
    wanted: Fork,
) -> Copy:
    """A new table that begins where a match stood at a step.

    Of a finished match anybody may have one; of a running one only whoever plays machines alone,
    where nothing is hidden.
    """
    origin = await service.founding(request, asking)
    bots = await service.machines(host.table.game, wanted.bots)
    log = await (_log(service, host) if host.table.over else _own_log(service, host, seat))
    events = _until(log.events, wanted.step)
    copy = await _copy(service, log, events, wanted.visibility, asking.account, origin)
    forked = await service.hall.host(copy.match)
    for role, player in bots.items():
        await service.submit(forked, Take(role, player, player))
        del copy.tokens[role]
    return copy


async def _log(service: Service, host: MatchHost) -> MatchLog:
    table = host.table
    if not table.over or table.match is None:
        raise Problem(409, "not-over", "The log is secret until the match is over.")
    return MatchLog.of(table.game, table.match.setup, await _events(service, host))


async def _own_log(service: Service, host: MatchHost, seat: Role | None) -> MatchLog:
    """The log of a match that one plays against machines, with another chance from now on."""
    table = host.table
    own = seated(seat)
    if table.match is None:
        raise Problem(409, "not-begun", "The match has not begun.")
    if table.game.hidden:
        raise Problem(409, "not-over", "A match with secrets can be forked when it is over.")
    if table.people != (own,):
        raise Problem(403, "unfair", "A match between people can be forked when it is over.")
    setup = replace(table.match.setup, seed=SystemRandom().getrandbits(53))
    first = await asyncio.to_thread(table.game.initial, setup.seed)
    if first != await asyncio.to_thread(table.game.initial, table.match.setup.seed):
        raise Problem(409, "not-over", "Chance has set this game up; fork it when it is over.")
    return MatchLog.of(table.game, setup, await _events(service, host))


async def _events(service: Service, host: MatchHost) -> list[MatchEvent]:
    rows = await service.hall.ledger.read(host.match)
    return [row.entry for row in rows if is_match_event(row.entry)]


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
    events: Iterable[MatchEvent],
    visibility: Visibility,
    account: str | None,
    origin: str,
) -> Copy:
    setup = log.setup
    charter = Charter(log.game, setup.seed, visibility, setup.clock, setup.late, setup.illegal)
    game = await service.shelf.open(log.game)
    claims = {role: new_id() for role in game.roles}
    sitting: list[Entry] = [
        Seated(role, setup.seats.get(role, role)[:40] or role, claim=claim)
        for role, claim in claims.items()
    ]
    try:
        founded = await service.hall.found(charter, account, [*sitting, Opened(), *events], origin)
    except ImpossibleEvent as problem:
        raise Problem(422, "wrong-log", f"This cannot have happened: {problem}") from None
    return await _claimed(service, founded, claims, account)


async def _claimed(
    service: Service, founded: Founded, claims: dict[Role, str], account: str | None
) -> Copy:
    match = founded.host.match
    tokens = {
        role: await service.rights.claim(match, role, claim, account)
        for role, claim in claims.items()
    }
    return Copy(match=match, tokens={str(role): token for role, token in tokens.items()})
