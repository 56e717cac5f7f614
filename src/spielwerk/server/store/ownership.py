"""Which process owns which room: a row per process with its heartbeat, an owner per match.

Only the owner appends to a match's log. A process whose heart has stopped loses its rooms to
whoever asks next; on SQLite there is one process, which owns everything at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

from sqlalchemy import insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.server.problems import Problem
from spielwerk.server.secrets import new_id
from spielwerk.server.store import schema
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
    """When its owner so far was last known to be alive."""


class Ownership:
    """This process among the others."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.worker = new_id()
        self._engine = engine
        self._alone = is_sqlite(engine)
        self._no_orphans = False
        """Whether all that earlier processes left is taken over: then no other leaves anything."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to live."""
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(schema.workers).values(id=self.worker, beat=time.time(), left=False)
            )
        self._task = asyncio.create_task(self._keep_beating(), name="heartbeat")

    async def stop(self) -> None:
        """Leave; others may have our rooms at once."""
        if self._task is not None:
            self._task.cancel()
        await self._beat(left=True)

    async def claim(self, match: str) -> Claimed:
        """Own a room, unless another process does and lives.

        :raises Problem: there is no such match
        """
        row, worker = schema.matches.c, schema.workers.c
        query = select(row.charter, row.owner).where(row.id == match).with_for_update()
        async with self._engine.begin() as connection:
            found = (await connection.execute(query)).one_or_none()
            if found is None:
                raise Problem(404, "no-such-match", "There is no such match.")
            charter, owner = found
            if owner == self.worker:
                return Claimed(charter, owner, time.time())
            lives = (
                await connection.execute(select(worker.beat, worker.left).where(worker.id == owner))
            ).one_or_none()
            if lives is not None and not self._is_dead(*lives):
                return Claimed(charter, owner, lives[0])
            await connection.execute(
                update(schema.matches).where(row.id == match).values(owner=self.worker)
            )
            return Claimed(charter, self.worker, lives[0] if lives else None)

    async def orphans(self) -> list[str]:
        """Matches that would go on by themselves, but their owner is dead."""
        if self._no_orphans:
            return []
        row, worker = schema.matches.c, schema.workers.c
        dead = or_(worker.id.is_(None), worker.left.is_(True), worker.beat < time.time() - PATIENCE)
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
            rows = (await connection.execute(select(worker.id, worker.beat, worker.left))).all()
        return {name for name, beat, left in rows if self._is_dead(beat, left)}

    def _is_dead(self, beat: float, left: bool) -> bool:
        return self._alone or left or beat < time.time() - PATIENCE

    async def _beat(self, *, left: bool = False) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(
                update(schema.workers)
                .where(schema.workers.c.id == self.worker)
                .values(beat=time.time(), left=left)
            )

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(LONE_BEAT if self._alone else BEAT)
            try:
                await self._beat()
            except Exception:
                _log.exception("the heartbeat failed")
