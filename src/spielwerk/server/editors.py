"""The language server for editors on pages: one WebSocket each, JSON-RPC as the protocol has it.

A text message is one message of the Language Server Protocol, without headers. Strangers' rules
are read in processes of their own with limits; every address has one question answered at a time,
so that whoever asks much waits for themselves. Messages are taken in a thread of their own, also in
turns: to change a long text takes its time. ``docs/editors.md`` says what is answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

from starlette.types import Receive, Scope, Send

from spielwerk.confinement import Crew, Limits
from spielwerk.server.channel import Bye, Channel, Gone
from spielwerk.server.json_text import to_text
from spielwerk.server.operation import Bucket, Turns, whose
from spielwerk.server.problems import Problem
from spielwerk.server.settings import Settings

if TYPE_CHECKING:
    from spielwerk.editor import Desk, RemoteEditor

_CHECKERS = 2
_SECONDS = 20.0
_MEMORY = 600_000_000
"""What a process may need; a language says how long its texts may take within that."""
_UNSENT = 200
"""Messages that wait for a slow client before it is given up."""

_T = TypeVar("_T")


class _Aside:
    """An event loop in a thread of its own, where nobody waits for long but who is there."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        Thread(target=self._run, name="editors", daemon=True).start()

    def _run(self) -> None:
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                self._loop.run_until_complete(task)
        self._loop.close()

    async def do(self, work: Callable[[], _T]) -> _T:
        """Do something there."""

        async def doing() -> _T:
            return work()

        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(doing(), self._loop))

    def tell(self, work: Callable[[], None]) -> None:
        """The same, for those who do not wait."""
        with suppress(RuntimeError):  # it has stopped
            self._loop.call_soon_threadsafe(work)

    def stop(self) -> None:
        """Come to an end."""
        self.tell(self._loop.stop)


class Editors:
    """All editors on pages."""

    def __init__(self, settings: Settings, crew: Crew) -> None:
        self._settings = settings
        self._crew = crew
        self._desk: Desk | None = None
        self._aside: _Aside | None = None
        self._taking = Turns("editors", 1, waiting=2_000, mine=settings.sockets_per_address)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Whose turn it is, by address; kept while somebody from there is here."""

    def stop(self) -> None:
        """End all processes, and the thread."""
        if self._desk is not None:
            self._desk.close()
        if self._aside is not None:
            self._aside.stop()

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
        desk_of, editor_of = await asyncio.to_thread(_protocol)
        if self._desk is None:
            settings = self._settings
            memory = settings.rules_memory or _MEMORY
            seconds = settings.rules_seconds or _SECONDS
            self._desk = desk_of(Limits(seconds, memory, crew=self._crew), _CHECKERS)
        aside = self._aside = self._aside or _Aside()
        desk, here = self._desk.in_turn(turn), asyncio.get_running_loop()
        unsent: asyncio.Queue[str] = asyncio.Queue(_UNSENT)

        def say(text: str) -> None:
            with suppress(RuntimeError):  # the server has stopped
                here.call_soon_threadsafe(_put, unsent, text)

        editor = await aside.do(lambda: editor_of(desk, say))
        writer = asyncio.create_task(_tell(channel, unsent))
        reader = asyncio.create_task(self._listen(channel, editor, aside, unsent))
        try:
            done, _ = await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            reader.cancel()
            writer.cancel()
            aside.tell(editor.close)

    async def _listen(
        self,
        channel: Channel,
        editor: RemoteEditor,
        aside: _Aside,
        unsent: asyncio.Queue[str],
    ) -> None:
        from spielwerk.editor import TooLong

        settings, address = self._settings, whose(channel.scope)
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
            try:
                async with self._taking.of(address):
                    await aside.do(partial(editor.hear, text))
            except TooLong as problem:
                raise Bye(4413, "too-long", str(problem)) from None
            except Problem as problem:
                raise Bye(4000 + problem.status, problem.code, problem.detail) from None


def _protocol() -> tuple[type[Desk], type[RemoteEditor]]:
    """What knows the protocol, which is large: it takes a third of a second to load."""
    from spielwerk.editor import Desk, RemoteEditor

    return Desk, RemoteEditor


def _put(unsent: asyncio.Queue[str], text: str) -> None:
    """Keep a message for the writer; where too many wait, the reader ends the conversation."""
    with suppress(asyncio.QueueFull):
        unsent.put_nowait(text)


async def _tell(channel: Channel, unsent: asyncio.Queue[str]) -> None:
    while True:
        await channel.say(await unsent.get())
