"""The files of No Time to Spy over HTTP: ready sets as they are, and problems at their places."""

from __future__ import annotations

import json

import httpx
import pytest

from spielwerk.games.spy.files import CHARACTERS, MATCH, SCENARIO
from spielwerk.games.spy.library import library_names, library_text

KINDS = {"scenario": SCENARIO, "match": MATCH, "characters": CHARACTERS}


@pytest.fixture
def api(shared_server) -> str:
    return f"{shared_server.url}/api/v1/spy"


def check(api: str, kind: str, text: str) -> dict:
    answer = httpx.post(f"{api}/check", json={"kind": kind, "text": text})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("kind", KINDS)
def test_every_ready_set_is_listed_handed_out_and_playable(api: str, kind: str) -> None:
    names = httpx.get(f"{api}/sets").json()[kind]
    assert names == library_names(KINDS[kind])
    for name in names:
        answer = httpx.get(f"{api}/sets/{kind}/{name}")
        assert answer.headers["content-type"] == "application/json"
        assert answer.text == library_text(KINDS[kind], name)
        assert check(api, kind, answer.text)["playable"]


def test_a_safe_behind_walls_is_reported_at_its_field(api: str) -> None:
    rows = [["FREE"] * 5 for _ in range(5)] + [["WALL"] * 3, ["SAFE"]]
    rows[0][0] = "BAR_SEAT"
    found = check(api, "scenario", json.dumps({"scenario": rows}, indent=1))
    assert not found["playable"]
    problem = next(each for each in found["diagnostics"] if each["severity"] == "error")
    assert problem["code"] == "spy-out-of-reach"
    assert problem["part"] == ["scenario", 6, 0]
    assert problem["line"] > 30, "the place in the text is told, too"
    assert problem["hint"]


def test_a_wrong_setting_is_reported_where_it_stands(api: str) -> None:
    value = json.loads(library_text(MATCH, "standard"))
    text = json.dumps(value | {"Spy_SuccessChance": 1.4, "RoundLimit": 0})
    parts = [each["part"] for each in check(api, "match", text)["diagnostics"]]
    assert parts == [["Spy_SuccessChance"]], "values come first, then sense"
    text = json.dumps(value | {"RoundLimit": 0})
    (problem,) = check(api, "match", text)["diagnostics"]
    assert (problem["part"], problem["code"]) == (["RoundLimit"], "spy-endless")


def test_what_is_missing_or_no_json_has_a_place_too(api: str) -> None:
    found = check(api, "match", "{}")["diagnostics"]
    assert len(found) == 25
    assert all(each["part"] == [] for each in found)
    (problem,) = check(api, "characters", '[\n{"name": }\n]')["diagnostics"]
    assert (problem["code"], problem["part"]) == ("spy-json", None)
    assert (problem["line"], problem["column"]) == (2, 10)


@pytest.mark.parametrize("text", ["", "null", "[", "[]", "7", '{"scenario": 3}', "[" * 5_000])
@pytest.mark.parametrize("kind", KINDS)
def test_no_text_is_too_strange_to_be_judged(api: str, kind: str, text: str) -> None:
    found = check(api, kind, text)
    assert not found["playable"]
    assert found["diagnostics"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kind": "scenario"},
        {"kind": "map", "text": "{}"},
        {"kind": "scenario", "text": 5},
        {"kind": "scenario", "text": "{}", "more": 1},
        {"kind": "scenario", "text": " " * 400_001},
    ],
    ids=["nothing", "no text", "no such kind", "no string", "too much", "too long"],
)
def test_a_request_that_makes_no_sense_is_refused(api: str, body: dict) -> None:
    answer = httpx.post(f"{api}/check", json=body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]


def test_a_set_that_is_not_there_is_answered_with_those_that_are(api: str) -> None:
    answer = httpx.get(f"{api}/sets/scenario/casino-royal")
    assert answer.status_code == 404
    assert "grand-casino" in answer.json()["detail"]
    for path in ("scenario/..%2Fmatches%2Fquick.match", "scenario/%00", f"scenario/{'x' * 90}"):
        assert httpx.get(f"{api}/sets/{path}").status_code in (400, 404, 422)
    assert httpx.get(f"{api}/sets/planes/x").status_code == 422


def test_schemas_are_those_that_files_are_held_against(api: str) -> None:
    later = httpx.get(f"{api}/schemas/match-later").json()
    assert set(later["required"]) < set(later["properties"])
    assert httpx.get(f"{api}/schemas/messages").status_code == 422


def test_who_asks_too_often_must_wait(start_server) -> None:
    server = start_server(question_rate=0.1, question_burst=3, warm_up=False)
    body = {"kind": "scenario", "text": "{}"}
    url = f"{server.url}/api/v1/spy/check"
    assert [httpx.post(url, json=body).status_code for _ in range(4)] == [200, 200, 200, 429]
