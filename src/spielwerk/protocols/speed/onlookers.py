"""The viewer over the network: a page for browsers, and the race behind it as it happens.

:class:`Gallery` is a small server for whoever runs a race without being a server of spe_ed: the
live client and the simulator.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from spielwerk.protocols.sockets import Listener, SocketServer
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.viewer import live_page

PAGES = ("/", "/index.html")
WATCH_PATH = "/watch"
_HANDSHAKE = 3.0
"""Seconds in which whoever connects must have said what it wants."""


class Gallery(SocketServer):
    """A server that shows one page, and follows a feed where there is one."""

    def __init__(
        self, feed: Feed, page: str | None = None, *, host: str = "127.0.0.1", port: int = 0
    ) -> None:
        """Without a ``page`` it is the live viewer; port 0 is any that is free."""
        self._feed = feed
        self._page = page or live_page(WATCH_PATH)
        super().__init__(Listener(self._show, self._answer, host, port, **limits(1024)))

    @property
    def address(self) -> str:
        """Where browsers find it."""
        return f"http://{self._listener.address}/"

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        path = urlsplit(request.path).path
        if path in PAGES:
            return answer(HTTPStatus.OK, self._page, "text/html")
        if path != WATCH_PATH:
            return answer(HTTPStatus.NOT_FOUND, "There is only / here.\n")
        return None

    async def _show(self, connection: ServerConnection) -> None:
        await be_watched(connection, self._feed)


async def be_watched(connection: ServerConnection, feed: Feed) -> None:
    """Tell an onlooker everything until it goes."""
    telling = asyncio.create_task(_tell(connection, feed))
    await connection.wait_closed()
    telling.cancel()


def limits(max_size: int) -> dict[str, Any]:
    """What clients may do: the bytes of a message, and seconds to say what they want."""
    return {"max_size": max_size, "open_timeout": _HANDSHAKE}


def answer(status: HTTPStatus, text: str, kind: str = "text/plain") -> Response:
    """An answer of HTTP after which the connection ends."""
    body = text.encode()
    content = {"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(body))}
    return Response(status, status.phrase, Headers({**content, "Connection": "close"}), body)


async def _tell(connection: ServerConnection, feed: Feed) -> None:
    with suppress(ConnectionClosed):
        async for text in feed.follow():
            await connection.send(text)
