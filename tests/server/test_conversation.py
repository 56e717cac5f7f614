"""Whole matches over real sockets, as people play them."""

from __future__ import annotations

import asyncio
from random import Random

from spielwerk.client import Client


async def play_out(table, rng: Random) -> dict:
    """Make random moves for a seat until the match is over."""
    while True:
        shown = await table.until(lambda p: p["legal"] or p["phase"] in ("ended", "abandoned"))
        if not shown["legal"]:
            return shown
        await table.move(rng.choice(shown["legal"]))


def test_two_guests_play_connect_four_to_the_end(server):
    async def story():
        async with Client(server.url) as client:
            red = await client.found("connect-four", name="Ada")
            yellow = await client.join(red.match, name="Bob")
            assert (red.role, yellow.role) == ("red", "yellow")
            async with red.connect() as one, yellow.connect() as two:
                ends = await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
            assert ends[0]["outcome"] == ends[1]["outcome"] is not None
            assert ends[0]["view"] == ends[1]["view"]
            assert (await client.watch(red.match).show())["picture"]["phase"] == "ended"
            assert [line["phase"] for line in await client.matches()] == ["ended"]

    asyncio.run(story())
