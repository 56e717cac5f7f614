"""One seat's, or spectator's, live connection: the picture kept up to date, orders answered.

The connection reads in the background, applies differences, acknowledges them, and hands answers
to whoever gave the order. When it is lost, ``connect`` again with ``connection.seq``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from spielwerk.client.patch import apply_patch

_ACKNOWLEDGED = 8
"""After how many frames we say that we have them; the server waits after 32."""


class RefusedByServer(Exception):
    """The server did not do it; ``code`` says what kind of reason, ``explanation`` why."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body.get("detail", ""))
        self.code: str = body.get("code", "")
        self.explanation: dict[str, Any] | None = body.get("explanation")


class Closed(Exception):
    """The connection is gone; ``code`` is the server's reason, if it gave one."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail or code)
        self.code = code


class Connection:
    """A table as it is now, seen from one seat."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        seq: int | None = None,
        picture: dict[str, Any] | None = None,
        heard: Callable[[str], None] = lambda frame: None,
    ) -> None:
        """``seq`` and ``picture`` of an earlier connection let this one go on from there.

        ``heard`` is given every frame as it comes.
        """
        self.seq = seq
        self.picture: dict[str, Any] = picture or {}
        self.events: list[dict[str, Any]] = []
        """What has happened since the connection was made."""
        self.present: list[str] = []
        """The seats somebody is connected to now."""
        self.watching = 0
        """How many watch."""
        self.now = 0.0
        """The second of the match when the last frame was sent."""
        self._url = url
        self._hello = {"type": "hello", "token": token, "seq": seq if picture else None}
        self._heard = heard
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Condition()
        self._closed: Closed | None = None
        self._greeted = False
        self._unacknowledged = 0
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Connection:
        """Connect and get the first view.

        :raises Closed: the server cannot be reached, or does not let us in
        """
        try:
            self._socket = await connect(self._url, max_size=None, compression=None)
        except (OSError, WebSocketException) as problem:
            raise Closed("unreachable", f"The server could not be reached: {problem}") from None
        await self._send(self._hello)
        self._task = asyncio.create_task(self._read(self._socket))
        async with self._changed:
            await self._changed.wait_for(lambda: self._greeted or self._closed is not None)
        if self._closed is not None and not self._greeted:
            raise self._closed
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave; the seat stays ours."""
        if self._socket is not None:
            await self._socket.close()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def move(self, move: str, step: int | None = None) -> int:
        """Make a move and see it made; the sequence number at which it was safe.

        :raises Refused: it is not legal, not our turn, or too late
        """
        step = self.picture["step"] if step is None else step
        done = int((await self.order({"type": "move", "move": move, "step": step}))["seq"])
        await self.until(lambda _: self.seq is not None and self.seq >= done)
        return done

    async def order(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for its answer.

        :raises Refused: the server did not do it
        :raises Closed: the connection is gone; whether it was done shows after connecting again
        """
        if self._closed is not None:
            raise self._closed
        name = next(self._ids)
        answer = self._answers[name] = asyncio.get_running_loop().create_future()
        try:
            await self._send({**message, "id": name})
            body: dict[str, Any] = await answer
        finally:
            self._answers.pop(name, None)
        if body["type"] == "refused":
            raise RefusedByServer(body)
        return body

    async def until(
        self, wanted: Callable[[dict[str, Any]], object], seconds: float | None = 60.0
    ) -> dict[str, Any]:
        """The picture, once it is as wanted; without seconds, however long that takes.

        :raises Closed: the connection is gone
        :raises TimeoutError: it did not become so in time
        """
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: self._closed is not None or wanted(self.picture))
        if self._closed is not None and not wanted(self.picture):
            raise self._closed
        return self.picture

    async def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None, "a connection is used after it was entered"
        try:
            await self._socket.send(json.dumps(message))
        except ConnectionClosed:
            raise self._closed or Closed("lost", "The connection was lost.") from None

    async def _read(self, socket: ClientConnection) -> None:
        reason = Closed("lost", "The connection was lost.")
        try:
            async for text in socket:
                self._heard(str(text))
                body = json.loads(text)
                if body["type"] == "bye":
                    reason = Closed(body["code"], body["detail"])
                else:
                    await self._take(body)
        except ConnectionClosed:
            pass
        except Closed as gap:
            reason = gap
        finally:
            self._closed = reason
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(reason)
            async with self._changed:
                self._changed.notify_all()

    async def _take(self, body: dict[str, Any]) -> None:
        self.now = body.get("now", self.now)
        match body["type"]:
            case "view":
                self.picture = body["picture"]
            case "update":
                if body["from"] != self.seq:
                    raise Closed("gap", f"Expected a change from {self.seq}, got {body['from']}.")
                self.picture = apply_patch(self.picture, body["patch"])
                self.events += body["events"]
            case "present":
                self.present, self.watching = body["roles"], body["watching"]
                async with self._changed:
                    self._changed.notify_all()
                return
            case _:
                answer = self._answers.get(body.get("id", 0))
                if answer is not None and not answer.done():
                    answer.set_result(body)
                return
        self.seq = body["seq"]
        self._greeted = True
        self._unacknowledged += 1
        if self._unacknowledged == _ACKNOWLEDGED:
            self._unacknowledged = 0
            await self._send({"type": "ack", "seq": self.seq})
        async with self._changed:
            self._changed.notify_all()
