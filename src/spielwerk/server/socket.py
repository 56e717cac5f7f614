"""The WebSocket of one seat or spectator: says hello, gets its view, then what changes.

Messages are JSON objects with a ``type``. The client says ``hello`` first, with its secret and the
last sequence number it has seen; the server answers with the whole view or the difference, and
goes on with differences (:mod:`.conversation`). The client acknowledges (``ack``) what it has;
whoever lags gets fewer, larger differences and holds up nobody. ``docs/server.md`` lists all
messages.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from starlette.types import Receive, Scope, Send

from spielwerk.server.channel import LINE, Bye, Channel, Gone
from spielwerk.server.conversation import Doors, SocketTalk, read_message
from spielwerk.server.json_text import to_text
from spielwerk.server.operation import whose
from spielwerk.server.problems import Problem
from spielwerk.server.store import UNANSWERED

_log = logging.getLogger(__name__)


async def serve_socket(
    scope: Scope, receive: Receive, send: Send, match: str, doors: Doors
) -> None:
    """Talk to one client until it goes, or has to."""
    channel = Channel(scope, receive, send)
    with suppress(Gone):
        await channel.accept()
        try:
            await (await _greet(channel, match, doors)).go_on()
        except Bye as bye:
            await channel.say(to_text({"type": "bye", "code": bye.code, "detail": str(bye)}))
            await channel.close(bye.close, bye.code)
        except Gone:
            raise
        except Exception:
            _log.exception("a fault of ours at a socket")
            await channel.close(1011, "fault")


async def _greet(channel: Channel, match: str, doors: Doors) -> SocketTalk:
    try:
        async with asyncio.timeout(doors.settings.hello_seconds):
            hello = read_message(await channel.hear())
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
        room, seat, session = await doors.enter(match, token, role, channel.scope)
    except UNANSWERED:
        raise Bye(4503, "no-database", "The database does not answer; try again.") from None
    except Problem as problem:
        raise Bye(4000 + problem.status, problem.code, problem.detail) from None
    line = channel.scope["extensions"][LINE]
    return SocketTalk(line, doors, room, seat, seen, whose(channel.scope), session)
