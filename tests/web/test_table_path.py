"""Faults that a table once had, each as a visit in which it would show again."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from tests.web.conftest import match_of
from tests.web.test_playing import drag, moves_made, play_computer, sit_at_both_sides, square

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
"""What the bars of its browser leave of 390 by 844."""
LAPTOP = {"viewport": {"width": 1366, "height": 768}}


def test_whoever_resigns_reads_that_they_gave_up(visit: Any) -> None:
    page = visit("#/game/tic-tac-toe")
    play_computer(page)
    square(page, "2·2").click()
    expect(moves_made(page)).to_have_count(2)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".status")).to_contain_text("You lost")
    expect(page.locator(".status")).to_contain_text("You gave up.")
    watcher = visit(f"#/match/{match_of(page)}")
    expect(watcher.locator(".status")).to_contain_text("Guest (X) gave up.")


def test_an_offer_is_in_sight_on_a_phone(visit: Any) -> None:
    anna = visit("#/game/chess", **PHONE)
    anna.click("[data-way=friend]")
    bert = visit("#" + anna.locator(".notice input").input_value().split("#")[1], **PHONE)
    bert.get_by_role("button", name="Sit down").click()
    bert.locator(".board").wait_for()
    square(anna, "e2").tap()
    square(anna, "e4").tap()
    expect(moves_made(anna)).to_have_count(1)
    expect(moves_made(bert)).to_have_count(1)
    bert.evaluate("scrollTo(0, 0)")
    anna.locator("[data-offer=undo]").click()
    expect(bert.get_by_role("button", name="Agree")).to_be_in_viewport(ratio=1)
    assert bert.evaluate("scrollY") == 0


@pytest.mark.parametrize("window", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_refusal_is_in_sight_and_does_not_move_the_board(
    visit: Any, window: dict[str, Any]
) -> None:
    page = visit(**window)
    sit_at_both_sides(page, "chess")
    expect(page.locator(".status")).to_contain_text("Your turn")
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(".board").bounding_box()
    square(page, "e2").click()
    square(page, "e6").click()
    expect(page.locator(".why")).to_be_in_viewport()
    assert page.locator(".board").bounding_box() == box


def test_a_table_that_waits_shows_the_beginning(visit: Any) -> None:
    page = visit("#/game/chess")
    page.click("[data-way=friend]")
    expect(page.locator(".notice input")).to_be_visible()
    for name, piece in (("e2", "White pawn"), ("e7", "Black pawn"), ("e4", "empty")):
        expect(square(page, name)).to_have_attribute("aria-label", re.compile(piece))


def test_five_minutes_begin_at_five_minutes(visit: Any) -> None:
    page = visit("#/game/connect-four")
    page.get_by_label("Time").select_option(label="5 minutes a side")
    page.evaluate(KEEP_TIMES)
    play_computer(page)
    square(page, "4·1").click()
    expect(moves_made(page)).to_have_count(2)
    shown = page.evaluate("window.times")
    assert shown
    assert max(shown) <= "5:00", shown


KEEP_TIMES = """() => {
  window.times = [];
  new MutationObserver(() => {
    for (const one of document.querySelectorAll("[role=timer]"))
      window.times.push(one.textContent.trim());
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""All that clocks show from now on."""


def test_nobody_is_hurried_where_one_may_take_as_long_as_one_likes(visit: Any) -> None:
    page = visit("#/game/spy")
    page.get_by_label("Strength").select_option("easy")
    page.click("[data-way=computer]")
    page.locator(".spy").wait_for()
    expect(page.get_by_text("0 of 8 chosen").first).to_be_visible()
    expect(page.locator("[role=timer]")).to_have_count(0)


def test_the_rule_that_is_shown_is_the_condition_that_failed(visit: Any) -> None:
    page = visit()
    sit_at_both_sides(page, "chess")
    drag(page, "e1", "e3")
    page.locator(".why").get_by_role("button", name="The rule").click()
    expect(page.locator(".why .source .here")).to_contain_text("(king-step ?s ?t)")


def test_a_replay_that_is_none_says_so(visit: Any) -> None:
    page = visit("#/replay/xyz")
    expect(page.locator("main")).to_contain_text("There is no such match")
    assert "^" not in page.locator("main").inner_text()


def test_the_end_says_what_decided_it_and_leads_on(visit: Any) -> None:
    page = visit()
    move, match = sit_at_both_sides(page, "chess")
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        move(text)
    expect(page.locator(".ending")).to_contain_text("You lost")
    expect(page.locator(".ending")).to_contain_text("Checkmate.")
    expect(square(page, "h4")).to_have_class(re.compile(r"\blit\b"))
    watcher = visit(f"#/match/{match}")
    expect(watcher.locator(".ending")).to_contain_text("(Black) wins")
    for name in ("Play again", "Replay", "Analyse"):
        found = page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name))
        expect(found).to_be_visible()


def test_chess_is_drawn_when_a_position_comes_up_for_the_third_time(visit: Any) -> None:
    page = visit()
    move, _ = sit_at_both_sides(page, "chess")
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        move(text)
    expect(page.locator(".ending")).to_contain_text("A draw")
    expect(page.locator(".ending")).to_contain_text("third time")


LAST_CAPTURE = (
    "b2b4 b7b5 c1a3 b8a6 d1c1 a6b4 a3b4 a8b8 b4e7 e8e7 e2e4 e7e8 f1b5 b8b5 d2d3 b5b1 a1b1 g8f6 "
    "g2g4 f6e4 d3e4 h7h6 c1h6 h8h6 b1b4 f8b4 e1e2 h6h2 h1h2 b4e1 e2e1 d7d5 e4d5 c8g4 g1h3 g4h3 "
    "h2h3 d8d5 h3h7 d5a2 h7g7 a2c2 g7f7 c2f2 f7f2 e8d7 f2f6 a7a6 f6a6 c7c6 a6c6 d7c6"
)
"""Until there are only kings."""


def wandering() -> list[str]:
    """Fifty moves of each side in which nothing is taken, no pawn moves and nothing comes back."""
    chess = pytest.importorskip("chess")
    board, rng = chess.Board(), Random(1)
    seen = {board.board_fen()}
    while board.halfmove_clock < 100:
        quiet = [
            move
            for move in board.legal_moves
            if board.piece_type_at(move.from_square) == chess.KNIGHT and not board.is_capture(move)
        ]
        rng.shuffle(quiet)
        for move in quiet:
            board.push(move)
            if board.board_fen() not in seen and not board.is_check():
                break
            board.pop()
        seen.add(board.board_fen())
    return [move.uci() for move in board.move_stack]


@pytest.mark.parametrize(
    ("made", "english", "german"),
    [
        (LAST_CAPTURE.split, "nobody can be mated", "kann niemand matt gesetzt werden"),
        (wandering, "Fifty moves of each side", "Fünfzig Züge jeder Seite"),
    ],
    ids=["material", "fifty-moves"],
)
def test_chess_is_drawn_as_the_laws_have_it(
    visit: Any, made: Any, english: str, german: str
) -> None:
    page = visit()
    move, match = sit_at_both_sides(page, "chess")
    for text in made():
        move(text)
    expect(page.locator(".ending")).to_contain_text("A draw")
    expect(page.locator(".ending")).to_contain_text(english)
    watcher = visit(f"#/match/{match}", locale="de-DE")
    expect(watcher.locator(".ending")).to_contain_text(german)


def test_pieces_move_and_hands_are_not_held_up(visit: Any) -> None:
    page = visit()
    move, _ = sit_at_both_sides(page, "chess")
    page.evaluate(
        """() => {
          window.glides = [];
          const real = Element.prototype.animate;
          Element.prototype.animate = function (frames, options) {
            const seen = [frames.transform?.[0], options.duration];
            if (this.matches(".piece")) window.glides.push(seen);
            return real.call(this, frames, options);
          };
        }"""
    )
    move("e2e4")
    expect(moves_made(page)).to_have_count(1)
    (way, long), *rest = page.evaluate("window.glides")
    assert way.startswith("translate(0px, ")
    assert 150 <= long <= 250
    assert not rest
    page.emulate_media(reduced_motion="reduce")
    move("d7d5")
    expect(moves_made(page)).to_have_count(2)
    assert len(page.evaluate("window.glides")) == 1


def test_dragging_shows_where_a_piece_can_go(visit: Any) -> None:
    page = visit()
    sit_at_both_sides(page, "chess")
    box = square(page, "g1").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 60, steps=4)
    for name in ("f3", "h3"):
        expect(square(page, name)).to_have_class(re.compile(r"\btarget\b"))
    page.mouse.up()


def test_a_move_can_be_planned_while_the_other_side_thinks(visit: Any) -> None:
    page = visit()
    move, match = sit_at_both_sides(page, "chess")
    page.goto(f"{page.url.split('#')[0]}#/match/{match}?role=black")
    expect(page.locator(".status")).to_contain_text("is thinking")
    square(page, "e7").click()
    square(page, "e5").click()
    expect(square(page, "e5")).to_have_class(re.compile(r"\bplanned\b"))
    move("e2e4")
    expect(moves_made(page)).to_have_count(2)
    expect(square(page, "e5")).to_have_attribute("aria-label", re.compile("Black pawn"))
    expect(page.locator(".planned")).to_have_count(0)


def test_citadels_on_a_phone_keeps_the_own_hand_in_sight(visit: Any) -> None:
    page = visit("#/game/citadels", **PHONE)
    page.get_by_label("Strength").select_option("easy")
    page.tap("[data-way=computer]")
    page.locator(".place.own").wait_for()
    for height in (0, 400, 900):
        page.evaluate("(y) => scrollTo(0, y)", height)
        expect(page.locator(".place.own .row-of-cards").first).to_be_in_viewport()
    expect(page.locator(".places details[open]")).to_have_count(0)


def test_a_match_is_analysed_and_its_mistakes_are_to_be_mended(visit: Any) -> None:
    page = visit()
    move, _ = sit_at_both_sides(page, "tic-tac-toe")
    for text in ("1 1", "2 1", "1 2", "3 3", "1 3"):  # 3 3 does not stop the row
        move(text)
    page.locator("[data-analyse]").click()
    expect(page.locator(".graph")).to_be_visible()
    page.get_by_role("button", name="Learn from the mistakes").click()
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text("Find something better")
    expect(page.locator(".record .blunder, .record .mistake").first).to_be_visible()
    lesson.get_by_role("button", name="Show it").click()
    expect(lesson).to_contain_text("would have played")
