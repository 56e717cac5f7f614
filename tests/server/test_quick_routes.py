"""Requests as they should be take a shorter way, on which nothing is different."""

from __future__ import annotations

import json

import httpx
import pytest

USUAL = {"Content-Type": "application/json; charset=utf-8"}
QUICK = {"Content-Type": "application/json"}


@pytest.fixture
def api(shared_server):
    with httpx.Client(base_url=f"{shared_server.url}/api/v1", timeout=300) as client:
        yield client


def shape(answer: httpx.Response) -> tuple[int, str, object]:
    """What is the same for two requests alike: status, type and names of fields."""
    body = answer.json()
    names = body if answer.is_error else sorted(body)
    return answer.status_code, answer.headers["content-type"], names


@pytest.mark.parametrize(
    "body",
    [
        {"game": "connect-four"},
        {"game": "connect-four", "visibility": "private", "clock": "move=30s", "name": "Ada"},
        {"game": "connect-four", "unknown": 1},
        {"game": "connect-four", "name": ""},
        {"game": "connect-four", "role": "purple"},
        {"game": "no such game"},
        {"game": 4},
        [],
    ],
)
def test_founding_is_answered_alike_on_both_ways(body, api):
    told = json.dumps(body)
    both = [api.post("/matches", content=told, headers=way) for way in (QUICK, USUAL)]
    assert shape(both[0]) == shape(both[1])


def test_what_is_no_json_and_what_is_no_match_is_told_as_ever(api):
    both = [api.post("/matches", content="{", headers=way) for way in (QUICK, USUAL)]
    assert shape(both[0]) == shape(both[1])
    both = [api.post("/matches/x/seats", content="{}", headers=way) for way in (QUICK, USUAL)]
    assert shape(both[0]) == shape(both[1])
    assert both[0].status_code == 422


def test_seats_are_taken_alike_on_both_ways(api):
    for way in (QUICK, USUAL):
        match = api.post("/matches", json={"game": "connect-four"}).json()["match"]
        taken = [api.post(f"/matches/{match}/seats", content="{}", headers=way) for _ in range(2)]
        assert [answer.status_code for answer in taken] == [201, 409]
        assert sorted(taken[0].json()) == ["role", "token"]
        assert taken[1].json()["code"] == "seat-taken"
