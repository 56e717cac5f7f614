"""The load on our own server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.load.run import Table
from benchmarks.load.websocket import Socket, connect
from spielwerk.client import Client, Closed, Seat, apply_patch

__all__ = ["Spielwerk", "spielwerk_server"]


_ROOM = {
    "MESSAGE_RATE": 100_000,
    "MESSAGE_BURST": 100_000,
    "REQUEST_RATE": 100_000,
    "REQUEST_BURST": 100_000,
    "MATCHES_PER_ADDRESS": 1_000_000,
    "CONNECTIONS_PER_ADDRESS": 100_000,
    "SOCKETS_PER_ADDRESS": 100_000,
}
_ACKNOWLEDGED = 8
"""Frames after which a client says that it has them."""


@contextmanager
def spielwerk_server(package: Path | None = None) -> Iterator[tuple[str, int]]:
    """A server of our own on a fresh SQLite file: its address and the number of its process.

    ``package`` is a folder with another ``spielwerk`` than the installed one.
    """
    with tempfile.TemporaryDirectory() as folder:
        room = {f"SPIELWERK_{name}": str(value) for name, value in _ROOM.items()}
        if package is not None:
            room["PYTHONPATH"] = str(package)
        command = [str(Path(sys.executable).with_name("spielwerk")), "serve", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--db", f"{folder}/load.db"],
            env={**os.environ, **room, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None, "its output is a pipe"
        try:
            yield process.stdout.readline().split()[-1], process.pid
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


class Spielwerk:
    """A Spielwerk server at an address."""

    def __init__(self, client: Client, game: str = "connect-four") -> None:
        self._client = client
        self._game = game

    async def found(self) -> tuple[Seat, Seat]:
        try:
            first = await self._client.found(self._game, visibility="unlisted")
            (invitation,) = first.invitations.values()
            return first, await self._client.join(first.match, invitation=invitation)
        except Closed as problem:
            raise ConnectionError(str(problem)) from None

    async def enter(self, seats: tuple[Seat, Seat]) -> Table:
        table = _Table()
        try:
            for place, seat in enumerate(seats):
                await table.connect(place, seat)
            await table.until(lambda: min(table.steps) >= 0)
        except OSError:
            table.close()
            raise
        return table


class _Table(Table):
    def __init__(self) -> None:
        super().__init__()
        self._sockets: list[Socket] = []
        self._pictures: list[Any] = [None, None]
        self._frames = [0, 0]

    async def connect(self, place: int, seat: Seat) -> None:
        url = f"{seat.client.url.replace('http', 'ws', 1)}/api/v1/matches/{seat.match}/play"
        socket = await connect(url, lambda text: self._hear(place, json.loads(text)), self.lost)
        self._sockets.append(socket)
        self._say(place, {"type": "hello", "token": seat.token})

    def send(self, place: int, move: str, step: int) -> None:
        self._say(place, {"type": "move", "move": move, "step": step, "id": step})

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()

    def _say(self, place: int, message: dict[str, object]) -> None:
        self._sockets[place].send(json.dumps(message))

    def _hear(self, place: int, body: dict[str, Any]) -> None:
        match body["type"]:
            case "update":
                self._see(place, apply_patch(self._pictures[place], body["patch"]), body["seq"])
            case "view":
                self._see(place, body["picture"], body["seq"])
            case "accepted":
                self.acknowledged.append(body["id"])
            case "refused":
                self.fail(RuntimeError(f"a legal move was refused: {body['detail']}"))

    def _see(self, place: int, picture: dict[str, Any], seq: int) -> None:
        self._pictures[place] = picture
        self.steps[place] = picture["step"] if picture["phase"] != "waiting" else -1
        self.legal[place] = picture["legal"]
        self._frames[place] += 1
        if not self._frames[place] % _ACKNOWLEDGED:
            self._say(place, {"type": "ack", "seq": seq})
        self.changed()
