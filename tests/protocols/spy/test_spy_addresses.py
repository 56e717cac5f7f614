"""Where a server listens: at one port, whichever way one comes."""

from __future__ import annotations

import asyncio
import json

from tests.protocols.spy.clients import small_game, timely
from websockets.asyncio.client import connect

from spielwerk.protocols.spy import SpyServer


@timely
async def test_any_free_port_is_the_same_for_every_kind_of_address() -> None:
    async with SpyServer(small_game(), host="", port=0) as server:
        reached = 0
        for host in ("127.0.0.1", "[::1]"):
            try:
                line = await asyncio.wait_for(connect(f"ws://{host}:{server.port}"), 10)
            except OSError:
                assert host == "[::1]", "a machine may have no IPv6"
                continue
            await line.send(json.dumps({"type": "HELLO", "name": host, "role": "SPECTATOR"}))
            assert json.loads(await line.recv())["type"] == "HELLO_REPLY"
            line.transport.abort()
            reached += 1
        assert reached
