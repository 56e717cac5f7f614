"""Games of the seed dialect at the table of the page: a board by mouse, moves from a list."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect


def against_the_computer(visit: Any, game: str) -> Any:
    page = visit(f"#/game/{game}")
    page.get_by_label("Strength").select_option("easy")
    page.click("[data-way=computer]")
    expect(page.locator(".seat").first).to_be_visible(timeout=30_000)
    return page


def test_typed_tic_tac_toe_is_played_by_mouse(visit: Any) -> None:
    page = against_the_computer(visit, "typed-tic-tac-toe")
    record = page.locator(".record a")
    page.locator("[data-square]").nth(4).click()
    expect(record).to_have_count(2)


def test_moves_without_a_board_are_chosen_from_what_is_offered(visit: Any) -> None:
    page = against_the_computer(visit, "halving")
    record = page.locator(".record a")
    offered = page.locator("[data-move]:not([disabled])")
    expect(offered.first).to_be_visible()
    before = record.count()
    offered.first.click()
    expect(record).not_to_have_count(before)


def test_cards_of_a_hidden_hand_show_their_suits(visit: Any) -> None:
    page = against_the_computer(visit, "three-tricks")
    hand = page.locator(".facts .card")
    expect(hand).to_have_count(3, timeout=40_000)
    expect(hand.locator(".suit")).to_have_count(3)
    page.locator("[data-move]:not([disabled])").first.click()
    expect(hand).to_have_count(2)
