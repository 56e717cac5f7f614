"""The logs of all matches in the database: appended to in groups, read back whole.

Rooms hand in what happened and wait until it is safe. Whatever is handed in while a transaction
runs goes into the next one together, so that a thousand rooms cost few transactions. The key of
the log (match, number) is also the fence: a process that lost a room to another one cannot write
over what that one wrote.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from queue import SimpleQueue
from threading import Thread
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
from spielwerk.server.store.database import open_file

EVENTS_CHANNEL = "spielwerk_entries"
"""Where PostgreSQL tells the other processes that a log has grown."""
_MAX_GROUP = 200
"""Appends in one transaction; a longer one would keep the first of them waiting."""


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


@dataclass(slots=True)
class _Waiting:
    append: Append
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


Settled: TypeAlias = "list[tuple[_Waiting, Exception | None]]"
"""What became of each append."""


class EventStore:
    """Appends to the logs of all matches of this process."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.written = 0
        """How many appends are safe so far."""
        self._engine = engine
        file = open_file(engine)
        self._writer = _Task(engine, self._settle) if file is None else _Thread(file, self._settle)

    def start(self) -> None:
        """Begin to write."""
        self._writer.start()

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        await self._writer.stop()

    async def append(self, append: Append) -> None:
        """Write the events down; they are safe when this returns.

        :raises LostRoom: somebody else has written there
        """
        waiting = _Waiting(append)
        self._writer.put(waiting)
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

    def _settle(self, settled: Settled) -> None:
        """Tell those who wait what became of their appends."""
        for waiting, problem in settled:
            self.written += problem is None
            if waiting.done.done():
                continue
            if problem is None:
                waiting.done.set_result(None)
            else:
                waiting.done.set_exception(problem)


class _Task:
    """Writes through the async engine."""

    def __init__(self, engine: AsyncEngine, settle: Callable[[Settled], None]) -> None:
        self._engine = engine
        self._settle = settle
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
                    self._settle(await connection.run_sync(self._write, group))
            except Exception as problem:  # the database cannot be reached
                self._settle([(waiting, problem) for waiting in group])
            for _ in group:
                self._queue.task_done()

    def _write(self, connection: Connection, group: Sequence[_Waiting]) -> Settled:
        def transact(appends: Sequence[Append]) -> None:
            with connection.begin():
                for statement, rows in _statements(appends):
                    connection.execute(statement, rows)
                if connection.dialect.name == "postgresql":
                    notes = [{"channel": EVENTS_CHANNEL, "note": one.match} for one in appends]
                    connection.execute(text("SELECT pg_notify(:channel, :note)"), notes)

        return _write(group, transact)


class _Thread:
    """Writes into a SQLite file, in a thread and through the driver itself.

    Whoever moves waits for nothing but this. Through the async engine every statement and every
    commit is a trip to another thread and back, and to say in SQLAlchemy what is to be written
    takes longer than writing it.
    """

    def __init__(self, file: sqlite3.Connection, settle: Callable[[Settled], None]) -> None:
        self._file = file
        self._settle = settle
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread: Thread | None = None
        self.put = self._queue.put

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._work, args=(loop,), name="event store", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        self._queue.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        self._file.close()

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        for first in iter(self._queue.get, None):
            settled = _write([first, *self._more()], self._transact)
            loop.call_soon_threadsafe(self._settle, settled)

    def _more(self) -> Iterator[_Waiting]:
        """What else is waiting, as much as goes into one transaction."""
        for _ in range(1, min(self._queue.qsize() + 1, _MAX_GROUP)):
            waiting = self._queue.get()
            if waiting is None:
                self._queue.put(None)
                return
            yield waiting

    def _transact(self, appends: Sequence[Append]) -> None:
        with self._file:
            for statement, rows in _statements(appends):
                self._file.executemany(_SQLITE[statement], rows)


def _write(group: Sequence[_Waiting], transact: Callable[[Sequence[Append]], None]) -> Settled:
    """Write a group in one transaction; where one of it has lost its room, each in its own."""
    try:
        transact([waiting.append for waiting in group])
    except (IntegrityError, sqlite3.IntegrityError):
        if len(group) > 1:
            return [settled for waiting in group for settled in _write([waiting], transact)]
        return [(group[0], LostRoom("Another process has this room now."))]
    except Exception as problem:
        return [(waiting, problem) for waiting in group]
    return [(waiting, None) for waiting in group]


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
