"""Moves through the server without a network: processor time from frame in to frames out.

``python -m benchmarks.load.in_process GAME MATCHES`` prints milliseconds a move as JSON. It runs in
a process of its own, with the sources of whichever version come first on Python's path, and uses
nothing of a version but its application.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tempfile
import time
from random import Random
from typing import Any

import httpx
import uvloop

_STEPS = 60
"""Moves of a match; all are known before, so that nothing but the server's work is counted."""
_WARMING = 3
"""Matches that do not count: engines get ready beside them."""


def moves_of(game: Any, seed: int) -> list[tuple[str, str]]:
    """Who moves what in a random match."""
    state, rng, found = game.initial(0), Random(seed), []
    while len(found) < _STEPS and hasattr(state.turn, "roles"):
        role = state.turn.roles[0]
        move = rng.choice(state.legal(role))
        found.append((str(role), str(move)))
        state = state.after({role: move})
    return found


class _Line:
    """One seat's WebSocket, as ASGI sees it."""

    def __init__(self, app: Any, match: str, token: str) -> None:
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._listener: Any = None
        self._loop = asyncio.get_running_loop()
        self.frames = 0
        self.heard = asyncio.Event()
        path = f"/api/v1/matches/{match}/play"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"server")],
            "client": ("127.0.0.1", 1),
            "server": ("server", 80),
            "subprotocols": [],
            "state": {},
            "extensions": {"spielwerk.line": self},
        }
        self._inbox.put_nowait({"type": "websocket.connect"})
        self.say({"type": "hello", "token": token})
        self.task = asyncio.create_task(app(scope, self._inbox.get, self._send))

    def say(self, body: dict[str, Any]) -> None:
        if self._listener is None:
            self._inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(body)})
        else:
            self._loop.call_soon(self._listener.hear, json.dumps(body))

    # As a line, for versions that call and do not wait

    ready = True

    def listen(self, listener: Any) -> None:
        self._listener = listener

    def write(self, text: bytes) -> None:
        self._see(text[:120].decode(errors="ignore"))

    async def _send(self, message: dict[str, Any]) -> None:
        self._see((message.get("text") or "")[:120])

    def _see(self, text: str) -> None:
        if '"type":"view"' in text or '"type":"update"' in text:
            self.frames += 1
            if self.frames % 8 == 0:
                seq = int(text.partition('"seq":')[2].partition(",")[0])
                self.say({"type": "ack", "seq": seq})
            self.heard.set()
        elif '"refused"' in text or '"bye"' in text:
            raise AssertionError(text)

    async def until(self, frames: int) -> None:
        while self.frames < frames:
            self.heard.clear()
            await self.heard.wait()


async def _play(
    app: Any, client: httpx.AsyncClient, game: str, way: list[tuple[str, str]]
) -> tuple[float, int]:
    row = (await client.post("/api/v1/matches", json={"game": game})).json()
    other = (await client.post(f"/api/v1/matches/{row['match']}/seats", json={})).json()
    lines = {seat["role"]: _Line(app, row["match"], seat["token"]) for seat in (row, other)}
    for line in lines.values():
        await line.until(1)
    gc.collect()
    began = time.process_time()
    for step, (role, move) in enumerate(way):
        wanted = {name: line.frames + 1 for name, line in lines.items()}
        lines[role].say({"type": "move", "move": move, "step": step, "id": step})
        for name, line in lines.items():
            await line.until(wanted[name])
    spent = time.process_time() - began
    for line in lines.values():
        line.task.cancel()
    return spent, len(way)


async def _run(game: str, matches: int) -> float:
    from spielwerk.catalogue import open_game
    from spielwerk.server import Settings, create_app

    opened = open_game(game)
    ways = [moves_of(opened, seed) for seed in range(max(matches, _WARMING))]
    with tempfile.TemporaryDirectory() as folder:
        roomy = {"message_rate": 1e6, "message_burst": 1e6, "request_rate": 1e6}
        settings = Settings(db=f"{folder}/moves.db", request_burst=1e6, **roomy)
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://server") as client:
                for way in ways[:_WARMING]:
                    await _play(app, client, game, way)
                await asyncio.sleep(20)
                runs = [await _play(app, client, game, way) for way in ways[:matches]]
    return 1000 * sum(spent for spent, _ in runs) / sum(count for _, count in runs)


if __name__ == "__main__":
    print(json.dumps(uvloop.run(_run(sys.argv[1], int(sys.argv[2])))))
