"""A WebSocket that is quick with what is mostly said here, and leaves all else to the library.

Most handshakes are plain, and most messages whole, short texts: they are read and written without
ceremony. Every other handshake and frame goes to the library that knows all of them.
"""

from __future__ import annotations

from base64 import b64encode
from binascii import Error, a2b_base64
from collections.abc import Mapping
from hashlib import sha1
from typing import Any
from urllib.parse import unquote

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.speedups import apply_mask

from spielwerk.server.channel import LINE, LineListener
from spielwerk.server.doorkeeper import connections
from spielwerk.server.operation import Bucket, household

_TEXT = 0x81
"""How a whole text begins on a WebSocket."""
_WHOLE = frozenset([_TEXT, 0x88, 0x89, 0x8A])
"""How frames begin that are read here, if they are short: also goodbyes, pings and pongs."""
_TWO_BYTES = 126
"""The length of a frame whose length is in the next two bytes."""
_UNREAD = 16
"""Messages of one client that wait to be answered; until then no more are read."""
_PIECE = 2_048
"""Bytes that the library reads at once: it takes its time for frames in which there is nothing."""
_FRAME_RATE, _FRAME_BURST = 100.0, 1_000
"""How many frames a second of one client are left to the library; an honest one sends few."""
_KEY_BYTES = 16
_PROTOCOL = b"sec-websocket-protocol"
_ASKING = frozenset(
    [b"connection", b"upgrade", b"sec-websocket-key", b"sec-websocket-version", _PROTOCOL]
)
"""Headers of a handshake; the first two were looked at before."""
_WELCOME = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: "
)
_SAME_PROTOCOL = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What a server adds to a client's key, to show that it knows what a WebSocket is (RFC 6455)."""


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
        self._accepted: bytes | None = None
        """What tells a client that it is let in, until it is."""
        self._frames = Bucket(_FRAME_RATE, _FRAME_BURST)

    def connection_lost(self, exc: Exception | None) -> None:
        connections().go(self._address)
        super().connection_lost(exc)
        self._pass_on()

    def begin(self, url: bytes, headers: list[tuple[bytes, bytes]], accepted: bytes) -> None:
        """A plain handshake has come: find out whether the application lets the client in."""
        raw_path, _, query = url.partition(b"?")
        self._accepted = accepted
        self.handshake_initiated = True
        self.scope = {
            "type": "websocket",
            "asgi": {"version": self.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": self.scheme,
            "server": self.server,
            "client": self.client,
            "root_path": self.root_path,
            "path": self.root_path + unquote(raw_path.decode("ascii")),
            "raw_path": self.root_path.encode("ascii") + raw_path,
            "query_string": query,
            "headers": headers,
            "subprotocols": [],
            "state": self.app_state.copy(),
            "extensions": {"websocket.http.response": {}},
        }
        self.queue.put_nowait({"type": "websocket.connect"})
        task = self.loop.create_task(self.run_asgi())
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    def _let_in(self, accepted: bytes) -> None:
        if self.transport.is_closing():
            return
        self._accepted = None
        self.handshake_complete = True
        self.conn = ServerProtocol(
            state=State.OPEN, max_size=self.config.ws_max_size, logger=self.logger
        )
        more = b"".join([b"%b: %b\r\n" % header for header in self.default_headers])
        self.transport.write(b"%b%b\r\n" % (accepted, more))
        self.start_keepalive()
        early, self._rest = self._rest, b""
        if early:
            self.data_received(early)

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[LINE] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[LINE]

    def data_received(self, data: bytes) -> None:
        if self._accepted is not None:  # it does not wait to be let in
            self._rest += data
            if len(self._rest) > self.config.ws_max_size:
                self.transport.abort()
            return
        if not self._plain or not self.handshake_complete or self.close_sent:
            data, self._rest = self._rest + data, b""
            self._leave_to_library(data)
            self._plain = self._plain and not self.handshake_complete
            return
        data = self._rest + data if self._rest else data
        place, end = 0, len(data)
        while place < end:
            size = frame_size(data, place, self.config.ws_max_size)
            if self.transport.is_closing():
                return
            if size is None or self.close_sent:
                self._plain = False
                self._leave_to_library(data[place:])
                return
            if size > end - place or not size:
                break
            self._take(data, place, size)
            place += size
        self._rest = data[place:]

    def _leave_to_library(self, data: bytes) -> None:
        for place in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[place : place + _PIECE])
        self._pass_on()

    def handle_events(self) -> None:
        if not self._frames.take(len(self.conn.events)):
            connections().refuse("frames", self._address)
            self.transport.abort()
            return
        super().handle_events()

    def handle_ping(self) -> None:
        answer = b"".join(self.conn.data_to_send())
        if self.ready:  # whoever takes nothing gets nothing
            self.transport.write(answer)

    @property
    def _address(self) -> str:
        return household(self.client[0]) if self.client else "unknown"

    def _take(self, data: bytes, place: int, size: int) -> None:
        """One whole frame."""
        if data[place] != _TEXT:
            self._leave_to_library(data[place : place + size])
            return
        head = 6 if data[place + 1] & 127 < _TWO_BYTES else 8
        begin = place + head
        said = apply_mask(data[begin : place + size], data[begin - 4 : begin])
        try:
            text = said.decode()
        except UnicodeDecodeError:
            self._plain = False
            self._leave_to_library(data[place : place + size])
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
        accepting = message == {"type": "websocket.accept"} and not self.disconnected
        if self._accepted is not None and accepting:
            self._let_in(self._accepted)
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


def accepted_handshake(scope: Mapping[str, Any], url: bytes) -> bytes | None:
    """The begin of an answer to a client that asks for a WebSocket; nothing, where it is unusual.

    What is not as it should be, or wants more, is for the library to answer.
    """
    if scope["method"] != "GET" or scope["http_version"] != "1.1" or not url.isascii():
        return None
    found = {}
    for name, value in scope["headers"]:
        if name in _ASKING:
            if name in found:
                return None
            found[name] = value
    key = found.get(b"sec-websocket-key", b"")
    try:
        valid = len(a2b_base64(key, strict_mode=True)) == _KEY_BYTES
    except Error:
        return None
    if not valid or found.get(b"sec-websocket-version") != b"13" or _PROTOCOL in found:
        return None
    proof = b64encode(sha1(key + _SAME_PROTOCOL, usedforsecurity=False).digest())
    return _WELCOME + proof + b"\r\n"


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
