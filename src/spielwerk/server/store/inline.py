"""SQLite without threads: what a statement does takes less time than to have a thread do it.

A connection as ``aiosqlite`` has it, which SQLAlchemy knows how to use, but every call is carried
out at once. Only locks are not waited for like that: whoever has one may need the event loop to
come to an end, so a locked file is tried again a moment later.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Generator
from typing import Any

import aiosqlite

_LOCKED_SECONDS = 30
"""How long one connection waits while another one writes."""
_AGAIN = 0.002
"""Seconds until a locked file is tried again."""


class InlineConnection(aiosqlite.Connection):
    """A connection that does at once what it is asked to do."""

    def __init__(self, path: str) -> None:
        super().__init__(lambda: sqlite3.connect(path, timeout=0), iter_chunk_size=64)

    def __await__(self) -> Generator[Any, None, InlineConnection]:
        self._connection = self._connector()
        return self
        yield

    def stop(self) -> None:
        """Let go of the file."""
        self._running = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def close(self) -> None:
        """Let go of the file."""
        self.stop()

    async def _execute(self, fn: Callable[..., Any], *args: Any, **named: Any) -> Any:
        until = time.monotonic() + _LOCKED_SECONDS
        while True:
            if self._connection is None:
                raise ValueError("Connection closed")
            try:
                return fn(*args, **named)
            except sqlite3.OperationalError as problem:
                busy = problem.sqlite_errorcode == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > until:
                    raise
            await asyncio.sleep(_AGAIN)


def inline_creator(path: str) -> Callable[..., InlineConnection]:
    """Makes connections to a file, as SQLAlchemy wants them made."""
    return lambda *_, **__: InlineConnection(path)
