"""The way to our player: real sockets, and whatever comes out of them."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from tests.protocols.ggp.servers import ours

from spielwerk.players import parse_player
from spielwerk.protocols.ggp import MAX_MESSAGE, GgpPlayer, PlayerServer, ServerError


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ours("random") as address:
        yield address


def raw(address: str, data: bytes, *, listen: bool = True) -> bytes:
    """Send bytes as they are; all that comes back until the other side hangs up."""
    parts = urlsplit(address)
    answer = b""
    with socket.create_connection((parts.hostname, parts.port), timeout=300) as connection:
        connection.sendall(data)
        while listen and (part := connection.recv(65_536)):
            answer += part
    return answer


def test_an_old_fashioned_manager_is_answered_in_its_own_terms(address):
    body = b"(INFO)"
    request = (
        b"POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: GAMESERVER\r\nReceiver: PLAYER\r\n"
        b"Content-Type: text/acl\r\nContent-Length: %d\r\n\r\n" % len(body)
    )
    head, _, answer = raw(address, request + body).partition(b"\r\n\r\n")
    assert b" 200 " in head.splitlines()[0]
    assert b"content-type: text/acl" in head.lower()
    assert answer == b"((name spielwerk) (status available))"


def test_a_manager_in_a_browser_may_ask_first(address):
    asked = httpx.options(address, headers={"origin": "http://gamemaster.example"})
    assert asked.status_code == 200
    assert asked.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize(
    ("content", "status", "complaint"),
    [
        (b"(HELLO)", 400, "no message 'HELLO'"),
        (b"", 400, "one form"),
        (b"(PLAY m (", 400, "never closed"),
        (b"\xff\xfe(INFO)", 400, "not text in UTF-8"),
        (b"(INFO)\x00", 400, "zero byte"),
        (b"(START m x (" + b"(a) " * 2_500_000 + b") 1 1)", 413, f"at most {MAX_MESSAGE:,}"),
    ],
    ids=["unknown", "empty", "cut off", "bytes", "zero", "10 MB"],
)
def test_malformed_messages_are_refused_and_the_next_is_answered(
    address, content, status, complaint
):
    refused = httpx.post(address, content=content)
    assert (refused.status_code, complaint in refused.text) == (status, True), refused.text
    assert "available" in httpx.post(address, content="(INFO)").text


def test_only_posts_are_messages(address):
    assert httpx.get(address).status_code == 405


def test_noise_does_not_bring_it_down(address):
    rng = random.Random(0)
    pieces = [b"(", b")", b"START", b"PLAY", b"m", b"NIL", b"\x00", b"\xff", b" ", b"?x", b'"']
    with httpx.Client() as http:
        for _ in range(100):
            noise = b"".join(rng.choices(pieces, k=rng.randrange(30)))
            assert http.post(address, content=noise).status_code in (200, 400)
    for _ in range(20):
        raw(address, rng.randbytes(rng.randrange(1, 400)) + b"\r\n\r\n", listen=False)
    raw(address, b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n(INFO)", listen=False)
    assert "available" in httpx.post(address, content="(INFO)").text


def test_an_address_that_is_taken_is_refused_with_the_reason(address):
    port = urlsplit(address).port
    with pytest.raises(ServerError, match=str(port)):
        PlayerServer(GgpPlayer(parse_player("random")), port=port)
    with pytest.raises(ServerError, match=r"no\.such\.host"):
        PlayerServer(GgpPlayer(parse_player("random")), host="no.such.host.example", port=0)
