"""Talk between server processes over PostgreSQL's LISTEN and NOTIFY.

Three things are said: that a match's log has grown (by the event store, in the transaction that
lets it grow), commands for a room that another process owns, with their answers, and who is
connected where.
What is lost on the way is asked again by its sender or shows in the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
from itertools import count
from typing import Any, Protocol

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Json, Role
from spielwerk.match import Command, command_from_json, command_to_json
from spielwerk.server.problems import Problem
from spielwerk.server.rooms.presence import Present
from spielwerk.server.store import EVENTS_CHANNEL, LostRoom

_log = logging.getLogger(__name__)

_COMMANDS_CHANNEL = "spielwerk_commands"
_PRESENCE_CHANNEL = "spielwerk_presence"
_MAX_PAYLOAD = 7_500
"""PostgreSQL carries a little less than 8,000 bytes."""
_ANSWER_SECONDS = 2.0


class Household(Protocol):
    """What the relay needs of the rooms."""

    def log_grew(self, match: str) -> None:
        """Another process has appended to a match's log."""

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
        self._task: asyncio.Task[None] | None = None
        self._answering: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to listen."""
        listening = asyncio.Event()
        self._task = asyncio.create_task(self._listen(listening), name="relay")
        await listening.wait()

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def ask(self, owner: str, match: str, command: Command) -> int:
        """Have the owner of a room carry out a command.

        :raises Problem: the match turned it down
        :raises LostRoom: the room is not the owner's any more
        :raises TimeoutError: the owner did not answer; nobody knows whether it has heard
        """
        name = next(self._ids)
        answer = self._waiting[name] = asyncio.get_running_loop().create_future()
        body = {"to": owner, "from": self._worker, "id": name, "match": match}
        try:
            await self._say({**body, "command": command_to_json(command)})
            async with asyncio.timeout(_ANSWER_SECONDS):
                heard = await answer
        finally:
            del self._waiting[name]
        if "refused" in heard:
            raise Problem(**heard["refused"])
        if "lost" in heard:
            raise LostRoom(heard["lost"])
        return int(heard["done"])

    async def tell_presence(self, match: str, present: Present) -> None:
        """Tell the others who is connected to a room here."""
        body = {"from": self._worker, "match": match, **present.to_json()}
        await self._notify(_PRESENCE_CHANNEL, json.dumps(body))

    async def _say(self, body: dict[str, Json]) -> None:
        payload = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        if len(payload.encode(errors="replace")) > _MAX_PAYLOAD:
            raise Problem(422, "too-long", "This is too long to be carried to the room.")
        await self._notify(_COMMANDS_CHANNEL, payload.encode(errors="replace").decode())

    async def _notify(self, channel: str, payload: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(
                text("SELECT pg_notify(:channel, :payload)"),
                {"channel": channel, "payload": payload},
            )

    async def _listen(self, listening: asyncio.Event) -> None:
        while True:
            try:
                connection = await self._connect()
                try:
                    listening.set()
                    self._household.everything_may_have_grown()
                    await _closed(connection)
                finally:
                    await connection.close(timeout=2)
            except (OSError, asyncpg.PostgresError, TimeoutError):
                _log.exception("the connection for notifications was lost; trying again")
            await asyncio.sleep(0.5)

    async def _connect(self) -> asyncpg.Connection:
        url = self._engine.url.set(drivername="postgresql")
        connection = await asyncpg.connect(url.render_as_string(hide_password=False))
        await connection.add_listener(EVENTS_CHANNEL, self._on_growth)
        await connection.add_listener(_COMMANDS_CHANNEL, self._on_command)
        await connection.add_listener(_PRESENCE_CHANNEL, self._on_presence)
        return connection

    def _on_growth(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._household.log_grew(str(payload))

    def _on_command(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        body = json.loads(str(payload))
        if body["to"] != self._worker:
            return
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
        reply: dict[str, Json] = {"to": body["from"], "id": body["id"]}
        try:
            command = command_from_json(body["command"])
            reply["done"] = await self._household.obey(body["match"], command)
        except Problem as problem:
            reply["refused"] = {"status": problem.status, **problem.body}
        except LostRoom as problem:
            reply["lost"] = str(problem)
        try:
            await self._say(reply)
        except Problem:  # an explanation as long as a book
            reply["refused"].pop("explanation", None)
            await self._say(reply)


async def _closed(connection: asyncpg.Connection) -> None:
    """Wait until the connection is gone."""
    gone = asyncio.Event()
    connection.add_termination_listener(lambda _: gone.set())
    await gone.wait()
