"""Who is asking: from the secrets that come with a request or a socket's hello.

A seat's secret speaks for that seat, a session's for a person; a cookie is a session's secret that
a page cannot read, and acts only together with the CSRF secret. Secrets never stand in a URL.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from spielwerk.server.accounts.accounts import Accounts, csrf_of
from spielwerk.server.accounts.sessions import Person
from spielwerk.server.problems import Problem

COOKIE = "spielwerk_session"
HOST_COOKIE = f"__Host-{COOKIE}"
"""Its name over TLS: browsers take such a cookie only from this very host, and only over TLS."""
_SAFE = {"GET", "HEAD", "OPTIONS"}
_MAX_SECRET = 200


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: a seat's secret, a person, both unknown for a stranger."""

    seat: str | None = None
    person: Person | None = None
    session: str | None = None
    """The secret of the person's session."""

    @property
    def account(self) -> str | None:
        """The id of the person's account."""
        return self.person.id if self.person else None


async def identify(connection: HTTPConnection, accounts: Accounts, bearer: str | None) -> Caller:
    """Who asks, by the bearer's secret or else the cookie.

    :raises Problem: the secret is nobody's, or the cookie came without its CSRF secret
    """
    if bearer is not None:
        if len(bearer) > _MAX_SECRET:
            raise Problem(401, "wrong-token", "This is no secret of ours.")
        if not bearer.startswith("session_"):
            return Caller(seat=bearer)
        person = await accounts.sessions.person(bearer)
        if person is None:
            raise Problem(401, "no-session", "This session is over; log in again.")
        return Caller(person=person, session=bearer)
    cookie = connection.cookies.get(accounts.cookie)
    if cookie is None or len(cookie) > _MAX_SECRET:
        return Caller()
    person = await accounts.sessions.person(cookie)
    if person is None:
        return Caller()
    if connection.scope["type"] == "http" and connection.scope["method"] not in _SAFE:
        sent = connection.headers.get("x-csrf-token", "")
        if not hmac.compare_digest(sent.encode(), csrf_of(cookie).encode()):
            raise Problem(403, "csrf", "Send the session's CSRF secret as X-CSRF-Token.")
    return Caller(person=person, session=cookie)


def from_our_pages(connection: HTTPConnection, others: str) -> bool:
    """Whether a socket was opened by a page of ours, by one that is allowed, or by no page."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed = [other.strip().rstrip("/") for other in others.split(",") if other.strip()]
    try:
        ours = urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # it is no address
        return False
    return ours or origin in allowed
