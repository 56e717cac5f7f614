"""Talk between server processes over PostgreSQL's LISTEN and NOTIFY.

Three things are said: how a match's log has grown (by the event store, in the transaction that
lets it grow), commands for a room that another process owns, with their answers, and who is
connected where.
What is lost on the way is asked again by its sender or shows in the log. So nobody waits until it
is on a disk, as PostgreSQL would have it for every notification, one after another; and whatever
is to be said while something is being said goes out together.
"""

from __future__ import annotations

import asyncio
import json
import logging
from itertools import count
from typing import Any, Protocol

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Json, Role
from spielwerk.match import Command, command_from_json, command_to_json
from spielwerk.server.incidents import Incident
from spielwerk.server.problems import Problem
from spielwerk.server.rooms.presence import Present
from spielwerk.server.store import EVENTS_CHANNEL, MAX_NOTE, LostRoom

_log = logging.getLogger(__name__)

_COMMANDS_CHANNEL = "spielwerk_commands_"
"""What is for one process alone; its name stands behind, so that no other is woken by it."""
_PRESENCE_CHANNEL = "spielwerk_presence"
_ANSWER_SECONDS = 2.0
_AGAIN = 0.5
"""Seconds until a lost connection is tried again."""
_SPEAK = "SELECT pg_notify(a.channel, a.note) FROM unnest($1::text[], $2::text[]) a(channel, note)"


_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)


class Household(Protocol):
    """What the relay needs of the rooms."""

    def log_grew(self, match: str, told: str) -> None:
        """A match's log has grown; maybe it is told by what."""

    def everything_may_have_grown(self) -> None:
        """The connection was lost for a while; nobody knows what happened meanwhile."""

    async def obey(self, match: str, command: Command) -> int:
        """Carry out a command for a room of ours; raises as that does."""

    def heard_of(self, match: str, worker: str, present: Present) -> None:
        """Another process tells who is connected to a room there."""


class Relay:
    """This process's ear and voice."""

    def __init__(self, engine: AsyncEngine, worker: str, household: Household) -> None:
        self._engine = engine
        self._worker = worker
        self._household = household
        self._ids = count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._unsaid: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._answering: set[asyncio.Task[None]] = set()
        self._mute = Incident(_log, "other processes cannot be told anything")
        self._deaf = Incident(_log, "other processes are not heard")

    async def start(self) -> None:
        """Begin to listen and to speak."""
        listening = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(listening), name="relay"),
            asyncio.create_task(self._speak(), name="voice"),
        ]
        await listening.wait()

    async def stop(self) -> None:
        """Stop both."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def ask(self, owner: str, match: str, command: Command) -> int:
        """Have the owner of a room carry out a command.

        :raises Problem: the match turned it down
        :raises LostRoom: the room is not the owner's any more
        :raises TimeoutError: the owner did not answer; nobody knows whether it has heard
        """
        name = next(self._ids)
        answer = self._waiting[name] = asyncio.get_running_loop().create_future()
        body = {"from": self._worker, "id": name, "match": match}
        try:
            self._say(owner, {**body, "command": command_to_json(command)})
            async with asyncio.timeout(_ANSWER_SECONDS):
                heard = await answer
        finally:
            del self._waiting[name]
        if "refused" in heard:
            raise Problem(**heard["refused"])
        if "lost" in heard:
            raise LostRoom(heard["lost"])
        return int(heard["done"])

    def tell_presence(self, match: str, present: Present) -> None:
        """Tell the others who is connected to a room here."""
        body = {"from": self._worker, "match": match, **present.to_json()}
        self._unsaid.put_nowait((_PRESENCE_CHANNEL, json.dumps(body)))

    def _say(self, worker: str, body: dict[str, Json]) -> None:
        """Have another process told something."""
        payload = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        if len(payload.encode(errors="replace")) > MAX_NOTE:
            raise Problem(422, "too-long", "This is too long to be carried to the room.")
        told = payload.encode(errors="replace").decode()
        self._unsaid.put_nowait((_COMMANDS_CHANNEL + worker, told))

    async def _speak(self) -> None:
        """Say what is to be said, all that waits at once."""
        while True:
            try:
                connection = await self._connect(synchronous_commit="off")
                self._mute.went_well()
                try:
                    while True:
                        said = [await self._unsaid.get()]
                        while not self._unsaid.empty():
                            said.append(self._unsaid.get_nowait())
                        await connection.execute(_SPEAK, *map(list, zip(*said, strict=True)))
                finally:
                    await connection.close(timeout=2)
            except _LOST as problem:
                self._mute.failed(problem)
            await asyncio.sleep(_AGAIN)

    async def _listen(self, listening: asyncio.Event) -> None:
        while True:
            try:
                connection = await self._connect()
                try:
                    await connection.add_listener(EVENTS_CHANNEL, self._on_growth)
                    await connection.add_listener(
                        _COMMANDS_CHANNEL + self._worker, self._on_command
                    )
                    await connection.add_listener(_PRESENCE_CHANNEL, self._on_presence)
                    listening.set()
                    self._deaf.went_well()
                    self._household.everything_may_have_grown()
                    await _closed(connection)
                finally:
                    await connection.close(timeout=2)
            except _LOST as problem:
                self._deaf.failed(problem)
            await asyncio.sleep(_AGAIN)

    async def _connect(self, **settings: str) -> asyncpg.Connection:
        url = self._engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        return await asyncpg.connect(address, server_settings=settings)

    def _on_growth(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        match, _, told = str(payload).partition("\n")
        self._household.log_grew(match, told)

    def _on_command(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        body = json.loads(str(payload))
        if "command" in body:
            task = asyncio.create_task(self._answer(body))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        elif (waiting := self._waiting.get(body["id"])) is not None and not waiting.done():
            waiting.set_result(body)

    def _on_presence(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        body = json.loads(str(payload))
        if body["from"] != self._worker:
            present = Present(frozenset(map(Role, body["roles"])), body["watching"])
            self._household.heard_of(body["match"], body["from"], present)

    async def _answer(self, body: dict[str, Any]) -> None:
        reply: dict[str, Json] = {"id": body["id"]}
        try:
            command = command_from_json(body["command"])
            reply["done"] = await self._household.obey(body["match"], command)
        except Problem as problem:
            reply["refused"] = {"status": problem.status, **problem.body}
        except LostRoom as problem:
            reply["lost"] = str(problem)
        try:
            self._say(body["from"], reply)
        except Problem:  # an explanation as long as a book
            reply["refused"].pop("explanation", None)
            self._say(body["from"], reply)


async def _closed(connection: asyncpg.Connection) -> None:
    """Wait until the connection is gone."""
    gone = asyncio.Event()
    connection.add_termination_listener(lambda _: gone.set())
    await gone.wait()
