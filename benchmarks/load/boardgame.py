"""The same load on a boardgame.io server, the reference; npm and node are needed for it.

It is talked to as its own client does: the lobby over HTTP, then socket.io, which is a few letters
in front of JSON texts over a WebSocket.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks.load.run import Table
from benchmarks.load.websocket import Socket, connect

__all__ = ["BoardgameIo", "Unavailable", "boardgame_server"]

_FOLDER = Path(__file__).parents[1] / "boardgame"
_GAME = "connect-four"
_ROWS = 6
_INSTALL_SECONDS = 180
_PING, _PONG = "2", "3"
_JOIN, _EVENT = f"40/{_GAME},", f"42/{_GAME},"
"""What messages of socket.io begin with."""


class Unavailable(Exception):
    """boardgame.io cannot be run here; the message says why."""


@contextmanager
def boardgame_server() -> Iterator[tuple[str, int]]:
    """A boardgame.io server: its address and the number of its process.

    :raises Unavailable: node or the package is missing
    """
    node = _installed()
    process = subprocess.Popen(
        [node, "server.js"],
        cwd=_FOLDER,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None, "its output is a pipe"
    try:
        for line in process.stdout:
            if line.startswith("port "):
                yield f"http://127.0.0.1:{line.split()[1]}", process.pid
                return
        raise Unavailable("its server did not start.")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _installed() -> str:
    """Where node is, once the package is installed."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Unavailable("node and npm are not installed.")
    if not (_FOLDER / "node_modules" / "boardgame.io").exists():
        try:
            command = [npm, "install", "--no-audit", "--no-fund"]
            subprocess.run(
                command, cwd=_FOLDER, check=True, capture_output=True, timeout=_INSTALL_SECONDS
            )
        except (OSError, subprocess.SubprocessError):
            raise Unavailable("'npm install boardgame.io' did not work.") from None
    return node


@dataclass(frozen=True, slots=True)
class _Seats:
    match: str
    secrets: tuple[str, str]


class BoardgameIo:
    """A boardgame.io server at an address."""

    def __init__(self, url: str, client: httpx.AsyncClient) -> None:
        self._url = url
        self._client = client

    async def found(self) -> _Seats:
        made = await self._post("create", {"numPlayers": 2})
        secrets = [
            (
                await self._post(
                    f"{made['matchID']}/join", {"playerID": place, "playerName": "Guest"}
                )
            )
            for place in ("0", "1")
        ]
        one, two = (secret["playerCredentials"] for secret in secrets)
        return _Seats(made["matchID"], (one, two))

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        try:
            answer = await self._client.post(f"{self._url}/games/{_GAME}/{path}", json=body)
        except httpx.TransportError as problem:
            raise ConnectionError(str(problem)) from None
        found: dict[str, Any] = answer.raise_for_status().json()
        return found

    async def enter(self, seats: _Seats) -> Table:
        table = _Table(seats)
        url = f"{self._url.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
        for place in (0, 1):
            await table.connect(place, url)
        await table.until(lambda: min(table.steps) >= 0)
        return table


class _Table(Table):
    def __init__(self, seats: _Seats) -> None:
        super().__init__()
        self._seats = seats
        self._sockets: dict[int, Socket] = {}
        self._versions = [0, 0]
        self._mover = 0

    async def connect(self, place: int, url: str) -> None:
        socket = await connect(url, lambda text: self._hear(place, text), self.lost)
        self._sockets[place] = socket
        socket.send(_JOIN)

    def send(self, place: int, move: str, step: int) -> None:
        credentials = self._seats.secrets[place]
        player = str(place)
        action = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "drop",
                "args": [int(move)],
                "playerID": player,
                "credentials": credentials,
            },
        }
        self._mover = place
        self._emit(place, "update", action, self._versions[place], self._seats.match, player)

    def close(self) -> None:
        for socket in self._sockets.values():
            socket.close()

    def _emit(self, place: int, *message: Any) -> None:
        self._sockets[place].send(f"{_EVENT}{json.dumps(message)}")

    def _hear(self, place: int, text: str) -> None:
        if text == _PING:
            self._sockets[place].send(_PONG)
        elif text.startswith(_JOIN):
            self._emit(place, "sync", self._seats.match, str(place), self._seats.secrets[place], 2)
        elif text.startswith(_EVENT):
            what, _, *more = json.loads(text.removeprefix(_EVENT))
            if what == "sync":
                self._see(place, more[0]["state"])
            elif what == "update":
                self._see(place, more[0])

    def _see(self, place: int, state: dict[str, Any]) -> None:
        columns, now = state["G"]["columns"], state["ctx"]
        step = sum(map(len, columns))
        if place == self._mover and 0 <= self.steps[place] < step:
            self.acknowledged.append(step - 1)
        mine = "gameover" not in now and now["currentPlayer"] == str(place)
        free = [str(n) for n, column in enumerate(columns) if len(column) < _ROWS]
        self.steps[place] = step
        self.legal[place] = free if mine else []
        self._versions[place] = state["_stateID"]
        self.changed()
