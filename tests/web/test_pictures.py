"""Pictures beside the text in a real Chromium: they follow the cursor, zoom and add to it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.looking import nothing_sticks_out
from tests.web.test_studio import at, helped

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
IN_SIGHT = """(box) => {
  const here = box.shadowRoot.querySelector(".here").getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  return here.left < frame.right && here.right > frame.left
    && here.top < frame.bottom && here.bottom > frame.top;
}"""
WIDTH = """(box) => box.shadowRoot.firstElementChild.getBoundingClientRect().width"""
BECOMES = f"""(wanted) => {{
  const width = ({WIDTH})(document.querySelector(".drawing"));
  return Math.abs(width / wanted - 1) < 0.05;
}}"""
PINCH = """(box) => {
  const touch = (id, x) => new Touch({ identifier: id, target: box, clientX: x, clientY: 300 });
  const fire = (name, left, right) => box.dispatchEvent(new TouchEvent(name, {
    touches: [touch(1, left), touch(2, right)], cancelable: true, bubbles: true }));
  fire("touchstart", 150, 250);
  fire("touchmove", 100, 300);
}"""


def fine(page: Any) -> None:
    """Wait until the text was read and is right."""
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()


def add(page: Any, what: str, **said: str) -> None:
    """Add something in the picture."""
    button = page.locator(f"[data-alter={what}]")
    button.click()
    form = page.locator("form.filling")
    for blank, value in said.items():
        field = form.locator(f"[name={blank}]")
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_role("button").click()
    expect(form).to_have_count(0)


def test_a_game_is_built_in_the_picture_from_an_empty_file(visit: Any) -> None:
    page = visit("#/write/new/igold")
    helped(page).fill("")
    add(page, "game", name="Mint")
    fine(page)
    drawing = page.locator(".drawing")
    drawing.get_by_role("link", name="play", exact=True).click(position={"x": 60, "y": 8})
    add(page, "phase", name="scoring", after="Play")
    expect(drawing.get_by_role("link", name="scoring", exact=True)).to_be_visible()
    fine(page)
    page.locator(".studio-picture").get_by_role("button", name="Types").click()
    add(page, "type", kind="object", name="gold coin")
    expect(drawing.get_by_role("link", name="gold coin", exact=True)).to_be_visible()
    drawing.get_by_role("link", name="gameState", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-alter=link]")).to_contain_text("gameState")
    add(page, "link", name="on turn", to="Player")
    expect(drawing.get_by_role("link", name="→ onTurn: Player")).to_be_visible()
    drawing.get_by_role("link", name="player", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-alter=attribute]")).to_contain_text("Player")
    add(page, "attribute", name="gold", type="new number", value="2")
    expect(drawing.get_by_role("link", name="gold: Gold = 2")).to_be_visible()
    add(page, "action", name="take gold", by="onTurn", **{"in": "Play"})
    expect(drawing.get_by_role("link", name="take gold", exact=True)).to_be_visible()
    fine(page)
    expect(page.locator("[data-play]")).to_be_enabled()
    assert page.locator(".findings li").count() == 0


def test_what_was_added_is_undone_at_once(visit: Any) -> None:
    page = visit("#/write/pig")
    helped(page)
    fine(page)
    add(page, "type", kind="object", name="second die")
    expect(page.locator(".cm-activeLine")).to_contain_text("<objects>")
    page.locator(".cm-content").press("Control+z")
    expect(page.get_by_role("button", name="Start over")).to_have_count(0)


def test_what_cannot_be_added_is_refused_with_the_reason(visit: Any) -> None:
    page = visit("#/write/pig")
    helped(page)
    fine(page)
    page.locator("[data-alter=type]").click()
    page.locator("form.filling [name=name]").fill("player")
    page.locator("form.filling").get_by_role("button").click()
    expect(page.locator(".altering [role=alert]")).to_contain_text("'Player' already")


def test_a_role_and_a_move_are_added_to_gdl(visit: Any) -> None:
    page = visit("#/write/new/gdl")
    helped(page).fill("")
    add(page, "game", name="Coins")
    fine(page)
    add(page, "role", name="carla")
    add(page, "move", name="flip", by="carla")
    expect(page.locator(".cm-content")).to_contain_text("(legal carla flip)")
    expect(page.locator("[data-play]")).to_be_enabled()


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_element_under_the_cursor_is_marked_and_in_sight(visit: Any, width: int) -> None:
    page = visit("#/write/love-letter", viewport={"width": width, "height": 900})
    helped(page)
    drawing = page.locator(".drawing")
    end = drawing.get_by_role("link", name="end", exact=True)
    end.focus()
    page.keyboard.press("Enter")
    expect(drawing.locator(".here")).not_to_have_count(0)
    page.locator(".studio-picture").get_by_role("button", name="Types").click()
    drawing.get_by_role("link", name="◉ seen by nobody").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cm-activeLine")).to_contain_text("nobody")
    expect(drawing.locator(".here")).not_to_have_count(0)
    nothing_sticks_out(page)


def test_a_picture_is_zoomed_with_keys_and_two_fingers(visit: Any) -> None:
    page = visit("#/write/love-letter", **PHONE)
    helped(page)
    page.locator(".studio-picture summary").tap()
    drawing = page.locator(".drawing")
    expect(drawing.get_by_role("link", name="deal", exact=True)).to_be_visible()
    whole = drawing.evaluate(WIDTH)
    drawing.focus()
    page.keyboard.press("+")
    page.wait_for_function(BECOMES, arg=whole * 1.25)
    page.keyboard.press("0")
    page.wait_for_function(f"() => ({WIDTH})(document.querySelector('.drawing')) <= 390")
    fitted = drawing.evaluate(WIDTH)
    drawing.evaluate(PINCH)
    page.wait_for_function(BECOMES, arg=fitted * 2)
    nothing_sticks_out(page)


def test_a_transition_leads_to_its_rule_and_is_marked(visit: Any) -> None:
    page = visit("#/write/love-letter")
    helped(page)
    drawing = page.locator(".drawing")
    expect(drawing.get_by_role("link", name="deal", exact=True)).to_be_visible()
    at(page, "game ")
    sentence = "unless the deck is empty, or only one player is left"
    drawing.get_by_role("link", name=sentence).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cm-activeLine")).to_contain_text("when ")
    expect(drawing.locator(".here title").first).to_have_text(sentence)
