"""Whether the server is well: something can be written, as this moment or a moment ago showed.

Whoever asks at the same time, or within a second, shares one answer: asking costs a transaction.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

_SECONDS = 3.0
"""Within which something must be written."""
_FRESH = 1.0


class Wellbeing:
    """Tries to write, at most once a second."""

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self._write = write
        self._answer: asyncio.Task[bool] | None = None
        self._since = 0.0

    async def ask(self) -> bool:
        """Whether something can be written."""
        old = time.monotonic() - self._since > _FRESH
        if self._answer is None or (self._answer.done() and old):
            self._since = time.monotonic()
            self._answer = asyncio.create_task(self._try(), name="health")
        left = max(0.0, self._since + _SECONDS - time.monotonic())
        await asyncio.wait({self._answer}, timeout=left)  # who waits for a lock cannot be stopped
        return self._answer.done() and self._answer.result()

    async def _try(self) -> bool:
        try:
            await self._write()
        except Exception:  # whatever it is, nothing was written
            return False
        return True
