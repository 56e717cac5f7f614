"""A German page says everything in German: reasons of all games, problems, and what lies around."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.looking import calm, nothing_english
from tests.web.test_looks import Seated
from tests.web.test_spy_table import enter_casino

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

GERMAN = {"locale": "de-DE"}


@pytest.mark.parametrize("game", ["chess", "tic-tac-toe"])
def test_a_refused_move_is_explained_in_german(visit: Any, game: str) -> None:
    page = visit(**GERMAN)
    moves = ("e2e4", "f7f6", "d1h5") if game == "chess" else ("2 2",)
    seated = Seated(page, game, moves)
    role = "black" if game == "chess" else "oplayer"
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role={role}")
    expect(page.locator(".status")).to_contain_text("Du bist am Zug")
    for square in ("a7", "a6") if game == "chess" else ("2·2",):
        page.locator(f'[data-square="{square}"]').click()
    said = page.locator(".why .claim")
    wanted = "Dame auf h5" if game == "chess" else "Auf 2 2 steht schon ein Zeichen."
    expect(said).to_contain_text(wanted)
    page.get_by_text("Alle Gründe").click()
    nothing_english(page)


def test_moves_are_written_with_german_pieces(visit: Any) -> None:
    page = visit(**GERMAN)
    seated = Seated(page, "chess", ("e2e4", "f7f6", "d1h5"))
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role=black")
    expect(page.locator(".record a").last).to_have_text("Dh5+")


def test_running_out_of_time_is_told_in_german(visit: Any) -> None:
    page = visit(**GERMAN)
    seated = Seated(page, "tic-tac-toe", (), clock="move=1s")
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role=xplayer")
    expect(page.locator(".status")).to_contain_text("Du hast verloren")
    expect(page.locator(".status")).to_contain_text("Deine Zeit ist abgelaufen.")
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role=oplayer")
    expect(page.locator(".status")).to_contain_text("Du hast gewonnen")
    expect(page.locator(".status")).to_contain_text("Die Zeit von Ada (X) ist abgelaufen.")
    nothing_english(page)


def test_rules_that_take_too_long_are_refused_in_german(visit: Any) -> None:
    page = visit("#/write", **GERMAN)
    host = page.locator("[data-way=host]")
    expect(host).to_be_enabled()
    said = (
        "The rules cannot be run within the limits of this server. It took longer than 5 seconds."
    )
    heavy = {"code": "rules-too-heavy", "detail": said}
    page.route("**/api/v1/rules", lambda route: route.fulfill(status=422, json=heavy))
    host.click()
    expect(page.get_by_role("alert")).to_contain_text("brauchen zu viel Zeit")


def test_a_spy_is_refused_in_german(visit: Any) -> None:
    page = visit(**GERMAN)
    seated = Seated(page, "spy", ())
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role=player1")
    expect(page.locator("h1, h2").filter(has_text="Stell dein Team zusammen")).to_be_visible()
    said = page.evaluate(
        """async (match) => {
          const socket = new WebSocket(`ws://${location.host}/api/v1/matches/${match}/play`);
          await new Promise((done) => (socket.onopen = done));
          socket.send(JSON.stringify({ type: "hello", role: "player1", seq: null }));
          socket.send(JSON.stringify({ type: "why", move: "retire", id: 1 }));
          return await new Promise((done) => (socket.onmessage = ({ data }) => {
            const body = JSON.parse(data);
            if (body.id === 1) done(body.explanation?.wordings?.de ?? JSON.stringify(body));
          }));
        }""",
        seated.match,
    )
    assert said == "Zuerst sind acht Personen und Gadgets zu wählen."
    nothing_english(page)


def test_a_spy_who_cannot_go_there_is_told_why_in_german(visit: Any) -> None:
    page = visit(reduced_motion="reduce", **GERMAN)
    enter_casino(page)
    page.locator(".tool[data-tool=move]").click()
    home = page.locator(".field.home").get_attribute("data-field")
    page.locator(f'.field:not(.target):not([data-field="{home}"])').first.click()
    said = page.locator(".spy .why")
    expect(said).to_contain_text(re.compile("liegt nicht neben|kann niemand|keine Bewegungspunkte"))
    nothing_english(page)


def test_problems_are_told_in_german(visit: Any) -> None:
    page = visit("#/me", **GERMAN)
    form = page.get_by_role("form", name="Anmelden")
    form.get_by_label("Name").fill("Niemand")
    form.get_by_label("Passwort").fill("falsches Wort")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_have_text("Name und Passwort passen nicht zusammen.")
    form.get_by_label("Name").fill("<script>")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text("Prüf Namen")
    nothing_english(page)
    for path in ("#/replay/xyz", "#/match/aaaaaaaaaaaa", "#/game/nichts", "#/join/aaaaaaaaaaaa/x"):
        page.goto(page.url.split("#")[0] + path)
        expect(page.get_by_role("alert")).to_be_visible()
        nothing_english(page)


def test_the_pages_around_the_tables_are_german(visit: Any) -> None:
    page = visit(**GERMAN)
    expect(page.locator(".tryout .board")).to_be_visible()
    page.locator('[data-square="a7"]').click()
    page.locator('[data-square="a6"]').click()
    expect(page.locator("[data-tryout]")).to_contain_text("Dame auf h5")
    for path in ("", "#/tables", "#/me", "#/game/chess", "#/game/citadels", "#/game/spy"):
        page.goto(page.url.split("#")[0] + path)
        calm(page)
        expect(page.locator("h1")).to_be_visible()
        nothing_english(page)


CHOICES = """async (moves) => {
  const { Choices } = await import("./parts/choices.js");
  const { html, render } = await import("./vendor/preact-htm.js");
  const box = document.createElement("div");
  render(html`<${Choices} moves=${moves} />`, box);
  return [...box.querySelectorAll("h3, button")].map((one) => one.textContent.trim());
}"""


def test_what_can_be_done_is_said_in_the_words_of_its_author_and_names_are_names(
    visit: Any,
) -> None:
    said = {"en": "Swap hands ben", "de": "Handkarten tauschen ben"}
    move = {
        "move": "swap-hands ben",
        "short": "swap-hands ben",
        "words": ["swap-hands", "ben"],
        "label": said,
    }
    assert visit(**GERMAN).evaluate(CHOICES, [move]) == ["Handkarten tauschen Ben"]
    assert visit(locale="en-US").evaluate(CHOICES, [move]) == ["Swap hands Ben"]
    other = move | {"words": ["choose", "ben"], "label": {"en": "King", "de": "König"}}
    assert visit(**GERMAN).evaluate(CHOICES, [other])[-1] == "König"
    assert visit(locale="en-US").evaluate(CHOICES, [other]) == ["Choose", "King"]
