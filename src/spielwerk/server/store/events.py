"""The logs of all matches in the database: appended to in groups, read back whole.

Rooms hand in what happened and wait until it is safe. Whatever is handed in while a transaction
runs goes into the next one together, so that a thousand rooms cost few transactions. The key of
the log (match, number) is also the fence: a process that lost a room to another one cannot write
over what that one wrote.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, insert, select, text, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.dml import UpdateBase

from spielwerk.core import SpielwerkError
from spielwerk.match import MatchEvent, event_from_json, event_to_json
from spielwerk.server.json_text import to_text
from spielwerk.server.store import schema
from spielwerk.server.store.database import checkpoint, open_file

_log = logging.getLogger(__name__)

EVENTS_CHANNEL = "spielwerk_entries"
"""Where PostgreSQL tells the other processes that a log has grown."""
_MAX_GROUP = 200
"""Appends in one transaction; a longer one would keep the first of them waiting."""
_CHECKPOINT = 500
"""Appends to a SQLite file after which they are moved to where they belong in it."""
_LOCKED = 0.002
"""Seconds until a locked file is tried again."""


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
                "body": to_text(event_to_json(event)),
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


Then: TypeAlias = Callable[[Exception | None], None]
"""What follows when events are safe, or cannot be written for a reason."""


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    append: Append
    then: Then

    def settle(self, problem: Exception | None) -> None:
        """Say what became of it; who is told may fail, and the others are told all the same."""
        try:
            self.then(problem)
        except Exception:
            _log.exception("room %s: it cannot go on", self.append.match)


class EventStore:
    """Appends to the logs of all matches of this process."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        file = open_file(engine)
        self._writer = _Task(engine) if file is None else _File(file, partial(checkpoint, engine))

    def start(self) -> None:
        """Begin to write."""
        self._writer.start()

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        await self._writer.stop()

    @property
    def written(self) -> int:
        """How many appends were settled so far."""
        return self._writer.settled

    def append(self, append: Append, then: Then) -> None:
        """Write the events down; they are safe when ``then`` is called without a problem.

        The problem is :class:`LostRoom` where somebody else has written there.
        """
        self._writer.put(_Waiting(append, then))

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


class _Task:
    """Writes through the async engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.settled = 0
        self._engine = engine
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.put = self._queue.put_nowait

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="event store")

    async def stop(self) -> None:
        await self._queue.join()
        if self._task is not None:
            self._task.cancel()

    async def _work(self) -> None:
        while True:
            group = [await self._queue.get()]
            while not self._queue.empty() and len(group) < _MAX_GROUP:
                group.append(self._queue.get_nowait())
            try:
                async with self._engine.connect() as connection:
                    settled = await connection.run_sync(self._write, group)
            except Exception as problem:  # the database cannot be reached
                settled = [(waiting, problem) for waiting in group]
            for waiting, why in settled:
                self.settled += 1
                waiting.settle(why)
                self._queue.task_done()

    def _write(
        self, connection: Connection, group: Sequence[_Waiting]
    ) -> list[tuple[_Waiting, Exception | None]]:
        def transact(appends: Sequence[Append]) -> None:
            with connection.begin():
                for statement, rows in _statements(appends):
                    connection.execute(statement, rows)
                if connection.dialect.name == "postgresql":
                    notes = [{"channel": EVENTS_CHANNEL, "note": one.match} for one in appends]
                    connection.execute(text("SELECT pg_notify(:channel, :note)"), notes)

        return list(_write(group, transact))


class _File:
    """Writes into a SQLite file at once, and through the driver itself.

    A commit leaves the bytes to the system, which takes less time than to have a thread do it; and
    everybody who moves waits for it in any case. Only locks are not waited for: whoever has one
    may need the event loop to come to an end. Checkpoints wait for the disk, so a thread makes
    them.
    """

    def __init__(self, file: sqlite3.Connection, checkpoint: Callable[[], None]) -> None:
        self.settled = 0
        self._file = file
        self._checkpoint = checkpoint
        self._waiting: list[_Waiting] = []

    def start(self) -> None:
        """There is nothing to be started."""

    async def stop(self) -> None:
        while self._waiting:
            await asyncio.sleep(_LOCKED)
        self._file.close()

    def put(self, waiting: _Waiting) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._work)
        self._waiting.append(waiting)

    def _work(self) -> None:
        group, self._waiting = self._waiting, []
        try:
            for waiting, problem in _write(tuple(group), self._transact):
                group.remove(waiting)
                self.settled += 1
                waiting.settle(problem)
                if self.settled % _CHECKPOINT == 0:
                    asyncio.get_running_loop().run_in_executor(None, self._checkpoint)
        except _Locked:
            self._waiting[:0] = group
            asyncio.get_running_loop().call_later(_LOCKED, self._work)

    def _transact(self, appends: Sequence[Append]) -> None:
        try:
            with self._file:
                for statement, rows in _statements(appends):
                    self._file.executemany(_SQLITE[statement], rows)
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise _Locked from None
            raise


class _Locked(BaseException):
    """Another connection is writing."""


def _write(
    group: Sequence[_Waiting], transact: Callable[[Sequence[Append]], None]
) -> Iterator[tuple[_Waiting, Exception | None]]:
    """Write a group in one transaction; where one of it has lost its room, each in its own."""
    problem: Exception | None = None
    try:
        transact([waiting.append for waiting in group])
    except (IntegrityError, sqlite3.IntegrityError):
        if len(group) > 1:
            for waiting in group:
                yield from _write([waiting], transact)
            return
        problem = LostRoom("Another process has this room now.")
    except Exception as reason:
        problem = reason
    for waiting in group:
        yield waiting, problem


_INSERT = insert(schema.entries)
_RELIST = (
    update(schema.matches)
    .where(schema.matches.c.id == bindparam("room"))
    .values({name: bindparam(name) for name in ("phase", "seats", "tended", "touched")})
)
_SQLITE: dict[UpdateBase, str] = {
    statement: str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))
    for statement in (_INSERT, _RELIST)
}


def _statements(group: Sequence[Append]) -> Iterator[tuple[UpdateBase, list[dict[str, Any]]]]:
    """What a group changes in the database."""
    yield _INSERT, [row for append in group for row in append.rows()]
    relisted = [
        {"room": append.match, **asdict(append.listing), "touched": append.wall}
        for append in group
        if append.listing is not None
    ]
    if relisted:
        yield _RELIST, relisted
