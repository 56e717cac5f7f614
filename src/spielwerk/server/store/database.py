"""Opening the database: an async engine with the right settings, brought up to date by Alembic.

A URL goes in (``sqlite:///file.db``, ``postgresql://user@host/name``, or the path of a SQLite
file), an engine comes out whose tables are those of :mod:`.schema`.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from spielwerk.core import SpielwerkError
from spielwerk.server.store.inline import inline_creator

_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "wal_autocheckpoint=0")
"""Of every connection to a SQLite file; checkpoints wait for the disk, so a thread makes them."""
UNANSWERED = (DBAPIError, PoolTimeout)
"""What is raised where the database does not answer as it should, or not in time."""
_MIGRATION_LOCK = 5_318_008
"""PostgreSQL's advisory lock that lets one process at a time bring the tables up to date."""


class DatabaseError(SpielwerkError):
    """The database cannot be opened; the message says why and what to do."""


def database_url(text: str) -> URL:
    """The URL a setting means; a bare path is a SQLite file.

    :raises DatabaseError: it is a URL of another kind of database
    """
    if "://" not in text:
        return URL.create("sqlite+aiosqlite", database=text)
    try:
        url = make_url(text)
    except ArgumentError:
        raise DatabaseError("The database's address is not a URL.") from None
    match url.get_backend_name():
        case "sqlite":
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql":
            return url.set(drivername="postgresql+asyncpg")
    raise DatabaseError(
        f"'{url.get_backend_name()}' is not supported; "
        "give the path of a SQLite file or postgresql://user@host/name."
    )


def is_sqlite(engine: AsyncEngine) -> bool:
    """Whether the database is a file of ours alone."""
    return engine.dialect.name == "sqlite"


async def open_database(address: str, tables: str = "head") -> AsyncEngine:
    """An engine on the database, its tables up to date, or at least as new as ``tables`` says.

    :raises DatabaseError: it cannot be reached or written, or no version had such tables
    """
    url = database_url(address)
    if url.get_backend_name() == "sqlite":
        file = url.database or ":memory:"
        if file != ":memory:":
            Path(file).expanduser().parent.mkdir(parents=True, exist_ok=True)
        creator = {"async_creator_fn": inline_creator(file)}
        engine = create_async_engine(url, connect_args=creator)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    else:
        engine = create_async_engine(
            url,
            pool_size=10,
            max_overflow=10,
            pool_pre_ping=True,
            connect_args={"async_creator_fn": _connect},
        )
    try:
        async with engine.begin() as connection:
            await connection.run_sync(upgrade, tables)
    except CommandError:
        await engine.dispose()
        raise DatabaseError("Its tables are of a newer version; update Spielwerk first.") from None
    except (DBAPIError, OSError) as problem:
        await engine.dispose()
        cause = getattr(problem, "orig", None) or problem
        where = url.render_as_string(hide_password=True)
        raise DatabaseError(f"The database {where} cannot be opened: {cause}.") from None
    return engine


async def _connect(*given: Any, **named: Any) -> asyncpg.Connection:
    """A connection to PostgreSQL; that there is none is told like every fault of a database."""
    try:
        return await asyncpg.connect(*given, **named)
    except (OSError, asyncpg.PostgresError) as problem:
        raise OperationalError("connecting", None, problem) from None


def open_file(engine: AsyncEngine) -> sqlite3.Connection | None:
    """A second way to the same SQLite file that never waits; ``None`` if it is none.

    Neither does it wait for locks, nor for the disk at checkpoints: make these elsewhere.
    """
    if not is_sqlite(engine) or engine.url.database in (None, "", ":memory:"):
        return None
    file = sqlite3.connect(engine.url.database, timeout=0)
    _prepare_sqlite(file)
    return file


def checkpoint(engine: AsyncEngine) -> None:
    """Move what was written to a SQLite file to where it belongs; waits for the disk."""
    with closing(sqlite3.connect(str(engine.url.database))) as file:
        file.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _prepare_sqlite(connection: Any, _record: object = None) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def upgrade(connection: Connection, tables: str = "head") -> None:
    """Bring the tables up to date, or to what they were in a version before."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", str(files("spielwerk.server.store") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, tables)
