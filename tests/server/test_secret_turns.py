"""Where only those who choose may know that they do, nobody else is told, not even by a clock."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from spielwerk.client import Client, Connection

CHOICES = 40


async def caught_up(one: Connection, two: Connection) -> Connection:
    """Whoever is asked, once both have seen what one of them has seen; the first, if both are."""
    latest = max(one.seq, two.seq)
    for table in (one, two):
        await table.until(lambda _, table=table: table.seq >= latest)
    return one if one.picture["legal"] else two


@pytest.mark.parametrize("clock", ["reserve=15m", "untimed", "unhurried"])
def test_nothing_tells_a_spy_whether_the_other_side_is_asked(shared_server, clock):
    """It would tell for whom the character works whose turn it is."""
    heard: list[str] = []

    async def story():
        rng, asked = Random(5), 0
        async with Client(shared_server.url) as client:
            first = await client.found("spy", name="Anna", clock=clock)
            second = await client.join(first.match, name="Bert")
            async with first.connect(heard=heard.append) as one, second.connect() as two:
                while "map" not in one.picture["view"]:
                    mover = await caught_up(one, two)
                    await mover.move(mover.picture["legal"][0])
                    await caught_up(one, two)
                heard.clear()
                seat = one.picture["seats"]["player2"]
                for _ in range(CHOICES):
                    mover = await caught_up(one, two)
                    asked += mover is two
                    assert one.picture["asked"] == (["player1"] if mover is one else [])
                    assert one.picture["seats"]["player2"] == seat
                    await mover.move(rng.choice(mover.picture["legal"]))
        return asked

    assert 5 < asyncio.run(story()) < CHOICES - 5
    assert len(heard) >= CHOICES
    assert [frame for frame in heard if '"role":"player2"' in frame] == []
