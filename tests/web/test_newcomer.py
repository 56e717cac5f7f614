"""A newcomer's way through everything, in the windows people have, by day and by night, in German
and in English: refused, beaten, again and wiser; with a friend, with a stranger, as a spectator.

Every step leaves a picture; SPIELWERK_PICTURES names a folder that keeps them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import match_of
from tests.web.looking import calm, nothing_english, nothing_serious, nothing_sticks_out, some

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1366, 768), "wide": (1440, 900)}
LOOKS = [
    (size, scheme, locale)
    for size in SIZES
    for scheme in ("light", "dark")
    for locale in ("en-US", "de-DE")
]
FEW = [("phone", "light", "en-US"), ("laptop", "dark", "de-DE")]

Look = Callable[[Any, str], None]


def address(page: Any, path: str) -> str:
    return f"{page.url.split('#')[0]}#/{path}"


@pytest.mark.parametrize(("size", "scheme", "locale"), some(LOOKS, FEW))
def test_a_newcomer_stays_for_a_second_game(
    visit: Any, pictures: Path, size: str, scheme: str, locale: str
) -> None:
    width, height = SIZES[size]
    window = {
        "viewport": {"width": width, "height": height},
        "color_scheme": scheme,
        "locale": locale,
        "has_touch": size in ("phone", "tablet"),
        "is_mobile": size == "phone",
    }
    count = 0

    def look(page: Any, step: str) -> None:
        nonlocal count
        count += 1
        name = f"newcomer-{size}-{scheme}-{locale[:2]}-{count:02}-{step}.png"
        page.screenshot(path=pictures / name)
        nothing_serious(page)
        nothing_sticks_out(page)
        if locale == "de-DE":
            nothing_english(page)

    page = visit(**window)
    tries_what_is_not_allowed(page, look)
    plays_the_computer(page, look)
    meets_people(page, lambda path: visit(path, **window), look)
    watches_citadels(page, look)
    writes_rules(page, look)


def tries_what_is_not_allowed(page: Any, look: Look) -> None:
    expect(page.locator(".tryout .board")).to_be_visible()
    calm(page)
    page.locator('[data-square="a7"]').click()
    page.locator('[data-square="a6"]').click()
    expect(page.locator("[data-tryout] .claim")).to_contain_text("h5")
    look(page, "first-page")


def plays_the_computer(page: Any, look: Look) -> None:
    page.goto(address(page, "game/tic-tac-toe"))
    expect(page.locator("[data-level=medium]")).to_be_visible()
    expect(page.locator("[data-teach-start]")).to_be_visible()
    look(page, "game")
    page.click("[data-way=computer]")
    free = page.locator(".square.target")
    free.first.click()
    expect(page.locator(".record a")).to_have_count(2)
    page.locator(".square:not(.target)").first.click()
    expect(page.locator(".why")).to_be_in_viewport()
    look(page, "refused")
    while True:
        expect(page.locator(".ending, .square.target").first).to_be_visible()
        if page.locator(".ending").count():
            break
        done = page.locator(".record a").count()
        free.first.click()
        expect(page.locator(".record a").nth(done)).to_be_attached()
        expect(page.locator(".status .spinner")).to_have_count(0)
    expect(page.locator(".ending .headline")).to_be_in_viewport()
    look(page, "end")
    before = match_of(page)
    page.locator("[data-offer=rematch]").click()
    page.wait_for_url(lambda url: before not in url)
    expect(page.locator(".board .square.target").first).to_be_visible()
    look(page, "rematch")
    page.goto(address(page, f"replay/{before}?analyse=1"))
    expect(page.locator(".faults")).to_be_visible()
    look(page, "analysis")


def meets_people(page: Any, somebody: Callable[[str], Any], look: Look) -> None:
    page.goto(address(page, "game/round-the-bay:3"))
    page.click("[data-way=friend]")
    links = page.locator("[data-inviting] input[readonly]")
    expect(links).to_have_count(2)
    look(page, "waiting")
    second = somebody(f"#{links.first.input_value().split('#')[1]}")
    expect(second.locator("form h1")).to_be_visible()
    calm(second)
    look(second, "invited")
    second.locator("form button").click()
    expect(links).to_have_count(1)
    third = somebody("#/tables")
    line = third.locator(f'[data-lobby=open] li:has([href*="{match_of(page)}"])')
    expect(line).to_be_visible()
    look(third, "lobby")
    line.locator("a").click()
    third.locator("form button").click()
    for seen in (page, second, third):
        expect(seen.locator("[data-inviting]")).to_have_count(0)
        expect(seen.locator(".seat")).to_have_count(3)
    expect(page.locator(".middle")).to_be_visible()
    look(page, "table-of-three")
    page.goto(address(page, "me"))
    expect(page.locator(".lines li").nth(2)).to_be_visible()
    look(page, "matches")


def watches_citadels(page: Any, look: Look) -> None:
    page.emulate_media(reduced_motion="reduce")  # cards that are being turned over are pale
    page.goto(address(page, "game/citadels"))
    page.locator("select:has(option[value=easy])").select_option("easy")
    page.click("[data-way=watch]")
    expect(page.locator("[role=log] li").first).to_be_attached()
    expect(page.locator(".middle")).to_be_visible()
    look(page, "citadels")


def writes_rules(page: Any, look: Look) -> None:
    page.goto(address(page, "write/new/gdl"))
    expect(page.locator(".studio-tools button:enabled").first).to_be_visible()
    look(page, "own-rules")
