"""The spe_ed server of 2021 once more: clients written for that one connect to it unchanged.

``GET /spe_ed?key=KEY`` opens a WebSocket and waits for a race, ``GET /spe_ed_time`` tells the time.
Beside the official addresses, ``/`` shows the current race in a browser (fed by ``/watch``).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response
from websockets.protocol import State

from spielwerk.protocols.sockets import Listener, SocketServer
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.heat import Played
from spielwerk.protocols.speed.keys import Keys
from spielwerk.protocols.speed.lobby import Lobby, RaceTerms
from spielwerk.protocols.speed.messages import GAME_PATH, MAX_ANSWER, TIME_PATH, time_message
from spielwerk.protocols.speed.onlookers import (
    PAGES,
    WATCH_PATH,
    answer,
    be_watched,
    limits,
)
from spielwerk.protocols.speed.seats import ClientSeat
from spielwerk.protocols.speed.viewer import live_page

PORT = 8021
_MAX_CONNECTIONS = 500


def _forget(number: int, played: Played) -> None:
    """Keep no races."""


class SpeedServer(SocketServer):
    """A server that anybody may race at, once all bots are ready to race."""

    def __init__(
        self,
        terms: RaceTerms,
        keys: Keys | None = None,
        *,
        host: str = "127.0.0.1",
        port: int = PORT,
        keep: Callable[[int, Played], None] = _forget,
    ) -> None:
        """Port 0 is any that is free. ``keep`` is handed every race that is over."""
        self._keys = keys or Keys()
        self._feed = Feed()
        self._lobby = Lobby(terms, self._feed, keep)
        self._in_use: dict[str, ServerConnection] = {}
        self._open = 0
        super().__init__(Listener(self._converse, self._answer, host, port, **limits(MAX_ANSWER)))

    @property
    def address(self) -> str:
        """Where it listens: ``host:port``."""
        return self._listener.address

    async def _begin(self) -> None:
        await self._lobby.prepare()
        await super()._begin()

    async def _finish(self) -> None:
        await self._lobby.close()
        await super()._finish()

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """What is no WebSocket, or may not become one."""
        address = urlsplit(request.path)
        if address.path == TIME_PATH:
            now = json.dumps(time_message(datetime.now(UTC)))
            return answer(HTTPStatus.OK, now, "application/json")
        if address.path in PAGES:
            return answer(HTTPStatus.OK, live_page(WATCH_PATH), "text/html")
        if address.path not in (GAME_PATH, WATCH_PATH):
            return answer(HTTPStatus.NOT_FOUND, f"There are {GAME_PATH}, {TIME_PATH} and /.\n")
        if "websocket" not in request.headers.get("Upgrade", "").lower():
            return answer(HTTPStatus.UPGRADE_REQUIRED, "Connect here with a WebSocket.\n")
        if self._open >= _MAX_CONNECTIONS:
            return answer(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.\n")
        return self._admitted(connection, _key(request)) if address.path == GAME_PATH else None

    def _admitted(self, connection: ServerConnection, key: str) -> Response | None:
        """Note that a key is in use from now on, or refuse it."""
        if self._keys.name(key) is None:
            return answer(HTTPStatus.FORBIDDEN, "This key is not known here.\n")
        self._forget_closed()
        if key in self._in_use:
            return answer(HTTPStatus.TOO_MANY_REQUESTS, "This key is already racing.\n")
        self._in_use[key] = connection
        return None

    async def _converse(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        self._open += 1
        try:
            if urlsplit(connection.request.path).path == WATCH_PATH:
                await be_watched(connection, self._feed)
            else:
                await self._seat(connection, _key(connection.request))
        finally:
            self._open -= 1

    async def _seat(self, connection: ServerConnection, key: str) -> None:
        client = ClientSeat(connection, self._keys.name(key) or "")
        self._lobby.enter(client)
        try:
            await client.converse()
        finally:
            self._lobby.leave(client)

    def _forget_closed(self) -> None:
        """Free the keys of connections that are gone, or never came to be."""
        for key, connection in list(self._in_use.items()):
            if connection.state is State.CLOSED:
                del self._in_use[key]


def _key(request: Request) -> str:
    return parse_qs(urlsplit(request.path).query).get("key", [""])[0]
