"""The steps of a match: complete for those who may see them, and not a card more for the others."""

from __future__ import annotations

import json
from typing import Any

import httpx


class Match:
    """A match both of whose seats are ours, spoken for by their secrets."""

    def __init__(self, url: str, game: str) -> None:
        self._http = httpx.Client(base_url=f"{url}/api/v1", timeout=300)
        founded = self._ok(self._http.post("/matches", json={"game": game}))
        self.id = founded["match"]
        self.tokens = {founded["role"]: founded["token"]}
        for role, invitation in founded["invitations"].items():
            seat = self._http.post(f"/matches/{self.id}/seats", json={"invitation": invitation})
            self.tokens[role] = self._ok(seat)["token"]

    def move(self, role: str, move: str) -> None:
        step = self.history(role)["steps"][-1]["step"]
        body = {"move": move, "step": step}
        self._ok(self._http.post(f"/matches/{self.id}/moves", json=body, headers=self._as(role)))

    def history(self, role: str | None = None, after: int = -1) -> Any:
        path = f"/matches/{self.id}/history?after={after}"
        return self._ok(self._http.get(path, headers=self._as(role)))

    def _as(self, role: str | None) -> dict[str, str]:
        return {} if role is None else {"Authorization": f"Bearer {self.tokens[role]}"}

    @staticmethod
    def _ok(answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json()


def test_every_step_of_an_open_game_is_there_for_everybody(shared_server):
    match = Match(shared_server.url, "tic-tac-toe")
    match.move("xplayer", "(mark 2 2)")
    match.move("oplayer", "(mark 1 1)")
    seen = match.history()
    assert seen == match.history("xplayer")
    assert [step["moves"] for step in seen["steps"]] == [
        {},
        {"xplayer": "(mark 2 2)"},
        {"oplayer": "(mark 1 1)"},
    ]
    assert [step["asked"] for step in seen["steps"]] == [["xplayer"], ["oplayer"], ["xplayer"]]
    assert "(cell 2 2 x)" in seen["steps"][1]["view"]["facts"]
    assert not seen["over"]


def test_who_knows_some_steps_asks_for_those_after_them(shared_server):
    match = Match(shared_server.url, "tic-tac-toe")
    match.move("xplayer", "(mark 2 2)")
    match.move("oplayer", "(mark 1 1)")
    everything = match.history()["steps"]
    assert match.history(after=0)["steps"] == everything[1:]
    assert match.history("xplayer", after=1)["steps"] == everything[2:]
    assert match.history(after=2)["steps"] == []


def test_nobody_reads_the_others_card_in_the_history(shared_server):
    match = Match(shared_server.url, "kuhn-poker")
    match.move("first", "bet")
    cards = {
        role: match.history(role)["steps"][1]["view"]["percepts"][0][0]
        for role in ("first", "second")
    }
    assert cards["first"] != cards["second"]
    assert cards["second"] not in json.dumps(match.history("first"))
    assert cards["first"] not in json.dumps(match.history("second"))
    watched = json.dumps(match.history())
    assert not any(card in watched for card in cards.values())
    assert "deal" not in watched + json.dumps(match.history("first"))
