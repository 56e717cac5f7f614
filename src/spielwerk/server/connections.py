"""The connections of this process: how many, from whom, and how long they may take to ask.

Below HTTP: whoever opens connections and says nothing, or half of something, is shown out before
it keeps others from coming in. A proxy in front does much of it as well; without one the server
survives. What is turned away is counted, and is one line in the log for each incident.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Any, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.speedups import apply_mask

from spielwerk.confinement import allow_open_files
from spielwerk.server.channel import LINE, LineListener
from spielwerk.server.operation import CONNECTIONS, REJECTED, household
from spielwerk.server.settings import Settings, inherited_settings

_log = logging.getLogger(__name__)

_RESERVE = 160
"""Files that are open besides connections: the database's, pipes to processes, the log."""
_TEXT = 0x81
"""How a whole text begins on a WebSocket."""
_WHOLE = frozenset([_TEXT, 0x88, 0x89, 0x8A])
"""How frames begin that are read here, if they are short: also goodbyes, pings and pongs."""
_TWO_BYTES = 126
"""The length of a frame whose length is in the next two bytes."""
_UNREAD = 16
"""Messages of one client that wait to be answered; until then no more are read."""
_QUIET = 60.0
"""Seconds without another case after which a further one is a new incident."""


class Doorkeeper:
    """All connections that this process has open."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        files = allow_open_files()
        self.most = max(files - _RESERVE, files // 2) if files is not None else 1_000_000
        self._proxies = {name.strip() for name in settings.proxies.split(",")}
        self._by_address: Counter[str] = Counter()
        self._idle: dict[CarefulHttp, None] = {}
        """Those that wait for a whole request, the longest waiting first."""
        self._told: dict[str, float] = {}
        CONNECTIONS.set_function(lambda: len(self))

    def __len__(self) -> int:
        return self._by_address.total()

    def come(self, address: str) -> bool:
        """One more; whether it may stay. Either way it :meth:`go`\\ es in the end."""
        self._by_address[address] += 1
        trusted = "*" in self._proxies or address in self._proxies
        if not trusted and self._by_address[address] > self.settings.connections_per_address:
            self.refuse("connections-per-address", address)
            return False
        if len(self) > self.most:
            self.refuse("connections", address)
            oldest = next(iter(self._idle), None)
            if oldest is None:
                return False
            oldest.give_up()
        return True

    def go(self, address: str) -> None:
        """One less."""
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def wait(self, line: CarefulHttp) -> None:
        """A connection waits for a request."""
        self._idle[line] = None

    def work(self, line: CarefulHttp) -> None:
        """It has one, or is gone."""
        self._idle.pop(line, None)

    def refuse(self, limit: str, address: str) -> None:
        """Somebody broke a limit: it is counted, and told once."""
        REJECTED.labels(limit).inc()
        now = time.monotonic()
        if now - self._told.get(limit, -_QUIET) > _QUIET:
            facts = {"limit": limit, "address": address, "connections": len(self)}
            _log.warning("connections are being turned away", extra={"facts": facts})
        self._told[limit] = now


_here: list[Doorkeeper] = []


def connections() -> Doorkeeper:
    """Those of this process."""
    if not _here:
        _here.append(Doorkeeper(inherited_settings()))
    return _here[0]


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
        """Bytes since the request began, until its headers are complete."""
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
        self._all.go(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        heading = self._patience is not None
        self._heard += len(data)
        super().data_received(data)
        if heading and self._patience is not None and self._heard > self._limit:
            self._too_long()

    def on_message_begin(self) -> None:
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
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing():
            self._all.wait(self)

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


class CarefulWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that counts as the connection it has been before, and is quick with short texts.

    Whole, short texts are most of what is said here: they are read and written without ceremony.
    Every other frame goes to the library that knows all of them. For those who want to be called,
    and not to wait in a task, it is a :class:`~spielwerk.server.channel.SocketLine`.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._rest = b""
        """The begin of a frame whose end has not come yet."""
        self._plain = True
        """Whether the library is between two frames, and all before were whole."""
        self._listener: LineListener | None = None
        self._held = False
        """Whether that one wants to hear no more for the moment."""

    def connection_lost(self, exc: Exception | None) -> None:
        address = household(self.client[0]) if self.client else "unknown"
        connections().go(address)
        super().connection_lost(exc)
        self._pass_on()

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[LINE] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[LINE]

    def data_received(self, data: bytes) -> None:
        if not self._plain or not self.handshake_complete or self.close_sent:
            super().data_received(self._rest + data)
            self._rest = b""
            self._plain = self._plain and not self.handshake_complete
            self._pass_on()
            return
        data = self._rest + data if self._rest else data
        place, end = 0, len(data)
        while place < end:
            size = frame_size(data, place, self.config.ws_max_size)
            if size is None or self.close_sent:
                self._plain = False
                super().data_received(data[place:])
                self._pass_on()
                return
            if size > end - place or not size:
                break
            self._take(data, place, size)
            place += size
        self._rest = data[place:]

    def _take(self, data: bytes, place: int, size: int) -> None:
        """One whole frame."""
        if data[place] != _TEXT:
            super().data_received(data[place : place + size])
            self._pass_on()
            return
        head = 6 if data[place + 1] & 127 < _TWO_BYTES else 8
        begin = place + head
        said = apply_mask(data[begin : place + size], data[begin - 4 : begin])
        try:
            text = said.decode()
        except UnicodeDecodeError:
            self._plain = False
            super().data_received(data[place : place + size])
            self._pass_on()
            return
        if self._listener is not None:
            self._listener.hear(text)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= _UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    async def send(self, message: ASGISendEvent) -> None:
        if message["type"] == "websocket.send" and self.handshake_complete:
            text = message.get("text")
            if text is not None and self.writable.is_set() and self.is_open:
                self.transport.write(text_frame(text.encode()))
                return
        await super().send(message)

    @property
    def is_open(self) -> bool:
        """Whether something can be sent without ado."""
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    # As a line

    @property
    def ready(self) -> bool:
        """Whether the other side takes what is written."""
        return self.writable.is_set()

    def listen(self, listener: LineListener | None) -> None:
        """Call somebody from now on, for what has come already, too."""
        self._listener = listener
        self._pass_on()

    def write(self, text: bytes) -> None:
        """Send a text; whoever is gone does not get it."""
        if self.is_open:
            self.transport.write(text_frame(text))

    def hold(self, *, on: bool) -> None:
        """Read no more, or go on reading."""
        self._held = on
        if on is not self.read_paused and not self.transport.is_closing():
            self.read_paused = on
            (self.transport.pause_reading if on else self.transport.resume_reading)()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._listener is not None:
            self._listener.resumed()

    def _pass_on(self) -> None:
        """Whoever listens is told what the library has put down for others to fetch."""
        if self._listener is None:
            return
        while not self.queue.empty() and self._listener is not None:
            message = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                self._listener.hear(message.get("text"))
            else:
                self._listener.gone()
        if not self._held:
            self.hold(on=False)


def frame_size(data: bytes, place: int, most: int) -> int | None:
    """How long the frame is that begins at a place; 0 if that is not to be seen yet.

    Nothing, where it is none of those that come whole and short: texts, pings, pongs, goodbyes.
    """
    if data[place] not in _WHOLE:
        return None
    if len(data) < place + 2:
        return 0
    size = data[place + 1] - 128  # whoever does not mask is for the library to refuse
    if size < 0 or size > _TWO_BYTES or (size == _TWO_BYTES and data[place] != _TEXT):
        return None
    if size < _TWO_BYTES:
        return size + 6
    if len(data) < place + 4:
        return 0
    size = int.from_bytes(data[place + 2 : place + 4], "big")
    return size + 8 if size <= most else None


def text_frame(text: bytes) -> bytes:
    """A text as it goes over a WebSocket."""
    size = len(text)
    if size < _TWO_BYTES:
        return bytes((_TEXT, size)) + text
    if size < 1 << 16:
        return b"%c%c%b%b" % (_TEXT, _TWO_BYTES, size.to_bytes(2, "big"), text)
    return b"%c%c%b%b" % (_TEXT, _TWO_BYTES + 1, size.to_bytes(8, "big"), text)
