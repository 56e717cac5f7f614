"""Accounts and sessions: play at once as a guest, keep matches with an account."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy import select

from spielwerk.match import Status
from spielwerk.server.accounts import SESSION_SECONDS, Person, csrf_of, key_of
from spielwerk.server.problems import Problem
from spielwerk.server.quotas import hashed
from spielwerk.server.rooms import seats_listed
from spielwerk.server.routes.parts import Asking, Body, Host, Name, ServiceHere, Whose
from spielwerk.server.service import Service
from spielwerk.server.store import schema

_log = logging.getLogger(__name__)

router = APIRouter(tags=["accounts"])

_LISTED = 200

Password = Annotated[str, Field(min_length=8, max_length=200)]


class GuestWanted(Body):
    """What a guest is called."""

    name: Name = "Guest"


class Credentials(Body):
    """A name and a password."""

    name: Name
    password: Password


class NewPassword(Body):
    """The password so far, and the one from now on."""

    old: Annotated[str, Field(max_length=200)]
    new: Password


class Me(BaseModel):
    """Who one is."""

    account: str
    name: str
    guest: bool
    csrf: str
    """To be sent as X-CSRF-Token with whatever changes something, by pages that use the cookie."""


class SessionOpened(Me):
    """A session; pages keep the cookie, programs the secret."""

    session: str


class MyMatch(BaseModel):
    """A match in which one has a seat."""

    match: str
    role: str
    game: str
    phase: Status
    seats: dict[str, str | None]
    bots: dict[str, str]
    """Which of the seats are machines', and their specs."""
    founder: bool
    """Whether one has founded it, and so may invite to its free seats."""
    touched: float


@router.post("/accounts/guest", status_code=201)
async def be_a_guest(
    service: ServiceHere, response: Response, address: Whose, wanted: GuestWanted
) -> SessionOpened:
    """Be somebody without a password."""
    _arriving(service, address)
    person, secret = await service.accounts.guest(wanted.name)
    return _opened(response, service, person, secret)


@router.post("/accounts", status_code=201)
async def register(
    service: ServiceHere,
    response: Response,
    asking: Asking,
    address: Whose,
    host: Host,
    wanted: Credentials,
) -> SessionOpened:
    """Make an account; a guest's matches come along, and its sessions end."""
    _arriving(service, address)
    person, secret = await service.accounts.register(
        wanted.name, wanted.password, host, asking.person
    )
    return _opened(response, service, person, secret)


@router.post("/sessions", status_code=201)
async def login(
    service: ServiceHere, response: Response, address: Whose, wanted: Credentials
) -> SessionOpened:
    """Log in."""
    facts = {"origin": hashed(address)[:12]}
    if not service.logins.request(key_of(wanted.name)):
        raise Problem(429, "too-fast", "Too many tries for this name; wait a minute.")
    try:
        person, secret = await service.accounts.login(wanted.name, wanted.password)
    except Problem:
        _log.info("a login failed", extra={"facts": facts})
        raise
    _log.info("somebody logged in", extra={"facts": {**facts, "account": person.id}})
    return _opened(response, service, person, secret)


@router.delete("/sessions", status_code=204)
async def logout(
    service: ServiceHere,
    response: Response,
    asking: Asking,
    everywhere: Annotated[bool, Query(description="Also wherever else one is logged in.")] = False,
) -> None:
    """Log out."""
    if everywhere and asking.account is not None:
        await service.accounts.logout_everywhere(asking.account)
    elif asking.session is not None:
        await service.accounts.logout(asking.session)
    secure = service.settings.secure_cookies
    response.delete_cookie(service.accounts.cookie, secure=secure)


@router.put("/accounts/me/password")
async def change_password(
    service: ServiceHere, response: Response, asking: Asking, host: Host, wanted: NewPassword
) -> SessionOpened:
    """Another password; wherever else one is logged in, one is not any more."""
    person, _ = _known(asking.person, asking.session)
    if not service.logins.request(key_of(person.name)):
        raise Problem(429, "too-fast", "Too many tries for this name; wait a minute.")
    secret = await service.accounts.change_password(person, wanted.old, wanted.new, host)
    return _opened(response, service, person, secret)


@router.get("/accounts/me")
async def who_am_i(asking: Asking) -> Me:
    """Who one is."""
    person, secret = _known(asking.person, asking.session)
    return Me(account=person.id, name=person.name, guest=person.guest, csrf=csrf_of(secret))


@router.get("/accounts/me/matches")
async def my_matches(service: ServiceHere, asking: Asking) -> list[MyMatch]:
    """The matches in which one has a seat, the latest first."""
    person, _ = _known(asking.person, asking.session)
    row, claim = schema.matches.c, schema.claims.c
    query = (
        select(row.id, claim.role, row.game, row.phase, row.seats, row.founder, row.touched)
        .join(schema.claims, claim.match == row.id)
        .where(claim.account == person.id)
        .order_by(row.touched.desc())
        .limit(_LISTED)
    )
    async with service.engine.connect() as connection:
        found = (await connection.execute(query)).all()
    lines = []
    for match, role, game, phase, listed, founder, touched in found:
        seats, bots = seats_listed(listed)
        if role in bots:
            continue  # a machine has taken over this seat
        lines.append(
            MyMatch(
                match=match,
                role=role,
                game=game,
                phase=Status(phase),
                seats=seats,
                bots=bots,
                founder=founder == person.id,
                touched=touched,
            )
        )
    return lines


def _arriving(service: Service, address: str) -> None:
    if not service.arrivals.request(address):
        raise Problem(429, "too-fast", "Too many new people from your address; wait a moment.")


def _known(person: Person | None, session: str | None) -> tuple[Person, str]:
    if person is None or session is None:
        raise Problem(401, "no-session", "Log in, or be a guest first.")
    return person, session


def _opened(response: Response, service: Service, person: Person, secret: str) -> SessionOpened:
    response.set_cookie(
        service.accounts.cookie,
        secret,
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="lax",
        secure=service.settings.secure_cookies,
    )
    return SessionOpened(
        account=person.id,
        name=person.name,
        guest=person.guest,
        csrf=csrf_of(secret),
        session=secret,
    )
