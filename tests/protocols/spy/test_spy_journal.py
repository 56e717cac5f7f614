"""A server that is killed goes on with its matches when it is started again."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.protocols.spy.clients import Client, House, asks_for_operation, house, timely
from tests.protocols.spy.test_spy_trouble import back, phase_of, two


@asynccontextmanager
async def process(
    folder: Path, port: int = 0
) -> AsyncIterator[tuple[House, asyncio.subprocess.Process]]:
    """A server in a process of its own."""
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "spielwerk", "spy", "server", "-p", str(port), "-v", "1",
        "-s", "back-room", "-m", "quick", "--x", "host", "127.0.0.1", "--x", "seed", "7",
        "--x", "log", str(folder),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert running.stdout is not None
    line = (await running.stdout.readline()).decode()
    try:
        yield House(int(line.split("port ")[1].split(";")[0])), running
    finally:
        if running.returncode is None:
            running.kill()
        await running.wait()


async def after_the_crash(at: House, ann: Client, bob: Client) -> tuple[Client, Client]:
    """Both come back to the restarted server and play to the end."""
    async with at.line("ann") as ann2, at.line("bob") as bob2:
        await back(at, ann, ann2)
        await back(at, bob, bob2)
        ends = await asyncio.gather(ann2.play(), bob2.play())
        assert ends[0]["winner"] == ends[1]["winner"]
    return ann2, bob2


@pytest.mark.parametrize(
    "request_type", ["REQUEST_ITEM_CHOICE", "REQUEST_EQUIPMENT_CHOICE", "REQUEST_GAME_OPERATION"]
)
def test_a_match_goes_on_after_a_restart(tmp_path: Path, request_type: str) -> None:
    @timely
    async def story() -> None:
        async with house(journal=tmp_path) as at, two(at) as (ann, bob):
            playing = asyncio.create_task(bob.play())
            await ann.play(until=phase_of(request_type))
            playing.cancel()
            before = ann.state if request_type == "REQUEST_GAME_OPERATION" else None
        async with house(journal=tmp_path) as at:
            ann2, _ = await after_the_crash(at, ann, bob)
        again = ann2.heard[len(ann.heard) :]
        assert again[0]["type"] == "GAME_STARTED"
        if before is not None:
            assert again[1]["type"] == "GAME_STATUS"
            assert again[1]["state"] == before
        async with house(journal=tmp_path) as at, at.line("ann") as late:
            late.id = ann.id
            await late.say("RECONNECT", sessionId=ann.session)
            assert (await late.hear())["type"] == "CONNECTION_ERROR", "the match is over"

    story()


@timely
async def killed_in_the_middle(folder: Path) -> None:
    async with process(folder) as (at, running), two(at) as (ann, bob):
        playing = asyncio.create_task(bob.play())
        await ann.play(until=asks_for_operation)
        state = ann.state
        running.kill()
        await running.wait()
        playing.cancel()
    async with process(folder, at.port) as (again, _):
        ann2, _ = await after_the_crash(again, ann, bob)
    assert ann2.heard[len(ann.heard) + 1]["state"] == state


def test_a_match_survives_kill_dash_nine(tmp_path: Path) -> None:
    killed_in_the_middle(tmp_path)


def test_a_log_that_was_cut_in_the_middle_of_a_line_is_resumed(tmp_path: Path) -> None:
    @timely
    async def story() -> None:
        async with house(journal=tmp_path) as at, two(at) as (ann, bob):
            await ann.play(until=phase_of("REQUEST_EQUIPMENT_CHOICE"))
            cid = ann.session
        (log,) = tmp_path.glob("*.jsonl")
        log.write_text(log.read_text()[:-20])
        async with house(journal=tmp_path) as at:
            ann2, _ = await after_the_crash(at, ann, bob)
            assert ann2.session == cid

    story()


def test_a_log_that_was_changed_is_left_alone_and_the_server_starts_anyway(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    @timely
    async def story() -> None:
        async with house(journal=tmp_path) as at, two(at) as (ann, _):
            await ann.play(until=phase_of("REQUEST_EQUIPMENT_CHOICE"))
        (log,) = tmp_path.glob("*.jsonl")
        lines = log.read_text().splitlines()
        row = json.loads(lines[3])
        lines[3] = json.dumps({**row, "at": 99.0})
        log.write_text("\n".join(lines))
        async with house(journal=tmp_path) as at, two(at) as (cid, dan):
            await asyncio.gather(cid.play(), dan.play())
        assert log.read_text() == "\n".join(lines)

    story()
    assert "cannot be resumed" in caplog.text


def test_a_spectator_of_a_resumed_match_gets_the_whole_replay(tmp_path: Path) -> None:
    @timely
    async def story() -> None:
        async with house(journal=tmp_path) as at, two(at) as (ann, bob):
            playing = asyncio.create_task(bob.play())
            await ann.play(until=asks_for_operation)
            playing.cancel()
        async with house(journal=tmp_path) as at:
            await after_the_crash(at, ann, bob)
            async with at.line("eve") as eve:
                await eve.hello("SPECTATOR")
                await eve.say("REQUEST_REPLAY")
                types = [each["type"] for each in (await eve.until("REPLAY"))["messages"]]
        assert types[:3] == ["HELLO_REPLY", "GAME_STARTED", "SPECTATOR_REVEAL"]
        assert types.count("GAME_STARTED") == 1
        assert types[-1] == "STATISTICS"

    story()
