"""Choosing how strong the computer is, and asking it why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.test_playing import sit_at_both_sides

SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 900}}


@pytest.mark.parametrize(
    ("size", "locale", "computer"),
    [("phone", "de-DE", "Computer (Leicht)"), ("desk", "en-US", "Computer (Easy)")],
)
def test_a_game_offers_its_levels_and_the_computer_is_called_by_its_own(
    visit: Any, pictures: Path, size: str, locale: str, computer: str
) -> None:
    page = visit("#/game/chess", viewport=SIZES[size], locale=locale)
    strength = page.locator("select").filter(has=page.locator("option[value=medium]"))
    expect(strength.locator("option")).to_have_count(4)
    names = strength.locator("option").evaluate_all("all => all.map(one => one.value)")
    assert names == ["easy", "medium", "strong", "expert"]
    expect(strength.locator("option").nth(1)).to_have_text(re.compile(r"(Medium|Mittel), \w+ \d+"))
    expect(page.locator("[data-level=medium]")).to_be_visible()
    page.screenshot(path=pictures / f"levels-{size}.png", full_page=size == "phone")
    strength.select_option("easy")
    expect(page.locator("[data-level=easy]")).to_be_visible()
    page.locator("[data-way=computer]").click()
    expect(page.locator("[data-seat=black] b")).to_have_text(computer)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("game", ["spy", "citadels", "speed"])
def test_a_game_with_a_player_of_its_own_says_how_strong_it_is(visit: Any, game: str) -> None:
    """The levels of these games are played by those who were made for them."""
    page = visit(f"#/game/{game}")
    levels = page.get_by_label("Strength").locator("option")
    expect(levels.first).to_have_text(re.compile(r"^Easy, about \d+$"))
    shown = [int(text.split()[-1]) for text in levels.all_inner_texts()]
    assert shown == sorted(set(shown)), "a level that is offered is stronger than those below"


@pytest.mark.parametrize(
    ("size", "locale", "ask", "wins", "lacks", "expects"),
    [
        ("phone", "de-DE", "Frag ihn", "Das gewinnt zwingend.", "erzwingt den Gewinn nicht", "Er"),
        ("desk", "en-US", "Ask it", "This wins by force.", "does not force the win", "It"),
    ],
)
def test_the_computer_says_why_with_its_line_on_the_board_and_what_others_lack(
    visit: Any,
    pictures: Path,
    size: str,
    locale: str,
    ask: str,
    wins: str,
    lacks: str,
    expects: str,
) -> None:
    page = visit(viewport=SIZES[size], locale=locale)
    move, match = sit_at_both_sides(page, "chess")
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        move(text)
    page.goto(page.url.split("#")[0] + f"#/replay/{match}?step=3")
    page.locator("[data-tab=opinion]").click()
    page.get_by_role("button", name=ask).click()
    ways = page.locator(".opinion .bars li")
    expect(ways).to_have_count(3)
    expect(ways.first).to_contain_text(re.compile(r"[QD]h4"))
    expect(ways.first).to_contain_text(wins)
    expect(ways.nth(1)).to_contain_text(lacks)
    expect(page.locator(".ways-shown .ours polygon")).to_have_count(1)
    page.screenshot(path=pictures / f"why-{size}.png", full_page=True)
    ways.nth(1).get_by_role("button").click()
    expect(ways.nth(1).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    expect(ways.nth(1)).to_contain_text(f"{expects} ")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.get_by_role("slider").fill("2")
    expect(page.locator(".ways-shown")).to_have_count(0)
