"""Sockets are opened without the library where they are asked for as everybody does."""

from __future__ import annotations

import pytest
from websockets.sync.client import connect
from websockets.utils import accept_key, generate_key

from spielwerk.server.connections import handshake

KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
ASKED = {
    b"host": b"localhost",
    b"connection": b"keep-alive, Upgrade",
    b"upgrade": b"websocket",
    b"sec-websocket-version": b"13",
    b"sec-websocket-key": KEY,
    b"sec-websocket-extensions": b"permessage-deflate",
}


def asked(**other: bytes) -> list[tuple[bytes, bytes]]:
    changed = {name.replace("_", "-").encode(): value for name, value in other.items()}
    return [(name, value) for name, value in {**ASKED, **changed}.items() if value]


def test_the_answer_is_that_of_the_standard():
    assert handshake("GET", b"/play", asked()) == b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    key = generate_key()
    found = handshake("GET", b"/play", asked(sec_websocket_key=key.encode()))
    assert found == accept_key(key).encode()


@pytest.mark.parametrize(
    ("method", "url", "headers"),
    [
        ("POST", b"/play", asked()),
        ("GET", b"/play?token=x", asked()),
        ("GET", b"/pl%61y", asked()),
        ("GET", b"/play", asked(sec_websocket_key=b"")),
        ("GET", b"/play", asked(sec_websocket_key=b"too short")),
        ("GET", b"/play", asked(sec_websocket_key=b"dGhlIHNhbXBsZSBub25jZR==")),
        ("GET", b"/play", asked(sec_websocket_version=b"12")),
        ("GET", b"/play", asked(sec_websocket_protocol=b"chat")),
        ("GET", b"/play", asked(upgrade=b"h2c")),
        ("GET", b"/play", [*asked(), (b"sec-websocket-key", KEY)]),
    ],
)
def test_whatever_is_out_of_the_ordinary_is_for_the_library(method, url, headers):
    assert handshake(method, url, headers) is None


def test_the_library_takes_over_a_socket_that_it_did_not_open(shared_server):
    match = "x" * 12
    url = f"{shared_server.url.replace('http', 'ws', 1)}/api/v1/matches/{match}/play"
    with connect(url) as socket:
        assert socket.ping(b"are you there?").wait(30)
        socket.send(["in two ", "pieces"])
        assert '"not-json"' in socket.recv(30)
