"""Our client plays one race on a server, whatever the server's clock says, and then stops."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from spielwerk.games.speed import Arena, Speed
from spielwerk.games.speed.recording import verify
from spielwerk.players.speed import Decision, Solver
from spielwerk.players.speed.bots import LargestArea
from spielwerk.protocols.speed import (
    LiveClient,
    RaceClientError,
    RaceTerms,
    SpeedMessageError,
    SpeedServer,
)
from spielwerk.protocols.speed.clock import Timing, synchronise
from spielwerk.protocols.speed.keys import read_keys
from spielwerk.protocols.speed.messages import read_time


def timely(story: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Tell a story that must come to its end within some seconds."""

    @wraps(story)
    def told(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(story(*args, **kwargs), 60))

    return told


@asynccontextmanager
async def server(**terms: Any) -> AsyncIterator[str]:
    settled = RaceTerms(**({"players": 3, "width": 24, "height": 24, "wait": 0} | terms))
    async with SpeedServer(settled, read_keys("ann Team Ann"), port=0) as running:
        yield running.address


@asynccontextmanager
async def time_server(answer: Callable[[], str], delay: float = 0.0) -> AsyncIterator[str]:
    """A time server that says what it likes, as late as it likes."""

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        await asyncio.sleep(delay)
        body = answer().encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        writer.close()

    listening = await asyncio.start_server(respond, "127.0.0.1", 0)
    async with listening:
        host, port = listening.sockets[0].getsockname()[:2]
        yield f"http://{host}:{port}/spe_ed_time"


def off_by(**difference: float) -> str:
    now = datetime.now(UTC) + timedelta(**difference)
    return json.dumps(
        {"time": now.strftime("%Y-%m-%dT%H:%M:%SZ"), "milliseconds": now.microsecond // 1000}
    )


def state(changes: dict[str, dict[str, Any]], **others: Any) -> str:
    """A small state of two players, with something changed."""
    racer = {"x": 1, "y": 1, "direction": "up", "speed": 1, "active": True}
    players = {n: racer | changes.get(n, {}) for n in ("1", "2")}
    board = {"width": 4, "height": 4, "cells": [[0] * 4] * 4, "players": players, "you": 1}
    deadline = {"running": True, "deadline": "2021-01-01T00:00:00Z"}
    return json.dumps(board | deadline | others)


@timely
async def test_one_race_is_played_to_its_end_and_kept_with_every_reason(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with server() as at:
        client = LiveClient(LargestArea(), log=logging.getLogger("race"))
        account = await client.play(f"ws://{at}/spe_ed", "ann", f"http://{at}/spe_ed_time")
    assert account.finished
    assert account.late == 0
    assert verify(account.messages) is None
    assert len(account.frames) == len(account.messages)
    me = str(account.messages[0]["you"])
    first = account.frames[0]["thoughts"][me]
    assert first["action"]
    assert "free cells" in first["note"]
    assert "Team Ann" in account.cover["racers"][me]
    lines = [entry.getMessage() for entry in caplog.records if entry.name == "race"]
    assert "clock" in lines[0]
    assert lines[-2].startswith("Over after")
    assert re.fullmatch(r"\d+ moves, all thought\.", lines[-1])


class Slow(LargestArea):
    """Decides as it should in the first rounds, then fails, then takes longer than there is."""

    def solver(self, seed: int = 0) -> Solver:
        return _SlowSolver(super().solver(seed))


class _SlowSolver:
    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.rounds = 0

    def decide(self, arena: Arena, k: int, left: Callable[[], float]) -> Decision:
        self.rounds += 1
        if self.rounds == 2:
            raise ValueError("I have lost the overview")
        if self.rounds == 3:
            time.sleep(1.2)
        return self.solver.decide(arena, k, left)


@timely
async def test_whatever_a_simpler_solver_decides_is_told_and_counted() -> None:
    client = LiveClient(Slow())
    board = Speed(2).initial(1).board
    for seconds in (30.0, 30.0, 1.0):
        decision = await client._decided(board, 1, seconds)
        assert decision.action
    assert client.account.diligence.moves == 3
    assert client.account.diligence.unthought == {"failed": 1, "late": 1}


@timely
@pytest.mark.parametrize("hours", [-5, 5])
async def test_a_time_server_that_is_wrong_by_hours_costs_thinking_time_and_nothing_else(
    hours: int,
) -> None:
    async with server() as at, time_server(lambda: off_by(hours=hours)) as time_url:
        account = await LiveClient(LargestArea()).play(f"ws://{at}/spe_ed", "ann", time_url)
    assert account.finished
    allowed = [f["allotted"] for f in account.frames if f["allotted"] is not None]
    assert all(0.9 <= seconds <= 20 for seconds in allowed)


@timely
async def test_the_quickest_of_several_answers_sets_the_clock() -> None:
    answers = iter([0.4, 0.0, 0.4, 0.4, 0.4])
    asked: list[float] = []

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.append(delay := next(answers))
        await asyncio.sleep(delay)
        body = off_by(seconds=100).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        writer.close()

    listening = await asyncio.start_server(respond, "127.0.0.1", 0)
    async with listening:
        timing = await synchronise("http://{}:{}/".format(*listening.sockets[0].getsockname()))
    assert len(asked) == 5
    assert timing.delay is not None
    assert timing.delay < 0.4
    assert abs(timing.ahead - 100) < 0.5


@timely
async def test_a_time_server_that_takes_seconds_or_talks_nonsense_is_not_listened_to() -> None:
    for answer, delay in ((lambda: off_by(hours=3), 30.0), (lambda: "tea time", 0.0)):
        async with time_server(answer, delay) as time_url:
            timing = await asyncio.wait_for(synchronise(time_url), 20)
        assert timing.delay is None
        assert timing.ahead == 0


def test_impossible_deadlines_move_the_clock_until_they_are_possible() -> None:
    def at(seconds: float) -> datetime:
        return datetime.fromtimestamp(1_000_000 + seconds, UTC)

    slow = Timing(ahead=7.0, now=lambda: 1_000_000.0)
    assert slow.allowed(at(5)) == 1.0, "a deadline that seems past leaves one second"
    assert slow.allowed(at(12)) == pytest.approx(8.0), "and later ones are read accordingly"
    fast = Timing(ahead=-7200.0, now=lambda: 1_000_000.0)
    assert fast.allowed(at(9)) == 4.0, "nobody gets two hours"
    assert fast.allowed(at(12)) == pytest.approx(7.0)


@timely
async def test_refusals_and_wrong_addresses_are_explained() -> None:
    async with server(wait=30) as at:
        with pytest.raises(RaceClientError, match="does not know this key"):
            await LiveClient(LargestArea()).play(f"ws://{at}/spe_ed", "eve")
        with pytest.raises(RaceClientError, match="status 404"):
            await LiveClient(LargestArea()).play(f"ws://{at}/chess", "ann")
        twice = [
            asyncio.create_task(LiveClient(LargestArea()).play(f"ws://{at}/spe_ed", "ann"))
            for _ in range(2)
        ]
        (refused,), (waiting,) = await asyncio.wait(twice, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(RaceClientError, match="already going on"):
            await refused  # whichever of the two came later
        waiting.cancel()
    with pytest.raises(RaceClientError, match="cannot be reached"):
        await LiveClient(LargestArea()).play(f"ws://{at}/spe_ed", "ann")
    with pytest.raises(RaceClientError, match="URL looks like"):
        await LiveClient(LargestArea()).play("http//nowhere", "ann")


@timely
@pytest.mark.parametrize(
    "said",
    [
        "hello",
        "{}",
        b"\x00",
        '{"width": 2, "height": 2, "cells": []}',
        state({"1": {"x": 9}}),
        state({"1": {"speed": 99}}),
        state({"1": {"direction": "north"}}),
        state({}, you=7),
        state({}, cells=[[9] * 4] * 4),
        state({}, width=1e400),
    ],
)
async def test_a_server_of_another_dialect_is_named_as_such(said: str | bytes) -> None:
    async def talk(line: ServerConnection) -> None:
        await line.send(said)
        await line.wait_closed()

    async with serve(talk, "127.0.0.1", 0) as running:
        host, port = running.sockets[0].getsockname()[:2]
        with pytest.raises(SpeedMessageError, match="no state of spe_ed"):
            await LiveClient(LargestArea()).play(f"ws://{host}:{port}/spe_ed", "ann")


@timely
async def test_a_board_that_changes_its_size_is_no_race() -> None:
    async def talk(line: ServerConnection) -> None:
        await line.send(state({}))
        await line.send(state({}, width=5, cells=[[0] * 5] * 4))
        await line.wait_closed()

    async with serve(talk, "127.0.0.1", 0) as running:
        host, port = running.sockets[0].getsockname()[:2]
        with pytest.raises(RaceClientError, match="another race in round 2"):
            await LiveClient(LargestArea()).play(f"ws://{host}:{port}/spe_ed", "ann")


@timely
async def test_a_server_that_hangs_up_early_is_no_finished_race() -> None:
    async def talk(line: ServerConnection) -> None:
        line.transport.abort()

    async with serve(talk, "127.0.0.1", 0) as running:
        host, port = running.sockets[0].getsockname()[:2]
        with pytest.raises(RaceClientError, match="before the race was over"):
            await LiveClient(LargestArea()).play(f"ws://{host}:{port}/spe_ed", "ann")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"time": 5}',
        '{"time": "noon"}',
        '{"time": "2021-01-01", "milliseconds": "x"}',
    ],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(SpeedMessageError):
        read_time(text)
