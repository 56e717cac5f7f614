"""How quickly a server answers people who just play, while others ask much of it."""

from __future__ import annotations

import asyncio
import time

from spielwerk.client import Client


async def honest_match(client: Client) -> list[float]:
    """A match to its end, and how long each move took to arrive."""
    red = await client.found("connect-four")
    yellow = await client.join(red.match)
    waited = []
    async with red.connect() as one, yellow.connect() as two:
        while one.picture["phase"] != "ended":
            for table in (one, two):
                await table.until(lambda p: p["legal"] or p["phase"] == "ended")
                if table.picture["phase"] != "ended":
                    then = time.monotonic()
                    await table.move(table.picture["legal"][0])
                    waited.append(time.monotonic() - then)
            await asyncio.sleep(0.05)
    return waited


def is_pace(waited: float, usual: float) -> bool:
    """Whether people keep their pace; ``usual`` says how busy the machine is anyway."""
    return waited < 0.25 + 5 * usual
