"""Rules tried and debugged in the studio, in a real Chromium."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.web.looking import nothing_serious, nothing_sticks_out, some

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

LIBRARY = files("spielwerk").joinpath("library")
FIXTURES = Path(__file__).parents[1] / "languages" / "igold" / "fixtures"


def library(path: str) -> str:
    return LIBRARY.joinpath(path).read_text(encoding="utf-8")


def trying(page: Any) -> Any:
    """The studio once its rules are tried."""
    page.locator("[data-way=try]").click()
    expect(page.locator(".trial-window").first).to_be_visible()
    return page.locator(".trial")


def drafted(visit: Any, name: str, language: str, text: str, **options: Any) -> Any:
    """The studio with a draft of a game in it."""
    page = visit("", **options)
    draft = json.dumps({"text": text, "language": language, "at": 1})
    page.evaluate(
        "([name, text]) => localStorage.setItem(name, text)", [f"spielwerk.draft.{name}", draft]
    )
    page.goto(f"{page.url.partition('#')[0]}#/write/{name}")
    return page


def settled(page: Any) -> None:
    """Nothing is under way any more."""
    expect(page.locator(".trial-bar .spinner")).to_have_count(0)


def moment(page: Any) -> tuple[int, str]:
    now = page.locator("[data-moment]")
    return int(now.get_attribute("data-moment")), now.get_attribute("data-mark")


def travel(page: Any, how: str) -> tuple[int, str]:
    before, _ = moment(page)
    page.locator(f"[data-time={how}]").click()
    expect(page.locator(f"[data-moment='{before}']")).to_have_count(0)
    settled(page)
    return moment(page)


def stop_at(page: Any, kind: str, where: str) -> None:
    page.locator("[data-tab=stops]").click()
    page.locator("[data-break-kind]").select_option(kind)
    page.locator("[data-break-where]").fill(where)
    page.locator("[data-break-add]").click()
    settled(page)


def machines(page: Any) -> None:
    for seat in page.locator("[data-seat]").all():
        seat.select_option("random")


def test_four_windows_play_a_round_of_citadels(visit: Any) -> None:
    page = visit("#/write/citadels")
    trying(page)
    assert page.locator("[data-window]").count() == 4
    expect(page.locator("[data-window=anna] .place.own")).to_contain_text("Anna")
    hands = [
        page.locator(f"[data-window={role}] .place.own .row-of-cards").first.inner_text()
        for role in ("anna", "ben", "carla", "dennis")
    ]
    assert len(set(hands)) == 4, "everybody sees a hand of their own"
    round_shown = page.locator("[data-fact=round]")
    played: set[str] = set()
    for _ in range(120):
        window = page.locator(".trial-window.asked").first
        played.add(window.get_attribute("data-window"))
        before, _ = moment(page)
        moves = window.locator("[data-move]")
        (moves.filter(has_text="End").first if _ends(moves) else moves.first).click()
        if page.locator("dialog[open] [data-move]").count():
            page.locator("dialog[open] [data-move]").first.click()
        expect(page.locator(f"[data-moment='{before}']")).to_have_count(0)
        settled(page)
        if round_shown.input_value() == "2":
            break
    expect(round_shown).to_have_value("2")
    assert played == {"anna", "ben", "carla", "dennis"}


def _ends(moves: Any) -> bool:
    """Whether a turn can be ended, once something was taken."""
    return bool(moves.filter(has_text="End").count())


def test_a_breakpoint_on_build_stops_and_time_goes_back_and_forth(visit: Any) -> None:
    page = visit("#/write/citadels")
    trying(page)
    stop_at(page, "element", "build")
    machines(page)
    expect(page.locator(".trial-now")).to_contain_text("Breakpoint 1")
    expect(page.locator(".trial-now")).to_contain_text("before action build")
    expect(page.locator(".cm-here")).to_contain_text("action Build")
    expect(page.locator("[data-turn=inside]")).to_be_visible()
    assert page.locator(".trial-window [data-move]").count() == 0, "nobody moves inside a move"
    there = moment(page)
    way = [there, *(travel(page, "back") for _ in range(6))]
    assert len({mark for _, mark in way}) > 2
    for place in reversed(way[1:6]):
        assert travel(page, "step") == place, "forward it is the same moment and the same state"
    page.keyboard.press("F8")
    expect(page.locator(f"[data-moment='{there[0]}'][data-mark='{there[1]}']")).to_be_visible()
    expect(page.locator("[data-break='1'].hit")).to_be_visible()
    page.keyboard.press("F10")
    expect(page.locator(".trial-now")).to_contain_text("after operation")
    page.keyboard.press("Shift+F10")
    page.locator("[data-by]").select_option("move")
    travel(page, "step")
    expect(page.locator(".trial-now")).to_contain_text("the same state")


def test_a_rule_that_was_broken_is_found_with_the_inspector(visit: Any) -> None:
    right = library("igold/pig.igold.xml")
    rule = (
        '<compareValues comparison="greaterThan"><attributeOfGame instanceIdReference="collected"/>'
    )
    assert rule in right
    broken = right.replace(rule, rule.replace("greaterThan", "lessThan"))
    page = drafted(visit, "pig", "igold", broken)
    trying(page)
    page.locator("[data-draws]").uncheck()
    page.locator("[data-window=anna] [data-move=roll]").click()
    page.locator("[data-window=random] [data-move='roll 5']").click()
    expect(page.locator("[data-window=anna] [data-move=roll]")).to_be_visible()
    expect(page.locator("[data-window=anna] [data-move=hold]")).to_have_count(0)
    page.locator("[data-tab=rules]").click()
    page.locator("[data-subject]").select_option("hold")
    failing = page.locator(".trial-inspector .fails .leaf").first
    expect(failing).to_contain_text("'collected' is less than 0")
    expect(page.locator(".trial-inspector")).to_contain_text("'collected' = 5")
    failing.locator("[data-rule-line]").click()
    expect(page.locator(".cm-activeLine")).to_contain_text('"lessThan"')
    page.locator(".cm-content").fill(right)
    page.locator("[data-again].main").click()
    expect(page.locator("[data-again].main")).to_have_count(0)
    settled(page)
    page.locator("[data-tab=script]").click()
    expect(page.locator(".trial-script")).to_contain_text("Nothing has been done yet")


def test_a_position_is_set_up_kept_as_a_test_and_run_by_the_command(
    visit: Any, tmp_path: Path
) -> None:
    page = visit("#/write/pig")
    trying(page)
    page.locator("[data-draws]").uncheck()
    points = page.locator("[data-fact='anna.points']")
    points.fill("97")
    points.press("Enter")
    points.blur()
    expect(page.locator(".trial-now .chip.warn")).to_have_text("deviates")
    page.locator("[data-window=anna] [data-move=roll]").click()
    page.locator("[data-window=random] [data-move='roll 4']").click()
    page.locator("[data-window=anna] [data-move=hold]").click()
    expect(page.locator("[data-turn=over]")).to_contain_text("Anna 100")
    page.locator("[data-tab=script]").click()
    expect(page.locator(".trial-script .deviation")).to_contain_text("anna.points = 97")
    page.locator("[data-tab=tests]").click()
    page.locator("[data-test-title]").fill("97 and 4 are enough")
    page.locator("[data-save-test]").click()
    with page.expect_download() as waiting:
        page.locator("[data-download-test]").click()
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    assert path.name == "97-and-4-are-enough.test"
    ran = subprocess.run(
        [sys.executable, "-m", "spielwerk", "test", str(path)],
        capture_output=True, text=True, check=False, timeout=300, env=os.environ,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 test, all as expected" in ran.stdout

    page.locator("[data-restart]").click()
    expect(page.locator("[data-turn=joint]")).to_be_visible()
    page.locator("[data-load-test]").click()
    expect(page.locator(".trial-tests .notice")).to_contain_text("all as expected")
    expect(page.locator("[data-turn=over]")).to_be_visible()
    wrong = tmp_path / "wrong.test"
    wrong.write_text(path.read_text().replace("outcome anna 100", "outcome anna 7"))
    page.locator("[data-bring-test]").set_input_files(wrong)
    expect(page.locator(".trial-tests .notice.warn")).to_contain_text("found outcome anna 100")
    page.reload()
    trying(page)
    page.locator("[data-tab=tests]").click()
    expect(page.locator(".trial-kept")).to_contain_text("97 and 4 are enough")


def test_a_dump_of_a_match_is_loaded_with_its_rules(visit: Any) -> None:
    page = visit("#/write/pig")
    trying(page)
    page.locator("[data-tab=tests]").click()
    page.locator("[data-bring-test]").set_input_files(FIXTURES / "noughts.igold-dump.json")
    expect(page.locator("[data-window=nought]")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("oughts")
    page.locator("[data-tab=script]").click()
    expect(page.locator(".trial-script li").last).to_contain_text("cross: place c3")
    page.locator("[data-undo]").click()
    expect(page.locator(".trial-script [aria-current]")).to_contain_text("nought: place a1")


def test_a_game_in_gdl_is_stepped_through_by_rule_fact_and_move(visit: Any) -> None:
    page = visit("#/write/tic-tac-toe")
    expect(page.locator(".cm-content")).to_contain_text("role")
    lines = library("gdl/tic-tac-toe.gdl").splitlines()
    rule = next(n for n, one in enumerate(lines, 1) if "(next (control ?other))" in one)
    trying(page)
    stop_at(page, "line", str(rule))
    expect(page.locator("[data-break='1']")).to_contain_text(str(rule))
    page.locator("[data-window=xplayer] [data-square]").nth(4).click()
    expect(page.locator(".trial-now")).to_contain_text("after rule (next (control ?other))")
    expect(page.locator(".cm-here")).to_contain_text("(next (control ?other))")
    page.locator("[data-tab=position]").click()
    expect(page.locator(".trial-position")).to_contain_text("Comes next")
    page.locator("[data-by]").select_option("fact")
    travel(page, "back")
    expect(page.locator(".trial-now")).to_contain_text("new: fact (control oplayer)")
    page.locator("[data-by]").select_option("move")
    travel(page, "step")
    expect(page.locator(".trial-turn")).to_contain_text("O must decide")
    page.locator("[data-tab=rules]").click()
    page.locator("[data-rule-role]").select_option("oplayer")
    page.locator("[data-rule-words]").fill("(mark 2 2)")
    page.locator("[data-rule-words]").press("Enter")
    page.locator("[data-rule-words]").blur()
    expect(page.locator(".trial-inspector .fails .claim").first).to_contain_text("(mark 2 2)")
    expect(page.locator(".trial-inspector")).to_contain_text("(not (marked 2 2))")
    page.locator("[data-tab=position]").click()
    page.locator("[data-new-fact]").fill("(cell 1 1 o)")
    page.locator("[data-new-fact]").press("Enter")
    expect(page.locator(".trial-position")).to_contain_text("(cell 1 1 o)")
    expect(page.locator(".trial-now .chip.warn")).to_have_text("deviates")


def test_a_breakpoint_beside_a_line_that_can_never_be_hit_is_refused(visit: Any) -> None:
    page = visit("#/write/tic-tac-toe")
    trying(page)
    page.locator(".cm-breaks .cm-gutterElement").nth(4).click()
    expect(page.locator("[data-trial-problem]")).to_contain_text("can never be hit")
    expect(page.locator(".break-mark:visible")).to_have_count(0)


def test_machines_play_on_until_they_are_paused(visit: Any) -> None:
    page = visit(locale="de-DE")
    page.clock.install()
    page.goto(f"{page.url.partition('#')[0]}#/write/citadels")
    trying(page)
    machines(page)
    page.get_by_role("button", name="Anhalten").click()
    settled(page)  # a move that was on its way may still come, but no other
    stands = moment(page)
    page.clock.run_for(5_000)
    settled(page)
    assert moment(page) == stands
    page.get_by_role("button", name="Maschinen ziehen lassen").click()
    expect(page.locator(f"[data-moment='{stands[0]}']")).to_have_count(0)


WINDOWS = [(game, width) for game in ("citadels", "chess") for width in (1920, 1280, 390)]


@pytest.mark.parametrize(("game", "width"), some(WINDOWS, [("citadels", 390), ("chess", 1920)]))
def test_it_looks_right_in_every_window(visit: Any, pictures: Path, game: str, width: int) -> None:
    page = visit(
        f"#/write/{game}",
        viewport={"width": width, "height": 900},
        locale="de-DE" if width == 390 else "en-US",
        color_scheme="dark" if width == 1920 else "light",
    )
    trying(page)
    page.locator(".trial-window.asked [data-move], .trial-window.asked .movable").first.click()
    settled(page)
    nothing_sticks_out(page)
    page.locator("[data-tab=rules]").click()
    expect(page.locator(".trial-inspector[aria-busy=false]")).to_be_visible()
    nothing_sticks_out(page)
    page.screenshot(path=pictures / f"trying-{game}-{width}.png", full_page=True)
    nothing_serious(page)


def test_the_text_stays_beside_the_windows_and_leaves_the_picture_free(visit: Any) -> None:
    page = visit("#/write/citadels")
    trying(page)
    desk, picture = page.locator(".studio-desk"), page.locator(".studio-picture")
    page.evaluate("scrollTo(0, 1500)")
    expect(desk).to_be_in_viewport(ratio=0.9)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(picture).to_be_in_viewport()
    text, shown = desk.bounding_box(), picture.bounding_box()
    assert text["y"] + text["height"] <= shown["y"], "nothing covers the picture"
