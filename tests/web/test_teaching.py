"""Somebody who does not know a game learns it on its page, and plays a first match with a guide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.web.looking import nothing_english, nothing_serious, nothing_sticks_out

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1366, "height": 768}, "color_scheme": "dark"}


def test_the_rules_of_chess_in_two_minutes(visit: Any, pictures: Path) -> None:
    page = visit("#/game/chess", locale="de-DE", **PHONE)
    page.locator("[data-teach-start]").tap()
    lesson = page.locator("[data-teach]")
    expect(lesson).to_contain_text("1 von 10")
    lesson.locator("[data-lesson=next]").tap()
    expect(lesson).to_contain_text("e2-e5: Ist das erlaubt?")
    lesson.locator("[data-lesson=yes]").tap()
    expect(lesson).to_contain_text("Ein Bauer auf e2 kann nicht nach e5 ziehen.")
    lesson.locator("[data-lesson=next]").tap()
    lesson.locator("[data-lesson=yes]").tap()
    expect(lesson.locator(".verdict")).to_have_text("Richtig. Das ist erlaubt.")
    nothing_serious(page)
    nothing_sticks_out(page)
    nothing_english(page)
    page.screenshot(path=pictures / "teach-chess-phone.png")
    while not lesson.locator("[data-lesson=done]").is_visible():
        lesson.locator("[data-lesson=no], [data-lesson=next]").first.tap()
    expect(lesson).to_contain_text("Schachmatt.")
    lesson.locator("[data-lesson=done]").tap()
    expect(lesson.locator("[data-teach-start]")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "locale", "look", "first", "then"),
    [
        ("citadels", "de-DE", DESK, "beginnt mit der Wahl der Charaktere", "choose"),
        ("spy", "en-US", PHONE, "First you choose your people", "take"),
    ],
)
def test_a_first_match_is_played_with_a_guide(
    visit: Any, pictures: Path, game: str, locale: str, look: Any, first: str, then: str
) -> None:
    page = visit(f"#/game/{game}", locale=locale, **look)
    page.locator("[data-way=guide]").click()
    guide = page.locator("[data-guide]")
    expect(guide).to_contain_text(first)
    page.screenshot(path=pictures / f"guide-{game}.png")
    nothing_serious(page)
    nothing_sticks_out(page)
    guide.locator("[data-advise]").click()
    expect(guide.locator("[data-advice]")).not_to_be_empty()
    guide.locator("[data-tip-read]").click()
    expect(guide).not_to_contain_text(first)
    page.reload()
    expect(guide).to_contain_text(first)  # whoever comes back is told again
    assert "guide=1" in page.url
