"""Who is connected: told to all at the table, across processes, and no longer than it is so."""

from __future__ import annotations

import asyncio

from tests.server.conftest import ROOMY

from spielwerk.client import Client, Connection


async def sees(table: Connection, roles: list[str], watching: int = 0) -> None:
    """Wait until the table shows exactly these as present."""
    await table.until(lambda _: (table.present, table.watching) == (roles, watching), 20)


def test_everybody_sees_who_comes_and_goes(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe")
            o = await client.join(x.match)
            async with x.connect() as one:
                await sees(one, ["xplayer"])
                async with o.connect() as two, o.connect() as again:
                    await sees(one, ["oplayer", "xplayer"])
                    await sees(two, ["oplayer", "xplayer"])
                    await again.close()
                    await one.order({"type": "say", "text": "still there?"})
                    async with client.watch(x.match).connect() as spectator:
                        await sees(spectator, ["oplayer", "xplayer"], 1)
                        await sees(one, ["oplayer", "xplayer"], 1)
                        assert (await x.show())["present"] == ["oplayer", "xplayer"]
                    await sees(one, ["oplayer", "xplayer"])
                await sees(one, ["xplayer"])

    asyncio.run(story())


def test_presence_is_known_across_processes_until_one_is_killed(start_server, postgres):
    db = postgres()
    here, there = start_server(db, **ROOMY), start_server(db, **ROOMY)

    async def story():
        async with Client(here.url) as one, Client(there.url) as two:
            x = await one.found("tic-tac-toe")
            o = await two.join(x.match)
            await x.connect().__aenter__()
            async with o.connect() as second:
                await sees(second, ["oplayer", "xplayer"])
                here.kill()
                await sees(second, ["oplayer"])

    asyncio.run(story())
