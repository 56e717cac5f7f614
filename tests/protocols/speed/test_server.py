"""Clients written only from the protocol, with plain ``websockets``, race on our server."""

from __future__ import annotations

import asyncio
import json
import socket
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus

from spielwerk.games.speed import Speed
from spielwerk.games.speed.recording import verify
from spielwerk.match import MatchLog, replay_match
from spielwerk.players.speed.bots import Bot
from spielwerk.protocols.speed import Played, RaceTerms, SpeedServer, read_keys

STRAIGHT = json.dumps({"action": "change_nothing"})
Message = dict[str, Any]


def timely(story: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Tell a story that must come to its end within some seconds."""

    @wraps(story)
    def told(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(story(*args, **kwargs), 40))

    return told


class House:
    """A running server and the races it has kept."""

    def __init__(self, server: SpeedServer, kept: list[Played]) -> None:
        self.kept = kept
        self.at = server.address

    def line(self, key: str, **options: Any) -> connect:
        return connect(f"ws://{self.at}/spe_ed?key={key}", **options)

    async def ended(self) -> Played:
        while not self.kept:
            await asyncio.sleep(0.01)
        return self.kept[0]


@asynccontextmanager
async def house(keys: str = "ann\nbob\ncid", **terms: Any) -> AsyncIterator[House]:
    """A server for two on a small board, and hardly any grace."""
    wanted = {"players": 2, "width": 20, "height": 20, "deadlines": (6, 6), "grace": 0.2, "wait": 0}
    kept: list[Played] = []
    server = SpeedServer(
        RaceTerms(**(wanted | terms)),
        read_keys(keys),
        port=0,
        keep=lambda number, played: kept.append(played),
    )
    async with server:
        yield House(server, kept)


async def read(line: ClientConnection) -> Message:
    found = json.loads(await line.recv())
    assert isinstance(found, dict)
    return found


async def the_rest(line: ClientConnection) -> list[Message]:
    """Everything that is still shown, until the server hangs up."""
    states = []
    with suppress(ConnectionClosed):
        while True:
            states.append(await read(line))
    assert line.close_code == 1006, "the official server sends no close frame"
    return states


async def race(line: ClientConnection, answer: Callable[[Message], str | None]) -> list[Message]:
    """Answer every state until the end."""
    states: list[Message] = []
    try:
        async for text in line:
            state = json.loads(text)
            states.append(state)
            me = state["players"][str(state["you"])]
            if state["running"] and me["active"] and (said := answer(state)) is not None:
                await line.send(said)
    except ConnectionClosedError:
        pass
    return states


def dodge(state: Message) -> str:
    """Straight on while the next cell is free, else to a side that is free."""
    me = state["players"][str(state["you"])]
    ways = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    heading = ["up", "right", "down", "left"].index(me["direction"])
    for action, turn in (("change_nothing", 0), ("turn_left", 3), ("turn_right", 1)):
        dx, dy = ways[(heading + turn) % 4]
        x, y = me["x"] + dx, me["y"] + dy
        if 0 <= x < state["width"] and 0 <= y < state["height"] and not state["cells"][y][x]:
            return json.dumps({"action": action})
    return STRAIGHT


def player(state: Message, number: int | None = None) -> Message:
    found = state["players"][str(number or state["you"])]
    assert isinstance(found, dict)
    return found


@timely
async def test_two_clients_race_to_the_end_and_learn_the_names_only_there() -> None:
    async with house("ann Team Ann\nbob Team Bob", wait=30) as at:
        async with at.line("ann") as ann, at.line("bob") as bob:
            mine, theirs = await asyncio.gather(race(ann, dodge), race(bob, dodge))
        assert len(mine) == len(theirs) > 3
        assert {mine[0]["you"], theirs[0]["you"]} == {1, 2}
        for state in mine[:-1]:
            assert state["running"]
            assert not any("name" in p for p in state["players"].values())
            deadline = datetime.fromisoformat(state["deadline"])
            assert deadline.microsecond == 0
            assert state["deadline"].endswith("Z")
        last = mine[-1]
        assert not last["running"]
        assert "deadline" not in last
        names = {p["name"] for p in last["players"].values()}
        assert names == {"Team Ann", "Team Bob"}
        assert sum(p["active"] for p in last["players"].values()) <= 1
        assert verify(mine) is None


@timely
async def test_a_race_is_kept_as_a_recording_and_as_a_log_that_replays() -> None:
    async with house(wait=30) as at:
        async with at.line("ann") as ann, at.line("bob") as bob:
            mine, theirs = await asyncio.gather(race(ann, dodge), race(bob, dodge))
        played = await at.ended()
    witness = next(m for m in (mine, theirs) if m[0]["you"] == played.messages[0]["you"])
    assert list(played.messages) == witness
    log = MatchLog.from_text(played.log.to_text())
    *_, last = replay_match(Speed(**log.options), log)
    assert last.over
    assert last.step == len(witness) - 1
    assert last.state.view(None)["cells"] == witness[-1]["cells"]


@timely
async def test_deadlines_are_5_to_15_whole_seconds_ahead_unless_said_otherwise() -> None:
    async with house(deadlines=(5, 15), wait=0) as at, at.line("ann") as ann:
        for _ in range(5):
            state = await read(ann)
            ahead = datetime.fromisoformat(state["deadline"]) - datetime.now(UTC)
            assert timedelta(seconds=3.5) < ahead <= timedelta(seconds=15)
            await ann.send(dodge(state))


@timely
async def test_whoever_is_silent_dies_at_the_deadline_without_moving() -> None:
    async with house(wait=30, deadlines=(1, 1)) as at, at.line("ann") as ann, at.line("bob") as bob:
        first = await read(ann)
        await ann.send(STRAIGHT)
        begun = asyncio.get_running_loop().time()
        rest = await the_rest(ann)
        assert 0.9 < asyncio.get_running_loop().time() - begun < 5
        other = 3 - first["you"]
        assert not player(rest[-1], other)["active"]
        assert player(rest[-1])["active"]
        place = [player(s, other)[k] for s in (first, rest[-1]) for k in ("x", "y")]
        assert place[:2] == place[2:]
        assert len(await the_rest(bob)) == 2


@timely
async def test_an_answer_within_the_grace_still_counts() -> None:
    async with (
        house(wait=30, deadlines=(1, 1), grace=9.0) as at,
        at.line("ann") as ann,
        at.line("bob") as bob,
    ):
        await asyncio.gather(read(ann), read(bob))
        await ann.send(STRAIGHT)
        await asyncio.sleep(1.2)
        await bob.send(STRAIGHT)
        state = await read(bob)
        assert player(state)["active"]


@timely
async def test_a_second_answer_kills_but_the_first_one_still_turns() -> None:
    async with house(wait=30) as at, at.line("ann") as ann, at.line("bob") as bob:
        before = await read(ann)
        await read(bob)
        await ann.send(json.dumps({"action": "turn_left"}))
        await ann.send(json.dumps({"action": "turn_left"}))
        await asyncio.sleep(0.1)
        await bob.send(STRAIGHT)
        after = (await the_rest(ann))[-1]
    old, new = player(before), player(after)
    assert not new["active"]
    assert (old["x"], old["y"]) == (new["x"], new["y"])
    assert new["direction"] != old["direction"]


@timely
@pytest.mark.parametrize(
    "said",
    [
        "not json",
        "[]",
        "null",
        '{"action": "fly"}',
        '{"action": ["turn_left"]}',
        '{"Action": "turn_left"}',
        "[" * 2_000,
        b'{"action": "turn_left"}',
        b"\xff\x00",
    ],
)
async def test_what_is_no_action_kills_without_moving(said: str | bytes) -> None:
    async with house(wait=30) as at, at.line("ann") as ann, at.line("bob") as bob:
        before = await read(ann)
        await read(bob)
        await ann.send(said)
        await bob.send(STRAIGHT)
        after = (await the_rest(ann))[-1]
    old, new = player(before), player(after)
    assert new == {**old, "active": False, "name": new["name"]}


@timely
async def test_whoever_hangs_up_dies_and_the_other_one_wins_at_once() -> None:
    async with house(wait=30, deadlines=(9, 9)) as at, at.line("ann") as ann:
        async with at.line("bob") as bob:
            await asyncio.gather(read(ann), read(bob))
        await ann.send(STRAIGHT)
        rest = await the_rest(ann)
    assert [p["active"] for p in rest[-1]["players"].values()].count(True) == 1
    assert player(rest[-1])["active"]


@timely
async def test_nobody_wins_where_the_last_two_die_together() -> None:
    async with house(wait=30) as at, at.line("ann") as ann, at.line("bob") as bob:
        await asyncio.gather(read(ann), read(bob))
        slower = json.dumps({"action": "slow_down"})
        await ann.send(slower)
        await bob.send(slower)
        last = (await the_rest(ann))[-1]
    assert not last["running"]
    assert [(p["active"], p["speed"]) for p in last["players"].values()] == [(False, 0)] * 2


@timely
async def test_the_dead_go_on_watching_and_are_not_heard() -> None:
    async with (
        house(players=3, wait=30) as at,
        at.line("ann") as ann,
        at.line("bob") as bob,
        at.line("cid") as cid,
    ):
        await asyncio.gather(read(ann), read(bob), read(cid))
        await cid.send("goodbye")
        await ann.send(STRAIGHT)
        await bob.send(STRAIGHT)
        (await read(ann), await read(bob))
        seen = [await read(cid)]
        assert not player(seen[0])["active"]
        await cid.send(STRAIGHT)
        await cid.send(STRAIGHT)
        for line in (ann, bob):
            await line.send(STRAIGHT)
        seen.append(await read(cid))
        assert sum(p["active"] for p in seen[-1]["players"].values()) == 2


@timely
async def test_bots_fill_the_table_when_the_first_client_has_waited_enough() -> None:
    async with house(players=6, width=40, height=40, wait=0.1) as at, at.line("ann") as ann:
        states = await race(ann, dodge)
        played = await at.ended()
    assert len(states[0]["players"]) == 6
    assert not states[-1]["running"]
    assert verify(states) is None
    names = [p["name"] for p in states[-1]["players"].values()]
    assert sum("(" in name for name in names) == 5
    assert played.messages[0]["you"] == states[0]["you"]


class Broken(Bot):
    """A bot that fails in its first round."""

    name = "broken"

    def ready(self) -> None:
        pass

    def solver(self, seed: int = 0) -> Any:
        return self

    def decide(self, *_: object) -> None:
        raise ZeroDivisionError


@timely
async def test_a_bot_that_fails_is_out_and_the_race_goes_on() -> None:
    async with house(bots=[Broken()]) as at, at.line("ann") as ann:
        await read(ann)
        await ann.send(STRAIGHT)
        last = (await the_rest(ann))[-1]
    assert player(last)["active"]
    assert not last["running"]


@timely
async def test_an_unknown_key_is_forbidden_and_a_racing_one_must_wait() -> None:
    async with house(wait=30) as at, at.line("ann"):
        for key, status in (("eve", 403), ("", 403), ("ann", 429)):
            with pytest.raises(InvalidStatus) as refusal:
                async with at.line(key):
                    pass
            assert refusal.value.response.status_code == status


@timely
async def test_a_key_is_free_again_once_its_client_is_gone() -> None:
    async with house(wait=30) as at:
        for _ in range(3):
            async with at.line("ann"):
                pass
            await asyncio.sleep(0.05)


@timely
async def test_whoever_leaves_the_lobby_leaves_no_empty_seat() -> None:
    async with house(wait=30) as at:
        async with at.line("cid"):
            pass
        await asyncio.sleep(0.05)
        async with at.line("ann") as ann, at.line("bob"):
            assert len((await read(ann))["players"]) == 2


@timely
async def test_the_time_is_told_in_seconds_and_milliseconds() -> None:
    async with house() as at:
        body = await asyncio.to_thread(fetch, f"http://{at.at}/spe_ed_time")
    told = json.loads(body)
    assert told.keys() == {"time", "milliseconds"}
    moment = datetime.fromisoformat(told["time"]) + timedelta(milliseconds=told["milliseconds"])
    assert abs(datetime.now(UTC) - moment) < timedelta(seconds=5)


@timely
async def test_a_flood_is_hung_up_on_and_nobody_else_notices() -> None:
    async with house(wait=30) as at, at.line("ann") as ann, at.line("bob") as bob:
        await asyncio.gather(read(ann), read(bob))
        with suppress(ConnectionClosed):
            for _ in range(2_000):
                await ann.send(STRAIGHT)
        await ann.wait_closed()
        await bob.send(STRAIGHT)
        last = (await the_rest(bob))[-1]
    assert player(last)["active"]


@timely
async def test_a_huge_message_ends_the_line_and_the_player() -> None:
    async with house(wait=30) as at, at.line("ann") as ann, at.line("bob") as bob:
        await asyncio.gather(read(ann), read(bob))
        await ann.send("x" * 100_000)
        await bob.send(STRAIGHT)
        last = (await the_rest(bob))[-1]
    assert player(last)["active"]


@timely
async def test_a_client_that_never_reads_holds_nobody_up() -> None:
    rounds = iter(range(60))

    def dodge_for_a_while(state: Message) -> str:
        return dodge(state) if next(rounds, None) is not None else '{"action": "slow_down"}'

    async with (
        house(players=3, width=120, height=120, wait=30, deadlines=(2, 2)) as at,
        at.line("bob") as bob,
        at.line("cid") as cid,
    ):
        deaf = await asyncio.to_thread(deaf_client, at.at, "ann")
        mine, _ = await asyncio.gather(race(bob, dodge_for_a_while), race(cid, dodge))
        deaf.close()
    assert not mine[-1]["running"]
    assert len(mine) > 20


@timely
async def test_what_is_no_websocket_gets_an_answer_it_can_read() -> None:
    async with house() as at:
        for path, status in (("/spe_ed?key=ann", 426), ("/nowhere", 404)):
            with pytest.raises(urllib.error.HTTPError) as refusal:
                await asyncio.to_thread(fetch, f"http://{at.at}{path}")
            assert refusal.value.code == status
        _, writer = await asyncio.open_connection(*at.at.split(":"))
        writer.write(b"\x16\x03\x01 hello\r\n\r\n")
        writer.close()
        async with at.line("ann"):
            pass


@timely
async def test_an_address_that_is_taken_is_named() -> None:
    async with house() as at:
        host, port = at.at.split(":")
        with pytest.raises(Exception, match=f"{port}.*Choose another --port"):
            async with SpeedServer(RaceTerms(), host=host, port=int(port)):
                pass


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=300) as answer:
        body = answer.read()
    assert isinstance(body, bytes)
    return body


def deaf_client(at: str, key: str) -> socket.socket:
    """Opens a WebSocket by hand and never reads from it again."""
    host, port = at.split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    line.connect((host, int(port)))
    line.sendall(
        f"GET /spe_ed?key={key} HTTP/1.1\r\nHost: {at}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return line
