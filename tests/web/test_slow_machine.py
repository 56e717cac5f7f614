"""A machine that has much else to do: the page says so and waits, and nobody leaves for it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Server
from tests.web.test_playing import moves_made, play_computer, sit_at_both_sides, square

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

LIMIT = 1.0
"""Seconds that rules may take."""


@pytest.fixture(scope="module")
def busy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose processes are held up now and then."""
    running = Server(tmp_path_factory.mktemp("busy"), rules_seconds=LIMIT)
    running.start()
    yield running
    running.stop()


def test_a_machine_that_is_late_is_waited_for_and_does_not_leave(
    visit: Any, busy_server: Any
) -> None:
    page = visit(address=busy_server.address)
    page.clock.install()
    page.goto(f"{busy_server.address}#/game/connect-four")
    play_computer(page, "medium")
    square(page, "4·1").click()
    expect(moves_made(page)).to_have_count(2)
    with held_up(busy_server):
        square(page, "4·3").click()
        expect(moves_made(page)).to_have_count(3)
        expect(page.locator(".status")).to_contain_text("is thinking")
        waits_on(page, "busy")
        expect(page.locator(".ending")).to_have_count(0)
    expect(moves_made(page)).to_have_count(4)
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_a_machine_that_breaks_down_does_not_give_up(visit: Any, tmp_path: Path) -> None:
    server = Server(tmp_path, bot_memory=1)  # no machine can think with a byte
    server.start()
    try:
        page = visit("#/game/tic-tac-toe", address=server.address)
        play_computer(page, "medium")
        square(page, "2·2").click()
        expect(moves_made(page)).to_have_count(2)
        expect(page.locator(".status")).to_have_text("Your turn")
    finally:
        server.stop()


@contextmanager
def held_up(server: Any) -> Iterator[None]:
    """What a server thinks in stands still, as if everything else were more urgent."""
    held = children_of(server)
    assert held, "its processes are there before they are needed"
    for process in held:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in held:
            with suppress(ProcessLookupError):  # an editor's, whose page was left
                os.kill(process, signal.SIGCONT)


def waits_on(page: Any, says: str) -> None:
    """After a while the page says why it takes so long, and one can wait on."""
    late = page.locator("[data-slow]")
    for _ in range(100):
        if late.count():
            break
        page.clock.fast_forward(13_000)  # counts only once the page has begun to wait
    expect(late).to_contain_text(says)
    late.get_by_role("button", name="Keep waiting").click()
    expect(late).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_own_rules_are_hosted_by_a_machine_that_is_held_up(visit: Any, busy_server: Any) -> None:
    """The limit is of the processor's time, not of the clock on the wall."""
    page = visit(address=busy_server.address)
    page.clock.install()
    page.goto(f"{busy_server.address}#/write")
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()
    with held_up(busy_server):
        page.locator("[data-way=host]").click()
        waits_on(page, "Your rules are fine")
        time.sleep(1.5 * LIMIT)
    page.locator("[data-way=computer]").click()
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_a_match_is_analysed_by_a_machine_that_is_held_up(visit: Any, busy_server: Any) -> None:
    page = visit(address=busy_server.address)
    page.clock.install()
    move, _ = sit_at_both_sides(page, "tic-tac-toe")
    for text in ("1 1", "2 1", "1 2", "3 3", "1 3"):
        move(text)
    with held_up(busy_server):
        page.locator("[data-analyse]").click()
        expect(page.locator(".analysis")).to_contain_text("0 of 5 positions")
        waits_on(page, "The analysis goes on")
    expect(page.locator(".graph")).to_be_visible()
    expect(page.get_by_role("button", name="Learn from the mistakes")).to_be_visible()


def test_an_opinion_is_given_by_a_machine_that_is_held_up(visit: Any, busy_server: Any) -> None:
    page = visit(address=busy_server.address)
    page.clock.install()
    move, match = sit_at_both_sides(page, "tic-tac-toe")
    for text in ("1 1", "2 1", "1 2", "3 3", "1 3"):
        move(text)
    page.goto(f"{busy_server.address}#/replay/{match}?step=4")
    page.locator("[data-tab=opinion]").click()
    with held_up(busy_server):
        page.get_by_role("button", name="Ask it").click()
        waits_on(page, "The analysis goes on")
    expect(page.locator(".opinion .bars li").first).to_contain_text("wins")


def test_rules_that_a_machine_had_no_time_for_are_hosted_when_it_has(visit: Any) -> None:
    page = visit("#/write")
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()
    busy = {"status": 503, "json": {"code": "busy"}}
    page.route("**/api/v1/rules", lambda route: route.fulfill(**busy), times=1)
    page.locator("[data-way=host]").click()
    expect(page.locator("[data-way=computer]")).to_be_visible()


def children_of(server: Any) -> list[int]:
    """The processes in which a server thinks."""
    found = subprocess.run(["pgrep", "-P", str(server.process)], capture_output=True, text=True)
    return [int(one) for one in found.stdout.split()]
