"""A machine that has much else to do: players think later or shallower, and nobody leaves.

``python -m benchmarks.busy`` plays twenty matches so, of four games and beside eight processes.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from benchmarks.busy import busy, play_patiently

from spielwerk.client import Client


@pytest.mark.timeout(200)
def test_a_match_against_medium_reaches_its_end_beside_busy_processes(shared_server):
    async def story():
        async with Client(shared_server.url, timeout=300) as client:
            seat = await client.found(
                "connect-four", role="red", bots={"yellow": "medium"}, clock="unhurried"
            )
            async with seat.connect() as table:
                end = await play_patiently(table, Random(0))
        assert end["ending"] == "rules"
        assert not any(one["gone"] for one in end["seats"].values())

    with busy(4):
        asyncio.run(story())
