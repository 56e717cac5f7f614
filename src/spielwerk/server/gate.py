"""The gate every request passes: sizes, rates, origins and protective headers.

An ASGI middleware. Bodies are read here, up to the limit, so that nothing behind it ever meets a
longer one; refused requests get a problem and touch nothing else.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Callable
from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielwerk.server.accounts import from_our_pages
from spielwerk.server.json_text import holds_more
from spielwerk.server.operation import REJECTED, REQUESTS, AddressLimits, AddressLoads, whose
from spielwerk.server.settings import Settings

_log = logging.getLogger(__name__)

_PICTURED = "/heroes/api/hero/"
"""Where bodies with pictures come in."""
_BODY_SECONDS = 30.0
"""How long a client may take to send its body."""
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""As JSON has it."""
_UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
_SMALL = 8_000
"""Bytes of a body that takes no time to read, whatever is in it."""
_MOST_VALUES = 1_000
"""In a longer one: what asks for something names little, and each wrong name takes its time."""
_READ_ELSEWHERE = ("/heroes/", "/api/v1/matches/import")
"""Where long bodies are read beside the event loop."""

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
_HEADERS = {
    b"content-security-policy": CONTENT_POLICY.encode(),
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
}
"""For whatever a browser could show by itself."""
_PARTS = (b"text/javascript", b"text/css")
"""Parts of pages are under the policies of their page, and there are many of them."""
_STRICT = {b"strict-transport-security": b"max-age=31536000; includeSubDomains"}
"""For those who are served over TLS: come back over TLS only."""
_ALWAYS = {b"x-content-type-options": b"nosniff"}
_UNSTORED = {b"cache-control": b"no-store"}


class _TooLong(Exception):
    pass


class _TooMany(Exception):
    pass


class Gate:
    """Lets through what keeps to the limits."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        settings: Settings,
        limits: Callable[[], AddressLimits],
        banned: Callable[[str], bool],
    ) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits
        self._banned = banned
        self._bodies = AddressLoads("bodies-per-address", settings.bodies_per_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _has_nul(scope):
            await _refuse(send, 400, "control-character", "There is a NUL in the address.")
            return
        if self._banned(whose(scope)):
            REJECTED.labels("bans").inc()
            await _refuse(send, 403, "banned", "Your address is not welcome here for a while.")
            return
        if scope["method"] not in _UNSAFE:
            await self._hand_on(scope, b"", receive, send)
            return
        if not self._limits().request(whose(scope)):
            await _refuse(send, 429, "too-fast", "Too many requests; wait a moment.")
            return
        with self._bodies.of(whose(scope)) as more:
            await self._changing(scope, receive, send, more)

    async def _changing(
        self, scope: Scope, receive: Receive, send: Send, more: Callable[[int], bool]
    ) -> None:
        """A request that may change something, with its body."""
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                body = await self._body(scope, receive, more)
        except TimeoutError:
            await _refuse(send, 408, "too-slow", "The body did not come in time.")
            return
        except _TooLong:
            most = f"{self._most(scope):,}"
            await _refuse(send, 413, "too-long", f"A body has at most {most} bytes.")
            return
        except _TooMany:
            await _refuse(send, 429, "too-much-at-once", "You send too much at the same time.")
            return
        if b"\0" in body or (b"\\u0000" in body and _NUL.search(body) is not None):
            await _refuse(send, 422, "control-character", "There is a NUL in a text of the body.")
            return
        if (
            len(body) > _SMALL
            and not scope["path"].startswith(_READ_ELSEWHERE)
            and await asyncio.to_thread(holds_more, body, _MOST_VALUES)
        ):
            most = f"{_MOST_VALUES:,}"
            await _refuse(send, 422, "too-many-values", f"A body has at most {most} values.")
            return
        await self._hand_on(scope, body, receive, send)

    async def _hand_on(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        answer = _Answer(scope, send, tls=self._settings.secure_cookies)
        try:
            await self._app(scope, replay(body, receive), answer)
        except asyncio.CancelledError:  # nobody but a server that stops does that
            if not answer.begun:
                await _refuse(send, 503, "stopping", "The server is being stopped; try again.")

    def _most(self, scope: Scope) -> int:
        """How long a body may be: heroes come with a picture."""
        pictured = _PICTURED in scope["path"]
        return self._settings.max_hero_body if pictured else self._settings.max_body

    async def _body(self, scope: Scope, receive: Receive, more: Callable[[int], bool]) -> bytes:
        most = self._most(scope)
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            part = message.get("body", b"")
            size += len(part)
            if size > most:
                raise _TooLong
            if not more(len(part)):
                raise _TooMany
            parts.append(part)
            if not message.get("more_body"):
                return b"".join(parts)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _has_nul(scope) or not from_our_pages(HTTPConnection(scope), self._settings.origins):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "origin"})
            return
        if self._banned(whose(scope)):
            REJECTED.labels("bans").inc()
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "banned"})
            return
        with self._limits().socket(whose(scope)) as welcome:
            if not welcome:
                await receive()
                await send({"type": "websocket.close", "code": 1013, "reason": "too many sockets"})
                return
            await self._app(scope, receive, send)


class _Answer:
    """What is sent back, with protective headers, and written down."""

    def __init__(self, scope: Scope, send: Send, *, tls: bool) -> None:
        self.begun = False
        self._tls = tls
        self._scope = scope
        self._send = send
        self._since = time.perf_counter()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            _note(self._scope, message["status"], time.perf_counter() - self._since)
            given = {name.lower(): value for name, value in message["headers"]}
            wanted = dict(_ALWAYS)
            if not given.get(b"content-type", b"").startswith(_PARTS):
                wanted |= _HEADERS
            if self._tls:
                wanted |= _STRICT
            if self._scope["path"].startswith(("/api/", "/heroes/")):
                wanted |= _UNSTORED
            more = [header for header in wanted.items() if header[0] not in given]
            message["headers"] = [*message["headers"], *more]
        await self._send(message)


def _note(scope: Scope, status: int, seconds: float) -> None:
    """Count and log a request by its route: an address may say more than a log should."""
    route = getattr(scope.get("route"), "path", "other")
    REQUESTS.labels(scope["method"], route, status).inc()
    facts = {
        "method": scope["method"],
        "route": route,
        "status": status,
        "ms": round(1000 * seconds, 1),
    }
    _log.info("request", extra={"facts": facts})


def _has_nul(scope: Scope) -> bool:
    """No text of ours has one, and not every database takes it."""
    return "\0" in scope["path"] or b"%00" in scope["query_string"]


def replay(body: bytes, receive: Receive) -> Receive:
    """The body again for those who come after, then whatever comes from the client."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _refuse(send: Send, status: int, code: str, detail: str) -> None:
    title = HTTPStatus(status).phrase
    problem = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
    }
    headers = [(b"content-type", b"application/problem+json"), (b"retry-after", b"1")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode()})
