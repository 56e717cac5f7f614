"""Corners that few pass on the way to a table: each is looked at by axe-core, a ruler at its edge
and somebody who reads no English."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.web.looking import (
    LOOKS,
    calm,
    in_windows,
    nothing_english,
    nothing_serious,
    nothing_sticks_out,
)

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

ALRIKE = Path(str(files("spielwerk").joinpath("library", "heroes", "alrike.json")))
FIRST = 120_000
"""Milliseconds until the books of heroes have been read."""


def go(page: Any, path: str) -> None:
    page.goto(f"{page.url.split('#')[0]}#/{path}")


def against_the_computer(page: Any) -> None:
    page.locator("select:has(option[value=easy])").select_option("easy")
    page.click("[data-way=computer]")


def register(page: Any, name: str) -> None:
    go(page, "me")
    form = page.locator("form:has([autocomplete=new-password])")
    form.locator("[name=name]").fill(name)
    form.locator("[type=password]").fill("correct horse")
    form.locator("button").click()
    expect(page.locator(".bar .who")).to_have_text(name)


def operator(page: Any, server: Any, name: str) -> None:
    register(page, name)
    go(page, "game/tic-tac-toe")
    against_the_computer(page)
    expect(page.locator(".board")).to_be_visible()
    command = [sys.executable, "-m", "spielwerk", "operator", name]
    subprocess.run([*command, "--db", str(server.database)], check=True, timeout=300)
    go(page, "operator")
    page.locator("[name=address]").fill("192.0.2.7")
    page.locator("[name=why]").fill("Spam")
    page.locator(".ban-form button").click()
    expect(page.locator("li", has_text="Spam").first).to_be_visible()


def operator_to_others(page: Any, server: Any, name: str) -> None:
    go(page, "operator")
    expect(page.get_by_role("alert").first).to_be_visible()


def account(page: Any, server: Any, name: str) -> None:
    register(page, name)
    page.locator("[data-friends] input").fill("niemand")
    page.locator("[data-friends] button").first.click()
    expect(page.locator("[data-friends] [role=alert]")).to_be_visible()
    page.locator("summary").first.click()
    form = page.locator("form:has([name=old])")
    form.locator("[name=old]").fill("wrong horse")
    form.locator("[name=fresh]").fill("another horse")
    form.locator("button").click()
    expect(form.locator(".notice")).to_be_visible()


def login(page: Any, server: Any, name: str) -> None:
    go(page, "me?login=1")
    form = page.locator("form:has([autocomplete=current-password])")
    form.locator("[name=name]").fill(name)
    form.locator("[type=password]").fill("wrong horse")
    form.locator("button").click()
    expect(form.locator(".notice")).to_be_visible()


def hero(page: Any, server: Any, name: str) -> None:
    go(page, "heroes")
    page.locator("input[type=file]").set_input_files(ALRIKE)
    expect(page.locator(".hero-paper")).to_contain_text("Alrike", timeout=FIRST)
    for fold in page.locator("main details:not([open]) > summary").all():
        fold.click()
    page.locator("[data-roll]").click()
    expect(page.locator(".hero-check output")).not_to_be_empty()
    page.locator("[data-share]").click()
    expect(page.locator("[data-link]")).to_be_visible()


def shared_hero(page: Any, server: Any, name: str) -> None:
    hero(page, server, name)
    page.goto(page.locator("[data-link]").input_value())
    expect(page.locator("[data-shared]")).to_be_visible(timeout=FIRST)
    expect(page.locator(".hero-paper")).to_contain_text("Alrike")


def viewer(page: Any, server: Any, name: str) -> None:
    go(page, "speed")
    expect(page.locator(".sv-heading")).to_be_visible()


def race(page: Any, server: Any, name: str) -> None:
    go(page, "game/speed")
    against_the_computer(page)
    expect(page.locator(".race canvas[tabindex]")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".race canvas")).to_have_attribute("aria-label", re.compile("2$"))


def dice(page: Any, server: Any, name: str) -> None:
    go(page, "game/liars-dice")
    against_the_computer(page)
    expect(page.locator("[data-move]").first).to_be_visible()


def lesson(page: Any, server: Any, name: str) -> None:
    go(page, "game/citadels")
    page.locator("[data-teach-start]").click()
    page.locator("[data-lesson=next]").click()
    expect(page.locator("[data-teach]")).to_contain_text("2")


def spies(page: Any, server: Any, name: str) -> None:
    go(page, "spy")
    expect(page.locator("h1")).to_be_visible()


def rules_to_begin_with(page: Any, server: Any, name: str) -> None:
    go(page, "write")
    expect(page.locator(".studio-tools button:enabled").first).to_be_visible()


def gave_up(page: Any, server: Any, name: str) -> None:
    go(page, "game/chess")
    against_the_computer(page)
    page.locator('[data-square="e2"]').click()
    page.locator('[data-square="e4"]').click()
    expect(page.locator(".record a").nth(1)).to_be_attached()
    page.locator(".toolbar .button.warn").click()
    page.locator("[role=alertdialog] .button.warn").click()
    expect(page.locator(".ending .headline")).to_be_visible()


def nothing_here(page: Any, server: Any, name: str) -> None:
    go(page, "join/aaaaaaaaaaaa/invite_x")
    expect(page.locator("main a").first).to_be_visible()


CORNERS = (
    operator,
    operator_to_others,
    account,
    login,
    hero,
    shared_hero,
    viewer,
    race,
    dice,
    lesson,
    spies,
    rules_to_begin_with,
    gave_up,
    nothing_here,
)


@pytest.mark.parametrize(
    ("show", "look"), in_windows(CORNERS, ["wide-dark-de", "phone-light-de"], 1)
)
def test_every_corner_is_for_everybody(
    visit: Any, server: Any, pictures: Path, show: Any, look: str
) -> None:
    page = visit(reduced_motion="reduce", **LOOKS[look])
    show(page, server, f"{show.__name__} {look}")
    calm(page)
    picture = pictures / f"corner-{show.__name__.replace('_', '-')}-{look}.png"
    page.screenshot(path=picture, full_page=True)
    nothing_serious(page)
    nothing_sticks_out(page)
    nothing_english(page)
