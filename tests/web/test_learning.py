"""Learning to write rules, in a real Chromium: tutorials, recipes, and the health of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.web.looking import nothing_serious, nothing_sticks_out, some
from tests.web.test_bringing import play_on

from spielwerk.learning import TutorialStep, recipes, tutorials

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def as_it_says(page: Any, step: TutorialStep, text: str) -> str:
    """The text with what the page tells to write, where it tells to write it."""
    shown = page.locator(".steps .current pre").text_content()
    assert shown.strip("\n") == step.put.strip("\n")
    place = page.locator(".steps .current > p code")
    if step.before or step.replaces:
        assert place.text_content() == (step.replaces or step.before.strip())
    else:
        expect(place).to_have_count(0)
    return step.applied(text)


@pytest.mark.parametrize("language", ["gdl", "igold"])
def test_from_an_empty_file_to_a_hosted_game_for_two(visit: Any, language: str) -> None:
    tutorial = tutorials()[language]
    anna = visit("#/write/tic-tac-toe")
    anna.get_by_role("link", name=tutorial.title["en"]).click()
    editor = anna.locator(".cm-content")
    expect(editor).to_have_text("")
    text = ""
    for number, step in enumerate(tutorial.steps[:-1], 1):
        expect(anna.locator(f"[data-step='{number}']")).to_contain_text(step.title["en"])
        if number == 3:  # once in a while one asks
            anna.locator("[data-show-me]").click()
            text = step.applied(text)
        else:
            text = as_it_says(anna, step, text)
            editor.fill(text)
    expect(anna.locator(f"[data-step='{len(tutorial.steps)}']")).to_be_visible()
    expect(anna.locator(".steps .done")).to_have_count(len(tutorial.steps) - 1)

    anna.locator("[data-way=host]").click()
    expect(anna.locator("h1")).to_contain_text("of mine")
    anna.click("[data-way=friend]")
    link = anna.locator(".notice input").input_value()
    ben = visit(f"#{link.split('#')[1]}")
    ben.get_by_role("button", name="Sit down").click()
    play_on([anna, ben], 3)
    expect(anna.locator(".status").first).to_be_visible()


def test_a_newcomer_types_the_first_steps_by_hand(visit: Any) -> None:
    """What stood in the way of somebody who had never seen the language; docs/newcomer.md tells."""
    page = visit("#/write/learn/igold")
    editor = page.locator(".cm-content")
    editor.click()

    def typed(*lines: str) -> None:
        for line in lines:
            page.keyboard.type(line)
            page.keyboard.press("Enter")

    findings = page.locator(".findings li")
    typed('game "Pearls" id=pearls', "players 2 to 2: anna, ben")
    expect(page.locator("[data-step='2']")).to_be_visible()
    # Behind a colon the text goes on further to the right by itself, and goes back with one key.
    typed("# What there is", "integer Count from 0", "table:", "sea: Count = 10")
    expect(page.locator(".cm-line", has_text="sea:")).to_have_text("  sea: Count = 10")
    typed("link diver: Diver")
    page.keyboard.press("Backspace")
    typed("actor Diver:", "pearls: Count = 0")
    expect(page.locator("[data-step='3']")).to_be_visible()
    expect(findings).to_contain_text("turns Play link=player")
    page.keyboard.press("Backspace")
    typed("action Pick by diver:", "found = 1", "do ComeUp")
    page.keyboard.press("Backspace")
    typed("operation ComeUp:", "me.pearls += found", "sea -= found", "end state")
    # What is missing is said, and no type is offered instead of it.
    expect(findings.first).to_contain_text("Nothing here is called 'found'.")
    expect(findings.first).not_to_contain_text("Did you mean")
    expect(page.locator("[data-step='4']")).to_be_visible()
    for kind, word in (("keyword", "actor"), ("comment", "# What"), ("variable", "Diver"),
                       ("string", "Pearls"), ("number", "10")):  # fmt: skip
        expect(editor.locator(f".tok-{kind}", has_text=word).first).to_be_visible()
    expect(page.locator(".outline")).to_contain_text("ComeUp")


def test_both_notations_are_edited_and_each_becomes_the_other(visit: Any) -> None:
    page = visit("#/write/terrace")
    editor = page.locator(".cm-content")
    expect(editor.locator(".tok-comment").first).to_contain_text("# Terrace")
    page.locator("[data-alter=xml]").click()
    page.locator(".altering form button").click()
    expect(editor.locator(".tok-keyword", has_text="<game").first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()
    page.locator("[data-alter=compact]").click()
    page.locator(".altering form button").click()
    expect(editor.locator(".tok-comment").first).to_contain_text("# Terrace")
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()


def test_a_step_that_is_not_right_yet_says_what_differs(visit: Any) -> None:
    *_, whole = tutorials()["gdl"].texts()
    page = visit("#/write/learn/gdl")
    page.evaluate("localStorage.setItem('spielwerk.tutorial.gdl', '4')")
    page.reload()
    editor = page.locator(".cm-content")
    editor.fill(whole.replace("(goal ?player 0)", "(goal ?player 50)"))
    difference = page.locator(".steps .notice")
    expect(difference).to_contain_text("expected was “outcome anna 0, ben 100”")
    page.locator("[data-show-me]").click()
    expect(page.locator("[data-step='6']")).to_be_visible()
    expect(editor).to_contain_text("(goal ?player 0)")
    page.reload()
    expect(page.locator("[data-step='6']")).to_be_visible()
    page.get_by_role("button", name="Begin the tutorial again").click()
    expect(page.locator("[data-step='1']")).to_be_visible()


def test_a_recipe_is_where_one_starts_and_its_tests_are_played(visit: Any) -> None:
    recipe = next(one for one in recipes().values() if one.language == "igold")
    page = visit("#/write/pig")
    page.get_by_label("Start from").select_option(f"recipe/{recipe.name}")
    expect(page.locator(".recipe")).to_contain_text(recipe.shows["en"])
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()
    page.locator("[data-rehearse]").click()
    expect(page.locator(".recipe [role=status]")).to_contain_text("all as expected")
    page.locator("[data-play]").click()
    page.wait_for_url("**/match/**")


def test_the_health_of_what_is_written_is_drawn_and_said(visit: Any) -> None:
    page = visit("#/write/tic-tac-toe")
    page.locator("[data-examine]").click()
    expect(page.locator(".health-findings li").first).to_contain_text("xplayer gets")
    expect(page.locator(".health-charts section")).to_have_count(2)
    expect(page.locator(".bars svg").first).to_be_visible()
    german = visit("#/write/tic-tac-toe", locale="de-DE", **PHONE)
    german.locator(".studio-health summary").tap()
    german.locator("[data-examine]").tap()
    expect(german.locator(".health-findings li").first).to_contain_text("xplayer bekommt")
    nothing_sticks_out(german)


WINDOWS: dict[str, dict[str, Any]] = {
    "1280-en": {"viewport": {"width": 1280, "height": 900}},
    "1920-de": {"viewport": {"width": 1920, "height": 1080}, "locale": "de-DE"},
    "390-de": {**PHONE, "locale": "de-DE", "color_scheme": "dark"},
}


@pytest.mark.parametrize("name", some(WINDOWS, ["390-de"]))
def test_learning_looks_right(visit: Any, pictures: Path, name: str) -> None:
    page = visit("#/write/learn/igold", **WINDOWS[name])
    page.locator("[data-show-me]").click()
    expect(page.locator("[data-step='2']")).to_be_visible()
    expect(page.locator("[data-tool=complete]")).to_be_enabled()  # no key reaches them before
    nothing_serious(page)
    nothing_sticks_out(page)
    page.screenshot(path=pictures / f"tutorial-{name}.png", full_page=True)
    page.goto(page.url.partition("#")[0] + "#/write/recipe/draft")
    expect(page.locator(".recipe")).to_be_visible()
    if name.startswith("390"):
        page.locator(".studio-health summary").click()
    page.locator("[data-examine]").click()
    expect(page.locator(".health-charts section").first).to_be_visible()
    nothing_serious(page)
    nothing_sticks_out(page)
    page.screenshot(path=pictures / f"recipe-{name}.png", full_page=True)
