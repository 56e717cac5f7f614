"""What is left after the server was killed: everything that anybody was told."""

from __future__ import annotations

import asyncio
import time
from random import Random

from tests.server.test_conversation import play_out

from spielwerk.client import Client


def test_a_killed_server_goes_on_where_it_was(server):
    async def story():
        async with Client(server.url) as client:
            red = await client.found("connect-four")
            yellow = await client.join(red.match)
            one, two = await red.connect().__aenter__(), await yellow.connect().__aenter__()
            await asyncio.gather(play_out(one, Random(1), 4), play_out(two, Random(2), 4))
            await one.until(lambda p: p["step"] == 8)
            server.kill()
            server.start()
            heard: list[str] = []
            async with (
                red.connect(after=one, heard=heard.append) as again,
                yellow.connect(after=two) as other,
            ):
                assert '"patch":[]' in heard[0], "nothing was lost and nothing came on top"
                await asyncio.gather(play_out(again, Random(1)), play_out(other, Random(2)))
                await again.until(lambda p: p["phase"] == "ended")

    asyncio.run(story())


def test_clocks_stand_still_while_the_server_is_down(server):
    async def story():
        async with Client(server.url) as client:
            began = time.monotonic()
            x = await client.found("tic-tac-toe", clock="reserve=100s")
            await client.join(x.match)
            async with x.connect() as table:
                deadline = table.picture["seats"]["xplayer"]["deadline"]
            await asyncio.sleep(1.5)
            server.kill()
            killed = time.monotonic()
            await asyncio.sleep(3)
            down = time.monotonic() - killed
            server.start()
            async with x.connect() as table:
                assert table.picture["seats"]["xplayer"]["deadline"] == deadline
                up = time.monotonic() - began - down
                assert 0.2 < table.now <= up, "what passed before the kill and after it"

    asyncio.run(story())


def test_time_runs_out_after_a_restart_with_nobody_looking(server):
    async def story():
        async with Client(server.url) as client:
            x = await client.found("tic-tac-toe", clock="reserve=2s")
            await client.join(x.match)
            server.kill()
            server.start()
            began = time.monotonic()
            while (await client.matches())[0]["phase"] != "ended":
                assert time.monotonic() - began < 60, "nobody looked at the clock"
                await asyncio.sleep(0.2)
            shown = (await x.show())["picture"]
            assert shown["outcome"] == {"xplayer": 0, "oplayer": 100}

    asyncio.run(story())


def test_a_server_that_is_asked_to_stop_stops_in_order(server):
    async def story():
        async with Client(server.url) as client:
            x = await client.found("tic-tac-toe")
            o = await client.join(x.match)
            async with x.connect() as table:
                await table.move("(mark 2 2)")
                assert server.stop() == 0
            server.start()
            async with o.connect() as table:
                assert table.picture["step"] == 1

    asyncio.run(story())
