"""The editor of rules in a real Chromium: it keeps what is typed, whatever happens around it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.looking import nothing_sticks_out

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

TYPE_FAST = """(count) => void (async () => {
  document.querySelector(".cm-content").focus();
  const type = (text) => document.execCommand("insertText", false, text);
  for (let n = 0; n < count; n++) {
    type(`a${n}`); // two inputs in one frame, then another a moment later
    type("b ");
    await new Promise((done) => setTimeout(done, 8));
  }
  document.body.dataset.typed = "";
})()"""
"""Input as it comes on a busy machine: several letters between two frames."""
FRAMES = """async (count) => {
  for (; count > 0; count--) await new Promise(requestAnimationFrame);
}"""
TEXT_NOW = (
    """() => [...document.querySelectorAll(".cm-line")].map((l) => l.textContent).join("\\n")"""
)


def emptied(page: Any) -> Any:
    """The editor with nothing in it."""
    editor = page.locator(".cm-content")
    expect(editor).to_contain_text("role")
    editor.fill("")
    expect(editor).not_to_contain_text("role")
    return editor


def test_letters_that_come_in_one_frame_are_all_kept(visit: Any) -> None:
    page = visit("#/write/tic-tac-toe")
    emptied(page)
    page.evaluate(TYPE_FAST, 40)
    expect(page.locator("body[data-typed]")).to_have_count(1)
    typed = "".join(f"a{n}b " for n in range(40))
    page.evaluate(FRAMES, 30)  # an older text that is written back comes in a later frame
    assert page.evaluate(TEXT_NOW) == typed
    page.keyboard.type("end")
    assert page.evaluate(TEXT_NOW) == f"{typed}end", "the editor goes on"


def test_a_draft_survives_a_reload_until_one_starts_over(visit: Any) -> None:
    page = visit("#/write/tic-tac-toe")
    editor = emptied(page)
    editor.fill("(role anna)")
    page.reload()
    expect(editor).to_have_text("(role anna)")
    page.goto(page.url.partition("#")[0] + "#/write/nim")
    expect(editor).to_contain_text("role")
    expect(editor).not_to_have_text("(role anna)")
    page.goto(page.url.partition("#")[0] + "#/write/tic-tac-toe")
    expect(editor).to_have_text("(role anna)")
    page.get_by_role("button", name="Start over").click()
    expect(editor).to_contain_text("xplayer")
    page.reload()
    expect(editor).to_contain_text("xplayer")
    expect(page.get_by_role("button", name="Start over")).to_have_count(0)


def test_the_page_opens_what_was_written_last(visit: Any) -> None:
    page = visit("#/write/nim")
    emptied(page).fill("(role berta)")
    page.goto(page.url.partition("#")[0] + "#/")
    page.get_by_role("link", name="Write rules").first.click()
    expect(page.locator(".cm-content")).to_have_text("(role berta)")


# The language server's help

COIN = """(role anna)
(init (coin unseen))
(<= (legal anna (flip ?side)) (sied ?side))
(side heads)
(side tails)
(<= (next (coin ?side)) (does anna (flip ?side)))
(<= terminal (true (coin heads)))
(<= (goal anna 100) (true (coin heads)))
(<= (goal anna 0) (true (coin tails)))
"""


def helped(page: Any) -> Any:
    """The editor once the language server answers."""
    expect(page.locator("[data-tool=complete]")).to_be_enabled()
    return page.locator(".cm-content")


def at(page: Any, text: str) -> None:
    """Put the cursor into a line that has a text, behind the text."""
    page.locator(".cm-line", has_text=text).first.evaluate(
        """(line, text) => {
          const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
          let left = line.textContent.indexOf(text) + text.length;
          while (walk.nextNode() && walk.currentNode.length < left) left -= walk.currentNode.length;
          line.closest(".cm-content").focus();
          getSelection().collapse(walk.currentNode, left);
        }""",
        text,
    )
    page.evaluate(FRAMES, 2)


def test_a_slip_is_shown_at_its_place_and_mended_by_a_click(visit: Any) -> None:
    page = visit("#/write/new/gdl")
    helped(page).fill(COIN)
    finding = page.locator(".findings li", has_text="sied")
    expect(finding).to_contain_text("line 3")
    expect(page.locator(".cm-lintRange").first).to_be_visible()
    finding.locator(".fix").click()
    expect(page.locator(".cm-line").nth(2)).to_have_text(
        "(<= (legal anna (flip ?side)) (side ?side))"
    )
    expect(page.locator(".findings li")).to_have_count(0)
    expect(page.locator("[data-play]")).to_be_enabled()


def test_words_are_suggested_by_key_and_by_click(visit: Any) -> None:
    page = visit("#/write/new/gdl")
    helped(page).fill(COIN.replace("sied", "si"))
    at(page, "(si")
    page.keyboard.type("d")
    popup = page.locator(".cm-tooltip-autocomplete")
    expect(popup.locator("[aria-selected]")).to_contain_text("side")
    page.wait_for_timeout(100)  # the editor takes no key that comes within 75 ms of the list
    page.keyboard.press("Enter")
    expect(page.locator(".cm-line").nth(2)).to_contain_text("(side ?side)")
    at(page, "(init")
    page.keyboard.press("Backspace")
    page.locator("[data-tool=complete]").click()
    popup.get_by_text("init", exact=True).first.click()
    expect(page.locator(".cm-line").nth(1)).to_have_text("(init (coin unseen))")


def test_words_are_suggested_to_a_finger(visit: Any) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
    page = visit("#/write/new/gdl", **phone)
    helped(page).fill(COIN.replace("sied", "si"))
    at(page, "(si")
    page.locator("[data-tool=complete]").tap()
    page.locator(".cm-tooltip-autocomplete").get_by_text("side", exact=True).first.tap()
    expect(page.locator(".cm-line").nth(2)).to_contain_text("(side ?side)")
    page.locator(".studio-picture summary").tap()
    page.locator(".drawing").get_by_role("link", name="side/1").tap()
    expect(page.locator(".cm-activeLine")).to_have_text("(side heads)")
    nothing_sticks_out(page)


def test_names_are_explained_found_and_changed_everywhere(visit: Any) -> None:
    page = visit("#/write/new/gdl")
    helped(page).fill(COIN.replace("sied", "side"))
    expect(page.get_by_role("status").filter(has_text="fine")).to_be_visible()
    at(page, "flip ?side)) (side")
    page.locator("[data-tool=explain]").click()
    expect(page.locator(".studio-answer")).to_contain_text("a relation with 1 argument")
    at(page, "flip ?side)) (side")
    page.keyboard.press("F12")
    expect(page.locator(".cm-activeLine")).to_have_text("(side heads)")
    page.keyboard.press("Shift+F12")
    expect(page.locator(".places li")).to_have_count(3)
    page.keyboard.press("F2")
    page.get_by_label("New name for side").fill("face")
    page.keyboard.press("Enter")
    expect(page.locator(".cm-line").nth(2)).to_contain_text("(face ?side)")
    expect(page.locator(".cm-line").nth(4)).to_have_text("(face tails)")
    letters = {"x": 25, "y": 8}
    page.locator(".cm-line", has_text="(face tails)").hover(position=letters)
    expect(page.locator(".cm-tooltip-hover")).to_contain_text("face: a relation")


def test_the_structure_follows_the_cursor_and_leads_to_the_text(visit: Any) -> None:
    page = visit("#/write/pig")
    helped(page)
    outline = page.locator(".outline")
    outline.get_by_role("button", name="Parts of actions").click()
    outline.get_by_role("button", name="Hold simpleAction").click()
    expect(outline.locator("[aria-current]")).to_have_text("Hold simpleAction")
    expect(page.locator(".cm-activeLine")).to_contain_text('<simpleAction typeId="Hold"')
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(outline.locator("[aria-current]")).to_have_text("Roll simpleAction")


def test_a_text_is_laid_out_in_place(visit: Any) -> None:
    page = visit("#/write/new/igold")
    helped(page).fill('<game name="Toy">\n<gameDefinition>\n</gameDefinition>\n</game>')
    page.locator("[data-tool=format]").click()
    expect(page.locator(".cm-line").nth(1)).to_have_text("  <gameDefinition>")


# Pictures


def test_a_picture_leads_to_the_source_and_follows_the_cursor(visit: Any) -> None:
    page = visit("#/write/pig")
    drawing = page.locator(".drawing")
    finish = drawing.get_by_role("link", name="finish", exact=True)
    finish.click(position={"x": 20, "y": 12})
    expect(page.locator(".cm-activeLine")).to_contain_text('<phase typeId="Finish"')
    expect(drawing.locator(".here title")).to_have_text("finish")
    page.locator(".studio-picture").get_by_role("button", name="Types").click()
    drawing.get_by_role("link", name="player", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cm-activeLine")).to_contain_text('<actor typeId="Player"')


def test_the_relations_of_gdl_are_drawn_as_they_are_written(visit: Any) -> None:
    page = visit("#/write/new/gdl")
    helped(page).fill(COIN.replace("sied", "side"))
    side = page.locator(".drawing").get_by_role("link", name="side/1")
    expect(side).to_be_visible()
    at(page, "(side tails")
    expect(page.locator(".drawing .here title").first).to_have_text("side/1")
    expect(page.locator(".drawing path.here")).to_have_count(1)
    page.keyboard.type(" (")
    expect(page.locator(".studio-picture")).to_contain_text("when the rules were last right")
    expect(side).to_be_visible()


def test_problems_are_told_in_the_language_of_the_page(visit: Any) -> None:
    page = visit("#/write/new/gdl", locale="de-DE")
    helped(page).fill(COIN)
    finding = page.locator(".findings li", has_text="sied")
    expect(finding).to_contain_text("Keine Regel und kein Fakt definiert 'sied'")
    expect(finding.locator("b")).to_have_attribute("lang", "de")
    expect(finding.locator(".fix")).to_have_text("'side' schreiben")
    page.get_by_label("Sprache").first.select_option("en")
    expect(finding).to_contain_text("No rule or fact defines 'sied'")
