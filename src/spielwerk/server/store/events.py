"""The logs of all matches in the database: appended to in groups, read back whole.

Rooms hand in what happened and wait until it is safe. Whatever is handed in while a transaction
runs goes into the next one together, so that a thousand rooms cost few transactions. The key of
the log (match, number) is also the fence: a process that lost a room to another one cannot write
over what that one wrote.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, TypeAlias

from sqlalchemy import Connection, Insert, bindparam, insert, select, text, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.dml import UpdateBase

from spielwerk.core import SpielwerkError
from spielwerk.match import MatchEvent, event_from_json, event_to_json
from spielwerk.server.json_text import from_text, to_text
from spielwerk.server.store import schema
from spielwerk.server.store.database import checkpoint, open_file

_log = logging.getLogger(__name__)

EVENTS_CHANNEL = "spielwerk_entries"
"""Where PostgreSQL tells the other processes that a log has grown, and by what."""
MAX_NOTE = 7_500
"""The bytes of a notification; PostgreSQL carries a little less than 8,000."""
_MAX_GROUP = 200
"""Appends in one transaction; a longer one would keep the first of them waiting."""
_CHECKPOINT = 500
"""Appends to a SQLite file after which they are moved to where they belong in it."""
_CHECKPOINT_SECONDS = 10.0
"""The same, for what others write there."""
_PAGE = 100
"""Events that are read at once."""
_LONG = 500
"""So many events are not written in one go on the event loop."""
_LOCKED = 0.002
"""Seconds until a locked file is tried again."""


class LostRoom(SpielwerkError):
    """Another process has appended to this log: the room is not ours any more."""


class NotWritten(SpielwerkError):
    """The database takes nothing at the moment; what was to be written has not happened."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What the lobby shows of a match, where that has changed."""

    phase: str
    seats: str
    """JSON: role to name, or to the machine that sits there."""
    tended: bool
    """Whether the match goes on by itself."""


@dataclass(slots=True)
class Append:
    """Events of one match, to be written after its first ``number``."""

    match: str
    number: int
    events: Sequence[MatchEvent]
    wall: float
    at: float
    listing: Listing | None = None
    beside: Sequence[tuple[Insert, Sequence[Mapping[str, Any]]]] = ()
    """What else is new, and as safe as the events: rows of other tables."""
    texts: tuple[str, ...] = field(init=False)
    """The events as they stand in the log."""

    def __post_init__(self) -> None:
        self.texts = tuple([to_text(event_to_json(event)) for event in self.events])

    def rows(self) -> list[dict[str, Any]]:
        """The rows they become."""
        return [
            {
                "match": self.match,
                "number": number,
                "wall": self.wall,
                "at": self.at,
                "body": text,
            }
            for number, text in enumerate(self.texts, start=self.number)
        ]

    def note(self) -> str:
        """What other processes are told of it: the match, and the events if they are not long."""
        told = [event_to_json(event) for event in self.events]
        body = {"number": self.number, "wall": self.wall, "at": self.at, "events": told}
        note = f"{self.match}\n{to_text(body)}"
        return note if len(note.encode(errors="replace")) <= MAX_NOTE else self.match


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event as it stands in the log."""

    number: int
    wall: float
    at: float
    event: MatchEvent


def read_note(told: str) -> list[StoredEvent]:
    """What was appended to a match, as far as a note tells behind its first line."""
    if not told:
        return []
    body = from_text(told)
    events = enumerate(map(event_from_json, body["events"]), start=body["number"])
    return [StoredEvent(number, body["wall"], body["at"], event) for number, event in events]


Then: TypeAlias = Callable[[Exception | None], None]
"""What follows when events are safe, or cannot be written for a reason."""


@dataclass(slots=True, eq=False)
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
        self.failing = False
        """Whether the last append could not be written."""
        file = open_file(engine)
        self._writer = _Task(engine) if file is None else _File(file, engine)

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

        def settled(problem: Exception | None) -> None:
            broken = isinstance(problem, NotWritten)
            if broken is not self.failing:  # one line for each end of it, however many moves wait
                self.failing = broken
                _log.error("%s", problem) if broken else _log.warning("it is written again")
            then(problem)

        self._writer.put(_Waiting(append, settled))

    async def write(self, append: Append) -> None:
        """Write something down, and wait until it is safe.

        :raises LostRoom: somebody else has written there
        :raises NotWritten: the database takes nothing
        """
        done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self.append(append, lambda why: None if done.done() else done.set_result(why))
        if (problem := await done) is not None:
            raise problem

    async def read(self, match: str, after: int = 0) -> list[StoredEvent]:
        """The log of a match from number ``after`` on."""
        entries = schema.entries.c
        read: list[StoredEvent] = []
        async with self._engine.connect() as connection:
            while True:
                query = (
                    select(entries.number, entries.wall, entries.at, entries.body)
                    .where(entries.match == match, entries.number >= after)
                    .order_by(entries.number)
                    .limit(_PAGE)
                )
                found = (await connection.execute(query)).all()
                read += [
                    StoredEvent(n, wall, at, event_from_json(from_text(body)))
                    for n, wall, at, body in found
                ]
                if len(found) < _PAGE:
                    return read
                after = read[-1].number + 1
                await asyncio.sleep(0)  # a long log is not read in one breath


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
                settled = [(waiting, _not_written(problem)) for waiting in group]
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
                    notes = [{"channel": EVENTS_CHANNEL, "note": one.note()} for one in appends]
                    connection.execute(text("SELECT pg_notify(:channel, :note)"), notes)

        return list(_write(group, transact))


class _File:
    """Writes into a SQLite file at once, and through the driver itself.

    A commit leaves the bytes to the system, which takes less time than to have a thread do it; and
    everybody who moves waits for it in any case. Only locks are not waited for: whoever has one
    may need the event loop to come to an end. Checkpoints wait for the disk, so a thread makes
    them; another one writes what is long.
    """

    def __init__(self, file: sqlite3.Connection, engine: AsyncEngine) -> None:
        self.settled = 0
        self._file = file
        self._engine = engine
        self._checkpoint = partial(checkpoint, engine)
        self._beside: set[asyncio.Task[None]] = set()
        self._waiting: list[_Waiting] = []
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._make_checkpoint()

    def _make_checkpoint(self) -> None:
        loop = asyncio.get_running_loop()
        loop.run_in_executor(None, self._checkpoint)
        self._next = loop.call_later(_CHECKPOINT_SECONDS, self._make_checkpoint)

    async def stop(self) -> None:
        while self._waiting or self._beside:
            await asyncio.sleep(_LOCKED)
        if self._next is not None:
            self._next.cancel()
        self._file.close()

    def put(self, waiting: _Waiting) -> None:
        if len(waiting.append.events) > _LONG:
            task = asyncio.create_task(self._put_beside(waiting), name="a long log")
            self._beside.add(task)
            task.add_done_callback(self._beside.discard)
            return
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

    async def _put_beside(self, waiting: _Waiting) -> None:
        problem: Exception | None = None
        while True:
            try:
                problem = await asyncio.to_thread(self._write_beside, waiting)
                break
            except _Locked:
                await asyncio.sleep(_LOCKED)
        self.settled += 1
        waiting.settle(problem)

    def _write_beside(self, waiting: _Waiting) -> Exception | None:
        """Write something in a thread, by a connection of its own."""
        file = open_file(self._engine)
        assert file is not None
        with closing(file):
            ((_, problem),) = _write([waiting], partial(self._transact, file=file))
        return problem

    def _transact(self, appends: Sequence[Append], file: sqlite3.Connection | None = None) -> None:
        file = file or self._file
        try:
            with file:
                for statement, rows in _statements(appends):
                    file.executemany(_for_sqlite(statement), rows)
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
        problem = _not_written(reason)
    for waiting in group:
        yield waiting, problem


def _not_written(reason: Exception) -> NotWritten:
    return NotWritten(f"The database takes nothing at the moment: {reason}")


_INSERT = insert(schema.entries)
_RELIST = (
    update(schema.matches)
    .where(schema.matches.c.id == bindparam("room"))
    .values({name: bindparam(name) for name in ("phase", "seats", "tended", "touched")})
)


@cache
def _for_sqlite(statement: UpdateBase) -> str:
    """A statement as the driver takes it; there are few, and they are made once."""
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))


def _statements(
    group: Sequence[Append],
) -> Iterator[tuple[UpdateBase, Sequence[Mapping[str, Any]]]]:
    """What a group changes in the database."""
    for append in group:
        yield from append.beside
    if events := [row for append in group for row in append.rows()]:
        yield _INSERT, events
    relisted = [
        {
            "room": append.match,
            "phase": listing.phase,
            "seats": listing.seats,
            "tended": listing.tended,
            "touched": append.wall,
        }
        for append in group
        if (listing := append.listing) is not None
    ]
    if relisted:
        yield _RELIST, relisted
