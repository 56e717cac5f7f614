"""Under load and under fire: no move that was acknowledged is ever lost or made twice."""

from __future__ import annotations

import asyncio
import os
from importlib import import_module
from pathlib import Path

import pytest
from tests.server.conftest import ROOMY

ROOT = Path(__file__).parents[2]
SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


@pytest.fixture
def play_under_load(monkeypatch):
    """The load generator of the benchmark."""
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("benchmarks.server").play_under_load


def test_many_matches_at_once_lose_no_move(shared_server, play_under_load):
    found = asyncio.run(play_under_load(shared_server.url, 100 if SOAK else 20, 4, None))
    assert found.lost == 0
    assert found.moves > found.matches


@pytest.mark.timeout(1_800)
def test_a_server_killed_again_and_again_loses_nothing_it_has_acknowledged(
    start_server, play_under_load
):
    server = start_server(**ROOMY)
    kills = 20 if SOAK else 3

    async def shoot() -> None:
        for _ in range(kills):
            await asyncio.sleep(1.5)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

    async def story():
        shooting = asyncio.create_task(shoot())
        played = 0
        while not shooting.done():
            found = await play_under_load(server.url, 20, 12, 100)
            assert found.lost == 0
            played += found.moves
        await shooting
        assert played > 20 * kills / 4, "matches went on between the kills"

    asyncio.run(asyncio.wait_for(story(), 1_500))
