"""What is said over one socket after its hello: commands in, views and differences out.

Nothing here waits: whoever is at the other end, the room and the store call when there is something
to say, and only what takes long is done in a task. Messages of one socket are taken one after
another; whoever sends faster than it is answered is not read meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from starlette.types import Scope

from spielwerk.core import Json, Role, SpielwerkError
from spielwerk.match import Answer, Command, Decline, Offer, Refusal, Resign, Say, Want
from spielwerk.server.accounts import Sessions
from spielwerk.server.channel import Bye, Gone, SocketLine
from spielwerk.server.json_text import from_text, to_bytes
from spielwerk.server.operation import Bucket
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import Present, Room, Settled, explain_attempt
from spielwerk.server.settings import Settings
from spielwerk.server.store import LostRoom

_log = logging.getLogger(__name__)

_WINDOW = 32
"""Frames sent and not acknowledged, after which we wait for the client."""
_UNREAD = 16
"""Messages that wait to be answered; until then no more are read."""
_MAX_ID = 64
_MAX_MOVE = 1_000
_WINDINGS = 10
"""How often the clock of an idle socket is wound up in its time; at every message is too often."""


class Doors(Protocol):
    """What a socket needs of the rest of the server."""

    settings: Settings
    sessions: Sessions

    async def enter(
        self, match: str, token: str | None, role: str | None, scope: Scope
    ) -> tuple[Room, Role | None, str | None]:
        """The room, the seat that whoever opened the socket speaks for, and by which session."""

    def submit_now(self, room: Room, command: Command, then: Settled) -> bool:
        """Have a command carried out here; whether the room is ours, and ``then`` is called."""

    async def submit(self, room: Room, command: Command, whose: str) -> int:
        """Have a command carried out that came from an address, wherever the room is."""


class SocketTalk:
    """One socket after its hello."""

    def __init__(
        self,
        line: SocketLine,
        doors: Doors,
        room: Room,
        role: Role | None,
        seen: int | None,
        whose: str,
        session: str | None,
    ) -> None:
        """Somebody at an address (``whose``) speaks for a seat, and has seen so much already.

        Where it is by a ``session`` that they do, they do so until it ends.
        """
        settings = doors.settings
        self._line = line
        self._doors = doors
        self._room = room
        self._role = role
        self._whose = whose
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        # What is told
        self._seen = seen
        self._greeted = False
        self._present: Present | None = None
        self._sent: deque[int] = deque()
        """Sequence numbers of the frames that were sent and not yet acknowledged."""
        # What is heard
        self._waiting: deque[str | None] = deque()
        self._busy = False
        """Whether the last message has not been answered yet."""
        self._work: asyncio.Task[None] | None = None
        self._messages = Bucket(settings.message_rate, settings.message_burst)
        self._questions = Bucket(settings.question_rate, settings.question_burst)
        """Explanations are slow to find; so nobody asks for them all the time."""
        self._idle = settings.idle_seconds
        self._wound = self._loop.time()
        self._patience: asyncio.Timeout | None = None

    async def go_on(self) -> None:
        """Talk until one of the two has to go.

        :raises Bye: it is the client
        :raises Gone: the client has gone
        """
        self._room.watch(self, self._role)
        try:
            async with asyncio.timeout(self._idle) as self._patience:
                with self._doors.sessions.attended(self._session, self._leave):
                    self.tell()
                    self._line.listen(self)
                    await self._over
        except TimeoutError:
            raise Bye(4408, "idle", "Nothing was heard for a long time; come again.") from None
        finally:
            self._line.listen(None)
            self._room.unwatch(self, self._role)
            if self._work is not None:
                self._work.cancel()

    def _leave(self) -> None:
        """The session is over: what has come and was not taken yet is not done any more."""
        self._waiting.clear()
        self._end(Bye(4401, "no-session", "This session is over; log in again."))

    def _end(self, why: Exception) -> None:
        if not self._over.done():
            self._over.set_exception(why)

    def tell(self) -> None:
        """Send what is new, as long as the client keeps up."""
        if not self._line.ready or len(self._sent) >= _WINDOW:
            return
        room, now = self._room, self._room.match.number
        try:
            if now != self._seen or not self._greeted:
                frame = room.frame(self._role, self._seen)
                self._greeted = True
                self._seen = now
                self._sent.append(now)
                self._line.write(frame)
            if self._present is not room.presence.all:
                self._present = room.presence.all
                self._line.write(room.presence.frame)
        except Exception as problem:  # others are told all the same
            self._end(problem)

    # As a listener

    def gone(self) -> None:
        """The client is not there any more."""
        self._end(Gone())

    def resumed(self) -> None:
        """The client takes what it is sent again."""
        self.tell()
        self._take_next()

    def hear(self, text: str | None) -> None:
        """A message has come."""
        self._waiting.append(text)
        if not self._busy:
            self._take_next()
        if len(self._waiting) >= _UNREAD:
            self._line.hold(on=True)

    # One message after another

    def _take_next(self) -> None:
        """Take what waits, up to the first message whose answer has to wait for something."""
        while self._waiting and not self._busy and self._line.ready:
            text = self._waiting.popleft()
            if len(self._waiting) == _UNREAD // 2:
                self._line.hold(on=False)
            self._busy = True
            if delay := self._messages.debt():  # who talks faster is read slower
                self._loop.call_later(delay, self._take, text)
            else:
                self._take(text)

    def _answered(self) -> None:
        self._busy = False
        if self._waiting:
            self._take_next()

    def _take(self, text: str | None) -> None:
        """One message: whatever is wrong with it is said to the one who sent it."""
        if self._over.done():
            return
        if text is None:
            self._end(Bye(4400, "not-text", "Messages are JSON texts, not bytes."))
            return
        self._wind_up()
        message: dict[str, Any] | None = None
        try:
            message = read_message(text)
            handler = _HANDLERS.get(message["type"])
            if handler is None:
                known = ", ".join(_HANDLERS)
                raise _wrong("unknown-message", f"There is no such message; there are {known}.")
            handler(self, message)
        except SpielwerkError as problem:
            self._begin(message, self._refuse(message, problem))
        except Exception as problem:
            self._end(problem)

    def _wind_up(self) -> None:
        now = self._loop.time()
        if now > self._wound + self._idle / _WINDINGS and self._patience is not None:
            self._wound = now
            self._patience.reschedule(now + self._idle)

    def _begin(self, message: dict[str, Any] | None, work: Coroutine[Any, Any, None]) -> None:
        """Answer a message in a task, since that takes longer."""

        async def answer() -> None:
            try:
                try:
                    await work
                except SpielwerkError as problem:
                    await self._refuse(message, problem)
            except Exception as problem:
                self._end(problem)
            else:
                self._answered()

        self._work = self._loop.create_task(answer())

    async def _refuse(self, message: dict[str, Any] | None, problem: SpielwerkError) -> None:
        known = problem if isinstance(problem, Problem) else _wrong("refused", str(problem))
        if "explanation" in known.more:
            await asyncio.sleep(self._questions.debt())
        self._say({"type": "refused", "id": _id(message), **known.body})

    def _say(self, body: dict[str, Json]) -> None:
        self._line.write(to_bytes(body))

    # What a message asks for

    def _submit(self, message: dict[str, Any], command: Command) -> None:
        then = partial(self._settled, message, command)
        if not self._doors.submit_now(self._room, command, then):
            self._begin(message, self._pass_on(message, command))

    def _settled(
        self, message: dict[str, Any], command: Command, answer: int | Refusal | Exception
    ) -> None:
        """The command was carried out, or not."""
        if isinstance(answer, int):
            self._accept(message, answer)
            self._answered()
        elif isinstance(answer, LostRoom):
            self._begin(message, self._pass_on(message, command))
        else:
            self._begin(message, self._regret(answer))

    async def _pass_on(self, message: dict[str, Any], command: Command) -> None:
        """Another process has the room, or nobody."""
        self._accept(message, await self._doors.submit(self._room, command, self._whose))

    async def _regret(self, answer: Refusal | Exception) -> None:
        await self._room.judged(answer, self._whose)

    def _accept(self, message: dict[str, Any], number: int) -> None:
        self._say({"type": "accepted", "id": _id(message), "seq": number})

    def _move(self, message: dict[str, Any]) -> None:
        step = message.get("step")
        if type(step) is not int:
            raise _wrong("invalid", "A move says the step it answers: a whole number.")
        self._submit(message, Answer(self._seat, _move_text(message), step))

    def _remark(self, message: dict[str, Any]) -> None:
        self._submit(message, Say(self._seat, _text(message, "text")))

    def _offer(self, message: dict[str, Any]) -> None:
        self._submit(message, Want(self._seat, _what(message)))

    def _decline(self, message: dict[str, Any]) -> None:
        self._submit(message, Decline(self._seat, _what(message)))

    def _resign(self, message: dict[str, Any]) -> None:
        self._submit(message, Resign(self._seat))

    def _why(self, message: dict[str, Any]) -> None:
        self._begin(message, self._explain(message))

    async def _explain(self, message: dict[str, Any]) -> None:
        await asyncio.sleep(self._questions.debt())
        attempt = _squares(message) if "squares" in message else _text(message, "move")
        found = await explain_attempt(self._room, self._seat, attempt, self._whose)
        self._say({"type": "because", "id": _id(message), **found})

    def _ack(self, message: dict[str, Any]) -> None:
        seq = message.get("seq")
        if type(seq) is not int or self._seen is None or seq > self._seen:
            raise _wrong("invalid", "Acknowledge a sequence number that was sent.")
        waited = len(self._sent) >= _WINDOW
        while self._sent and self._sent[0] <= seq:
            self._sent.popleft()
        if waited:
            self.tell()
        self._answered()

    def _ping(self, message: dict[str, Any]) -> None:
        self._say({"type": "pong", "id": _id(message), "now": self._room.now()})
        self._answered()

    @property
    def _seat(self) -> Role:
        if self._role is None:
            raise _wrong("spectator", "Spectators watch; take a seat to do that.")
        return self._role


_HANDLERS: dict[str, Callable[[SocketTalk, dict[str, Any]], None]] = {
    "move": SocketTalk._move,
    "say": SocketTalk._remark,
    "offer": SocketTalk._offer,
    "decline": SocketTalk._decline,
    "resign": SocketTalk._resign,
    "why": SocketTalk._why,
    "ack": SocketTalk._ack,
    "ping": SocketTalk._ping,
}


def _wrong(code: str, detail: str) -> Problem:
    return Problem(422, code, detail)


def read_message(text: str) -> dict[str, Any]:
    """The object that a message is.

    :raises Problem: it is none, or says nothing of its type
    """
    try:
        message = from_text(text)
    except ValueError:
        raise _wrong("not-json", "This is not JSON.") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise _wrong("invalid", 'A message is an object with a "type".')
    return message


def _id(message: dict[str, Any] | None) -> Json:
    """The client's own name for its message, given back so that it knows what is answered."""
    found = (message or {}).get("id")
    short = isinstance(found, str) and len(found) <= _MAX_ID
    return found if short or type(found) is int else None


def _text(message: dict[str, Any], key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise _wrong("invalid", f"The message needs a text '{key}'.")
    return value


def _move_text(message: dict[str, Any]) -> str:
    move = _text(message, "move")
    if len(move) > _MAX_MOVE:
        raise _wrong("too-long", f"A move has at most {_MAX_MOVE:,} characters.")
    return move


def _squares(message: dict[str, Any]) -> list[str]:
    value = message.get("squares")
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise _wrong("invalid", "Squares are a list of their names.")
    return value


def _what(message: dict[str, Any]) -> Offer:
    try:
        return Offer(_text(message, "offer"))
    except ValueError:
        raise _wrong("invalid", f"There is no such offer; there are {', '.join(Offer)}.") from None
