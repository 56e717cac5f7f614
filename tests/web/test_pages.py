"""The pages around the tables: catalogue, languages, accounts, editor, and wrong addresses."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

BROKEN = """;! title Coin
(role anna)
(init (coin unseen))
(<= (legal anna (flip ?side)) (side ?sid))
(side heads)
(side tails)
(<= (next (coin ?side)) (does anna (flip ?side)))
(<= terminal (true (coin heads)))
(<= terminal (true (coin tails)))
(<= (goal anna 100) (true (coin heads)))
(<= (goal anna 0) (true (coin tails)))
(<= (goal anna 50) (true (coin unseen)))
"""


def test_the_catalogue_is_searched_and_filtered(visit: Any) -> None:
    page = visit()
    tiles = page.locator(".tile")
    expect(tiles.first.locator(".picture")).to_be_visible()
    page.get_by_label("Kind").select_option("hidden")
    expect(page.get_by_role("link", name="Kuhn poker")).to_be_visible()
    expect(page.get_by_role("link", name="Chess")).to_have_count(0)
    page.get_by_label("Search games").fill("no such game")
    page.get_by_role("button", name="Show all games").click()
    expect(page.get_by_role("link", name="Chess")).to_be_visible()


def test_language_and_theme_stay_as_they_were_chosen(visit: Any) -> None:
    page = visit()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()
    page.get_by_label("Darstellung").select_option("dark")
    page.reload()
    expect(page.get_by_role("link", name="Schach")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    dark = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", dark))) < 150


def test_rules_show_their_mistake_are_mended_and_played(visit: Any) -> None:
    page = visit("#/write")
    editor = page.get_by_label("Rules in GDL")
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()
    editor.fill(BROKEN)
    finding = page.locator(".findings li").first
    expect(finding).to_contain_text("line 4")
    expect(page.locator(".cm-lintRange-error").first).to_be_visible()
    expect(page.locator("[data-play]")).to_be_disabled()
    editor.fill(BROKEN.replace("?sid)", "?side)"))
    expect(page.locator(".findings li")).to_have_count(0)
    page.locator("[data-play]").click()
    page.locator('[data-move="(flip heads)"]').click()
    expect(page.locator(".status")).to_contain_text("100 of 100")


def test_an_account_finds_its_matches_on_another_device(visit: Any) -> None:
    page = visit("#/game/tic-tac-toe")
    page.get_by_label("Strength").select_option("easy")
    page.click("[data-way=computer]")
    page.locator('[data-square="2·2"]').click()
    expect(page.locator(".record a")).to_have_count(2)
    page.get_by_role("link", name="Matches", exact=True).click()
    form = page.get_by_role("form", name="Make an account")
    form.get_by_label("Name").fill("Ada L")
    form.get_by_label("Password").fill("correct horse")
    form.get_by_role("button").click()
    expect(page.get_by_text("You are logged in as Ada L.")).to_be_visible()

    other = visit("#/me")
    form = other.get_by_role("form", name="Log in")
    form.get_by_label("Name").fill("Ada L")
    form.get_by_label("Password").fill("wrong horse")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_be_visible()
    form.get_by_label("Password").fill("correct horse")
    form.get_by_role("button").click()
    other.get_by_role("link", name="Go on").click()
    expect(other.locator(".record a")).to_have_count(2)
    expect(other.locator(".status")).to_contain_text("Your turn")
    other.get_by_role("link", name="Matches", exact=True).click()
    other.get_by_role("button", name="Log out", exact=True).click()
    expect(other.get_by_role("form", name="Log in")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("#/nowhere", "There is nothing here"),
        ("#/match/aaaaaaaaaaaa", "There is no such match"),
        ("#/replay/aaaaaaaaaaaa", "There is no such match"),
        ("#/game/no-such-game", "There is no such game"),
        ("#/join/aaaaaaaaaaaa/invite_x", "There is no such match"),
    ],
)
def test_no_address_is_a_dead_end(visit: Any, path: str, said: str) -> None:
    page = visit(path)
    expect(page.get_by_text(said)).to_be_visible()
    page.get_by_role("link", name="To the games").click()
    expect(page.locator(".tile").first).to_be_visible()


def test_an_address_that_changes_while_the_page_begins_is_followed(visit: Any) -> None:
    page = visit()
    page.add_init_script(
        """new MutationObserver((_, watcher) => {
          if (!document.querySelector(".shell")) return;
          watcher.disconnect();
          location.hash = "#/tables"; // the page is drawn, and nobody listens yet
        }).observe(document, { childList: true, subtree: true });"""
    )
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")
