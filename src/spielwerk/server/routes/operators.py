"""For accounts that look after the server: what goes on, and what can be done about it."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel, Field

from spielwerk.match import Abandon
from spielwerk.server.accounts import Person
from spielwerk.server.operation import household
from spielwerk.server.problems import Problem
from spielwerk.server.quotas import hashed
from spielwerk.server.routes.parts import Asking, Body, MatchId, Name, ServiceHere, Whose

_log = logging.getLogger(__name__)

_MOST = 200


async def _operator(asking: Asking) -> str:
    """The account of whoever asks, if it has the right; others are told nothing."""
    if asking.person is None or not asking.person.operator:
        raise Problem(404, "not-found", "Not Found")
    return asking.person.name


Operator = Annotated[str, Depends(_operator)]
router = APIRouter(prefix="/operator", tags=["operations"])


class RoomLine(BaseModel):
    """A room in memory."""

    match: str
    game: str
    phase: str
    watching: int
    origin: str
    """The hash of the address that it counts for."""
    mine: bool
    """Whether this process owns it."""


class QueueLine(BaseModel):
    """A queue for work that takes long."""

    name: str
    places: int
    working: int
    waiting: int


class BanLine(BaseModel):
    """An address that is kept out."""

    origin: str
    why: str
    since: float
    until: float


class ServerGlance(BaseModel):
    """What goes on in the process that answers."""

    worker: str
    loop_lag: float
    """Seconds that the loop was late at worst, lately."""
    sockets: int
    processes: int
    processes_most: int
    rooms_in_memory: int
    writes: bool
    """Whether the database takes what is written."""
    rooms: list[RoomLine]
    queues: list[QueueLine]
    bans: list[BanLine]


class BanWanted(Body):
    """Who is to be kept out: an address, or whoever founded a match."""

    address: Annotated[str | None, Field(max_length=80)] = None
    origin: Annotated[str | None, Field(pattern=r"^[0-9a-f]{64}$")] = None
    why: Annotated[str, Field(max_length=200)] = ""
    hours: Annotated[float, Field(gt=0, le=24 * 365)] = 24.0


class AccountNamed(Body):
    """Whose account."""

    name: Name


@router.get("")
async def look(service: ServiceHere, operator: Operator) -> ServerGlance:
    """Rooms, processes and queues of the process that answers."""
    rooms = sorted(service.rooms.all(), key=lambda room: -room.touched)
    return ServerGlance(
        worker=service.rooms.ownership.worker,
        loop_lag=service.lag.worst,
        sockets=service.limits.sockets,
        processes=len(service.crew),
        processes_most=service.crew.most,
        rooms_in_memory=len(rooms),
        writes=await service.well.ask(),
        rooms=[
            RoomLine(
                match=room.id,
                game=room.match.game.name,
                phase=str(room.match.status),
                watching=len(room.presence.all.roles) + room.presence.all.watching,
                origin=room.origin,
                mine=room.owner is None,
            )
            for room in rooms[:_MOST]
        ],
        queues=[
            QueueLine(name=q.name, places=q.places, working=q.working, waiting=q.waiting)
            for q in service.queues
        ],
        bans=[
            BanLine(origin=b.origin, why=b.why, since=b.since, until=b.until)
            for b in service.bans.all()
        ],
    )


@router.post("/matches/{match}/end", status_code=204)
async def end_match(match: MatchId, service: ServiceHere, operator: Operator) -> None:
    """End a match; those who play are told that it was the operator."""
    room = await service.rooms.open(match)
    await service.submit(room, Abandon("The operator of the server ended the match."))
    _log.warning("an operator ended a match", extra={"facts": {"operator": operator}})


@router.post("/accounts/logout", status_code=204)
async def log_out(service: ServiceHere, operator: Operator, wanted: AccountNamed) -> None:
    """End all sessions of an account."""
    person = await service.friends.named(wanted.name)
    await service.sessions.end_all(person.id)
    _did("an operator ended all sessions of an account", operator, person)


@router.post("/accounts/close", status_code=204)
async def close_account(service: ServiceHere, operator: Operator, wanted: AccountNamed) -> None:
    """Let nobody in to an account, and end its sessions; nothing that it has is lost."""
    person = await service.friends.named(wanted.name)
    if person.name == operator:
        raise Problem(422, "oneself", "That is you.")
    await service.accounts.close(person)
    _did("an operator closed an account", operator, person)


@router.post("/accounts/reopen", status_code=204)
async def reopen_account(service: ServiceHere, operator: Operator, wanted: AccountNamed) -> None:
    """Let whoever knows its password in to an account again."""
    person = await service.friends.named(wanted.name)
    await service.accounts.reopen(person)
    _did("an operator opened an account again", operator, person)


def _did(what: str, operator: str, person: Person) -> None:
    _log.warning(what, extra={"facts": {"operator": operator, "account": person.id}})


@router.post("/bans", status_code=201)
async def ban(
    service: ServiceHere, operator: Operator, address: Whose, wanted: BanWanted
) -> BanLine:
    """Keep an address out for a while; not one's own, from which nobody could let it in again."""
    if (wanted.address is None) == (wanted.origin is None):
        raise Problem(422, "invalid", "Name an address, or the origin of a room.")
    origin = wanted.origin or hashed(household(wanted.address or ""))
    if origin == hashed(address):
        raise Problem(422, "own-address", "That is your own address.")
    found = await service.bans.add(origin, wanted.why, wanted.hours * 3_600)
    _log.warning("an operator banned an address", extra={"facts": {"operator": operator}})
    return BanLine(origin=origin, why=found.why, since=found.since, until=found.until)


@router.delete("/bans/{origin}", status_code=204)
async def lift_ban(
    service: ServiceHere,
    operator: Operator,
    origin: Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")],
) -> None:
    """Let an address in again."""
    await service.bans.lift(origin)
