"""Connections that say nothing, half of something, or far too much: everybody else comes in."""

from __future__ import annotations

import asyncio
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
    line = socket.create_connection(("127.0.0.1", server.port), timeout=30)
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
    assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200


def test_half_sent_requests_shut_nobody_out(server):
    lines = []
    for _ in range(2 * FILES):
        lines.append(connect(server))
        with suppress(ConnectionError):
            lines[-1].sendall(HALF)

    async def story():
        async with Client(server.url, timeout=60) as client:
            return await honest_match(client)

    assert len(asyncio.run(story())) >= 7
    for line in lines:
        with suppress(ConnectionError):
            assert answer_to(line) == b""  # in the end they are shown out
        line.close()
    turned_away = httpx.get(f"{server.url}/metrics").text
    assert 'spielwerk_rejections_total{limit="header-seconds"}' in turned_away
    told = [line for line in server.logged().splitlines() if "being turned away" in line]
    assert 1 <= len(told) <= 4


def test_one_address_has_only_so_many_connections(start_server):
    server = start_server(connections_per_address=20, warm_up=False)
    held = [connect(server) for _ in range(20)]
    with connect(server) as line:
        with suppress(ConnectionError):
            line.sendall(HALF)
        assert answer_to(line) == b""
    for line in held:
        line.close()
    assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200


def test_a_proxy_has_as_many_connections_as_it_needs(start_server):
    server = start_server(connections_per_address=3, proxies="127.0.0.1", warm_up=False)
    held = [connect(server) for _ in range(30)]
    assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
    for line in held:
        line.close()
