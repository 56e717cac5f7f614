"""Accounts and sessions: play at once as a guest, keep matches with an account."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy import select

from spielwerk.match import Status
from spielwerk.server.accounts import Person, csrf_of, key_of
from spielwerk.server.problems import Problem
from spielwerk.server.quotas import hashed
from spielwerk.server.rooms import seats_listed
from spielwerk.server.routes.parts import Asking, Body, Coming, Name, ServiceHere, Whose
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


class Forgotten(Body):
    """Whose password is forgotten, the code that was written down, and the password from now on."""

    name: Name
    code: Annotated[str, Field(max_length=100)]
    new: Password


class PasswordAgain(Body):
    """The password, once more, for what cannot be undone."""

    password: Annotated[str, Field(max_length=200)]


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


class Recovery(BaseModel):
    """What is shown once, to be written down."""

    recovery: str
    """A code with which somebody who forgets the password sets another one, once."""


class SessionWithRecovery(SessionOpened, Recovery):
    """A session, and what its person should write down."""


class SessionLine(BaseModel):
    """Where one is logged in."""

    session: str
    """What it is called here; it opens nothing."""
    begun: float
    used: float
    """When it was used last, give or take an hour."""
    browser: str
    """Which browser began it; nothing, where none is recognised."""
    system: str
    current: bool
    """Whether it is the one by which one asks."""


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
    service: ServiceHere, response: Response, address: Whose, visit: Coming, wanted: GuestWanted
) -> SessionOpened:
    """Be somebody without a password."""
    _arriving(service, address)
    person, secret = await service.accounts.guest(wanted.name, visit)
    return _opened(response, service, person, secret)


@router.post("/accounts", status_code=201)
async def register(
    service: ServiceHere,
    response: Response,
    asking: Asking,
    address: Whose,
    visit: Coming,
    wanted: Credentials,
) -> SessionWithRecovery:
    """Make an account; a guest's matches come along, and its sessions end."""
    _arriving(service, address)
    person, secret, code = await service.accounts.register(
        wanted.name, wanted.password, visit, asking.person
    )
    return _with_code(_opened(response, service, person, secret), code)


@router.post("/sessions", status_code=201)
async def login(
    service: ServiceHere, response: Response, address: Whose, visit: Coming, wanted: Credentials
) -> SessionOpened:
    """Log in."""
    facts = {"origin": hashed(address)[:12]}
    _trying(service, wanted.name)
    try:
        person, secret = await service.accounts.login(wanted.name, wanted.password, visit)
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
        await service.sessions.end_all(asking.account)
    elif asking.session is not None:
        await service.sessions.end(asking.session)
    _forgotten(response, service)


@router.put("/accounts/me/password")
async def change_password(
    service: ServiceHere, response: Response, asking: Asking, visit: Coming, wanted: NewPassword
) -> SessionOpened:
    """Another password; wherever else one is logged in, one is not any more."""
    person, _ = _known(asking.person, asking.session)
    _trying(service, person.name)
    secret = await service.accounts.change_password(person, wanted.old, wanted.new, visit)
    return _opened(response, service, person, secret)


@router.post("/accounts/recovery", status_code=201)
async def recover(
    service: ServiceHere, response: Response, address: Whose, visit: Coming, wanted: Forgotten
) -> SessionWithRecovery:
    """Set another password by the code that one wrote down; all sessions end."""
    _trying(service, wanted.name)
    facts = {"origin": hashed(address)[:12]}
    try:
        person, secret, code = await service.accounts.recover(
            wanted.name, wanted.code, wanted.new, visit
        )
    except Problem:
        _log.info("a recovery failed", extra={"facts": facts})
        raise
    _log.warning("a password was recovered", extra={"facts": {**facts, "account": person.id}})
    return _with_code(_opened(response, service, person, secret), code)


@router.post("/accounts/me/recovery", status_code=201)
async def renew_recovery(service: ServiceHere, asking: Asking, wanted: PasswordAgain) -> Recovery:
    """Another code to be written down; the one so far is worth nothing any more."""
    person, _ = _known(asking.person, asking.session)
    _trying(service, person.name)
    return Recovery(recovery=await service.accounts.renew_code(person, wanted.password))


@router.post("/accounts/me/deletion", status_code=204)
async def delete_account(
    service: ServiceHere, response: Response, asking: Asking, wanted: PasswordAgain
) -> None:
    """Delete one's account for good; matches go on saying who played them."""
    person, _ = _known(asking.person, asking.session)
    _trying(service, person.name)
    await service.accounts.delete(person, wanted.password)
    _log.warning("an account was deleted", extra={"facts": {"account": person.id}})
    _forgotten(response, service)


@router.get("/accounts/me")
async def who_am_i(asking: Asking) -> Me:
    """Who one is."""
    person, secret = _known(asking.person, asking.session)
    return Me(account=person.id, name=person.name, guest=person.guest, csrf=csrf_of(secret))


@router.get("/accounts/me/sessions")
async def my_sessions(service: ServiceHere, asking: Asking) -> list[SessionLine]:
    """Where one is logged in, the last used first."""
    person, secret = _known(asking.person, asking.session)
    return [
        SessionLine(
            session=one.id,
            begun=one.begun,
            used=one.used,
            browser=one.browser,
            system=one.system,
            current=one.current,
        )
        for one in await service.sessions.of(person.id, secret)
    ]


@router.delete("/accounts/me/sessions/{session}", status_code=204)
async def end_session(
    service: ServiceHere,
    asking: Asking,
    session: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")],
) -> None:
    """End one of one's sessions; its open sockets end, too."""
    person, _ = _known(asking.person, asking.session)
    await service.sessions.end_one(person.id, session)


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


def _forgotten(response: Response, service: Service) -> None:
    """Let the browser forget who one was, and pages that it would show again.

    More is not its to clear: cookies would be those of all hosts beside this one, and what it keeps
    for pages are mostly rules and heroes that somebody is writing.
    """
    response.delete_cookie(service.accounts.cookie, secure=service.settings.secure_cookies)
    response.headers["Clear-Site-Data"] = '"cache"'


def _trying(service: Service, name: str) -> None:
    """Somebody tries a password."""
    if not service.logins.request(key_of(name)):
        raise Problem(429, "too-fast", "Too many tries for this name; wait a minute.")


def _known(person: Person | None, session: str | None) -> tuple[Person, str]:
    if person is None or session is None:
        raise Problem(401, "no-session", "Log in, or be a guest first.")
    return person, session


def _opened(response: Response, service: Service, person: Person, secret: str) -> SessionOpened:
    response.set_cookie(
        service.accounts.cookie,
        secret,
        max_age=int(service.settings.session_seconds),
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


def _with_code(opened: SessionOpened, code: str) -> SessionWithRecovery:
    return SessionWithRecovery(**opened.model_dump(), recovery=code)
