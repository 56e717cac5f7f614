"""Rules tried in the studio: one WebSocket is one match, in a process of its own with limits.

A message says what to ``do``, as :mod:`spielwerk.studio.answers` has it, and is answered by its
``id``. Long texts come before the command that needs them, in parts. A process lives as long as its
socket; ``docs/server.md`` says what it may use and how many there are.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from starlette.types import Receive, Scope, Send

from spielwerk.catalogue import languages
from spielwerk.confinement import Confined, Crew, Limits, Overrun
from spielwerk.core import Confines, Language, SourceError, SpielwerkError
from spielwerk.server.channel import Bye, Channel, Gone
from spielwerk.server.json_text import to_text
from spielwerk.server.operation import REJECTED, Bucket, whose
from spielwerk.server.settings import Settings

_ANSWERING = "spielwerk.studio.answers:answer"
_OTHERS = 2
"""Places for processes that are left to those who check and play uploaded rules."""
_WAITING = 30
"""Commands of one author that wait while another is done."""
_LONGEST = 1_000_000
"""Characters of one text: rules, a test or a dump."""
_NEED_TEXT = ("open", "load", "dump")
"""Commands to which a text belongs that came before them."""
_PING = "ping"


class Trials:
    """All matches that are tried."""

    def __init__(self, settings: Settings, crew: Crew) -> None:
        self._settings = settings
        self._crew = crew
        self._most = min(settings.trials, max(1, crew.most - _OTHERS))
        self._open: Counter[str] = Counter()
        self._processes: set[Confined] = set()

    def stop(self) -> None:
        """End all processes."""
        for process in list(self._processes):
            process.kill()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Talk to one author until they go, or have to."""
        channel = Channel(scope, receive, send)
        address = whose(scope)
        with suppress(Gone):
            await channel.accept()
            try:
                with self._place(address):
                    await self._converse(channel)
            except Bye as bye:
                await channel.say(to_text({"type": "bye", "code": bye.code, "detail": str(bye)}))
                await channel.close(bye.close, bye.code)

    @contextmanager
    def _place(self, address: str) -> Iterator[None]:
        """A place for one more match.

        :raises Bye: there is none
        """
        mine = self._settings.trials_per_address
        if self._open[address] >= mine:
            REJECTED.labels("trials-per-address").inc()
            raise Bye(4429, "too-many-trials", f"At most {mine} matches can be tried at once.")
        if self._open.total() >= self._most:
            REJECTED.labels("trials").inc()
            raise Bye(4503, "trials-full", "Too many rules are being tried here; try again later.")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _converse(self, channel: Channel) -> None:
        commands: asyncio.Queue[dict[str, Any]] = asyncio.Queue(_WAITING)
        trial = _Trial(channel, self._settings, self._processes, self._crew)
        listening = asyncio.create_task(self._listen(channel, commands, trial))
        working = asyncio.create_task(trial.work(commands))
        try:
            done, _ = await asyncio.wait((listening, working), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            listening.cancel()
            working.cancel()
            await asyncio.gather(listening, working, return_exceptions=True)
            await asyncio.to_thread(trial.close)

    async def _listen(
        self, channel: Channel, commands: asyncio.Queue[dict[str, Any]], trial: _Trial
    ) -> None:
        settings = self._settings
        messages = Bucket(settings.message_rate, settings.message_burst)
        loop = asyncio.get_running_loop()
        last = loop.time()
        while True:
            left = max(0.0, last + settings.trial_idle_seconds - loop.time())
            try:
                async with asyncio.timeout(min(settings.idle_seconds, left)):
                    text = await channel.hear()
            except TimeoutError:
                if trial.busy:
                    last = loop.time()
                    continue
                raise Bye(4408, "idle", "Nothing was done for too long.") from None
            await asyncio.sleep(messages.debt())
            command = _command(text)
            if command["do"] == _PING:
                continue
            last = loop.time()
            if commands.full():
                raise Bye(4429, "too-fast", "Too many commands at once.")
            commands.put_nowait(command)


def _command(text: str) -> dict[str, Any]:
    """What an author says.

    :raises Bye: it is nothing that can be answered
    """
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("do"), str):
        raise Bye(4400, "not-a-command", "A command is a JSON object that says what to do.")
    return body


class _Trial:
    """One match that is tried, and the texts that came for it."""

    def __init__(
        self, channel: Channel, settings: Settings, processes: set[Confined], crew: Crew
    ) -> None:
        self._crew = crew
        self._channel = channel
        self._settings = settings
        self._processes = processes
        self._process: Confined | None = None
        self.busy = False
        """Whether the author waits, and nobody waits for the author."""
        self._language = ""
        """The language whose limits the process has."""
        self._parts: list[str] = []
        self._size = 0

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._processes.discard(self._process)
            self._process.kill()
            self._process = None

    async def work(self, commands: asyncio.Queue[dict[str, Any]]) -> None:
        """Do one command after another."""
        while True:
            self.busy = not commands.empty()
            command = await commands.get()
            self.busy = True
            if command["do"] == "text":
                self._take(command)
            else:
                await self._answer(command)

    def _take(self, command: dict[str, Any]) -> None:
        part = command.get("part")
        if not isinstance(part, str):
            raise Bye(4400, "not-a-command", "A part of a text is a text.")
        self._size += len(part)
        if self._size > _LONGEST:
            raise Bye(4413, "too-long", f"A text has at most {_LONGEST:,} characters.")
        self._parts.append(part)

    async def _answer(self, command: dict[str, Any]) -> None:
        number = command.pop("id", None)
        known = number if isinstance(number, int) else None
        try:
            said = await self._ask(command)
        except Overrun as problem:
            await asyncio.to_thread(self.close)
            body = {"type": "ended", "id": known, "detail": str(problem)}
            await self._channel.say(to_text(body))
        except SpielwerkError as problem:
            await self._channel.say(to_text(_refusal(problem, known)))
        else:
            await self._channel.say(f'{{"type":"done","id":{json.dumps(known)},"said":{said}}}')

    async def _ask(self, command: dict[str, Any]) -> str:
        """What the process says.

        :raises SpielwerkError: it refuses the command, or breaks its limits
        """
        do = command["do"]
        if do in _NEED_TEXT:
            command["text"] = "".join(self._parts)
            self._parts, self._size = [], 0
        if do in ("open", "dump"):
            await self._begin(command)
        if self._process is None:
            raise SpielwerkError("Nothing is being tried: open the rules first.")
        answer = await self._process.asked(command)
        return str(answer["text"])

    async def _begin(self, command: dict[str, Any]) -> None:
        """A process for rules of a language, within the limits that this sets.

        :raises SpielwerkError: such rules cannot be tried here
        """
        language = _language(command)
        confines = language.confine if language.confine is not None else Confines()
        if command["do"] == "open" and len(command["text"]) > confines.characters:
            raise SpielwerkError(f"Rules have at most {confines.characters:,} characters here.")
        settings = self._settings
        seconds = settings.rules_seconds or confines.seconds
        memory = settings.rules_memory or confines.megabytes * 1_000_000
        if self._process is not None and self._language == language.name:
            return
        await asyncio.to_thread(self.close)
        self._language = language.name
        self._process = Confined(_ANSWERING, Limits(seconds, memory, crew=self._crew, stays=True))
        self._processes.add(self._process)


def _language(command: dict[str, Any]) -> Language[Any]:
    """The language of rules that may be tried here.

    :raises SpielwerkError: there is none
    """
    found = languages().get(str(command.get("language")))
    if found is None or found.open is None or found.confine is None:
        raise SpielwerkError("Rules in this language cannot be tried here.")
    return found


def _refusal(problem: SpielwerkError, number: int | None) -> dict[str, Any]:
    body: dict[str, Any] = {"type": "refused", "id": number, "detail": str(problem)}
    if isinstance(problem, SourceError):
        body["diagnostics"] = [one.to_json() for one in problem.diagnostics]
    return body
