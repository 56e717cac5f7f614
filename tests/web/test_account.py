"""What happened stands beside the table: a match of cards can be followed from it, and replayed."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.library.following import CitadelsReader, LoveLetterReader, Reader
from tests.web.looking import nothing_serious, nothing_sticks_out
from tests.web.test_looks import Seated

from spielwerk.catalogue import open_game
from spielwerk.cli.table import TerminalTable
from spielwerk.players import parse_player

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect
SMALL = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LARGE = {"viewport": {"width": 1366, "height": 768}}


def picture_of(seated: Seated, role: str) -> Any:
    address = f"{seated._root}/matches/{seated.match}?role={role}"
    return seated._request.get(address).json()["picture"]


def play_on(seated: Seated, rng: Random, steps: int) -> None:
    """Let all seats play anything."""
    for _ in range(steps):
        asked = picture_of(seated, "anna")["asked"]
        if not asked:
            return
        seated.move(rng.choice(picture_of(seated, asked[0])["legal"]))


def lines_on(page: Any) -> list[str]:
    return [
        re.sub(r"\s+", " ", text).strip() for text in page.locator(".account li").all_inner_texts()
    ]


@pytest.mark.parametrize(
    ("game", "reader", "steps"),
    [("citadels:2", CitadelsReader, 60), ("love-letter:2", LoveLetterReader, 60)],
)
def test_a_match_is_followed_from_what_stands_beside_the_table(
    visit: Any, pictures: Path, game: str, reader: type[Reader], steps: int
) -> None:
    page = visit(**LARGE)
    seated = Seated(page, game, ())
    follower = reader(picture_of(seated, "anna")["view"])
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role=anna")
    play_on(seated, Random(5), steps)
    shown = picture_of(seated, "anna")
    expect(page.locator(f".account li[data-step='{shown['step']}']").first).to_be_visible()
    follower.hear(lines_on(page))
    _agrees(follower.believes(), shown["view"])
    nothing_sticks_out(page)
    nothing_serious(page)
    page.screenshot(path=pictures / f"account-{game.split(':')[0]}-large-en.png")

    line = page.locator(".account li", has_text=re.compile("builds|guesses|plays")).first
    step = line.get_attribute("data-step")
    assert line.get_attribute("title") == f"Step {step}"
    line.get_by_role("link").click()
    page.wait_for_url(f"**/replay/**step={step}*")
    expect(page.locator(".account li[aria-current=step]").first).to_have_attribute(
        "data-step", step
    )


_WIDEST = """() => {
  window.widest = 0;
  const look = () => {
    window.widest = Math.max(window.widest, document.documentElement.scrollWidth);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_cards_never_fly_outside_of_the_window_however_fast_moves_follow(visit: Any) -> None:
    page = visit(**LARGE)
    seated = Seated(page, "love-letter:2", ())
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role=anna")
    expect(page.locator("[data-flies]").first).to_be_visible()
    page.evaluate(_WIDEST)
    play_on(seated, Random(3), 40)
    step = picture_of(seated, "anna")["step"]
    expect(page.locator(f".account li[data-step='{step}']").first).to_be_visible()
    assert page.evaluate("window.widest") <= LARGE["viewport"]["width"]


def _agrees(believed: dict[str, Any], view: Any) -> None:
    """What a reader believes is what the seat's own view shows."""
    for key, value in believed.items():
        owner, _, word = key.rpartition(".")
        shown = view["players"][owner] if owner else view["game"]
        if word in shown["fields"]:
            assert value == sorted(shown["fields"][word]["objects"]), key
        elif word in shown["attributes"]:
            assert value == _text(shown["attributes"][word]), key
        else:
            assert value == shown["links"].get(word, "nothing"), key


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, list) else str(value)


@pytest.mark.parametrize("game", ["citadels:2", "love-letter:2"])
def test_a_match_that_is_over_says_how_it_was_counted(
    visit: Any, pictures: Path, game: str
) -> None:
    page = visit(locale="de-DE", **SMALL)
    opened = open_game(game)
    players = {role: parse_player("random") for role in opened.roles}
    table = TerminalTable(opened, players, seed=1)
    list(table.advance())
    root = page.url.split("#")[0]
    brought = page.context.request.post(root + "api/v1/matches/import", data=table.log.to_text())
    assert brought.ok, brought.text()
    page.goto(root + f"#/match/{brought.json()['match']}")
    counted = page.get_by_role("region", name="Wie gezählt wurde")
    expect(counted).to_contain_text("Bauwerke" if "citadels" in game else "Gewonnene Runden")
    expect(page.get_by_role("log")).to_contain_text("Runde")
    nothing_sticks_out(page)
    page.screenshot(path=pictures / f"account-{game.split(':')[0]}-small-de.png", full_page=True)
