"""Rules that people bring along: uploaded as a stranger would, played by two browsers and a bot."""

from __future__ import annotations

import re
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect
from tests.server.test_hostile_uploads import HOUSE
from tests.web.test_spy_table import quick_hand

LIBRARY = files("spielwerk").joinpath("library")


def rules(name: str) -> Path:
    (found,) = Path(str(LIBRARY.joinpath("igold"))).glob(f"{name}.igold*")
    return found


def play_on(pages: list[Any], moves: int) -> None:
    """Let whoever can move do so, until so many moves were made."""
    able = "[data-move]:visible:enabled"
    for _ in range(moves):
        until(pages[0], lambda: any(page.locator(able).count() for page in pages))
        page = next(page for page in pages if page.locator(able).count())
        before = page.locator(".table").get_attribute("data-step")
        with suppress(Late):  # it was for a move that has been made meanwhile
            page.locator(able).first.click(timeout=3_000)
        for other in pages:
            expect(other.locator(f'.table[data-step="{before}"]')).to_have_count(0)


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait for something that several pages show."""
    end = time.monotonic() + 300
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        page.wait_for_timeout(20)


@pytest.mark.parametrize("name", ["pig", "love-letter"])
def test_a_game_in_igold_is_brought_and_played_by_two_browsers_and_a_bot(
    visit: Any, tmp_path: Path, name: str
) -> None:
    text = rules(name).read_text(encoding="utf-8")
    text = text.replace('minimum="2" maximum="6" default="2"', 'minimum="3" maximum="3"')
    mine = tmp_path / f"mine-{rules(name).name}"
    mine.write_text(text, encoding="utf-8")

    anna = visit("#/write")
    anna.locator("[data-bring]").set_input_files(str(mine))
    expect(anna.get_by_label("Rules in IGold")).to_be_visible()
    expect(anna.get_by_role("status").filter(has_text="fine")).to_be_visible()
    editor = anna.get_by_label("Rules in IGold")
    expect(editor).to_contain_text(
        "Love Letter: sixteen" if name == "love-letter" else "Pig: a race"
    )
    anna.locator("[data-way=host]").click()
    expect(anna.locator("h1")).to_contain_text("Pig" if name == "pig" else "Love Letter")
    game = anna.url.rpartition("/")[2]
    address = anna.url.split("#")[0]

    seats = anna.evaluate(
        """async ([game]) => {
          const { foundMatch, beSomebody } = await import("./api.js");
          await beSomebody("Anna");
          return foundMatch({
            game, role: "anna", bots: { carla: "random" }, visibility: "unlisted", name: "Anna",
          });
        }""",
        [game],
    )
    anna.goto(f"{address}#/match/{seats['match']}")
    ben = visit(f"#/join/{seats['match']}/{seats['invitations']['ben']}")
    ben.get_by_role("button", name="Sit down").click()
    play_on([anna, ben], 8)
    expect(anna.locator(".status").first).to_be_visible()


def test_a_rulebook_is_brought_as_an_archive_and_judges_heroes(visit: Any, tmp_path: Path) -> None:
    archive = tmp_path / "mine.zip"
    meta, _, book = HOUSE.partition("%%% rules.lp\n")
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("mine/meta.lp", meta.partition("\n")[2])
        packed.writestr("mine/rules.lp", book)
    page = visit("#/write")
    page.locator("[data-bring]").set_input_files(str(archive))
    expect(page.get_by_label("Rules in Rulebooks")).to_contain_text('rulebook("mine")')
    page.locator("[data-way=judge]").click()
    expect(page.get_by_label("Nobody is an elf")).to_be_visible()


def test_a_table_is_opened_on_ones_own_casino_with_two_clicks(visit: Any) -> None:
    page = visit("#/spy/scenario")
    page.get_by_label("Ready sets").select_option("back-room")
    drawn = page.locator('[data-place="1/1"]')
    expect(drawn).to_be_visible()
    page.locator("[data-tool=FIREPLACE]").click()
    drawn.click()
    expect(drawn).to_have_attribute("data-field", "FIREPLACE")
    expect(page.locator("[data-checked=yes]")).to_be_visible()
    page.locator("[data-host]").click()
    page.locator("[data-way=computer]").click()
    expect(page.locator(".status").first).to_be_visible()
    quick_hand(page)("take", "give")
    played = page.locator('.spy-board [data-field="1/1"]')
    expect(played).to_have_attribute("aria-label", re.compile("fireplace", re.IGNORECASE))
