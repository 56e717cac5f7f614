"""The lobby: somebody to play with at once, and invitations to a table of one's own."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from sqlalchemy import select

from spielwerk.core import Role
from spielwerk.match import Status, parse_clock
from spielwerk.server.accounts import Caller
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import Room, Visibility
from spielwerk.server.routes.matches import NewMatch, found_match
from spielwerk.server.routes.parts import Asking, Body, Name, RoomHere, ServiceHere
from spielwerk.server.service import Service
from spielwerk.server.store import schema

router = APIRouter(prefix="/matches", tags=["lobby"])

_LOOKED_AT = 20
"""So many tables that wait are looked at for somebody in a hurry, the longest waiting first."""


class PairingWanted(Body):
    """What somebody wants to play with anybody."""

    game: Annotated[str, Field(max_length=80, examples=["connect-four"])]
    clock: Annotated[str, Field(max_length=80, examples=["move=30s,reserve=5m"])] = "untimed"
    name: Name = "Guest"


class Paired(BaseModel):
    """A seat at a table: one that waited, or a new one that waits now."""

    match: str
    role: str
    token: str
    waits: bool


class Invitee(Body):
    """Whom a founder invites to which seat: somebody by name, or whoever has the link."""

    role: Annotated[str, Field(max_length=80)] | None = None
    name: Name | None = None


class InvitationGiven(BaseModel):
    """An invitation to a seat; without a name it is a secret to hand on."""

    role: str
    invitation: str | None


@router.post("/pair", status_code=201)
async def pair(
    request: Request,
    service: ServiceHere,
    asking: Asking,
    wanted: PairingWanted,
) -> Paired:
    """Sit down at a table where somebody waits, or wait at a new one."""
    clock, game = str(parse_clock(wanted.clock)), await service.games.open(wanted.game)
    name = asking.person.name if asking.person else wanted.name
    for match in await _waiting(service, asking, game.name, clock):
        room = await service.rooms.open(match)
        if not room.presence.all.roles:
            continue  # whoever founded it has gone
        try:
            seat = await service.rights.take(room, None, name, account=asking.account)
        except Problem:
            continue  # somebody was quicker
        return Paired(match=match, role=seat.role, token=seat.token, waits=False)
    new = NewMatch(game=wanted.game, clock=wanted.clock, name=name, visibility=Visibility.PUBLIC)
    founded = await found_match(request, service, asking, new)
    assert founded.role is not None
    assert founded.token is not None
    return Paired(match=founded.match, role=founded.role, token=founded.token, waits=True)


@router.post("/{match}/invitations", status_code=201)
async def invite(
    room: RoomHere, service: ServiceHere, asking: Asking, wanted: Invitee
) -> InvitationGiven:
    """Invite somebody to a free seat of a table that one has founded."""
    invitations = service.rights.invitations
    if not await invitations.is_founder(room.id, asking.account):
        raise Problem(403, "not-your-table", "Whoever founded a table invites to it.")
    role = _free(room, wanted.role)
    if wanted.name is None:
        return InvitationGiven(role=role, invitation=await invitations.link(room.id, role))
    guest, host = await service.friends.named(wanted.name), asking.person
    assert host is not None
    if guest.id == host.id:
        raise Problem(422, "oneself", "That is you.")
    if not service.calls.request(host.id):
        raise Problem(429, "too-fast", "Wait a moment before you invite somebody else.")
    await invitations.call(room.id, role, host.name, guest.id)
    return InvitationGiven(role=role, invitation=None)


def _free(room: Room, wanted: str | None) -> Role:
    free = room.match.free
    if wanted is not None and Role(wanted) not in room.match.game.roles:
        raise Problem(422, "no-such-seat", "There is no such seat.")
    if not free or (wanted is not None and Role(wanted) not in free):
        raise Problem(409, "seat-taken", "This seat is taken.")
    return free[0] if wanted is None else Role(wanted)


async def _waiting(service: Service, asking: Caller, game: str, clock: str) -> list[str]:
    """Open tables of a game with that clock at which somebody else waits."""
    row = schema.matches.c
    query = (
        select(row.id, row.charter)
        .where(row.visibility == str(Visibility.PUBLIC), row.phase == str(Status.WAITING))
        .where(row.game == game)
        .order_by(row.founded.desc())
        .limit(_LOOKED_AT)
    )
    if asking.account is not None:
        mine = select(schema.claims.c.match).where(schema.claims.c.account == asking.account)
        query = query.where(row.id.not_in(mine))
    async with service.engine.connect() as connection:
        found = (await connection.execute(query)).all()
    return [match for match, charter in reversed(found) if json.loads(charter)["clock"] == clock]
