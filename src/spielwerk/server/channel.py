"""One WebSocket as the server's own code sees it: texts in, texts out, nothing in between.

It speaks ASGI itself. A thousand sockets that say little are what this server is mostly made of,
and each of the layers that a framework puts around them costs memory and time for every message.
Once it is open, a :class:`SocketLine` does without tasks as well: whoever listens is called.
"""

from __future__ import annotations

from typing import Protocol

from starlette.types import Receive, Scope, Send

LINE = "spielwerk.line"
"""The extension of a socket's scope under which its line is found."""


class LineListener(Protocol):
    """Who is called when something comes over a line."""

    def hear(self, text: str | None) -> None:
        """A message; nothing, where it was no text."""

    def resumed(self) -> None:
        """The other side has taken what was written, and can take more."""

    def gone(self) -> None:
        """The other side is not there any more."""


class SocketLine(Protocol):
    """An open WebSocket on which nothing waits."""

    @property
    def ready(self) -> bool:
        """Whether the other side takes what is written; otherwise :meth:`LineListener.resumed`."""

    def listen(self, listener: LineListener | None) -> None:
        """Call somebody from now on, for what has come already, too; or nobody any more."""

    def write(self, text: bytes) -> None:
        """Send a text."""

    def hold(self, *, on: bool) -> None:
        """Read no more, or go on reading."""


class Gone(Exception):
    """The other side is not there any more."""


class Bye(Exception):
    """The conversation is over; the other side is told why."""

    def __init__(self, close: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.close = close
        self.code = code


class Channel:
    """An open WebSocket."""

    __slots__ = ("_receive", "_send", "scope")

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        """Let the other side in.

        :raises Gone: it went away at the door
        """
        await self._receive()
        await self._give({"type": "websocket.accept"})

    async def hear(self) -> str:
        """The next text.

        :raises Gone: there is none, and there will be none
        :raises Bye: it was no text
        """
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text: str | None = message.get("text")
        if text is None:
            raise Bye(4400, "not-text", "Messages are JSON texts, not bytes.")
        return text

    async def say(self, text: str) -> None:
        """Send a text; waits where the other side is slow to take it.

        :raises Gone: nobody takes it any more
        """
        await self._give({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: str) -> None:
        """Close it.

        :raises Gone: it is closed already
        """
        await self._give({"type": "websocket.close", "code": code, "reason": reason})

    async def _give(self, message: dict[str, object]) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError):  # so uvicorn says that it is closed, or being closed
            raise Gone from None
