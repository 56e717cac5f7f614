"""The whole database as a file of JSON lines, and back: between SQLite and PostgreSQL, too.

The first line names the format and the version of the tables, each further line is a row, the last
says how many there were; a file that was cut off is therefore found out. A backup of earlier tables
fills such tables, which are then brought up to date as a database would be. Reading happens in one
transaction, so that a server may go on meanwhile. Secrets are in it as the database holds them: as
hashes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, Any

from sqlalchemy import MetaData, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from spielwerk.core import RecordError
from spielwerk.server.store.database import DatabaseError, open_database, upgrade
from spielwerk.server.store.schema import METADATA

FORMAT = 1
_HEADER = "spielwerk-backup"
_TABLES = "tables"
_VERSION = "alembic_version"
"""The table in which Alembic keeps the version of the others."""
_BATCH = 500


async def back_up(db: str, file: IO[str]) -> int:
    """Write everything down; how many rows there were.

    :raises DatabaseError: the database cannot be opened
    """
    engine = await open_database(db)
    try:
        async with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execution_options(isolation_level="REPEATABLE READ")
            return await _write(connection, file)
    finally:
        await engine.dispose()


async def _write(connection: AsyncConnection, file: IO[str]) -> int:
    version = (await connection.execute(text(f"SELECT version_num FROM {_VERSION}"))).scalar_one()
    file.write(json.dumps({_HEADER: FORMAT, _TABLES: version}) + "\n")
    rows = 0
    for table in METADATA.sorted_tables:
        async for row in await connection.stream(select(table)):
            file.write(json.dumps({"table": table.name, "row": dict(row._mapping)}) + "\n")
            rows += 1
    file.write(json.dumps({"rows": rows}) + "\n")
    return rows


async def restore(db: str, lines: Iterable[str]) -> int:
    """Fill an empty database from a backup; how many rows there were.

    :raises RecordError: the file is no backup, is damaged, or was cut off
    :raises DatabaseError: the database cannot be opened, or is not empty
    """
    first, lines = _first(lines)
    engine = await open_database(db, _header(first))
    try:
        async with engine.begin() as connection:
            tables = MetaData()
            await connection.run_sync(tables.reflect)
            tables.remove(tables.tables[_VERSION])
            for table in tables.sorted_tables:
                query = select(func.count()).select_from(table)
                if (await connection.execute(query)).scalar_one():
                    raise DatabaseError("The database is not empty; restore into a fresh one.")
            rows = await _read(connection, tables, lines)
            await connection.run_sync(upgrade)
            return rows
    finally:
        await engine.dispose()


def _first(lines: Iterable[str]) -> tuple[str, Iterator[str]]:
    """The first line, and all of them."""
    rest = iter(lines)
    first = next(rest, "")
    return first, chain([first], rest)


async def _read(connection: AsyncConnection, tables: MetaData, lines: Iterable[str]) -> int:
    waiting: list[dict[str, Any]] = []
    name, rows, end = "", 0, None
    for number, line in enumerate(lines, start=1):
        if number == 1:
            continue
        body = _parse(line, number)
        if end is not None:
            raise RecordError("Something stands after the end.", number)
        if "rows" in body:
            end = body["rows"]
        else:
            if body.get("table") not in tables.tables or not isinstance(body.get("row"), dict):
                raise RecordError("This is not a row of ours.", number)
            if body["table"] != name or len(waiting) >= _BATCH:
                await _insert(connection, tables, name, waiting)
                name, waiting = body["table"], []
            waiting.append(body["row"])
            rows += 1
    await _insert(connection, tables, name, waiting)
    if end != rows:
        raise RecordError("The backup was cut off: its end is missing.", rows + 2)
    return rows


async def _insert(
    connection: AsyncConnection, tables: MetaData, name: str, rows: list[dict[str, Any]]
) -> None:
    if rows:
        await connection.execute(insert(tables.tables[name]), rows)


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        body = json.loads(line)
    except (ValueError, RecursionError):
        raise RecordError("This is not a line of JSON; was the file cut off?", number) from None
    if not isinstance(body, dict):
        raise RecordError("Expected a JSON object on every line.", number)
    return body


def _header(line: str) -> str:
    """The version of the tables that a backup was made of; the newest where it does not say."""
    body = _parse(line, 1)
    if body.get(_HEADER) != FORMAT:
        raise RecordError(f"This is not a backup of format {FORMAT}.", 1)
    version = body.get(_TABLES, "head")
    if not isinstance(version, str):
        raise RecordError("The version of its tables is no text.", 1)
    return version
