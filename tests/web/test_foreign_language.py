"""Rules in a language that only an installed package knows are written and played on the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.foreign.scratch import Scratch
from tests.web.conftest import Server

PILE = "heap 4\ntake up to 3\nlast loses\n"


@pytest.fixture(scope="module")
def foreign_address(foreign: Scratch, tmp_path_factory: pytest.TempPathFactory) -> Any:
    server = Server(tmp_path_factory.mktemp("foreign"), str(foreign.python))
    server.start()
    yield server.address
    server.stop()


def test_a_game_is_written_in_it_and_played(visit: Any, foreign_address: str) -> None:
    page = visit("#/write", address=foreign_address)
    page.get_by_label("Written in").select_option("Take")
    editor = page.get_by_label("Rules in Take")
    expect(editor).to_contain_text("heap 21")
    expect(page.locator(".tok-keyword").first).to_have_text("heap")
    editor.fill("heap of sand")
    expect(page.locator(".findings li").first).to_contain_text("These are no rules of Take.")
    expect(page.locator("[data-play]")).to_be_disabled()
    editor.fill(PILE)
    page.locator("[data-play]").click()
    page.locator('[data-move="take 3"]').click()
    expect(page.locator(".status")).to_contain_text("You won")


def test_its_library_stands_among_the_games(visit: Any, foreign_address: str) -> None:
    page = visit("#/game/twenty-one", address=foreign_address)
    expect(page.get_by_role("heading", name="Twenty-one")).to_be_visible()
    page.click("[data-way=computer]")
    page.locator('[data-move="take 1"]').click()
    expect(page.locator(".record a")).to_have_count(2)
