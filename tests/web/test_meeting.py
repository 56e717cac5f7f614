"""People find each other: open tables, invitations that stay, pairing, friends, what waits."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import match_of
from tests.web.test_looks import Seated

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

LOOK_NOW = "document.dispatchEvent(new Event('visibilitychange'))"
"""A page that comes to the front looks for news at once."""


def address(page: Any, path: str) -> str:
    return f"{page.url.split('#')[0]}#/{path}"


def register(page: Any, name: str) -> None:
    page.goto(address(page, "me"))
    form = page.get_by_role("form", name=re.compile("Make an account|Konto anlegen"))
    form.get_by_label("Name").fill(name)
    form.get_by_label(re.compile("Password|Passwort")).fill("correct horse")
    form.get_by_role("button").click()
    expect(page.locator(".bar .who")).to_have_text(name)


def open_table(page: Any, game: str, door: str = "Open to all") -> str:
    page.goto(address(page, f"game/{game}"))
    page.get_by_role("radio", name=door).check()
    page.click("[data-way=friend]")
    expect(page.locator("[data-inviting] input").first).to_be_visible()
    return match_of(page)


def test_a_table_that_is_open_to_all_is_found_and_joined(visit: Any) -> None:
    anna, bert, eve = visit(), visit("#/tables"), visit("#/tables")
    match = open_table(anna, "hex")
    hidden = open_table(visit(), "hex", "By invitation")
    line = bert.locator(f'[data-lobby=open] li:has([href*="{match}"])')
    expect(line).to_contain_text("free: Blue")
    expect(eve.locator(f'[href*="{hidden}"]')).to_have_count(0)
    line.get_by_role("link", name="Sit down").click()
    expect(bert.get_by_text("Guest wants to play Hex with you.")).to_be_visible()
    bert.get_by_role("button", name="Sit down").click()
    expect(anna.locator(".status")).to_contain_text("Your turn")
    watching = eve.locator(f'[data-lobby=going] li:has([href*="{match}"])')
    watching.get_by_role("link", name="Watch").click()
    expect(eve.locator(".side")).to_contain_text("You are watching.")


def test_only_me_means_that_nobody_watches(visit: Any) -> None:
    page = visit("#/game/tic-tac-toe")
    page.get_by_role("radio", name="Only me").check()
    page.click("[data-way=computer]")
    page.wait_for_selector(".board")
    other = visit(f"#/match/{match_of(page)}")
    expect(other.get_by_text("There is no such match")).to_be_visible()


def test_two_in_a_hurry_are_paired(visit: Any) -> None:
    anna, bert = visit("#/tables"), visit("#/tables")
    for page in (anna, bert):
        page.locator(".quick select").first.select_option("breakthrough")
    anna.click("[data-pair]")
    expect(anna.locator("[data-inviting]")).to_be_visible()
    bert.click("[data-pair]")
    expect(bert.locator(".seat")).to_have_count(2)
    assert match_of(anna) == match_of(bert)
    expect(anna.locator(".status")).to_contain_text("Your turn")


def test_an_invitation_has_a_seat_and_a_clock_of_its_own(visit: Any) -> None:
    page = visit("#/game/connect-four")
    machine = page.locator(".way:has([data-way=computer])")
    machine.get_by_label("Your seat").select_option("yellow")
    machine.get_by_label("Time to think").select_option("move=30s")
    page.click("[data-way=friend]")
    page.locator(".notice input").first.wait_for()
    own = page.locator(".seat", has_text="you").get_attribute("data-seat")
    table = page.context.request.get(
        f"{page.url.split('#')[0]}api/v1/matches/{match_of(page)}"
    ).json()
    assert (own, table["picture"]["clock"]) == ("red", "unhurried")


def closed_and_opened_again(page: Any) -> tuple[str, Any]:
    """The link of a table whose founder closed the tab, and the tab where they look for it."""
    page.click("[data-way=friend]")
    link = page.locator(".notice input").first.input_value()
    again = page.context.new_page()
    page.close()
    again.goto(link.split("#")[0] + "#/me")
    again.locator(".lines > li a").click()
    expect(again.locator(".status")).to_contain_text("Waiting")
    return link, again


def test_a_founder_finds_the_invitation_again_after_closing_the_tab(visit: Any) -> None:
    link, again = closed_and_opened_again(visit("#/game/connect-four"))
    expect(again.locator(".notice input")).to_have_value(link)


def test_what_a_founder_copies_invites(visit: Any) -> None:
    page = visit("#/game/connect-four")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link, again = closed_and_opened_again(page)
    copy = again.get_by_role("button", name="Copy link")
    expect(copy).to_have_count(1)
    copy.click()
    expect(again.get_by_role("button", name="Copied")).to_be_visible()
    assert again.evaluate("navigator.clipboard.readText()") == link


def test_a_founder_without_the_link_gets_another(visit: Any) -> None:
    page = visit()
    match = open_table(page, "connect-four", "By invitation")
    link = page.locator("[data-inviting] input").first
    first = link.input_value()
    page.evaluate("(match) => localStorage.removeItem(`spielwerk.invitations.${match}`)", match)
    page.reload()
    expect(link).to_have_value(re.compile(f"/join/{match}/"))
    expect(link).not_to_have_value(first)  # the old one is nowhere
    friend = visit(f"#{link.input_value().split('#')[1]}")
    friend.get_by_role("button", name="Sit down").click()
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_a_first_visit_and_a_first_match_leave_no_error_behind(browser: Any, server: Any) -> None:
    page = browser.new_page(locale="en-US")
    said: list[str] = []
    page.on("console", lambda message: message.type == "error" and said.append(message.text))
    page.on("response", lambda answer: answer.status >= 400 and said.append(answer.url))
    page.goto(server.address)
    expect(page.locator(".tile .picture").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.goto(f"{server.address}#/game/tic-tac-toe")
    page.get_by_label("Strength").select_option("easy")
    page.click("[data-way=computer]")
    page.locator('[data-square="2·2"]').click()
    expect(page.locator(".record a")).to_have_count(2)
    page.close()
    assert said == []


def test_a_fork_stands_once_among_ones_matches_and_computers_have_names(visit: Any) -> None:
    page = visit("#/game/tic-tac-toe")
    page.get_by_label("Strength").select_option("easy")
    page.click("[data-way=computer]")
    page.locator('[data-square="2·2"]').click()
    expect(page.locator(".record a")).to_have_count(2)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.goto(address(page, f"replay/{match_of(page)}"))
    page.get_by_role("tab", name="More").click()
    page.locator("[data-fork]").click()
    page.wait_for_selector(".seat")
    page.goto(address(page, "me"))
    lines = page.locator(".lines > li")
    expect(lines).to_have_count(2)
    for line in lines.all():
        expect(line).to_contain_text("Guest")
        expect(line).to_contain_text("Computer")
        assert ":" not in line.inner_text()
    lines.get_by_role("link", name="Go on").click()
    expect(page.locator(".seat", has_text="you")).to_contain_text("Guest")


def test_whoever_plays_on_from_others_match_sits_there_as_themselves(visit: Any) -> None:
    others = Seated(visit(), "tic-tac-toe", ("1 1", "2 1", "1 2", "3 3", "1 3"))
    page = visit(f"#/replay/{others.match}?step=2")
    page.get_by_role("tab", name="More").click()
    page.locator("[data-fork]").click()
    expect(page.locator(".seat", has_text="you")).to_contain_text("Guest")
    expect(page.locator(".seat", has_text="Ada")).to_have_count(0)


def test_a_password_is_changed_and_all_sessions_end_from_the_page(visit: Any) -> None:
    here, there = visit(), visit()
    register(here, "Ada Schlüssel")

    def log_in(page: Any, password: str) -> None:
        page.goto(address(page, "me"))
        form = page.get_by_role("form", name="Log in")
        form.get_by_label("Name").fill("Ada Schlüssel")
        form.get_by_label("Password").fill(password)
        form.get_by_role("button").click()

    here.get_by_text("Change the password").click()
    form = here.get_by_role("form", name="Change the password")
    form.locator("[name=old]").fill("wrong horse")
    form.locator("[name=fresh]").fill("another horse")
    form.get_by_role("button").click()
    expect(form.locator(".notice")).to_be_visible()
    form.locator("[name=old]").fill("correct horse")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text("The password is changed.")

    log_in(there, "another horse")
    expect(there.locator(".bar .who")).to_have_text("Ada Schlüssel")
    there.get_by_role("button", name="Log out everywhere").click()
    expect(there.get_by_role("form", name="Log in")).to_be_visible()
    here.reload()
    expect(here.get_by_role("form", name="Log in")).to_be_visible()


def test_friends_are_invited_by_name_and_called_when_it_is_their_turn(visit: Any) -> None:
    ada, bob = visit(), visit()
    register(bob, "Bob der Zweite")
    register(ada, "Ada die Erste")
    friends = ada.locator("[data-friends]")
    friends.get_by_label("Name of an account").fill("niemand")
    friends.get_by_role("button", name="Add").click()
    expect(friends.get_by_role("alert")).to_contain_text("Nobody with an account")
    friends.get_by_label("Name of an account").fill("bob der zweite")
    friends.get_by_role("button", name="Add").click()
    expect(friends.locator("li")).to_contain_text("Bob der Zweite")

    open_table(ada, "tic-tac-toe", "By invitation")
    ada.get_by_label("Invite by name").fill("Bob der Zweite")
    ada.get_by_role("button", name="Invite", exact=True).click()
    expect(ada.get_by_text("Bob der Zweite is invited.")).to_be_visible()

    bob.evaluate(LOOK_NOW)
    expect(bob.locator(".bar .count")).to_contain_text("1")
    expect(bob).to_have_title("(1) Waiting for you · Spielwerk")
    bob.locator("[data-waits]").get_by_role("link", name="Sit down").click()
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator(".status")).to_contain_text("Ada die Erste")
    bob.goto(address(bob, "tables"))
    ada.locator('[data-square="2·2"]').click()
    expect(ada.locator(".record a")).to_have_count(1)
    bob.evaluate(LOOK_NOW)
    expect(bob).to_have_title("(1) Waiting for you · Spielwerk")
    assert bob.locator("link[rel=icon]").get_attribute("href") == "icon-calling.svg"
    bob.goto(address(bob, "me"))
    bob.locator("[data-waits]").get_by_role("link", name="Go on").click()
    expect(bob.locator(".status")).to_contain_text("Your turn")


KEEP_CALLS = """
window.calls = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return (Notification.permission = "granted"); }
  constructor(title, about) { window.calls.push([title, about.tag]); }
  close() {}
};
"""


def test_whoever_looks_elsewhere_is_called_by_the_system(visit: Any) -> None:
    anna, bert = visit(), visit()
    bert.add_init_script(KEEP_CALLS)
    bert.reload()
    match = open_table(anna, "tic-tac-toe")
    bert.goto(address(bert, f"join/{match}"))
    bert.get_by_role("button", name="Sit down").click()
    expect(bert.locator(".seat")).to_have_count(2)
    bert.goto(address(bert, "me"))
    bert.get_by_role("button", name="Notify me when it is my turn").click()
    expect(bert.get_by_role("button", name="Do not notify me any more")).to_be_visible()
    bert.goto(address(bert, f"match/{match}"))
    expect(bert.locator(".seat")).to_have_count(2)
    bert.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    anna.locator('[data-square="2·2"]').click()
    bert.wait_for_function("() => window.calls.length === 1")
    assert bert.evaluate("window.calls") == [["It is your turn", match]]
    expect(bert).to_have_title("(1) Waiting for you · Spielwerk")


def test_an_open_match_between_accounts_is_rated(visit: Any) -> None:
    ada, bob = visit(), visit()
    register(ada, "Ada Wertung")
    register(bob, "Bob Wertung")
    match = open_table(ada, "tic-tac-toe")
    bob.goto(address(bob, f"join/{match}"))
    bob.get_by_role("button", name="Sit down").click()
    moves = ((ada, "1·1"), (bob, "2·1"), (ada, "1·2"), (bob, "2·2"), (ada, "1·3"))
    for count, (page, square) in enumerate(moves, start=1):
        page.locator(f'[data-square="{square}"]').click()
        for seen in (ada, bob):
            expect(seen.locator(".record a")).to_have_count(count)
    ada.goto(address(ada, "me"))
    expect(ada.locator("[data-ratings] .points")).to_have_text(re.compile(r"16\d\d\?"))
    ada.goto(address(ada, "game/tic-tac-toe"))
    expect(ada.locator(".best")).to_contain_text("Ada Wertung")
