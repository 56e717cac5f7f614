"""Connections below HTTP: how much may come before a request, and how long that may take.

A proxy in front does much of it as well; without one the server survives.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from spielwerk.server.doorkeeper import connections
from spielwerk.server.operation import household
from spielwerk.server.websocket import CarefulWebSocket, accepted_handshake

_QUEUED = 16
"""Requests of one connection that wait until the one before is answered; browsers send none so."""
_CHUNK = 32
"""Bytes that a piece of a body may need besides itself."""


class GatheringTransport:
    """A transport that sends together what is written in one turn of the event loop.

    A system call costs as much as all that leads to a message: the head of an answer and its body
    are one, and so are a move's view and that it was accepted.
    """

    __slots__ = ("_loop", "_parts", "_transport", "is_closing")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        """Send this, soon."""
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def close(self) -> None:
        """Close it when all is sent."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        parts = self._parts
        if parts and not self.is_closing():
            self._transport.write(parts[0] if len(parts) == 1 else b"".join(parts))
        self._parts = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class CarefulHttp(HttpToolsProtocol):
    """HTTP with limits on what comes before a request's body, and on the time it takes."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._all = connections()
        self._address = ""
        self._heard = 0
        """Bytes since the request began that belong to no body."""
        self._size = 0
        """Of its headers so far."""
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        gathering = cast("asyncio.Transport", GatheringTransport(transport, self.loop))
        super().connection_made(gathering)
        self._address = household(self.client[0]) if self.client else "unknown"
        if not self._all.come(self._address):
            transport.abort()
            return
        self._begin_to_wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._all.clear(self, self._address)
        self._all.go(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._heard += len(data)
        super().data_received(data)
        self._heard = max(self._heard, 0)
        if self._heard <= self._limit:
            return
        if self._patience is not None:
            self._too_long()
        elif not self.transport.is_closing():  # it goes on behind a body
            self._all.refuse("max-header", self._address)
            self.give_up()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= _QUEUED:  # they would be read on and on, whatever is answered
            self._all.refuse("requests-at-once", self._address)
            self.give_up()
            raise ValueError("there are too many requests at once")
        super().on_message_begin()
        self._size = 0
        if self._patience is None:
            self._begin_to_wait()

    def on_url(self, url: bytes) -> None:
        self._size += len(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._size += len(name) + len(value) + 4
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        if self._size > self._limit:
            self._too_long()
            raise ValueError("the headers are too long")
        self._heard -= self._size
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._heard -= len(body) + _CHUNK
        super().on_body(body)

    def handle_websocket_upgrade(self) -> None:
        self._heard = 0
        self._all.clear(self, self._address)
        accepted = accepted_handshake(self.scope, self.url)
        if accepted is None:
            super().handle_websocket_upgrade()
            return
        self.connections.discard(self)
        socket = CarefulWebSocket(self.config, self.server_state, self.app_state)
        socket.connection_made(self.transport)
        socket.begin(self.url, self.headers, accepted)
        self.transport.set_protocol(socket)

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing():
            self._all.wait(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._all.jam(self, self._address)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._all.clear(self, self._address)

    @property
    def unsent(self) -> int:
        """Bytes of answers that the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    def give_up(self) -> None:
        """Nobody waits for this request any longer."""
        self._stop_waiting()
        self.transport.abort()

    @property
    def _limit(self) -> int:
        return self._all.settings.max_header

    def _begin_to_wait(self) -> None:
        self._heard = 0
        self._all.wait(self)
        self._patience = self.loop.call_later(self._all.settings.header_seconds, self._too_slow)

    def _stop_waiting(self) -> None:
        self._all.work(self)
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _too_slow(self) -> None:
        if self._heard:
            self._all.refuse("header-seconds", self._address)
        self.give_up()

    def _too_long(self) -> None:
        self._all.refuse("max-header", self._address)
        self._stop_waiting()
        self.transport.write(_TOO_LONG)
        self.transport.close()


_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-type: application/problem+json\r\ncontent-length: 132\r\nconnection: close\r\n\r\n"
    b'{"type":"about:blank","title":"Request Header Fields Too Large","status":431,'
    b'"code":"too-long","detail":"The headers are too long."}'
)
