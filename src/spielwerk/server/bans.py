"""Addresses that may not come in for a while, as hashes: in the database, looked up at the gate.

Every process looks at the database every few seconds, so that a ban holds everywhere.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.server.incidents import Incident
from spielwerk.server.store import DatabaseClock, schema

_log = logging.getLogger(__name__)

_LOOK = 5.0


@dataclass(frozen=True, slots=True)
class Ban:
    """An address that is kept out."""

    origin: str
    why: str
    since: float
    until: float


class Bans:
    """All bans."""

    def __init__(self, engine: AsyncEngine, clock: DatabaseClock) -> None:
        self._engine = engine
        self._clock = clock
        self._known: dict[str, Ban] = {}
        self._task: asyncio.Task[None] | None = None
        self._failing = Incident(_log, "bans cannot be read")

    def __bool__(self) -> bool:
        return bool(self._known)

    async def start(self) -> None:
        """Read them, and go on reading."""
        await self._read()
        self._task = asyncio.create_task(self._look(), name="bans")

    def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    def holds(self, origin: str) -> bool:
        """Whether somebody is kept out."""
        ban = self._known.get(origin)
        return ban is not None and ban.until > self._clock.now()

    def all(self) -> list[Ban]:
        """All that hold now, the latest first."""
        now = self._clock.now()
        found = [ban for ban in self._known.values() if ban.until > now]
        return sorted(found, key=lambda ban: -ban.since)

    async def add(self, origin: str, why: str, seconds: float) -> Ban:
        """Keep somebody out for so long."""
        now = self._clock.now()
        ban = Ban(origin, why, now, now + seconds)
        row = schema.bans
        async with self._engine.begin() as connection:
            await connection.execute(delete(row).where(row.c.origin == origin))
            values = {"origin": origin, "why": why, "since": now, "until": ban.until}
            await connection.execute(insert(row), values)
        self._known[origin] = ban
        return ban

    async def lift(self, origin: str) -> None:
        """Let somebody in again."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.bans).where(schema.bans.c.origin == origin))
        self._known.pop(origin, None)

    async def _read(self) -> None:
        async with self._engine.connect() as connection:
            rows = (await connection.execute(select(schema.bans))).all()
        self._known = {row.origin: Ban(row.origin, row.why, row.since, row.until) for row in rows}

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            try:
                await self._read()
            except Exception as problem:  # whatever it is, the next look may go well
                self._failing.failed(problem)
            else:
                self._failing.went_well()
