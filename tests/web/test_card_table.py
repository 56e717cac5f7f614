"""Citadels on the page's card table: cards are clicked, secrets stay hidden, refusals say why."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.looking import nothing_sticks_out
from tests.web.test_playing import PHONE, play_computer

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect


def own(page: Any) -> Any:
    return page.locator(".tabletop .place.own")


def card(page: Any, verb: str) -> Any:
    """A card on the table that something can be done with."""
    return page.locator(f'.tabletop [data-move^="{verb} "]').first


def button(page: Any, move: str) -> Any:
    return page.locator(f"[data-move={move}]").first


BEYOND = """(place) => [...place.querySelectorAll("*")]
  .filter((one) => one.getBoundingClientRect().right > place.getBoundingClientRect().right)
  .map((one) => one.outerHTML.slice(0, 80))"""
"""What sticks out of a place at its right."""


def test_a_turn_of_citadels_by_clicking_cards(visit: Any) -> None:
    page = visit("#/game/citadels:2")
    play_computer(page)
    card(page, "choose").click()
    expect(own(page)).to_contain_text("Chosen character")
    card(page, "choose").click()
    card(page, "lay-aside").click()
    button(page, "take-gold").wait_for()
    gold = own(page).locator("dl.counters dd").first
    before = int(gold.inner_text())

    page.get_by_role("tab", name="Questions").click()
    page.get_by_label("A move you wonder about").fill("end-turn")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".why")).to_contain_text("Gold or cards were taken this turn")

    assert own(page).evaluate(BEYOND) == [], "what can be done stands below one's things"
    button(page, "take-gold").click()
    expect(gold).to_have_text(str(before + 2))
    expect(button(page, "end-turn")).to_be_visible()


def test_all_that_one_chooses_by_in_citadels_is_seen_on_a_laptop(visit: Any) -> None:
    page = visit("#/game/citadels", locale="de-DE", viewport={"width": 1366, "height": 768})
    page.locator("select:has(option[value=easy])").select_option("easy")
    page.click("[data-way=computer]")
    card(page, "choose").wait_for()
    listed = page.locator(".middle > *").last.bounding_box()
    hand = own(page).bounding_box()
    assert listed["y"] + listed["height"] <= hand["y"], "the list of characters is not covered"
    assert hand["y"] + hand["height"] <= 768
    names = page.locator(".seats .who").all_inner_texts()
    places = page.locator(".places summary .name").all_inner_texts()
    assert [name.split()[-1] for name in names] == [place.split()[0] for place in places]


def test_citadels_fits_on_a_phone(visit: Any) -> None:
    page = visit("#/game/citadels", **PHONE)
    play_computer(page)
    card(page, "choose").tap()
    expect(own(page)).to_contain_text(re.compile("Chosen character|Revealed character"))
    nothing_sticks_out(page)


def test_the_hand_does_not_cover_the_board_that_is_laid_on(visit: Any) -> None:
    page = visit("#/game/terrace:2", viewport={"width": 1440, "height": 900})
    play_computer(page, "medium")
    own(page).locator(".row-of-cards").wait_for()
    board = page.locator(".middle .board-area").bounding_box()
    hand = own(page).bounding_box()
    assert board["y"] + board["height"] <= hand["y"]
    assert hand["y"] + hand["height"] <= 900


def test_the_picture_of_a_table_takes_the_room_it_needs(visit: Any) -> None:
    page = visit("#/game/love-letter:3")
    table = page.locator(".frame .table-picture")
    table.locator(".place").first.wait_for()
    frame, shown = page.locator(".game .frame").bounding_box(), table.bounding_box()
    assert frame["height"] < shown["height"] + 100, "no empty half below it"
