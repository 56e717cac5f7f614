"""Faults that a table once had, each as a visit in which it would show again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import pytest
from tests.web.conftest import Server, match_of
from tests.web.test_playing import drag, moves_made, play_computer, sit_at_both_sides, square

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

LIMIT = 1.0
"""Seconds that rules may take."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


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


def test_an_offer_is_in_sight_on_a_phone_and_a_refusal_does_not_move_the_board(visit: Any) -> None:
    anna = visit("#/game/chess", **PHONE)
    anna.click("[data-way=friend]")
    bert = visit("#" + anna.locator(".notice input").input_value().split("#")[1], **PHONE)
    bert.get_by_role("button", name="Sit down").click()
    bert.locator(".board").wait_for()
    for start, end in (("e2", "e4"),):
        square(anna, start).tap()
        square(anna, end).tap()
    expect(moves_made(anna)).to_have_count(1)
    anna.locator("[data-offer=undo]").click()
    agree = bert.get_by_role("button", name="Agree")
    expect(agree).to_be_in_viewport()
    bert.get_by_role("button", name="Decline").click()

    box = bert.locator(".board").bounding_box()
    square(bert, "e7").tap()
    square(bert, "e4").tap()
    expect(bert.locator(".why")).to_be_in_viewport()
    assert bert.locator(".board").bounding_box() == box
    assert bert.evaluate("scrollY") == 0


def test_a_table_that_waits_shows_the_beginning(visit: Any) -> None:
    page = visit("#/game/chess")
    page.click("[data-way=friend]")
    expect(page.locator(".notice input")).to_be_visible()
    for name, piece in (("e2", "White pawn"), ("e7", "Black pawn"), ("e4", "empty")):
        expect(square(page, name)).to_have_attribute("aria-label", re.compile(piece))


def test_five_minutes_begin_at_five_minutes(visit: Any) -> None:
    page = visit("#/game/connect-four")
    page.get_by_label("Time").select_option(label="5 minutes a side")
    play_computer(page)
    clock = page.locator("[data-seat=red] [role=timer]")
    expect(clock).to_have_text(re.compile(r"5:00|4:\d\d"))
    expect(page.locator("[data-seat=yellow] [role=timer]")).to_have_text("5:00")


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


@pytest.fixture(scope="module")
def busy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose processes are held up now and then."""
    running = Server(tmp_path_factory.mktemp("busy"), rules_seconds=LIMIT)
    running.start()
    yield running
    running.stop()


def test_a_machine_that_is_late_is_waited_for_and_does_not_leave(
    visit: Any, busy_server: Any
) -> None:
    page = visit(address=busy_server.address)
    page.clock.install()
    page.goto(f"{busy_server.address}#/game/connect-four")
    play_computer(page, "medium")
    square(page, "4·1").click()
    expect(moves_made(page)).to_have_count(2)
    with held_up(busy_server):
        square(page, "4·3").click()
        expect(moves_made(page)).to_have_count(3)
        expect(page.locator(".status")).to_contain_text("is thinking")
        waits_on(page, "busy")
        expect(page.locator(".ending")).to_have_count(0)
    expect(moves_made(page)).to_have_count(4)
    expect(page.locator(".status")).to_contain_text("Your turn")


@contextmanager
def held_up(server: Any) -> Iterator[None]:
    """What a server thinks in stands still, as if everything else were more urgent."""
    held = children_of(server)
    assert held, "its processes are there before they are needed"
    for process in held:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in held:
            with suppress(ProcessLookupError):  # an editor's, whose page was left
                os.kill(process, signal.SIGCONT)


def waits_on(page: Any, says: str) -> None:
    """After a while the page says why it takes so long, and one can wait on."""
    late = page.locator("[data-slow]")
    for _ in range(100):
        if late.count():
            break
        page.clock.fast_forward(13_000)  # counts only once the page has begun to wait
    expect(late).to_contain_text(says)
    late.get_by_role("button", name="Keep waiting").click()
    expect(late).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_own_rules_are_hosted_by_a_machine_that_is_held_up(visit: Any, busy_server: Any) -> None:
    """The limit is of the processor's time, not of the clock on the wall."""
    page = visit(address=busy_server.address)
    page.clock.install()
    page.goto(f"{busy_server.address}#/write")
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()
    with held_up(busy_server):
        page.locator("[data-way=host]").click()
        waits_on(page, "Your rules are fine")
        time.sleep(1.5 * LIMIT)
    page.locator("[data-way=computer]").click()
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_a_match_is_analysed_by_a_machine_that_is_held_up(visit: Any, busy_server: Any) -> None:
    page = visit(address=busy_server.address)
    page.clock.install()
    move, _ = sit_at_both_sides(page, "tic-tac-toe")
    for text in ("1 1", "2 1", "1 2", "3 3", "1 3"):
        move(text)
    with held_up(busy_server):
        page.locator("[data-analyse]").click()
        expect(page.locator(".analysis")).to_contain_text("0 of 5 positions")
        waits_on(page, "The analysis goes on")
    expect(page.locator(".graph")).to_be_visible()
    expect(page.get_by_role("button", name="Learn from the mistakes")).to_be_visible()


def test_rules_that_a_machine_had_no_time_for_are_hosted_when_it_has(visit: Any) -> None:
    page = visit("#/write")
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()
    busy = {"status": 503, "json": {"code": "busy"}}
    page.route("**/api/v1/rules", lambda route: route.fulfill(**busy), times=1)
    page.locator("[data-way=host]").click()
    expect(page.locator("[data-way=computer]")).to_be_visible()


def children_of(server: Any) -> list[int]:
    """The processes in which a server thinks."""
    found = subprocess.run(["pgrep", "-P", str(server.process)], capture_output=True, text=True)
    return [int(one) for one in found.stdout.split()]
