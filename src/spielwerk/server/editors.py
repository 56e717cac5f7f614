"""The language server for editors on pages: one WebSocket each, JSON-RPC as the protocol has it.

A text message is one message of the Language Server Protocol, without headers. Strangers' rules
are read in processes of their own with limits; every address has one question answered at a time,
so that whoever asks much waits for themselves. ``docs/editors.md`` says what is answered.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from starlette.types import Receive, Scope, Send

from spielwerk.confinement import Crew, Limits
from spielwerk.server.channel import Bye, Channel, Gone
from spielwerk.server.json_text import to_text
from spielwerk.server.operation import Bucket, whose
from spielwerk.server.settings import Settings

if TYPE_CHECKING:
    from spielwerk.editor import Desk, RemoteEditor

_CHECKERS = 2
_SECONDS = 20.0
_MEMORY = 600_000_000
"""What a process may need; a language says how long its texts may take within that."""
_UNSENT = 200
"""Messages that wait for a slow client before it is given up."""


class Editors:
    """All editors on pages."""

    def __init__(self, settings: Settings, crew: Crew) -> None:
        self._settings = settings
        self._crew = crew
        self._desk: Desk | None = None
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Whose turn it is, by address; kept while somebody from there is here."""

    def stop(self) -> None:
        """End all processes."""
        if self._desk is not None:
            self._desk.close()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Talk to one editor until it goes, or has to."""
        channel = Channel(scope, receive, send)
        turn = self._turns.setdefault(whose(scope), asyncio.Lock())
        with suppress(Gone):
            await channel.accept()
            try:
                await self._converse(channel, turn)
            except Bye as bye:
                await channel.say(to_text({"type": "bye", "code": bye.code, "detail": str(bye)}))
                await channel.close(bye.close, bye.code)

    async def _converse(self, channel: Channel, turn: asyncio.Lock) -> None:
        from spielwerk.editor import Desk, RemoteEditor  # the protocol is large, most need none

        if self._desk is None:
            settings = self._settings
            memory = settings.rules_memory or _MEMORY
            seconds = settings.rules_seconds or _SECONDS
            self._desk = Desk(Limits(seconds, memory, crew=self._crew), _CHECKERS)
        unsent: asyncio.Queue[str] = asyncio.Queue(_UNSENT)
        editor = RemoteEditor(self._desk.in_turn(turn), lambda text: _put(unsent, text))
        writer = asyncio.create_task(_tell(channel, unsent))
        reader = asyncio.create_task(self._listen(channel, editor, unsent))
        try:
            done, _ = await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            reader.cancel()
            writer.cancel()
            editor.close()

    async def _listen(
        self, channel: Channel, editor: RemoteEditor, unsent: asyncio.Queue[str]
    ) -> None:
        settings = self._settings
        messages = Bucket(settings.message_rate, settings.message_burst)
        while True:
            try:
                async with asyncio.timeout(settings.idle_seconds):
                    text = await channel.hear()
            except TimeoutError:
                raise Bye(4408, "idle", "Nothing was said for too long.") from None
            await asyncio.sleep(messages.debt())
            if unsent.full():
                raise Bye(4429, "too-slow", "Answers are not taken.")
            editor.hear(text)


def _put(unsent: asyncio.Queue[str], text: str) -> None:
    """Keep a message for the writer; where too many wait, the reader ends the conversation."""
    with suppress(asyncio.QueueFull):
        unsent.put_nowait(text)


async def _tell(channel: Channel, unsent: asyncio.Queue[str]) -> None:
    while True:
        await channel.say(await unsent.get())
