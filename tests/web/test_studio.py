"""The editor of rules in a real Chromium: it keeps what is typed, whatever happens around it."""

from __future__ import annotations

from typing import Any

import pytest

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
TEXT_NOW = """() => [...document.querySelectorAll(".cm-line")].map((l) => l.textContent).join("\\n")"""


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
    page.wait_for_timeout(500)  # an older text that is written back comes in a later frame
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
