"""The database's clock: the one that all processes can compare.

The clocks of machines differ and are set back; what one process writes down for the others to
compare is the time of the database they share. Between two looks at it the process's own steady
clock is added.
"""

from __future__ import annotations

import time

from sqlalchemy import ColumnElement, Float, cast, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spielwerk.server.store.database import is_sqlite


class DatabaseClock:
    """Seconds since 1970, as the database counts them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._alone = is_sqlite(engine)
        self._ahead = time.time() - time.monotonic()

    @property
    def sql(self) -> ColumnElement[float]:
        """The time at which a statement is carried out."""
        if self._alone:  # nobody else writes there, and this process counts for it
            return literal(self.now(), Float)
        return cast(func.extract("epoch", func.clock_timestamp()), Float)

    async def look(self, connection: AsyncConnection) -> None:
        """See what time it is there."""
        if self._alone:
            self._ahead = time.time() - time.monotonic()
            return
        before = time.monotonic()
        then = (await connection.execute(select(self.sql))).scalar_one()
        self._ahead = then - (before + time.monotonic()) / 2

    def now(self) -> float:
        """What time it is there now."""
        return time.monotonic() + self._ahead
