"""The server over WebSockets: text frames with JSON, port 7007, the client speaks first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from spielwerk.games.spy import Spy
from spielwerk.protocols.sockets import Listener, SocketServer
from spielwerk.protocols.spy.journal import Journal
from spielwerk.protocols.spy.reception import Reception, Visitor
from spielwerk.protocols.spy.terms import ServerTerms

LOG = logging.getLogger("spielwerk.spy")

PORT = 7007
_MOST_CONNECTIONS = 1_000
_LARGEST = 64 * 1024
"""Bytes of a message that a client may send."""
_BACKLOG = 500
"""Messages that may wait to be sent; who listens slower than that is cut off."""
_PATIENCE = 10.0
"""Seconds for one message to get through, and for goodbyes."""
_PROOF = 5.0
"""Seconds for a sign of life, where somebody else says to be the one at the other end."""
_DEAF = 60.0
"""Seconds without an answer to a ping after which a line is dead; machines think hard."""
_CLEAN = (CloseCode.NORMAL_CLOSURE, CloseCode.GOING_AWAY, CloseCode.NO_STATUS_RCVD)


class SpyServer(SocketServer):
    """A server between ``async with`` and its end."""

    def __init__(
        self,
        game: Spy,
        terms: ServerTerms | None = None,
        *,
        host: str = "127.0.0.1",
        port: int = PORT,
        journal: Journal | None = None,
    ) -> None:
        """No host is every address of this machine, port 0 any port that is free.

        With a journal, matches that were cut off are resumed.
        """
        self._terms = terms or ServerTerms()
        self._reception = Reception(game, self._terms, journal)
        super().__init__(
            Listener(
                self._converse,
                self._look,
                host,
                port,
                max_size=_LARGEST,
                compression=None,
                ping_timeout=_DEAF,
            )
        )
        self._open = 0
        self.resumed = 0
        """How many matches were found in the journal."""

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._listener.port

    async def _begin(self) -> None:
        await super()._begin()
        self.resumed = self._reception.resume()

    async def _finish(self) -> None:
        self._reception.suspend()
        await super()._finish()

    def _look(self, connection: ServerConnection, request: Request) -> Response | None:
        if "websocket" not in request.headers.get("Upgrade", "").lower():
            return connection.respond(HTTPStatus.UPGRADE_REQUIRED, "Connect with a WebSocket.\n")
        if self._open >= _MOST_CONNECTIONS:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.\n")
        return None

    async def _converse(self, connection: ServerConnection) -> None:
        self._open += 1
        line = _SocketLine(connection)
        visitor = Visitor(self._reception, line)
        loop = asyncio.get_running_loop()
        patience = self._terms.hello_limit * self._terms.second
        silent = loop.call_later(patience, line.drop_unless, lambda: visitor.introduced)
        writing = asyncio.create_task(line.write())
        try:
            async for text in connection:
                visitor.hear(text)
        except ConnectionClosed:
            pass
        except Exception:
            LOG.exception("A conversation broke off.")
        finally:
            self._open -= 1
            silent.cancel()
            writing.cancel()
            visitor.go(clean=connection.close_code in _CLEAN)


class _SocketLine:
    """A socket and what has yet to be sent over it."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self.host = str((connection.remote_address or ("",))[0])
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._proof: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        if self._queue.qsize() >= _BACKLOG:
            self._connection.transport.abort()
        else:
            self._queue.put_nowait(text)

    def hang_up(self) -> None:
        self._queue.put_nowait(None)

    def prove(self, then: Callable[[bool], None]) -> None:
        self._proof = asyncio.create_task(self._prove(then))

    async def _prove(self, then: Callable[[bool], None]) -> None:
        try:
            async with asyncio.timeout(_PROOF):
                await (await self._connection.ping())
        except (TimeoutError, ConnectionClosed):
            self._connection.transport.abort()
            then(False)
        else:
            then(True)

    def drop_unless(self, introduced: Callable[[], bool]) -> None:
        """Cut a connection whose client never said who it is."""
        if not introduced():
            self._connection.transport.abort()

    async def write(self) -> None:
        """Send what there is to be sent, until the line is dead or is to be hung up."""
        try:
            while (text := await self._queue.get()) is not None:
                await asyncio.wait_for(self._connection.send(text), _PATIENCE)
            await asyncio.wait_for(self._connection.close(), _PATIENCE)
        except TimeoutError:
            self._connection.transport.abort()
        except ConnectionClosed:
            pass  # the listening side notices, too
