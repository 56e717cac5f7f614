"""What else one does at a table: clocks, pauses, sound, copying a position, steering a race."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from tests.web.conftest import match_of
from tests.web.test_looks import Seated
from tests.web.test_playing import moves_made, play_computer, sit_at_both_sides

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

COUNT_TONES = """
window.tones = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor() { super(); window.tones++; } };
"""
KEEP_COPIES = """
navigator.clipboard.writeText = async (text) => { window.copied = text; };
"""


def copied(page: Any, button: str) -> str:
    page.evaluate(KEEP_COPIES)
    if not page.get_by_role("button", name=button).is_visible():
        page.locator(".menu summary").click()
    page.get_by_role("button", name=button).click()
    page.wait_for_function("() => window.copied")
    return str(page.evaluate("const text = window.copied; window.copied = ''; text"))


@pytest.mark.parametrize(
    "made",
    [
        # Knights that share a square, castling, a pinned knight that does not count, a check.
        "g1f3 g8f6 d2d3 d7d6 b1d2 b8d7 e2e4 e7e5 f1e2 f8e7 e1g1 e8g8 f1e1 f8e8 d2f1 d7f8 "
        "c1e3 f8g6 f1d2 c8g4 d2b3 g4f3 e2f3 d8d7 b3d2 a8d8 a1c1 d6d5 e4d5 f6d5 d2e4 d5e3 e1e3 e7g5 "
        "e4g5 d7e7 c1b1 e7g5 e3e4 g5c1 b1c1",
        # Mate, and en passant before it.
        "e2e4 a7a6 e4e5 d7d5 e5d6 e7d6 d1h5 b8c6 f1c4 g8f6 h5f7",
    ],
)
def test_position_and_match_are_copied_as_chess_programs_read_them(visit: Any, made: str) -> None:
    chess = pytest.importorskip("chess")
    pgn = pytest.importorskip("chess.pgn")
    page = visit()
    move, _ = sit_at_both_sides(page, "chess")
    board, sans = chess.Board(), []
    for text in made.split():
        move(text)
        sans.append(board.san(chess.Move.from_uci(text)))
        board.push_uci(text)
    expect(moves_made(page)).to_have_count(len(sans))
    assert copied(page, "Copy FEN") == board.fen(en_passant="fen")
    text = copied(page, "Copy PGN")
    match = pgn.read_game(io.StringIO(text))
    assert match is not None
    assert not match.errors
    assert list(match.mainline_moves()) == board.move_stack
    assert [word for word in text.split("\n\n")[1].split() if word[-1] != "."][:-1] == sans
    assert [one.strip() for one in moves_made(page).all_inner_texts()] == sans


IN_ONE_ROW = """(bar) => {
  const all = [...bar.querySelectorAll(".button")].filter((one) => one.checkVisibility());
  const tops = all.map((one) => one.getBoundingClientRect().top);
  return all.length > 2 && Math.max(...tops) - Math.min(...tops) < 8;
}"""


@pytest.mark.parametrize("locale", ["de-DE", "en-US"])
@pytest.mark.parametrize(
    ("game", "move", "role"),
    [("chess", "e2e4", "white"), ("nim", "(take 1 a)", "first"), ("citadels:2", None, "anna")],
    ids=["chess", "nim", "citadels"],
)
def test_all_tools_of_a_table_stand_in_one_row_on_a_laptop(
    visit: Any, game: str, move: str | None, role: str, locale: str
) -> None:
    page = visit(viewport={"width": 1366, "height": 768}, locale=locale)
    seated = Seated(page, game, (move,) if move else ())
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role={role}")
    bar = page.get_by_role("toolbar")
    expect(bar.locator(".button.warn")).to_be_visible()
    assert bar.evaluate(IN_ONE_ROW)


def test_sound_is_off_until_it_is_switched_on(visit: Any) -> None:
    page = visit()
    page.add_init_script(COUNT_TONES)
    page.reload()
    move, _ = sit_at_both_sides(page, "tic-tac-toe")
    move("1 1")
    expect(moves_made(page)).to_have_count(1)
    assert page.evaluate("window.tones") == 0
    page.get_by_role("button", name="Sound on").click()
    move("2 2")
    expect(moves_made(page)).to_have_count(2)
    page.wait_for_function("() => window.tones === 1")
    page.get_by_role("button", name="Sound off").click()
    move("3 3")
    expect(moves_made(page)).to_have_count(3)
    assert page.evaluate("window.tones") == 1


def test_a_clock_runs_down_and_stands_still_in_a_pause(visit: Any) -> None:
    page = visit("#/game/connect-four")
    page.get_by_label("Time").select_option("reserve=5m")
    play_computer(page)
    clock = page.locator(".seat.asked [role=timer]")
    expect(clock).to_have_text(re.compile(r"5:00|4:\d\d"))
    began = clock.inner_text()
    expect(clock).not_to_have_text(began)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".status")).to_contain_text(re.compile("pause", re.IGNORECASE))
    expect(page.locator("[data-offer=resume]")).to_be_visible()
    page.locator("[data-offer=resume]").click()
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_a_race_of_three_is_steered_with_the_arrow_keys(visit: Any) -> None:
    page = visit("#/game/speed")
    page.get_by_label("Players").select_option("3")
    expect(page.get_by_label("Your seat").locator("option")).to_have_count(3)
    play_computer(page)
    race = page.locator(".race canvas")
    expect(race).to_have_attribute("aria-label", re.compile("round 1$"))
    page.keyboard.press("ArrowLeft")
    expect(race).to_have_attribute("aria-label", re.compile("round 2$"))


def test_a_race_against_a_solver_is_driven_by_keys_to_its_end(visit: Any) -> None:
    page = visit("#/game/speed")
    play_computer(page, "medium")
    race = page.locator(".race canvas")
    for number, key in enumerate(("ArrowUp", " ", "ArrowDown", "ArrowDown"), start=1):
        expect(race).to_have_attribute("aria-label", re.compile(f"round {number}$"))
        page.keyboard.press(key)
    expect(page.locator(".ending")).to_contain_text("You lost")
    expect(page.locator(".ending")).to_contain_text("From round 4 on player 2 was the only one")


def test_one_sees_who_is_at_the_table_and_who_has_left(visit: Any) -> None:
    page = visit("#/game/tic-tac-toe")
    page.click("[data-way=friend]")
    link = page.locator(".notice input").input_value()
    friend = visit(f"#{link.split('#')[1]}")
    friend.get_by_role("button", name=re.compile("Sit down|Join|Take")).click()
    friend.wait_for_selector(".board")
    expect(page.locator("[data-seat=oplayer]")).not_to_contain_text("not connected")
    watcher = visit(f"#/match/{match_of(page)}")
    expect(watcher.locator(".board")).to_be_visible()
    expect(page.locator(".side")).to_contain_text("1 watching")
    friend.close()
    expect(page.locator("[data-seat=oplayer]")).to_contain_text("not connected")
