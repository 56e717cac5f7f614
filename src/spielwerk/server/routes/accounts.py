"""Accounts and sessions: play at once as a guest, keep matches with an account."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field
from sqlalchemy import select

from spielwerk.match import Status
from spielwerk.server.accounts import COOKIE, SESSION_SECONDS, Person, csrf_of
from spielwerk.server.problems import Problem
from spielwerk.server.routes.parts import Asking, Body, Name, ServiceHere
from spielwerk.server.settings import Settings
from spielwerk.server.store import schema

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
    touched: float


@router.post("/accounts/guest", status_code=201)
async def be_a_guest(
    service: ServiceHere, response: Response, wanted: GuestWanted
) -> SessionOpened:
    """Be somebody without a password."""
    person, secret = await service.accounts.guest(wanted.name)
    return _opened(response, service.settings, person, secret)


@router.post("/accounts", status_code=201)
async def register(
    service: ServiceHere, response: Response, asking: Asking, wanted: Credentials
) -> SessionOpened:
    """Make an account; a guest's matches come along."""
    person, secret = await service.accounts.register(wanted.name, wanted.password, asking.person)
    return _opened(response, service.settings, person, secret)


@router.post("/sessions", status_code=201)
async def login(service: ServiceHere, response: Response, wanted: Credentials) -> SessionOpened:
    """Log in."""
    if not service.logins.request(wanted.name):
        raise Problem(429, "too-fast", "Too many tries for this name; wait a minute.")
    person, secret = await service.accounts.login(wanted.name, wanted.password)
    return _opened(response, service.settings, person, secret)


@router.delete("/sessions", status_code=204)
async def logout(service: ServiceHere, response: Response, asking: Asking) -> None:
    """Log out."""
    if asking.session is not None:
        await service.accounts.logout(asking.session)
    response.delete_cookie(COOKIE)


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
        select(row.id, claim.role, row.game, row.phase, row.seats, row.touched)
        .join(schema.claims, claim.match == row.id)
        .where(claim.account == person.id)
        .order_by(row.touched.desc())
        .limit(_LISTED)
    )
    async with service.engine.connect() as connection:
        found = (await connection.execute(query)).all()
    return [
        MyMatch(match=m, role=r, game=g, phase=Status(p), seats=json.loads(s), touched=t)
        for m, r, g, p, s, t in found
    ]


def _known(person: Person | None, session: str | None) -> tuple[Person, str]:
    if person is None or session is None:
        raise Problem(401, "no-session", "Log in, or be a guest first.")
    return person, session


def _opened(response: Response, settings: Settings, person: Person, secret: str) -> SessionOpened:
    response.set_cookie(
        COOKIE,
        secret,
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )
    return SessionOpened(
        account=person.id,
        name=person.name,
        guest=person.guest,
        csrf=csrf_of(secret),
        session=secret,
    )
