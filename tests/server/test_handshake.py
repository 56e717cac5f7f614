"""A WebSocket opens for whoever asks as RFC 6455 says, and for nobody else."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress

import pytest
import uvicorn
import websockets
from tests.server.test_hostile_clients import play_url
from uvicorn.server import ServerState

from spielwerk.client import Client
from spielwerk.server.websocket import CarefulWebSocket

PLAIN = {
    "Host": "x",
    "Upgrade": "websocket",
    "Connection": "keep-alive, Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
PROOF = b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
"""What the standard's own example answers to that key."""
PATH = "/api/v1/matches/aaaaaaaaaaaa/play"


def head_of_answer(server, headers: dict[str, str], more: str = "", method: str = "GET") -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    said = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as line:
        line.sendall(f"{method} {PATH} HTTP/1.1\r\n{lines}{more}\r\n".encode())
        with suppress(ConnectionError):
            while b"\r\n\r\n" not in said and (part := line.recv(4096)):
                said += part
    return said.partition(b"\r\n\r\n")[0]


def test_a_plain_handshake_is_answered_with_the_proof_of_the_standard(shared_server):
    head = head_of_answer(shared_server, PLAIN)
    first, *headers = head.split(b"\r\n")
    assert first == b"HTTP/1.1 101 Switching Protocols"
    assert b"Sec-WebSocket-Accept: " + PROOF in headers
    assert {b"Upgrade: websocket", b"Connection: Upgrade"} <= {*headers}


@pytest.mark.parametrize(
    ("changed", "more", "status"),
    [
        ({"Sec-WebSocket-Key": "short"}, "", b"400"),
        ({"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ"}, "", b"400"),
        ({"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==="}, "", b"400"),
        ({}, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b"400"),
        ({"Sec-WebSocket-Version": "8"}, "", b"426"),
    ],
)
def test_handshakes_that_are_not_as_they_should_be_are_refused(
    shared_server, changed, more, status
):
    assert head_of_answer(shared_server, PLAIN | changed, more).split()[1] in (status, b"400")


def test_another_method_opens_nothing(shared_server):
    assert head_of_answer(shared_server, PLAIN, method="PUT").split()[1] != b"101"


def test_whoever_offers_subprotocols_and_compression_gets_neither(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            seat = await client.found("tic-tac-toe")
            url = play_url(shared_server, seat.match)
            async with websockets.connect(url, subprotocols=["chat"], compression="deflate") as ws:
                await ws.send(json.dumps({"type": "hello", "token": seat.token}))
                assert ws.subprotocol is None
                assert json.loads(await ws.recv())["type"] == "view"

    asyncio.run(story())


class FakeTransport(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close


@pytest.mark.parametrize(("size", "heard"), [(1, True), (20, False)])
def test_whoever_does_not_wait_to_be_let_in_is_heard_all_the_same(size, heard):
    """It should wait, but it may say as much as a message may hold, and no more."""
    said = []

    async def app(scope, receive, send):
        await receive()
        await asyncio.sleep(0)
        await send({"type": "websocket.accept"})
        said.append(await receive())

    async def story():
        config = uvicorn.Config(app, ws_max_size=100, log_config=None)
        config.load()
        socket, transport = CarefulWebSocket(config, ServerState(), {}), FakeTransport()
        socket.connection_made(transport)
        socket.begin(PATH.encode(), [], b"let in\r\n")
        for _ in range(size):
            socket.data_received(bytes([0x81, 0x85, 0, 0, 0, 0]) + b"hello")
        if heard:
            await asyncio.gather(*socket.tasks)
            assert transport.written == b"let in\r\n\r\n"
        assert transport.closed
        for task in socket.tasks:
            task.cancel()

    asyncio.run(story())
    assert said == ([{"type": "websocket.receive", "text": "hello"}] if heard else [])
