"""Malformed, oversized, too many, too fast: each is refused with a reason, nobody else notices."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import string
from contextlib import suppress
from random import Random

import httpx
import pytest
import websockets
from tests.server.conftest import ROOMY
from tests.server.test_conversation import play_out
from websockets.exceptions import ConnectionClosed, InvalidStatus

from spielwerk.client import Client

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
NOISE = 400 if not SOAK else 20_000
"""Messages the fuzzer sends."""


def play_url(server, match: str) -> str:
    return f"ws{server.url[4:]}/api/v1/matches/{match}/play"


async def closing(url: str, *messages: str | bytes) -> dict:
    """Say something and wait to be shown out; what the server says at the end."""
    said = {}
    async with websockets.connect(url) as ws:
        try:
            for message in messages:
                await ws.send(message)
            while True:
                said = json.loads(await asyncio.wait_for(ws.recv(), 20))
        except ConnectionClosed:
            return said | {"close": ws.close_code}


def test_a_socket_that_says_nothing_sensible_is_shown_out(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            seat = await client.found("tic-tac-toe")
            url = play_url(shared_server, seat.match)
            for wrong in ("}{", "[]", '"x"', '{"type": 5}', '{"type":"move"}', "9" * 5_000):
                assert (await closing(url, wrong))["type"] == "bye"
            assert (await closing(url, b"\x00\xff"))["code"] == "not-text"
            assert (await closing(url, '{"type":"hello","seq":-1}'))["code"] == "invalid"
            assert (await closing(url, '{"type":"hello","token":[]}'))["code"] == "invalid"
            nested = '{"type":' + "[" * 8_000
            assert (await closing(url, nested))["type"] == "bye"

    asyncio.run(story())


def test_unknown_matches_and_odd_paths_are_refused(shared_server):
    async def story():
        for match in ("aaaaaaaaaaaa", "..%2f..%2fetc", "%00", "x" * 500):
            try:
                said = await closing(play_url(shared_server, match), '{"type":"hello"}')
            except InvalidStatus as refused:
                said = {"code": refused.response.status_code}
            assert said["code"] in ("no-such-match", 403, 404)

    asyncio.run(story())


def test_frames_that_are_too_long_end_the_connection(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            seat = await client.found("tic-tac-toe")
            url = play_url(shared_server, seat.match)
            hello = json.dumps({"type": "hello", "token": seat.token})
            said = await closing(url, hello, json.dumps({"type": "say", "text": "x" * 50_000}))
            assert said["close"] == 1009

    asyncio.run(story())


def test_whoever_never_speaks_is_let_go(start_server):
    server = start_server(**{**ROOMY, "hello_seconds": 1, "idle_seconds": 2})

    async def story():
        async with Client(server.url) as client:
            seat = await client.found("tic-tac-toe")
            url = play_url(server, seat.match)
            assert (await closing(url))["code"] == "no-hello"
            hello = json.dumps({"type": "hello", "token": seat.token})
            assert (await closing(url, hello))["code"] == "idle"

    asyncio.run(story())


def test_a_thousand_sockets_that_never_speak_disturb_nobody(start_server):
    crowd = 1_000 if SOAK else 150
    server = start_server(**{**ROOMY, "sockets_per_address": crowd + 20, "hello_seconds": 60})

    async def story():
        url = play_url(server, "aaaaaaaaaaaa")
        silent = [await websockets.connect(url, open_timeout=300) for _ in range(crowd)]
        async with Client(server.url) as client:
            red = await client.found("connect-four")
            yellow = await client.join(red.match)
            async with red.connect() as one, yellow.connect() as two:
                await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
                assert one.picture["phase"] == "ended"
        for ws in silent:
            ws.transport.abort()

    asyncio.run(story())


async def connected(url):
    """A connection, as soon as the server has noticed that there is room."""
    for _ in range(400):
        with suppress(InvalidStatus):
            return await websockets.connect(url)
        await asyncio.sleep(0.05)
    raise AssertionError("there is never room")


def test_one_address_has_only_so_many_sockets(start_server):
    server = start_server(sockets_per_address=3)

    async def story():
        url = play_url(server, "aaaaaaaaaaaa")
        held = [await websockets.connect(url) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            await websockets.connect(url)
        await held[0].close()
        await (await connected(url)).close()

    asyncio.run(story())


def test_one_guest_has_only_so_many_matches_and_requests(start_server):
    server = start_server(matches_per_address=3, request_rate=0.1, request_burst=30)
    api = f"{server.url}/api/v1"
    founded = [httpx.post(f"{api}/matches", json={"game": "nim"}) for _ in range(5)]
    assert [answer.status_code for answer in founded] == [201, 201, 201, 429, 429]
    assert founded[-1].json()["code"] == "too-many-matches"
    rushed = [httpx.post(f"{api}/matches", json={}).json()["code"] for _ in range(40)]
    assert "too-fast" in rushed


def test_one_seat_gets_only_so_many_explanations(start_server):
    server = start_server(question_rate=0.01, question_burst=3, warm_up=False)
    api = f"{server.url}/api/v1"
    seat = httpx.post(f"{api}/matches", json={"game": "nim"}).json()
    httpx.post(f"{api}/matches/{seat['match']}/seats", json={})
    ask = f"{api}/matches/{seat['match']}/why"
    who = {"Authorization": f"Bearer {seat['token']}"}
    asked = [httpx.get(ask, params={"move": "(take 9 9)"}, headers=who) for _ in range(8)]
    assert asked[0].status_code != 429
    assert (asked[-1].status_code, asked[-1].json()["code"]) == (429, "too-fast")


def test_bodies_that_are_too_long_or_no_json_are_refused(shared_server):
    api = f"{shared_server.url}/api/v1"
    long = httpx.post(f"{api}/matches", content=b"x" * 2_000_000)
    assert (long.status_code, long.json()["code"]) == (413, "too-long")
    wrong = httpx.post(f"{api}/matches", content=b"{", headers={"content-type": "application/json"})
    assert wrong.status_code == 422
    assert wrong.headers["content-type"] == "application/problem+json"
    assert httpx.get(f"{api}/nowhere").headers["content-type"] == "application/problem+json"
    assert httpx.post(f"{api}/matches/import", content=b"\xff\xfe").json()["code"] == "wrong-log"
    assert httpx.post(f"{api}/matches/import", content=b"{}").json()["code"] == "wrong-log"


def test_broken_http_disturbs_nobody(shared_server):
    for noise in (
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 100_000,
        b"\x16\x03",
    ):
        with socket.create_connection(("127.0.0.1", shared_server.port)) as raw:
            raw.sendall(noise)
            raw.shutdown(socket.SHUT_WR)
            raw.settimeout(10)
            with suppress(ConnectionResetError):
                raw.recv(1_000)
    assert httpx.get(f"{shared_server.url}/healthz").json()["status"] == "ok"


def test_the_same_move_twice_counts_once(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            red = await client.found("connect-four")
            yellow = await client.join(red.match)
            async with red.connect() as one, yellow.connect() as two:
                message = {"type": "move", "move": "(drop 1)", "step": 0}
                tries = [one.order(message) for _ in range(10)]
                answers = await asyncio.gather(*tries, return_exceptions=True)
                assert sum(not isinstance(answer, Exception) for answer in answers) == 1
                assert (await two.until(lambda p: p["legal"]))["step"] == 1

    asyncio.run(story())


def _noise(rng: Random, valid: list[dict]) -> str | bytes:
    """Something between a valid message and plain noise."""
    kind = rng.randrange(6)
    if kind == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(1, 200)))
    if kind == 1:
        return "".join(rng.choices(string.printable, k=rng.randrange(1, 500)))
    message = dict(rng.choice(valid))
    values = [
        None,
        True,
        -1,
        2**70,
        1e308,
        "",
        "\ud800",
        "\x00",
        "x" * 3_000,
        [],
        {},
        [[[]]],
        "é" * 900,
    ]
    for _ in range(rng.randrange(1, 4)):
        key = rng.choice([*message, "extra"])
        if kind == 2:
            message.pop(key, None)
        else:
            message[key] = rng.choice([*values, rng.choice(list(message.values() or [0]))])
    text = json.dumps(message)
    return text[: rng.randrange(len(text))] if kind == 3 else text


async def _fuzz(url: str, token: str | None, rng: Random, messages: int, step) -> int:
    """Talk nonsense over as many connections as it takes; how often the server gave up on us."""
    shown_out, sent = 0, 0
    while sent < messages:
        async with websockets.connect(url) as ws:
            reader = asyncio.create_task(_drain(ws))
            try:
                if rng.random() < 0.9:
                    await ws.send(
                        json.dumps(
                            {
                                "type": "hello",
                                "token": token,
                                "seq": rng.choice([None, 0, 3, 10**9]),
                            }
                        )
                    )
                for _ in range(rng.randrange(1, 40)):
                    valid = [
                        {"type": "move", "move": "(drop 1)", "step": step(), "id": 1},
                        {"type": "say", "text": "hello", "id": "a"},
                        {"type": "offer", "offer": "undo"},
                        {"type": "decline", "offer": "draw"},
                        {"type": "why", "move": "(drop 1)"},
                        {"type": "ack", "seq": 3},
                        {"type": "ping"},
                        {"type": "hello", "token": token},
                    ]
                    sent += 1
                    await ws.send(_noise(rng, valid))
            except ConnectionClosed:
                shown_out += 1
            finally:
                reader.cancel()
    return shown_out


async def _drain(ws) -> None:
    try:
        async for text in ws:
            assert json.loads(text)["type"] in ANSWERS
    except ConnectionClosed:
        pass


ANSWERS = ("view", "update", "accepted", "refused", "because", "pong", "bye")


def test_the_fuzzer_ends_with_all_other_matches_untouched(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            others = []
            for number in range(3):
                red = await client.found("connect-four", name=f"Calm {number}")
                others.append((red, await client.join(red.match)))
            victim = await client.found("connect-four")
            rival = await client.join(victim.match)
            url = play_url(shared_server, victim.match)

            async def calm(red, yellow):
                async with red.connect() as one, yellow.connect() as two:
                    await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
                    assert one.picture["phase"] == "ended"

            await asyncio.gather(
                _fuzz(url, victim.token, Random(1), NOISE, lambda: 0),
                _fuzz(url, rival.token, Random(2), NOISE, lambda: 1),
                _fuzz(url, None, Random(3), NOISE // 2, lambda: 0),
                *(calm(*pair) for pair in others),
            )
            async with victim.connect() as table:
                assert table.picture["phase"] in ("running", "ended", "paused")
                await table.order({"type": "ping"})
            assert httpx.get(f"{shared_server.url}/healthz").status_code == 200

    asyncio.run(asyncio.wait_for(story(), 500))
