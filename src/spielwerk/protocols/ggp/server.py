"""The way of messages to a player: HTTP, with limits on what is read and how long it may take.

:class:`PlayerServer` puts a player behind an address until it is stopped. Game managers in browsers
ask before they post, so that question is answered, too.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import uvicorn

from spielwerk.core import SpielwerkError
from spielwerk.protocols.ggp.messages import MAX_MESSAGE, GgpMessageError
from spielwerk.protocols.ggp.player import GgpPlayer

Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
Send: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[None]]

PORT = 9147
"""Where players of the community listen."""
_READING = 10.0
"""Seconds that a message may take to come in."""
_MAX_SWALLOWED = 10 * MAX_MESSAGE
"""Of messages that are too long, so much is still taken in so that the refusal can be read."""
_CONNECTIONS = 100
_HEADERS = (
    (b"content-type", b"text/acl"),
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"POST, OPTIONS"),
    (b"access-control-allow-headers", b"content-type, sender, receiver"),
)


class _Refused(Exception):
    """A request that is no message: a status of HTTP, and what to say."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class ServerError(SpielwerkError):
    """Nobody can listen at that address."""


class PlayerServer:
    """A player at an address. The address is taken at once, answers come while it runs."""

    def __init__(self, player: GgpPlayer, *, host: str = "127.0.0.1", port: int = PORT) -> None:
        """Port 0 is any that is free.

        :raises ServerError: the address cannot be had
        """
        try:
            self._socket = socket.create_server((host, port))
        except (OSError, UnicodeError, OverflowError) as problem:
            why = getattr(problem, "strerror", None) or problem
            raise ServerError(f"Nobody can listen at {host}:{port}: {why}.") from None
        config = uvicorn.Config(
            _Endpoint(player),
            lifespan="off",
            ws="none",
            log_level="warning",
            access_log=False,
            limit_concurrency=_CONNECTIONS,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)

    @property
    def address(self) -> str:
        """Where the player answers."""
        host, port, *_ = self._socket.getsockname()
        return f"http://{host}:{port}"

    def run(self) -> None:
        """Answer until somebody calls :meth:`stop` or interrupts the process."""
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Let :meth:`run` come to its end; may be called from another thread."""
        self._server.should_exit = True


class _Endpoint:
    """The player as an ASGI application."""

    def __init__(self, player: GgpPlayer) -> None:
        self._player = player

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        try:
            status, text = 200, await self._answer(scope["method"], receive)
        except _Refused as problem:
            status, text = problem.status, str(problem)
        except GgpMessageError as problem:
            status, text = 400, str(problem)
        body = text.encode()
        headers = (*_HEADERS, (b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, method: str, receive: Receive) -> str:
        if method == "OPTIONS":
            return ""
        if method != "POST":
            raise _Refused(405, "Post a message of the GGP protocol, such as (INFO).")
        try:
            body = await asyncio.wait_for(_body(receive), _READING)
        except TimeoutError:
            why = f"The message took longer than {_READING:g} s to come in."
            raise _Refused(408, why) from None
        try:
            text = body.decode()
        except UnicodeDecodeError:
            raise _Refused(400, "The message is not text in UTF-8.") from None
        return await self._player.answer(text)


async def _body(receive: Receive) -> bytes:
    """All of a request's body, if it is not too long."""
    parts: list[bytes] = []
    length, more = 0, True
    while more and length <= _MAX_SWALLOWED:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise _Refused(400, "The message was cut off.")
        part = event.get("body", b"")
        length += len(part)
        if length <= MAX_MESSAGE:
            parts.append(part)
        more = event.get("more_body", False)
    if length > MAX_MESSAGE:
        raise _Refused(413, f"The message is too long; at most {MAX_MESSAGE:,} bytes are read.")
    return b"".join(parts)
