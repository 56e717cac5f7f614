"""How the page looks: pictures for people to look at, and axe-core for those who cannot see them.

Every page is shown small and large, light and dark, German and English. SPIELWERK_PICTURES names a
folder that keeps the pictures; ``docs/play.md`` shows some of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.web.looking import LOOKS, calm, in_windows, nothing_serious, nothing_sticks_out

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1", "f7f6", "d2d4")


class Seated:
    """Somebody who sits at every side of a match and moves through the server's interface."""

    def __init__(
        self, page: Any, game: str, moves: tuple[str, ...], clock: str = "untimed"
    ) -> None:
        self._request = page.context.request
        self._root = page.url.split("#")[0] + "api/v1"
        me = self._post("/accounts/guest", {"name": "Ada"}, {})
        self._headers = {"X-CSRF-Token": me["csrf"]}
        wanted = {"game": game, "clock": clock, "visibility": "unlisted", "name": "Ada"}
        founded = self._post("/matches", wanted, self._headers)
        self.match = founded["match"]
        for invitation in founded["invitations"].values():
            seat = {"invitation": invitation, "name": "Bert"}
            self._post(f"/matches/{self.match}/seats", seat, self._headers)
        for move in moves:
            self.move(move)

    def move(self, text: str) -> None:
        table = self._request.get(f"{self._root}/matches/{self.match}").json()["picture"]
        address = f"/matches/{self.match}/moves?role={table['asked'][0]}"
        self._post(address, {"move": text, "step": table["step"]}, self._headers)

    def _post(self, path: str, body: Any, headers: dict[str, str]) -> Any:
        done = self._request.post(self._root + path, data=body, headers=headers)
        assert done.ok, done.text()
        return done.json()


def catalogue(page: Any) -> None:
    expect(page.locator(".tile .picture").first).to_be_visible()
    calm(page)


def game_page(page: Any) -> None:
    page.goto(page.url.split("#")[0] + "#/game/chess")
    expect(page.locator(".source")).to_be_visible()


def chess_table(page: Any) -> None:
    seated = Seated(page, "chess", MOVES)
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role=black")
    expect(page.locator(".record a")).to_have_count(len(MOVES))
    page.locator('[data-square="d8"]').click()
    page.locator('[data-square="d3"]').click()
    expect(page.locator(".why")).to_be_visible()


def card_table(page: Any) -> None:
    seated = Seated(page, "kuhn-poker", ("bet",))
    page.goto(page.url.split("#")[0] + f"#/match/{seated.match}?role=second")
    expect(page.locator("[data-move=call]")).to_be_visible()


def replay(page: Any) -> None:
    seated = Seated(page, "hex", ("e5", "d5", "d6", "c6", "c7", "b7", "e4"))
    page.goto(page.url.split("#")[0] + f"#/replay/{seated.match}?step=5")
    expect(page.locator(".record a")).to_have_count(7)


def editor(page: Any) -> None:
    page.goto(page.url.split("#")[0] + "#/write/tic-tac-toe")
    field = page.locator(".cm-content")
    expect(field).to_be_visible()
    field.fill("(role anna)\n(init (coin unseen))\n(<= (legal anna (flip ?side)) (coin ?sid))\n")
    expect(page.locator(".findings li").first).to_be_visible()


def lobby(page: Any) -> None:
    page.goto(page.url.split("#")[0] + "#/tables")
    expect(page.locator("h1")).to_be_visible()


def account(page: Any) -> None:
    page.goto(page.url.split("#")[0] + "#/me")
    expect(page.locator("form").first).to_be_visible()


PAGES = (catalogue, game_page, chess_table, card_table, replay, editor, lobby, account)


@pytest.mark.parametrize(("show", "look"), in_windows(PAGES, list(LOOKS), 2))
def test_every_page_is_for_everybody(visit: Any, pictures: Path, show: Any, look: str) -> None:
    page = visit(**LOOKS[look])
    show(page)
    page.screenshot(path=pictures / f"{show.__name__.replace('_', '-')}-{look}.png")
    nothing_serious(page)
    nothing_sticks_out(page)
