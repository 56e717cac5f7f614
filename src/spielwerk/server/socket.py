"""The WebSocket of one seat or spectator: says hello, gets its view, then what changes.

Messages are JSON objects with a ``type``. The client says ``hello`` first, with its secret and the
last sequence number it has seen; the server answers with the whole view or the difference, and
goes on with differences. The client acknowledges (``ack``) what it has; whoever lags gets fewer,
larger differences and holds up nobody. ``docs/server.md`` lists all messages.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from starlette.types import Receive, Scope, Send

from spielwerk.core import Json, Role, SpielwerkError
from spielwerk.match import Answer, Command, Decline, Offer, Resign, Say, Want
from spielwerk.server.channel import Bye, Channel, Gone
from spielwerk.server.json_text import from_text, to_text
from spielwerk.server.operation import Bucket
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import Present, Room, explain_attempt
from spielwerk.server.settings import Settings

_WINDOW = 32
"""Frames sent and not acknowledged, after which we wait for the client."""
_MAX_ID = 64
_MAX_MOVE = 1_000
_WINDINGS = 10
"""How often the clock of an idle socket is wound up in its time; at every message is too often."""


class Doors(Protocol):
    """What a socket needs of the rest of the server."""

    settings: Settings

    async def enter(
        self, match: str, token: str | None, role: str | None, scope: Scope
    ) -> tuple[Room, Role | None]:
        """The room, and the seat that whoever opened the socket speaks for there."""

    async def submit(self, room: Room, command: Command) -> int:
        """Have a command carried out, wherever the room is."""


@dataclass(slots=True)
class _Conversation:
    """One socket after its hello."""

    channel: Channel
    doors: Doors
    room: Room
    role: Role | None
    seen: int | None
    questions: Bucket
    """Explanations are slow to find; this keeps one client from asking for them all the time."""
    sent: deque[int] = field(default_factory=deque)
    """Sequence numbers of the frames that were sent and not yet acknowledged."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)


async def serve_socket(
    scope: Scope, receive: Receive, send: Send, match: str, doors: Doors
) -> None:
    """Talk to one client until it goes, or has to."""
    channel = Channel(scope, receive, send)
    with suppress(Gone):
        await channel.accept()
        try:
            await _converse(await _greet(channel, match, doors))
        except Bye as bye:
            await channel.say(to_text({"type": "bye", "code": bye.code, "detail": str(bye)}))
            await channel.close(bye.close, bye.code)


async def _greet(channel: Channel, match: str, doors: Doors) -> _Conversation:
    try:
        async with asyncio.timeout(doors.settings.hello_seconds):
            hello = _read(await channel.hear())
    except TimeoutError:
        raise Bye(4408, "no-hello", "Say hello first: nothing came in time.") from None
    except Problem as problem:
        raise Bye(4400, problem.code, problem.detail) from None
    token, role, seen = hello.get("token"), hello.get("role"), hello.get("seq")
    if hello["type"] != "hello":
        raise Bye(4400, "no-hello", "The first message must be a hello.")
    if not all(
        text is None or (isinstance(text, str) and len(text) <= 200) for text in (token, role)
    ):
        raise Bye(4400, "invalid", "A hello's token and role are short texts or null.")
    if not (seen is None or (type(seen) is int and 0 <= seen < 2**53)):
        raise Bye(4400, "invalid", "A hello's seq is a whole number or null.")
    try:
        room, seat = await doors.enter(match, token, role, channel.scope)
    except Problem as problem:
        raise Bye(4000 + problem.status, problem.code, problem.detail) from None
    settings = doors.settings
    questions = Bucket(settings.question_rate, settings.question_burst)
    return _Conversation(channel, doors, room, seat, seen, questions)


async def _converse(talk: _Conversation) -> None:
    changed = talk.room.watch(talk.role)
    writer = asyncio.create_task(_tell(talk, changed))
    reader = asyncio.create_task(_listen(talk))
    try:
        done, _ = await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        talk.room.unwatch(changed, talk.role)
        for task in (writer, reader):
            task.cancel()
        await asyncio.gather(writer, reader, return_exceptions=True)


async def _tell(talk: _Conversation, changed: asyncio.Event) -> None:
    """Send what is new, as long as the client keeps up."""
    room, greeted = talk.room, False
    present: Present | None = None
    while True:
        changed.clear()
        now = room.match.number
        if not greeted or now != talk.seen:
            greeted = True
            frame = room.frame(talk.role, talk.seen)
            talk.seen = now
            talk.sent.append(now)
            await talk.channel.say(frame)
        if present != room.presence.all:
            present = room.presence.all
            await talk.channel.say(room.presence.frame)
        while len(talk.sent) >= _WINDOW:
            talk.ready.clear()
            await talk.ready.wait()
        await changed.wait()


async def _listen(talk: _Conversation) -> None:
    settings, loop = talk.doors.settings, asyncio.get_running_loop()
    bucket = Bucket(settings.message_rate, settings.message_burst)
    idle = settings.idle_seconds
    try:
        async with asyncio.timeout(idle) as patience:
            wound = loop.time()
            while True:
                text = await talk.channel.hear()
                if delay := bucket.debt():
                    await asyncio.sleep(delay)  # who talks faster is read slower: TCP holds it back
                await _take(talk, text)
                if (now := loop.time()) > wound + idle / _WINDINGS:
                    patience.reschedule(now + idle)
                    wound = now
    except TimeoutError:
        raise Bye(4408, "idle", "Nothing was heard for a long time; come again.") from None


async def _take(talk: _Conversation, text: str) -> None:
    """One message: whatever is wrong with it is said to the one who sent it."""
    message: dict[str, Any] | None = None
    try:
        message = _read(text)
        handler = _HANDLERS.get(message["type"])
        if handler is None:
            known = ", ".join(_HANDLERS)
            raise _wrong("unknown-message", f"There is no such message; there are {known}.")
        await handler(talk, message)
    except Problem as problem:
        if "explanation" in problem.more:
            await asyncio.sleep(talk.questions.debt())
        await _refuse(talk, message, problem)
    except SpielwerkError as problem:
        await _refuse(talk, message, _wrong("refused", str(problem)))


async def _refuse(talk: _Conversation, message: dict[str, Any] | None, problem: Problem) -> None:
    body = {"type": "refused", "id": _id(message), **problem.body}
    await talk.channel.say(to_text(body))


def _wrong(code: str, detail: str) -> Problem:
    return Problem(422, code, detail)


async def _submit(talk: _Conversation, message: dict[str, Any], command: Command) -> None:
    number = await talk.doors.submit(talk.room, command)
    await talk.channel.say(to_text({"type": "accepted", "id": _id(message), "seq": number}))


async def _move(talk: _Conversation, message: dict[str, Any]) -> None:
    step = message.get("step")
    if type(step) is not int:
        raise _wrong("invalid", "A move says the step it answers: a whole number.")
    await _submit(talk, message, Answer(_seat(talk), _move_text(message), step))


async def _say(talk: _Conversation, message: dict[str, Any]) -> None:
    await _submit(talk, message, Say(_seat(talk), _text(message, "text")))


async def _offer(talk: _Conversation, message: dict[str, Any]) -> None:
    await _submit(talk, message, Want(_seat(talk), _what(message)))


async def _decline(talk: _Conversation, message: dict[str, Any]) -> None:
    await _submit(talk, message, Decline(_seat(talk), _what(message)))


async def _resign(talk: _Conversation, message: dict[str, Any]) -> None:
    await _submit(talk, message, Resign(_seat(talk)))


async def _why(talk: _Conversation, message: dict[str, Any]) -> None:
    await asyncio.sleep(talk.questions.debt())
    attempt = _squares(message) if "squares" in message else _text(message, "move")
    found = await explain_attempt(talk.room, _seat(talk), attempt)
    await talk.channel.say(to_text({"type": "because", "id": _id(message), **found}))


async def _ack(talk: _Conversation, message: dict[str, Any]) -> None:
    seq = message.get("seq")
    if type(seq) is not int or talk.seen is None or seq > talk.seen:
        raise _wrong("invalid", "Acknowledge a sequence number that was sent.")
    while talk.sent and talk.sent[0] <= seq:
        talk.sent.popleft()
    talk.ready.set()


async def _ping(talk: _Conversation, message: dict[str, Any]) -> None:
    await talk.channel.say(to_text({"type": "pong", "id": _id(message), "now": talk.room.now()}))


_HANDLERS = {
    "move": _move,
    "say": _say,
    "offer": _offer,
    "decline": _decline,
    "resign": _resign,
    "why": _why,
    "ack": _ack,
    "ping": _ping,
}


def _read(text: str) -> dict[str, Any]:
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


def _seat(talk: _Conversation) -> Role:
    if talk.role is None:
        raise _wrong("spectator", "Spectators watch; take a seat to do that.")
    return talk.role


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
