"""Cyclic garbage is searched for when it keeps nobody waiting, and does not pile up."""

from __future__ import annotations

import asyncio
import gc
import time

import pytest

from spielwerk.server.operation import tidying


@pytest.fixture
def searches():
    """The generations that were searched, as it happens."""
    seen: list[int] = []

    def note(phase: str, facts: dict) -> None:
        if phase == "stop":
            seen.append(facts["generation"])

    before = gc.get_threshold()
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.unfreeze()
    assert gc.get_threshold() == before, "in the end it is Python's business again"


def run_for(seconds: float, busy, searches: list[int]) -> list[int]:
    """What was searched in that time, or until a full search came."""

    async def story():
        tidy = tidying.Tidying(busy)
        tidy.start()
        searches.clear()
        end = time.monotonic() + seconds
        while 2 not in searches and time.monotonic() < end:
            await asyncio.sleep(0.02)
        tidy.stop()

    asyncio.run(story())
    return searches


def test_a_full_search_waits_for_a_quiet_moment(searches, monkeypatch):
    monkeypatch.setattr(tidying, "_LOOK", 0.02)
    monkeypatch.setattr(tidying, "_PAUSE", 0.1)
    moves = iter(range(1_000_000))
    assert 2 not in run_for(0.4, lambda: next(moves), searches), "people play all the time"
    assert 2 in run_for(20, lambda: 7, searches), "nobody has moved"


def test_what_piles_up_is_looked_at_even_while_people_play(searches, monkeypatch):
    monkeypatch.setattr(tidying, "_LOOK", 0.02)
    monkeypatch.setattr(tidying, "_MOST", 2)
    monkeypatch.setattr(tidying, "_YOUNG", (50, 1_000_000, 1_000_000))
    moves = iter(range(1_000_000))

    def play() -> int:
        kept.extend([] for _ in range(5_000))
        return next(moves)

    kept: list[list[object]] = []
    assert 2 in run_for(20, play, searches)
