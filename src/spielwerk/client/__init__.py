"""Talking to a Spielwerk server from Python: for bots, tests and tools.

::

    async with Client("http://127.0.0.1:8000") as client:
        seat = await client.found("connect-four", name="Ada")
        async with seat.connect() as table:
            await table.until(lambda shown: shown["legal"])
            await table.move(table.picture["legal"][0])
"""

from spielwerk.client.connection import Closed, Connection, RefusedByServer
from spielwerk.client.patch import apply_patch
from spielwerk.client.rest import ApiError, Client, Seat

__all__ = ["ApiError", "Client", "Closed", "Connection", "RefusedByServer", "Seat", "apply_patch"]
