"""A WebSocket server as our protocols need one: quiet about rude clients, clear about addresses."""

from __future__ import annotations

import logging
import socket
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from spielwerk.core import SpielwerkError


class Listener:
    """Listens from :meth:`start` to :meth:`stop`."""

    def __init__(
        self,
        converse: Callable[[ServerConnection], Awaitable[None]],
        look: Callable[[ServerConnection, Request], Response | None],
        host: str,
        port: int,
        **options: Any,
    ) -> None:
        """No host is every address of this machine, port 0 any port that is free.

        ``look`` answers requests that are not to become conversations; ``options`` are those of
        ``websockets``.
        """
        self._converse = converse
        self._look = look
        self._where = host, port
        self._options = options
        self._server: Server | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        number = self._name()[1]
        assert isinstance(number, int)
        return number

    @property
    def address(self) -> str:
        """Where it listens: ``host:port``."""
        host, port = self._name()[:2]
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    async def start(self) -> None:
        """Begin to listen.

        :raises SpielwerkError: the address cannot be had
        """
        host, port = self._where
        if not host and not port:
            port = _free_port()
        quiet = logging.getLogger("spielwerk.sockets")
        quiet.setLevel(logging.CRITICAL)  # clients that go away rudely are no news
        try:
            self._server = await serve(
                self._converse,
                host or None,
                port,
                process_request=self._look,
                logger=quiet,
                **self._options,
            )
        except OSError as problem:
            raise SpielwerkError(
                f"Nobody can listen on port {port} of {host or 'this machine'}: "
                f"{problem.strerror or problem}. Choose another --port."
            ) from None

    async def run(self) -> None:
        """Serve until cancelled."""
        await self._listening().serve_forever()

    async def stop(self) -> None:
        """Hang up on everybody."""
        server = self._listening()
        server.close()
        await server.wait_closed()

    def _name(self) -> Any:
        return next(iter(self._listening().sockets)).getsockname()

    def _listening(self) -> Server:
        assert self._server is not None, "it listens after it was started"
        return self._server


class SocketServer:
    """A server between ``async with`` and its end.

    Whatever else must be ready first, or end with it, is said by overriding the two steps.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    async def __aenter__(self) -> Self:
        """Begin to listen.

        :raises SpielwerkError: the address cannot be had
        """
        await self._begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hang up on everybody."""
        await self._finish()

    async def run(self) -> None:
        """Serve until cancelled."""
        await self._listener.run()

    async def _begin(self) -> None:
        await self._listener.start()

    async def _finish(self) -> None:
        await self._listener.stop()


def _free_port() -> int:
    """A port that nobody uses: left to itself, each kind of address would get one of its own."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        number = probe.getsockname()[1]
    assert isinstance(number, int)
    return number
