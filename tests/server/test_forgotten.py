"""Whoever has forgotten their password sets another one with the code that they wrote down."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest
from tests.server.conftest import ROOMY

CHAIRS, TABLES = "seven blue chairs", "seven blue tables"


@pytest.fixture(scope="module")
def api(shared_server) -> str:
    return f"{shared_server.url}/api/v1"


def registered(api: str, name: str) -> tuple[dict[str, str], str]:
    answer = httpx.post(f"{api}/accounts", json={"name": name, "password": CHAIRS}, timeout=300)
    opened = answer.json()
    return {"Authorization": f"Bearer {opened['session']}"}, opened["recovery"]


def recovering(api: str, name: str, code: str, new: str = TABLES) -> httpx.Response:
    wanted = {"name": name, "code": code, "new": new}
    return httpx.post(f"{api}/accounts/recovery", json=wanted, timeout=300)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def status_of(api: str, who: dict[str, str]) -> int:
    return httpx.get(f"{api}/accounts/me", headers=who).status_code


def logged_in(api: str, name: str, password: str) -> int:
    wanted = {"name": name, "password": password}
    return httpx.post(f"{api}/sessions", json=wanted, timeout=300).status_code


def test_a_code_sets_another_password_once_and_ends_all_sessions(api):
    who, code = registered(api, "Vera Vergess")
    assert len(code) == 29
    opened = recovering(api, "vera vergess", code)
    assert opened.status_code == 201
    assert "spielwerk_session" in opened.headers["set-cookie"]
    fresh = {"Authorization": f"Bearer {opened.json()['session']}"}
    assert (status_of(api, who), status_of(api, fresh)) == (401, 200)
    assert logged_in(api, "Vera Vergess", CHAIRS) == 401
    assert logged_in(api, "Vera Vergess", TABLES) == 201
    assert refusal(recovering(api, "Vera Vergess", code)) == (401, "wrong-recovery-code")
    another = opened.json()["recovery"]
    assert another != code
    assert recovering(api, "Vera Vergess", another, CHAIRS).status_code == 201


def test_a_code_is_read_however_it_was_written_down(api):
    _, code = registered(api, "Siegrun")
    written = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert recovering(api, "Siegrun", f" {written} ").status_code == 201


def test_wrong_codes_and_unknown_names_look_the_same(api):
    registered(api, "Wilma")
    wrong = "0000-0000-0000-0000-0000-0000"
    answers = [recovering(api, name, wrong) for name in ("Wilma", "Niemand Da")]
    assert [refusal(answer) for answer in answers] == [(401, "wrong-recovery-code")] * 2
    assert answers[0].json() == answers[1].json()


def test_what_is_no_code_is_refused(api):
    registered(api, "Kodo")
    for code in ("", "short", "ß" * 24, "🂡" * 24):
        assert refusal(recovering(api, "Kodo", code)) == (401, "wrong-recovery-code")
    assert refusal(recovering(api, "Kodo", "x" * 101)) == (422, "invalid")


def test_guessing_codes_gets_slow_under_every_spelling_and_together_with_logging_in(api):
    registered(api, "Xaverl")

    def guess(number: int) -> int:
        if number % 2:
            wanted = {"name": "xaverl", "password": "guess guess"}
            return httpx.post(f"{api}/sessions", json=wanted).status_code
        return recovering(api, "XAVERL", "0000-0000-0000-0000-0000-0000").status_code

    with ThreadPoolExecutor(15) as guessers:
        found = list(guessers.map(guess, range(20)))
    assert 429 in found[::2]
    assert 429 in found[1::2]


def test_a_password_that_is_easily_guessed_does_not_use_the_code_up(api):
    _, code = registered(api, "Yorick")
    assert refusal(recovering(api, "Yorick", code, "password")) == (422, "common-password")
    assert recovering(api, "Yorick", code).status_code == 201


def test_another_code_is_made_for_whoever_knows_the_password(api):
    who, code = registered(api, "Zoe")

    def wanted(body: dict[str, Any], headers: dict[str, str]) -> httpx.Response:
        return httpx.post(f"{api}/accounts/me/recovery", json=body, headers=headers)

    assert refusal(wanted({"password": CHAIRS}, {})) == (401, "no-session")
    assert refusal(wanted({"password": "guessed it"}, who)) == (401, "wrong-password")
    made = wanted({"password": CHAIRS}, who)
    assert made.status_code == 201
    assert refusal(recovering(api, "Zoe", code)) == (401, "wrong-recovery-code")
    assert recovering(api, "Zoe", made.json()["recovery"]).status_code == 201


def test_two_at_once_do_not_both_use_a_code(api):
    _, code = registered(api, "Zwilling")
    with ThreadPoolExecutor(4) as both:
        found = list(both.map(lambda _: recovering(api, "Zwilling", code).status_code, range(4)))
    assert sorted(found) == [201, 401, 401, 401]


def test_no_code_stands_in_the_database(server):
    _, code = registered(f"{server.url}/api/v1", "Mallory")
    with closing(sqlite3.connect(server.db)) as file:
        dump = "\n".join(file.iterdump())
    assert "Mallory" in dump
    assert not [part for part in (code, code.replace("-", "")) if part in dump]


def test_a_code_works_on_postgresql(start_server, postgres):
    api = f"{start_server(postgres(), **ROOMY).url}/api/v1"
    who, code = registered(api, "Vera")
    assert recovering(api, "Vera", code).status_code == 201
    assert status_of(api, who) == 401
    assert refusal(recovering(api, "Vera", code)) == (401, "wrong-recovery-code")
