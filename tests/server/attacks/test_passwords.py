"""Passwords that many have, or that whoever knows the name and the place would try first."""

from __future__ import annotations

import subprocess
import sys

import httpx
import pytest

COMMON = [
    "password",
    "PassWord",
    "trustno1",
    "qwertyuiop",
    "sun shine",
    "p.a.s.s.w.o.r.d",
    "basketball",
    "passwort1",
    "hallo1234",
    "Sommer2024",
    "123geheim",
]
OF_THE_PLACE = [
    "spielwerk",
    "Spielwerk2026!",
    "willa willa",
    "willa wolke",
    "WILLA-1999",
    "wolkewolke",
    "willa123456",
    "password willa",
]
FINE = [
    "sommer8204561",
    "correct horse",
    "willa mag sieben Katzen",
    "8 Zeichen",
    "spielwerk an einem Regentag",
]


@pytest.fixture(scope="module")
def api(shared_server) -> str:
    return f"{shared_server.url}/api/v1"


def registered(api: str, password: str, name: str = "Willa Wolke") -> httpx.Response:
    return httpx.post(f"{api}/accounts", json={"name": name, "password": password}, timeout=300)


def refused(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("password", COMMON)
def test_a_password_that_many_have_is_refused(api, password):
    assert refused(registered(api, password)) == (422, "common-password")


@pytest.mark.parametrize("password", OF_THE_PLACE)
def test_a_password_of_the_name_or_the_place_is_refused(api, password):
    assert refused(registered(api, password)) == (422, "password-of-the-place")


def test_the_host_that_one_came_to_is_a_word_of_the_place(api):
    wanted = {"name": "Hanno", "password": "spieleabend-77"}
    answer = httpx.post(f"{api}/accounts", json=wanted, headers={"Host": "spieleabend.example.org"})
    assert refused(answer) == (422, "password-of-the-place")


@pytest.mark.parametrize("host", ["[", "[::1]:80", "..", "a" * 300, "127.0.0.1:8000"])
def test_strange_hosts_are_no_words(api, host):
    wanted = {"name": "Hanna", "password": "password"}
    answer = httpx.post(f"{api}/accounts", json=wanted, headers={"Host": host})
    assert refused(answer) == (422, "common-password")


@pytest.mark.parametrize("password", FINE)
def test_others_are_taken_though_a_word_of_the_place_is_in_them(api, password):
    name = f"Willa {FINE.index(password)}"
    assert registered(api, password, name).status_code == 201


def test_a_change_of_the_password_is_no_way_around(api):
    secret = registered(api, "seven blue chairs", "Norbert").json()["session"]
    who = {"Authorization": f"Bearer {secret}"}
    for new, code in (("iloveyou", "common-password"), ("norbert 1", "password-of-the-place")):
        wanted = {"old": "seven blue chairs", "new": new}
        answer = httpx.put(f"{api}/accounts/me/password", json=wanted, headers=who)
        assert refused(answer) == (422, code)
    assert httpx.get(f"{api}/accounts/me", headers=who).status_code == 200


def test_whoever_does_not_know_the_password_is_not_told_about_the_new_one(api):
    secret = registered(api, "eight blue chairs", "Olaf").json()["session"]
    wanted = {"old": "guessed it", "new": "password"}
    who = {"Authorization": f"Bearer {secret}"}
    answer = httpx.put(f"{api}/accounts/me/password", json=wanted, headers=who)
    assert refused(answer) == (401, "wrong-old-password")


LOADED = """
import sys
import spielwerk.cli
import spielwerk.server
print("zxcvbn" in sys.modules)
"""


def test_the_list_is_not_loaded_before_somebody_chooses_a_password():
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
