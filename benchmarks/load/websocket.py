"""A WebSocket client that costs next to nothing, so that a load measures the server and not itself.

It knows as much of RFC 6455 as our own two servers need: whole text frames, pings, closing.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

__all__ = ["Socket", "connect"]

_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_NO_MASK = bytes(4)
"""Clients must mask what they send; with zeros nothing has to be computed."""


class Socket(asyncio.Protocol):
    """One connection; what comes is given to ``heard`` at once."""

    def __init__(self, heard: Callable[[str], None], gone: Callable[[], None]) -> None:
        self._heard = heard
        self._gone = gone
        self._buffer = b""
        self._open = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(ConnectionError("closed before it was open"))
        self._gone()

    async def greet(self, host: str, path: str) -> None:
        """Ask for a WebSocket.

        :raises ConnectionError: the server does not open one
        """
        key = b64encode(os.urandom(16)).decode()
        self._write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        await self._open

    def send(self, text: str) -> None:
        """Send a text."""
        self._frame(_TEXT, text.encode())

    def close(self) -> None:
        """Go away without ceremony."""
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.close()
                return
            self._open.set_result(None)
        at = 0
        while (end_of_frame := self._take(data, at)) is not None:
            at = end_of_frame
        self._buffer = data[at:]

    def _take(self, data: bytes, at: int) -> int | None:
        """Read the frame that begins there; where it ends, if it is all there."""
        if len(data) < at + 2:
            return None
        size, body = data[at + 1], at + 2
        if size == 126:
            size, body = int.from_bytes(data[at + 2 : at + 4]), at + 4
        elif size == 127:
            size, body = int.from_bytes(data[at + 2 : at + 10]), at + 10
        if len(data) < body + size:
            return None
        self._hear(data[at] & 0xF, data[body : body + size])
        return body + size

    def _hear(self, kind: int, body: bytes) -> None:
        if kind == _TEXT:
            self._heard(body.decode())
        elif kind == _PING:
            self._frame(_PONG, body)
        elif kind == _CLOSE:
            self.close()

    def _frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self._write(bytes([0x80 | kind]) + length + _NO_MASK + body)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)


async def connect(url: str, heard: Callable[[str], None], gone: Callable[[], None]) -> Socket:
    """An open socket; ``gone`` is called when it closes.

    :raises OSError: there is no server, or it does not let us in
    """
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(heard, gone), parts.hostname, parts.port
    )
    await socket.greet(parts.netloc, path)
    return socket
