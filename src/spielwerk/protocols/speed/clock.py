"""A client's idea of the server's clock, and how long it may really think.

The time server is asked several times and the quickest answer counts. Deadlines that cannot be
true, because the time server was slow or simply wrong, move the clock: too short ones until a
second is left, too long ones until no more than the shortest usual time is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import httpx

from spielwerk.protocols.speed.messages import SpeedMessageError, read_time

RESERVE = 0.5
"""Seconds before the deadline at which a decision is due."""
_SHORTEST = 1.0
"""No server gives less time than this, so a deadline that seems nearer is misread."""
_LONGEST = 20.0
"""Nor more than this: official deadlines are 5 to 15 seconds."""
_USUAL = 4.0
"""What is assumed where a deadline seems impossibly far."""
_TRIES = 5
_TIMEOUT = 2.0
"""Seconds after which an answer of the time server would be of no use."""
_PATIENCE = 4.0
"""Seconds after which it is not asked again."""


@dataclass
class Timing:
    """How far the server's clock is ahead of ours, corrected as deadlines come in."""

    ahead: float = 0.0
    """Seconds to take off a deadline of the server."""
    delay: float | None = None
    """How long the answer took that this comes from; nothing if there was none."""
    now: Callable[[], float] = time.time

    def allowed(self, deadline: datetime) -> float:
        """Seconds until a deadline of the server, by our clock."""
        left = deadline.timestamp() - self.ahead - self.now()
        believable = left
        if left < _SHORTEST:
            believable = _SHORTEST
        elif left > _LONGEST:
            believable = _USUAL
        self.ahead += left - believable
        return believable


async def synchronise(address: str, now: Callable[[], float] = time.time) -> Timing:
    """Ask a time server how late it is. One that does not answer leaves our clock as it is."""
    best = Timing(now=now)
    first = time.monotonic()
    async with httpx.AsyncClient(timeout=_TIMEOUT) as client:
        for _ in range(_TRIES):
            asked, begun = now(), time.monotonic()
            if begun - first > _PATIENCE:
                break
            try:
                async with asyncio.timeout(_TIMEOUT):
                    answer = await client.get(address)
                told = read_time(answer.content)
            except (httpx.HTTPError, httpx.InvalidURL, SpeedMessageError, TimeoutError, ValueError):
                continue
            delay = time.monotonic() - begun
            if best.delay is None or delay < best.delay:
                best = Timing(told.timestamp() - asked + delay, delay, now)
    return best
