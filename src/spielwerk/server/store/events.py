"""The logs of all matches in the database: appended to in groups, read back whole.

Rooms hand in what happened and wait until it is safe. Whatever is handed in while a transaction
runs goes into the next one together, so that a thousand rooms cost few transactions. The key of
the log (match, number) is also the fence: a process that lost a room to another one cannot write
over what that one wrote.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import SpielwerkError
from spielwerk.match import MatchEvent, event_from_json, event_to_json
from spielwerk.server.store import schema
from spielwerk.server.store.database import open_blocking

EVENTS_CHANNEL = "spielwerk_entries"
"""Where PostgreSQL tells the other processes that a log has grown."""
_MAX_GROUP = 200
"""Appends in one transaction; a longer one would keep the first of them waiting."""


_to_text = json.JSONEncoder(separators=(",", ":")).encode


class LostRoom(SpielwerkError):
    """Another process has appended to this log: the room is not ours any more."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What the lobby shows of a match, where that has changed."""

    phase: str
    seats: str
    """JSON: role to name."""
    tended: bool
    """Whether the match goes on by itself."""


@dataclass(frozen=True, slots=True)
class Append:
    """Events of one match, to be written after its first ``number``."""

    match: str
    number: int
    events: Sequence[MatchEvent]
    wall: float
    at: float
    listing: Listing | None = None

    def rows(self) -> list[dict[str, Any]]:
        """The rows they become."""
        return [
            {
                "match": self.match,
                "number": number,
                "wall": self.wall,
                "at": self.at,
                "body": _to_text(event_to_json(event)),
            }
            for number, event in enumerate(self.events, start=self.number)
        ]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event as it stands in the log."""

    number: int
    wall: float
    at: float
    event: MatchEvent


@dataclass(slots=True)
class _Waiting:
    append: Append
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class EventStore:
    """Appends to the logs of all matches of this process."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.written = 0
        """How many appends are safe so far."""
        self._engine = engine
        self._blocking = open_blocking(engine)
        self._thread = ThreadPoolExecutor(1, "event store")
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write(), name="event store")

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        await self._queue.join()
        if self._task is not None:
            self._task.cancel()
        self._thread.shutdown()
        if self._blocking is not None:
            self._blocking.dispose()

    async def append(self, append: Append) -> None:
        """Write the events down; they are safe when this returns.

        :raises LostRoom: somebody else has written there
        """
        waiting = _Waiting(append)
        self._queue.put_nowait(waiting)
        await waiting.done

    async def read(self, match: str, after: int = 0) -> list[StoredEvent]:
        """The log of a match from number ``after`` on."""
        entries = schema.entries.c
        query = (
            select(entries.number, entries.wall, entries.at, entries.body)
            .where(entries.match == match, entries.number >= after)
            .order_by(entries.number)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [
            StoredEvent(n, wall, at, event_from_json(json.loads(body)))
            for n, wall, at, body in found
        ]

    async def _write(self) -> None:
        while True:
            group = [await self._queue.get()]
            while not self._queue.empty() and len(group) < _MAX_GROUP:
                group.append(self._queue.get_nowait())
            await self._write_group(group)
            for _ in group:
                self._queue.task_done()

    async def _write_group(self, group: list[_Waiting]) -> None:
        try:
            await self._transact([waiting.append for waiting in group])
        except IntegrityError:
            if len(group) > 1:  # one of them has lost its room; the others shall not suffer
                for waiting in group:
                    await self._write_group([waiting])
            else:
                _settle(group, LostRoom("Another process has this room now."))
        except Exception as problem:
            _settle(group, problem)
        else:
            self.written += len(group)
            _settle(group, None)

    async def _transact(self, group: Sequence[Append]) -> None:
        if self._blocking is None:
            async with self._engine.begin() as connection:
                await connection.run_sync(_insert, group)
        else:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, _insert_now, self._blocking, group)


def _insert_now(engine: Engine, group: Sequence[Append]) -> None:
    with engine.begin() as connection:
        _insert(connection, group)


def _insert(connection: Connection, group: Sequence[Append]) -> None:
    connection.execute(insert(schema.entries), [row for append in group for row in append.rows()])
    for append in group:
        if append.listing is not None:
            connection.execute(
                update(schema.matches)
                .where(schema.matches.c.id == append.match)
                .values(
                    phase=append.listing.phase,
                    seats=append.listing.seats,
                    tended=append.listing.tended,
                    touched=append.wall,
                )
            )
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_notify(:channel, :payload)"),
            [{"channel": EVENTS_CHANNEL, "payload": append.match} for append in group],
        )


def _settle(group: Sequence[_Waiting], problem: Exception | None) -> None:
    for waiting in group:
        if waiting.done.done():
            continue
        if problem is None:
            waiting.done.set_result(None)
        else:
            waiting.done.set_exception(problem)
