"""No Time to Spy in a real browser: a team is drafted, equipped and led through the casino."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import match_of
from tests.web.looking import LOOKS, nothing_english, nothing_serious, nothing_sticks_out, some
from tests.web.test_looks import Seated
from tests.web.test_playing import PHONE, tab_to

playwright_api = pytest.importorskip("playwright.sync_api", exc_type=ImportError)
expect, TooLate = playwright_api.expect, playwright_api.TimeoutError

CALM = {"reduced_motion": "reduce"}
"""For those who want to see what happened without living through it again."""
SOON = 10_000
"""Milliseconds within which a person does what it is about to do, if it still can."""
TURNS = 200
"""More operations than this nobody needs for what a test waits for."""


def sit_down(page: Any) -> None:
    page.goto(page.url.split("#")[0] + "#/game/spy")
    expect(page.locator("img.picture")).to_be_visible()
    page.locator("select:has(option[value=easy])").select_option("easy")
    page.click("[data-way=computer]")
    page.locator(".spy").wait_for()


def quick_hand(page: Any) -> Callable[..., None]:
    """For the parts of a match that a test is not about: takes what comes first, as it is told."""
    request, root = page.context.request, page.url.split("#")[0] + "api/v1"
    headers = {"X-CSRF-Token": request.get(f"{root}/accounts/me").json()["csrf"]}
    address = f"{root}/matches/{match_of(page)}"

    def move_while(*verbs: str) -> None:
        while True:
            table = request.get(f"{address}?role=player1").json()["picture"]
            if table["legal"]:
                if not table["legal"][0].startswith(verbs):
                    return
                body = {"move": table["legal"][0], "step": table["step"]}
                request.post(f"{address}/moves?role=player1", data=body, headers=headers)
            elif table["phase"] != "running":
                return  # who moved first had won already
            else:
                page.wait_for_timeout(20)  # the others have something to choose, too

    return move_while


def enter_casino(page: Any) -> None:
    sit_down(page)
    quick_hand(page)("take", "give")
    page.locator(".spy-tools").wait_for()


def take(page: Any, press: str = "click") -> None:
    """Choose eight times, then hand out all gadgets, as they are offered."""
    for verb in ("take", "give"):
        offered = page.locator(f"[data-move^={verb}]")
        while offered.count():
            move = offered.first.get_attribute("data-move")
            getattr(offered.first, press)()
            gone = "(move) => !document.querySelector(`[data-move='${move}']`)"
            page.wait_for_function(gone, arg=move)
        page.locator("[data-move^=give], .spy-board, .spinner").first.wait_for()


def round_of(page: Any) -> int:
    found = re.search(r"\d+", page.locator(".spy-headline .round b").inner_text())
    assert found
    return int(found[0])


def lines(page: Any) -> Any:
    """What happened, line by line."""
    return page.get_by_role("log").locator("li:not(.round)")


def end_turn(page: Any) -> None:
    ended = lines(page).filter(has_text="ends the turn")
    before = ended.count()
    page.locator(".tool.end").click()
    expect(ended.nth(before)).to_be_attached()


def act(page: Any) -> str | None:
    """Do something with the active character; what was told of its chance before, if anything."""
    page.locator(".spy-tools, .spy-outcome").first.wait_for()
    for tool in ("spy", "gamble", "move"):
        button = page.locator(f".tool[data-tool={tool}]:not(.idle)")
        if not button.count():
            continue
        try:
            button.click(timeout=SOON)
            target = page.locator(".field.target").first
            target.hover(timeout=SOON)
        except TooLate:
            return None  # the turn was over by then
        told = page.locator(".briefing .foretold").inner_text() if tool != "move" else None
        before = lines(page).count()
        target.click()
        expect(lines(page).nth(before)).to_be_attached()
        return told
    with suppress(TooLate):
        page.locator(".tool.end").click(timeout=SOON)
    return None


def test_a_person_drafts_equips_and_plays_three_rounds(visit: Any) -> None:
    page = visit(**CALM)
    sit_down(page)
    expect(page.get_by_text("0 of 8 chosen").first).to_be_visible()
    card = page.locator(".spy-card.person").first
    expect(card.locator("svg")).to_be_visible()
    expect(card.locator(".trait").first).to_contain_text(re.compile(r"\w+ \w+"))
    chosen = card.locator(".text > b").inner_text()
    card.click()
    expect(page.locator(".spy-team li:not(.free)")).to_have_text([chosen])
    take(page)
    expect(page.locator(".spy-roster button.side-mine").filter(has_text=chosen)).to_be_visible()
    assert page.locator(".spy-roster button.side-mine").count() in (2, 3, 4)
    expect(page.locator(".spy-roster button.side-unknown").first).to_contain_text("unknown")
    chances: list[str] = []
    for _ in range(TURNS):
        if told := act(page):
            chances.append(told)
        if chances and round_of(page) > 3:
            break
    assert round_of(page) > 3
    assert re.search(r"\d/\d.*(% chance|certain|cannot succeed)", " ".join(chances), re.S)
    log = page.get_by_role("log")
    expect(log).to_contain_text("Round 3")
    expect(log).to_contain_text(re.compile(r"goes to \d+/\d+"))
    expect(log).to_contain_text(re.compile(r"succeeded|failed"))


def test_nothing_stands_where_nothing_is_foretold(visit: Any) -> None:
    page = visit(**CALM)
    enter_casino(page)
    page.locator(".tool[data-tool=move]").click()
    painted = "(told) => getComputedStyle(told).backgroundColor"
    assert page.locator(".briefing .foretold").evaluate(painted) == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_the_page_of_the_game_has_its_rules_in_short(visit: Any, locale: str) -> None:
    page = visit("#/game/spy", locale=locale, **CALM)
    rules = page.get_by_role("list", name=re.compile("The rules in short|Die Regeln in Kürze"))
    for word in (
        "gadgets",
        "safe|Tresor",
        "cat|Katze",
        "janitor|Hausmeister",
        "chips",
        "wins|gewinnt",
    ):
        expect(rules).to_contain_text(re.compile(word, re.IGNORECASE))
    if locale == "de-DE":
        nothing_english(page)


def test_by_the_clock_of_the_rules_the_own_one_is_in_sight_beside_a_large_board(
    visit: Any,
) -> None:
    page = visit("#/game/spy", viewport={"width": 1280, "height": 800}, **CALM)
    people = page.get_by_role("region", name="With people")
    expect(people.locator("option[value=untimed]")).to_have_text("As the rules have it")
    page.get_by_label("Strength").select_option("easy")
    page.get_by_label("Time").first.select_option("untimed")
    page.click("[data-way=computer]")
    page.locator(".spy").wait_for()
    quick_hand(page)("take", "give")
    page.locator(".spy-tools").wait_for()
    page.evaluate("scrollTo(0, 0)")
    clock = page.locator("[data-seat=player1] [role=timer]")
    expect(clock).to_be_in_viewport(ratio=1)
    expect(clock).to_have_text(re.compile(r"^1:[0-3]\d$|^0:\d\d$"))  # of a minute and a half
    board = page.locator(".spy-board").bounding_box()
    assert board["width"] >= LARGE


LARGE = 640
"""Pixels: half of the window."""


class BothSides:
    """A match between two people in one hand, which moves through the server's interface."""

    def __init__(self, page: Any) -> None:
        self.match = Seated(page, "spy", ()).match
        self._request = page.context.request
        self._root = page.url.split("#")[0] + "api/v1"

    def sees(self, role: str) -> dict[str, Any]:
        """The match as a role sees it."""
        shown = self._request.get(f"{self._root}/matches/{self.match}?role={role}").json()
        picture: dict[str, Any] = shown["picture"]
        return picture

    def go_on(self, until: Callable[[str, dict[str, Any]], bool]) -> None:
        """Let whoever is asked do what comes last, until a role sees what is waited for."""
        token = self._request.get(f"{self._root}/accounts/me").json()["csrf"]
        while True:
            for role in ("player1", "player2"):
                seen = self.sees(role)
                if until(role, seen):
                    return
                if seen["legal"]:
                    body = {"move": seen["legal"][-1], "step": seen["step"]}
                    address = f"{self._root}/matches/{self.match}/moves?role={role}"
                    self._request.post(address, data=body, headers={"X-CSRF-Token": token})


def test_nobody_is_said_to_think_beside_an_agent_whose_side_is_unknown(visit: Any) -> None:
    page = visit(**CALM)
    both = BothSides(page)
    both.go_on(lambda role, seen: role == "player2" and "map" in seen["view"] and seen["legal"])
    view = both.sees("player1")["view"]
    assert "faction" not in view["characters"][view["active"]["name"]]
    root = page.url.split("#")[0]
    page.goto(f"{root}#/match/{both.match}?role=player1")
    expect(page.locator(".spy-headline .turn")).to_contain_text(f"{view['active']['name']} acts")
    expect(page.locator(".status").first).to_have_text("Others act")
    expect(page.locator(".seat.asked")).to_have_count(0)
    expect(page.get_by_text("is thinking")).to_have_count(0)
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.locator("[data-offer=draw]")).to_have_count(0)
    page.goto(f"{root}#/match/{both.match}?role=player2")
    expect(page.locator(".seat.asked")).to_have_count(1)


@pytest.mark.parametrize("window", [PHONE, {"viewport": {"width": 1280, "height": 800}}])
def test_what_the_headline_says_is_not_said_again_over_the_casino(visit: Any, window: Any) -> None:
    page = visit(**window, **CALM)
    enter_casino(page)
    standing = page.locator(".standing")
    expect(standing.get_by_role("status")).to_have_text("Your turn")
    assert standing.bounding_box()["height"] <= 1
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(standing).to_contain_text("You lost")
    assert standing.bounding_box()["height"] > 40


def test_a_field_that_is_no_target_says_why(visit: Any) -> None:
    page = visit(**CALM)
    enter_casino(page)
    page.locator(".tool[data-tool=move]").click()
    home = page.locator(".field.home").get_attribute("data-field")
    page.locator(f'.field:not(.target):not([data-field="{home}"])').first.click()
    why = page.locator(".spy .why")
    expect(why).to_contain_text(re.compile(r"Walk · \d+/\d+"))
    expect(why).to_contain_text(re.compile("is not next to|Nobody can walk on|no movement points"))
    page.locator(".field.target").first.click()
    expect(why).to_have_count(0)


def test_the_reach_and_the_targets_of_a_tool_are_lit(visit: Any) -> None:
    page = visit(**CALM)
    enter_casino(page)
    page.locator(".tool[data-tool=spy]").click()
    expect(page.locator(".tool[data-tool=spy]")).to_have_attribute("aria-pressed", "true")
    near = page.locator(".field.reach")
    assert 3 <= near.count() <= 25
    expect(near.first).to_have_attribute("aria-label", re.compile("within reach|possible target"))
    page.locator(".tool[data-tool=move]").click()
    expect(page.locator(".field.reach")).to_have_count(0)
    assert 1 <= page.locator(".field.target").count() <= 8


def test_by_keyboard_alone(visit: Any) -> None:
    page = visit(**CALM)
    sit_down(page)
    tab_to(page, "[data-move^=take]")
    page.keyboard.press("Enter")
    expect(page.locator(".spy-team li:not(.free)")).to_have_count(1)
    quick_hand(page)("take", "give")
    page.locator(".spy-tools").wait_for()
    tab_to(page, ".field")
    tab_to(page, ".tool[data-tool=move]")
    page.keyboard.press("Enter")
    field = page.evaluate("document.activeElement.dataset.field")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.field") != field
    page.keyboard.press("ArrowLeft")
    before = lines(page).count()
    page.keyboard.press("Enter")
    expect(lines(page).nth(before)).to_contain_text(f"goes to {field}")


COUNT_LINES = """() => {
  const lines = () => document.querySelectorAll(".spy-log li:not(.round)").length;
  window.told = [lines()];
  new MutationObserver(() => lines() !== window.told.at(-1) && window.told.push(lines()))
    .observe(document.querySelector(".spy-log"), { childList: true, subtree: true });
}"""


def test_operations_are_lived_through_in_their_order(visit: Any) -> None:
    """What several people did meanwhile comes one after the other, however it arrived."""
    page = visit()
    enter_casino(page)
    page.evaluate(COUNT_LINES)
    for _ in range(3):
        end_turn(page)
        page.locator(".spy-tools").wait_for()
    told = page.evaluate("window.told")
    steps = [later - earlier for earlier, later in pairwise(told)]
    assert told[-1] - told[0] >= 3
    assert steps.count(1) >= len(steps) * 0.8, "an operation at a time, or one and what followed"


SKIPS = """() => {
  const busy = () => document.querySelector(".spy[aria-busy=true]");
  window.skipped = new Promise((done) => {
    const watch = new MutationObserver(async () => {
      if (!busy()) return;
      watch.disconnect();
      for (let tries = 0; tries < 5 && busy(); tries++) { // another may act at this very moment
        document.querySelector(".field.wall").click();
        await null;
        await null;
      }
      done(!busy());
    });
    watch.observe(document.body, { attributeFilter: ["aria-busy"], subtree: true });
  });
}"""


def test_a_click_skips_what_is_lived_through(visit: Any) -> None:
    """Clicked by the page itself, since what is lived through may be over before a test sees it."""
    page = visit()
    enter_casino(page)
    page.evaluate(SKIPS)
    page.locator(".tool.end").click()
    assert page.evaluate("() => window.skipped")
    page.locator(".spy-tools").wait_for()


def test_spectators_see_whose_side_everybody_is_on_and_play_nothing(visit: Any) -> None:
    page = visit(**CALM)
    enter_casino(page)
    other = visit(f"#/match/{match_of(page)}", **CALM)
    people = other.locator(".spy-roster li")
    for side in ("Player 1", "Player 2", "neutral"):
        expect(people.filter(has_text=side).first).to_be_visible()
    expect(people.filter(has_text="unknown")).to_have_count(0)
    expect(other.locator(".spy-tools")).to_have_count(0)
    expect(other.locator(".field.target")).to_have_count(0)


def test_a_finished_match_tells_who_won_and_is_watched_again(visit: Any) -> None:
    page = visit("#/game/spy", **CALM)
    page.locator("[data-way=watch]").wait_for()
    page.locator("select:has(option[value=easy])").select_option("easy")
    page.click("[data-way=watch]")
    outcome = page.locator(".spy-outcome")
    expect(outcome).to_contain_text(re.compile("Player [12] wins"), timeout=240_000)
    expect(outcome.get_by_role("row").filter(has_text="Steps")).to_contain_text(re.compile(r"\d"))
    counted = page.locator(".ending")
    expect(counted).to_contain_text(re.compile(r"Intelligence.*Chips × \d.*Total", re.S))
    page.get_by_label("Language").select_option("de")
    expect(counted).to_contain_text("Summe")
    nothing_english(page)
    page.get_by_label("Sprache").select_option("en")
    page.get_by_role("link", name="Replay", exact=True).click()
    slider = page.get_by_role("slider")
    slider.wait_for()
    last = int(slider.get_attribute("max"))
    slider.fill("0")
    expect(page.locator(".spy-draft")).to_contain_text("in secret")
    slider.fill(str(last // 2))
    expect(page.locator(".spy-board")).to_be_visible()
    middle = page.get_by_role("log").locator("li").count()
    slider.fill(str(last))
    expect(outcome).to_be_visible()
    assert page.get_by_role("log").locator("li").count() > middle > 10


def test_on_a_phone_by_touch(visit: Any) -> None:
    page = visit(**PHONE, **CALM)
    sit_down(page)
    take(page, "tap")
    page.locator(".spy-tools").wait_for()
    page.locator(".tool[data-tool=move]").tap()
    before = lines(page).count()
    page.locator(".field.target").first.tap()
    expect(lines(page).nth(before)).to_contain_text("goes to")
    page.locator(".spy-roster button").last.tap()
    name = page.locator(".spy-roster button b").last.inner_text()
    expect(page.locator(".spy-file h2")).to_have_text(name)
    nothing_sticks_out(page)


def test_what_is_expected_does_not_move_the_board_however_long_it_is(visit: Any) -> None:
    page = visit(**PHONE, **CALM)
    enter_casino(page)
    page.locator(".tool[data-tool=move]").click()
    board = page.locator(".spy-board")
    before = board.bounding_box()
    chip = "30 damage to everybody there: Dorian Vale, Beatrix Quill and Sir Aurelius Thorne"
    told = page.locator(".briefing .foretold")
    told.evaluate("(place, text) => place.innerHTML = `<span class='chip on'>${text}</span>`", chip)
    expect(told).to_contain_text(chip)
    assert board.bounding_box() == before
    nothing_sticks_out(page)


@pytest.mark.parametrize("look", some(LOOKS, ("wide-dark-de", "phone-light-de")))
def test_every_part_is_for_everybody(visit: Any, pictures: Path, look: str) -> None:
    page = visit(**LOOKS[look], **CALM)
    sit_down(page)
    move_while = quick_hand(page)
    _look(page, pictures / f"spy-draft-{look}.png")
    move_while("take")
    page.locator("[data-move^=give]").first.wait_for()
    _look(page, pictures / f"spy-equip-{look}.png")
    move_while("give")
    page.locator(".spy-tools").wait_for()
    page.locator(".spy-tools .tool:not(.idle):not(.end)").last.click()
    page.locator(".field.target").first.hover()
    _look(page, pictures / f"spy-play-{look}.png")
    page.get_by_role("button", name=re.compile("Resign|Aufgeben")).click()


def _look(page: Any, picture: Path) -> None:
    page.screenshot(path=picture, full_page=True)
    nothing_serious(page)
    nothing_sticks_out(page)
