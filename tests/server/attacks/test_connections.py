"""Connections that say nothing, half of something, or far too much: everybody else comes in."""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import suppress

import httpx
import pytest
from tests.server.conftest import ROOMY, Server
from tests.server.pace import honest_match

from spielwerk.client import Client

FILES = 256
HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One with few files, and as many connections for each address as it likes."""
    db = str(tmp_path_factory.mktemp("connections") / "test.db")
    server = Server(db, files=FILES, **{**ROOMY, "header_seconds": 3}).start()
    yield server
    server.finish()


def connect(server: Server) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=300)
    line.settimeout(30)
    return line


def answer_to(line: socket.socket) -> bytes:
    """What comes back until the line is closed."""
    said = b""
    with suppress(ConnectionError):
        while chunk := line.recv(65_536):
            said += chunk
    return said


@pytest.mark.parametrize("how", ["one long header", "many headers", "a long address"])
def test_headers_have_a_size(server, how):
    begun = b"GET / HTTP/1.1\r\nHost: x\r\n"
    part = {
        "one long header": b"a" * 65_536,
        "many headers": b"".join(b"X-%d: y\r\n" % n for n in range(5_000)),
        "a long address": b"a" * 65_536,
    }[how]
    begun = {"one long header": begun + b"X: ", "a long address": b"GET /"}.get(how, begun)
    with connect(server) as line:
        sent = 0
        with suppress(ConnectionError):
            line.sendall(begun)
            while sent < 20_000_000:
                line.sendall(part)
                sent += len(part)
        assert sent < 20_000_000
    with connect(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 50_000 + b"\r\n\r\n")
        assert answer_to(line).startswith(b"HTTP/1.1 431")
    assert httpx.get(f"{server.url}/healthz", timeout=300).status_code == 200


def sent_before_the_end(line: socket.socket, begun: bytes, part: bytes, most: int) -> int:
    """How much of something endless a server takes, which closes the connection then."""
    sent = 0
    with suppress(ConnectionError, TimeoutError):
        line.sendall(begun)
        while sent < most:
            line.sendall(part)
            sent += len(part)
    return sent


def refused(server: Server, limit: str) -> bool:
    """Whether the server says that this limit was broken."""
    counted = f'spielwerk_rejections_total{{limit="{limit}"}}'
    return counted in httpx.get(f"{server.url}/metrics", timeout=300).text


@pytest.mark.parametrize("method", ["POST", "GET"])
@pytest.mark.parametrize("how", ["many fields", "one long field", "a long note"])
def test_what_comes_beside_a_body_has_a_size(server, method, how):
    begun = f"{method} /api/v1/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    begun += {"many fields": "0\r\n", "one long field": "0\r\nX: ", "a long note": "2;a="}[how]
    part = b"X-A: y\r\n" * 5_000 if how == "many fields" else b"a" * 65_536
    with connect(server) as line:
        assert sent_before_the_end(line, begun.encode(), part, 20_000_000) < 20_000_000
    assert httpx.get(f"{server.url}/healthz", timeout=300).status_code == 200


def test_a_body_in_very_small_pieces_is_a_body(server):
    def pieces():
        for letter in b'{"game": "nim"}' + 40_000 * b" ":
            yield bytes([letter])

    answer = httpx.post(
        f"{server.url}/api/v1/matches",
        content=pieces(),
        headers={"Content-Type": "application/json"},
        timeout=300,
    )
    assert answer.status_code == 201


REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def test_requests_do_not_come_faster_than_they_are_answered(server):
    with connect(server) as line:
        line.sendall(5 * REQUEST + REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert answer_to(line).count(b"HTTP/1.1 200") == 6
    with connect(server) as line:
        assert sent_before_the_end(line, b"", 2_000 * REQUEST, 10**7) < 10**7
    assert refused(server, "requests-at-once")


def frame(kind: int, said: bytes = b"") -> bytes:
    return bytes([kind, 0x80 | len(said)]) + bytes(4) + said


@pytest.mark.parametrize(
    "endless",
    [frame(0x89, 125 * b"x"), frame(0x8A), frame(0x00), frame(0x80) + frame(0x01)],
    ids=["pings", "pongs", "parts of a message", "empty messages in parts"],
)
def test_a_socket_that_says_nothing_without_an_end_is_shown_out(server, endless):
    begun = (
        b"GET /api/v1/matches/aaaaaaaaaaaa/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with connect(server) as line:
        line.sendall(begun)
        assert line.recv(1_000).startswith(b"HTTP/1.1 101")
        assert sent_before_the_end(line, frame(0x01), 2_000 * endless, 10**7) < 10**7
    assert refused(server, "frames")


def test_bodies_that_one_address_sends_at_once_have_a_size(start_server):
    server = start_server(**{**ROOMY, "bodies_per_address": 2_000_000})
    begun = b"POST /api/v1/rules/check HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n"
    held = [connect(server) for _ in range(3)]
    for line in held:
        line.sendall(begun + 800_000 * b" ")
    assert any(answer_begins(line).startswith(b"HTTP/1.1 429") for line in held)
    for line in held:
        line.close()
    assert refused(server, "bodies-per-address")
    checked = httpx.post(f"{server.url}/api/v1/rules/check", json={"source": "x" * 150_000})
    assert checked.status_code == 200


def answer_begins(line: socket.socket) -> bytes:
    """What comes back soon, if anything does."""
    line.settimeout(2)
    try:
        return line.recv(100)
    except TimeoutError:
        return b""


def test_answers_that_nobody_takes_have_a_size(start_server):
    server = start_server(**{**ROOMY, "unsent_per_address": 150_000})
    held = [socket.socket() for _ in range(3)]
    for line in held:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.connect(("127.0.0.1", server.port))
    while not refused(server, "unsent-per-address"):  # the system takes some megabytes itself
        for line in held:
            with suppress(ConnectionError):
                line.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
    for line in held:
        line.close()


def test_half_sent_requests_shut_nobody_out(server):
    lines = []
    for _ in range(2 * FILES):
        lines.append(connect(server))
        with suppress(ConnectionError):
            lines[-1].sendall(HALF)

    async def story():
        async with Client(server.url, timeout=300) as client:
            return await honest_match(client)

    assert len(asyncio.run(story())) >= 7
    for line in lines:
        with suppress(ConnectionError):
            assert answer_to(line) == b""  # in the end they are shown out
        line.close()
    turned_away = httpx.get(f"{server.url}/metrics").text
    assert 'spielwerk_rejections_total{limit="header-seconds"}' in turned_away
    told = re.findall(r"being turned away limit=([\w-]+)", server.logged())
    assert "header-seconds" in told
    assert len(told) == len({*told}), "each incident is one line"


def test_one_address_has_only_so_many_connections(start_server):
    server = start_server(connections_per_address=20, warm_up=False)
    held = [connect(server) for _ in range(20)]
    with connect(server) as line:
        with suppress(ConnectionError):
            line.sendall(HALF)
        assert answer_to(line) == b""
    for line in held:
        line.close()
    assert httpx.get(f"{server.url}/healthz", timeout=300).status_code == 200


def test_a_proxy_has_as_many_connections_as_it_needs(start_server):
    server = start_server(connections_per_address=3, proxies="127.0.0.1", warm_up=False)
    held = [connect(server) for _ in range(30)]
    assert httpx.get(f"{server.url}/healthz", timeout=300).status_code == 200
    for line in held:
        line.close()
