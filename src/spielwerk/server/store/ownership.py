"""Which process owns which room: a row per process with its heartbeat, an owner per match.

Only the owner appends to a match's log. A process whose heart has stopped loses its rooms to
whoever asks next; on SQLite there is one process, which owns everything at once. Hearts beat by
the clock of the database, which is the same for all.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from sqlalchemy import ColumnElement, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.server.problems import Problem
from spielwerk.server.secrets import new_id
from spielwerk.server.store import schema
from spielwerk.server.store.clock import DatabaseClock
from spielwerk.server.store.database import is_sqlite

_log = logging.getLogger(__name__)

BEAT, LONE_BEAT = 0.5, 1.0
"""How often a process says that it lives; the second where no other is there to hear it."""
PATIENCE = 2.5
"""How long it may be silent before its rooms are taken over."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A room, and how the claim on it went."""

    charter: str
    owner: str
    """Who owns it now; maybe somebody else, who lives."""
    alive: float | None
    """When its owner so far was last known to be alive, by the database's clock."""
    origin: str
    """Whom its limits count for, as a hash."""


class Ownership:
    """This process among the others."""

    def __init__(self, engine: AsyncEngine, clock: DatabaseClock) -> None:
        self.worker = new_id()
        self._clock = clock
        self._engine = engine
        self._alone = is_sqlite(engine)
        self._no_orphans = False
        """Whether all that earlier processes left is taken over: then no other leaves anything."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to live."""
        async with self._engine.begin() as connection:
            await self._clock.look(connection)
            await connection.execute(
                insert(schema.workers).values(id=self.worker, beat=self._clock.sql, left=False)
            )
        self._task = asyncio.create_task(self._keep_beating(), name="heartbeat")

    async def stop(self) -> None:
        """Leave; others may have our rooms at once."""
        if self._task is not None:
            self._task.cancel()
        await self.beat(left=True)

    async def claim(self, match: str) -> Claimed:
        """Own a room, unless another process does and lives.

        :raises Problem: there is no such match
        """
        row, worker = schema.matches.c, schema.workers.c
        query = select(row.charter, row.owner, row.origin).where(row.id == match).with_for_update()
        async with self._engine.begin() as connection:
            found = (await connection.execute(query)).one_or_none()
            if found is None:
                raise Problem(404, "no-such-match", "There is no such match.")
            charter, owner, origin = found
            if owner == self.worker:
                return Claimed(charter, owner, self._clock.now(), origin)
            lives = (
                await connection.execute(select(worker.beat, self._dead).where(worker.id == owner))
            ).one_or_none()
            if lives is not None and not lives[1] and not self._alone:
                return Claimed(charter, owner, lives[0], origin)
            await connection.execute(
                update(schema.matches).where(row.id == match).values(owner=self.worker)
            )
            return Claimed(charter, self.worker, lives[0] if lives else None, origin)

    async def orphans(self) -> list[str]:
        """Matches that would go on by themselves, but their owner is dead."""
        if self._no_orphans:
            return []
        row, worker = schema.matches.c, schema.workers.c
        dead = or_(worker.id.is_(None), self._dead)
        if self._alone:
            dead = or_(row.owner.is_(None), row.owner != self.worker)
        query = (
            select(row.id)
            .outerjoin(schema.workers, worker.id == row.owner)
            .where(row.phase.in_(["opening", "running"]), row.tended, dead)
        )
        async with self._engine.connect() as connection:
            found = list((await connection.execute(query)).scalars())
        self._no_orphans = self._alone and not found
        return found

    async def dead(self) -> set[str]:
        """The processes that have left, or fallen silent."""
        if self._alone:
            return set()
        worker = schema.workers.c
        async with self._engine.connect() as connection:
            return set((await connection.execute(select(worker.id).where(self._dead))).scalars())

    @property
    def _dead(self) -> ColumnElement[bool]:
        """Whether a process has left or fallen silent, as the database sees it."""
        worker = schema.workers.c
        return or_(worker.left.is_(True), worker.beat < self._clock.sql - PATIENCE)

    async def beat(self, *, left: bool = False) -> None:
        """Say that this process lives: something is written, and it is safe.

        :raises DBAPIError: nothing can be written
        """
        async with self._engine.begin() as connection:
            await connection.execute(
                update(schema.workers)
                .where(schema.workers.c.id == self.worker)
                .values(beat=self._clock.sql, left=left)
            )
            await self._clock.look(connection)

    async def _keep_beating(self) -> None:
        well = True
        while True:
            await asyncio.sleep(LONE_BEAT if self._alone else BEAT)
            try:
                await self.beat()
            except Exception as problem:
                if well:
                    _log.error("the heartbeat failed: %s", problem)
                well = False
            else:
                if not well:
                    _log.warning("the heart beats again")
                well = True
