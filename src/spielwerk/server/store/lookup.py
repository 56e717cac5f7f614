"""Short questions to the database that come with nearly every request.

A statement and its values go in, rows come out. In a SQLite file they are found at once and through
the driver itself: what is around it takes ten times as long as to look.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import Select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.server.store.database import open_file


class RowLookup:
    """Reads what was written before it is asked."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._file = open_file(engine)

    async def rows(self, query: Select[Any], values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """What a query finds; it is one of few, made once, and has no lists among its values.

        :raises DBAPIError: the database does not answer
        """
        if self._file is not None:
            text, known = _for_sqlite(query)
            try:
                return self._file.execute(text, {**known, **values}).fetchall()
            except sqlite3.OperationalError as problem:
                raise OperationalError(text, None, problem) from None
        async with self._engine.connect() as connection:
            return [tuple(row) for row in (await connection.execute(query, values)).all()]

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


@cache
def _for_sqlite(query: Select[Any]) -> tuple[str, dict[str, Any]]:
    """A query as the driver takes it, and the values that belong to it already."""
    compiled = query.compile(dialect=sqlite.dialect(paramstyle="named"))
    known = {name: value for name, value in compiled.params.items() if value is not None}
    return str(compiled), known
