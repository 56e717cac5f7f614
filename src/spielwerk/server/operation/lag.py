"""How late the event loop comes to what is due: the first number that tells of overload."""

from __future__ import annotations

import asyncio

from spielwerk.server.operation.metrics import LOOP_LAG

_LOOK = 0.25


class LoopWatch:
    """Looks at the loop four times a second."""

    def __init__(self) -> None:
        self.worst = 0.0
        """The longest delay of the last minute, more or less: old ones fade."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._watch(), name="loop watch")

    def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LOOK
            await asyncio.sleep(_LOOK)
            late = max(0.0, loop.time() - due)
            LOOP_LAG.observe(late)
            self.worst = max(late, self.worst * 0.99)
