"""People play in a real browser: by mouse, touch and keyboard, alone and with others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.looking import nothing_sticks_out
from tests.web.test_studio import COIN, helped

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def play_computer(page: Any, strength: str = "easy") -> None:
    page.get_by_label("Strength").select_option(strength)
    page.click("[data-way=computer]")
    page.wait_for_selector(".table")


def square(page: Any, name: str) -> Any:
    return page.locator(f'[data-square="{name}"]')


def drag(page: Any, start: str, end: str) -> None:
    boxes = [square(page, name).bounding_box() for name in (start, end)]
    (x, y), (u, v) = ((b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + u) / 2, (y + v) / 2, steps=3)
    page.mouse.move(u, v, steps=3)
    page.mouse.up()


def moves_made(page: Any) -> Any:
    return page.locator(".record a")


def tab_to(page: Any, selector: str, limit: int = 60) -> None:
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"no {selector} within {limit} tabs")


def sit_at_both_sides(page: Any, game: str) -> tuple[Any, str]:
    """Found a match, take all its seats, and give back how to move for each of them."""
    page.goto(re.sub(r"#.*", "", page.url) + f"#/game/{game}")
    page.click("[data-way=friend]")
    link = page.locator(".notice input").input_value()
    match, invitation = link.split("/")[-2:]
    request, root = page.context.request, page.url.split("#")[0] + "api/v1"
    headers = {"X-CSRF-Token": request.get(f"{root}/accounts/me").json()["csrf"]}
    seat = request.post(
        f"{root}/matches/{match}/seats", data={"invitation": invitation}, headers=headers
    )
    assert seat.ok, seat.text()

    def move(text: str) -> None:
        table = request.get(f"{root}/matches/{match}").json()["picture"]
        done = request.post(
            f"{root}/matches/{match}/moves?role={table['asked'][0]}",
            data={"move": text, "step": table["step"]},
            headers=headers,
        )
        assert done.ok, done.text()

    return move, match


def test_chess_from_the_first_click_to_a_shared_replay(visit: Any) -> None:
    page = visit()
    page.get_by_label("Search games").fill("ches")
    page.get_by_role("link", name="Chess").click()
    play_computer(page)

    drag(page, "e2", "e4")
    expect(square(page, "e4")).to_have_attribute("aria-label", re.compile("White pawn"))
    expect(moves_made(page)).to_have_count(2)

    drag(page, "d2", "d5")
    reason = page.locator(".why")
    expect(reason).to_contain_text(re.compile("pawn on d2 .*d5"))
    expect(square(page, "d5")).to_have_class(re.compile(r"\blit\b"))
    reason.get_by_role("button", name="The rule").click()
    expect(reason.locator(".source .here")).to_contain_text("(")

    page.reload()
    expect(moves_made(page)).to_have_count(2)
    square(page, "d2").click()
    expect(square(page, "d4")).to_have_class(re.compile(r"\btarget\b"))
    square(page, "d3").click()
    expect(moves_made(page)).to_have_count(4)

    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".status")).to_contain_text("You lost")

    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("4")
    slider.fill("1")
    expect(square(page, "e4")).to_have_attribute("aria-label", re.compile("White pawn"))
    expect(square(page, "d3")).to_have_attribute("aria-label", re.compile("empty"))
    shared = page.url

    other = visit(f"#{shared.split('#')[1]}")
    expect(other.get_by_role("slider")).to_have_value("1")
    expect(square(other, "e4")).to_have_attribute("aria-label", re.compile("White pawn"))

    page.get_by_role("tab", name="More").click()
    page.locator("[data-fork]").click()
    page.wait_for_selector(".seat")
    expect(square(page, "e4")).to_have_attribute("aria-label", re.compile("White pawn"))
    expect(square(page, "d3")).to_have_attribute("aria-label", re.compile("empty"))


def test_replay_by_keys_and_the_opinion_of_a_computer(visit: Any) -> None:
    page = visit()
    move, _ = sit_at_both_sides(page, "tic-tac-toe")
    for text in ("1 1", "2 1", "1 2", "2 2", "1 3"):
        move(text)
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("5")
    page.locator("main").focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("4")
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("tab", name="This move").click()
    page.get_by_role("button", name="Ask it").click()
    best = page.locator(".bars li").first
    expect(best).to_contain_text("1 3")


def test_a_pawn_becomes_what_one_chooses_and_checks_are_shown(visit: Any) -> None:
    page = visit()
    move, _ = sit_at_both_sides(page, "chess")
    for text in ("a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "b8c6"):
        move(text)
    expect(moves_made(page)).to_have_count(8)
    square(page, "b7").click()
    square(page, "a8").click()
    page.get_by_role("dialog").get_by_role("button", name="Rook").click()
    expect(square(page, "a8")).to_have_attribute("aria-label", re.compile("White rook"))
    move("e7e6")
    expect(moves_made(page)).to_have_count(10)
    drag(page, "a8", "d8")
    expect(square(page, "e8")).to_have_attribute("aria-label", re.compile("Check!"))


def test_the_king_says_who_would_give_check(visit: Any) -> None:
    page = visit()
    move, match = sit_at_both_sides(page, "chess")
    for text in ("e2e4", "f7f6", "d1h5"):
        move(text)
    page.goto(f"{page.url.split('#')[0]}#/match/{match}?role=black")
    expect(page.locator(".status")).to_contain_text("Your turn")
    drag(page, "a7", "a6")
    expect(page.locator(".why .claim")).to_contain_text("in check from the queen on h5")
    expect(square(page, "h5")).to_have_class(re.compile(r"\blit\b"))
    page.get_by_role("tab", name="Questions").click()
    page.get_by_label("A move you wonder about").fill("g7g6")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".why .claim")).to_contain_text("is legal now")


def test_two_people_play_poker_and_nobody_sees_the_others_card(visit: Any) -> None:
    anna, bert = visit("#/game/kuhn-poker"), None
    anna.click("[data-way=friend]")
    link = anna.locator(".notice input").input_value()
    bert = visit("#" + link.split("#")[1])
    bert.get_by_label("Your name").fill("Bert")
    bert.get_by_role("button", name="Sit down").click()
    anna.locator("[data-move=bet]").click()
    bert.wait_for_selector("[data-move=call]")
    cards = [page.locator(".hand .card").get_attribute("aria-label") for page in (anna, bert)]
    assert len(set(cards)) == 2, cards
    expect(anna.locator(".hand .card")).to_have_count(1)
    bert.locator("[data-move=call]").click()
    expect(anna.locator(".hand .card")).to_have_count(2)
    results = {page.locator(".status").inner_text().split("\n")[0] for page in (anna, bert)}
    assert results == {"You won", "You lost"}


def test_two_people_talk_take_back_agree_and_play_again(visit: Any) -> None:
    anna = visit("#/game/tic-tac-toe")
    anna.click("[data-way=friend]")
    bert = visit("#" + anna.locator(".notice input").input_value().split("#")[1])
    bert.get_by_role("button", name="Sit down").click()
    square(anna, "2·2").click()
    expect(bert.locator(".status")).to_contain_text("Your turn")
    bert.get_by_role("tab", name="Chat").click()
    bert.get_by_label("Say something").fill("Hello!")
    bert.get_by_role("button", name="Send").click()
    anna.get_by_role("tab", name="Chat 1").click()
    expect(anna.locator(".chat")).to_contain_text("Hello!")
    anna.locator("[data-offer=undo]").click()
    bert.get_by_role("button", name="Agree").click()
    expect(anna.locator(".status")).to_contain_text("Your turn")
    expect(square(anna, "2·2")).to_have_attribute("aria-label", re.compile("empty"))
    square(anna, "1·1").click()
    expect(bert.locator(".status")).to_contain_text("Your turn")  # a move ends what was offered
    bert.locator("[data-offer=draw]").click()
    anna.get_by_role("button", name="Agree").click()
    expect(bert.locator(".status")).to_contain_text("A draw")
    anna.locator("[data-offer=rematch]").click()
    before = bert.url
    bert.get_by_role("button", name="Agree").click()
    for player in (anna, bert):  # whoever wants to goes there by itself
        player.wait_for_url(lambda url: url != before)
        expect(player.locator(".seat")).to_have_count(2)
        expect(player.locator(".record a")).to_have_count(0)


def test_a_phone_plays_connect_four_by_touch(visit: Any) -> None:
    page = visit("#/game/connect-four", **PHONE)
    page.get_by_label("Strength").select_option("easy")
    page.tap("[data-way=computer]")
    square(page, "4·5").tap()
    expect(square(page, "4·1")).to_have_attribute("aria-label", re.compile("Red"))
    expect(moves_made(page)).to_have_count(2)
    square(page, "4·1").tap()
    expect(moves_made(page)).to_have_count(4)
    nothing_sticks_out(page)


def test_the_keyboard_alone_plays_tic_tac_toe(visit: Any) -> None:
    page = visit()
    page.wait_for_selector(".tile")
    tab_to(page, "input[type=search]")
    page.keyboard.type("tic")
    expect(page.locator(".tile")).to_have_count(2)  # the other one has types
    tab_to(page, ".tile a")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-way=computer]")
    tab_to(page, "[data-way=computer]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board")
    tab_to(page, "[data-square]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(square(page, "2·2")).to_have_attribute("aria-label", re.compile("X"))
    expect(moves_made(page)).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator(".why")).to_be_visible()


def test_games_without_a_board_are_played_by_buttons(visit: Any) -> None:
    page = visit("#/game/nim")
    play_computer(page)
    expect(page.locator(".facts")).to_contain_text("Heap")
    page.get_by_label("Search moves").fill("7")
    page.locator('[data-move="(take 7 d)"]').click()
    expect(moves_made(page)).to_have_count(2)


def test_against_a_computer_one_takes_back_gives_up_and_plays_again(visit: Any) -> None:
    page = visit("#/game/tic-tac-toe")
    play_computer(page)
    square(page, "2·2").click()
    expect(moves_made(page)).to_have_count(2)
    page.locator("[data-offer=undo]").click()
    expect(moves_made(page)).to_have_count(0)
    square(page, "1·1").click()
    expect(moves_made(page)).to_have_count(2)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.locator("[data-offer=rematch]").click()
    expect(page.locator(".status")).to_contain_text(re.compile("Your turn|is thinking"))


def test_computers_play_and_one_watches(visit: Any) -> None:
    page = visit("#/game/tic-tac-toe")
    page.get_by_label("Strength").select_option("easy")
    page.click("[data-way=watch]")
    expect(page.locator(".side")).to_contain_text("You are watching.")
    expect(page.locator(".status")).to_contain_text(re.compile("wins|draw"))


def test_the_server_goes_and_comes_back_and_matches_and_editors_go_on(
    visit: Any, own_server: Any
) -> None:
    writer = visit("#/write/new/gdl", address=own_server.address)
    editor = helped(writer)
    page = visit("#/game/tic-tac-toe", address=own_server.address)
    play_computer(page)
    square(page, "2·2").click()
    expect(moves_made(page)).to_have_count(2)
    own_server.stop()
    expect(page.get_by_text("The connection is gone")).to_be_visible()
    expect(writer.locator("[data-tool=complete]")).to_be_disabled()
    editor.fill(COIN)
    expect(editor).to_contain_text("sied")
    own_server.start()
    expect(page.get_by_text("The connection is gone")).to_be_hidden()
    expect(writer.locator(".findings li", has_text="sied")).to_be_visible()
    expect(writer.locator("[data-tool=complete]")).to_be_enabled()
    free = page.locator(".square.target").first
    free.click()
    expect(moves_made(page)).not_to_have_count(2)
