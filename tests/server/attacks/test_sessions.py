"""Sessions end when they should: at registration, everywhere at once, with another password."""

from __future__ import annotations

import httpx
import pytest


@pytest.fixture(scope="module")
def api(shared_server) -> str:
    return f"{shared_server.url}/api/v1"


def status_of(api: str, secret: str) -> int:
    who = {"Authorization": f"Bearer {secret}"}
    return httpx.get(f"{api}/accounts/me", headers=who).status_code


def opened(answer: httpx.Response) -> str:
    return answer.json()["session"]


def test_a_guests_session_ends_when_it_registers(api):
    guest = opened(httpx.post(f"{api}/accounts/guest", json={"name": "Gus"}))
    who = {"Authorization": f"Bearer {guest}"}
    credentials = {"name": "Gustav", "password": "seven blue chairs"}
    account = opened(httpx.post(f"{api}/accounts", json=credentials, headers=who))
    assert (status_of(api, guest), status_of(api, account)) == (401, 200)


def test_one_logs_out_everywhere(api):
    credentials = {"name": "Wanda", "password": "seven blue chairs"}
    first = opened(httpx.post(f"{api}/accounts", json=credentials))
    second = opened(httpx.post(f"{api}/sessions", json=credentials))
    third = opened(httpx.post(f"{api}/sessions", json=credentials))
    gone = {"Authorization": f"Bearer {first}"}
    httpx.delete(f"{api}/sessions", headers=gone)
    assert [status_of(api, one) for one in (first, second, third)] == [401, 200, 200]
    httpx.delete(f"{api}/sessions?everywhere=true", headers={"Authorization": f"Bearer {second}"})
    assert [status_of(api, one) for one in (second, third)] == [401, 401]


def test_another_password_needs_the_old_one_and_ends_all_sessions(api):
    credentials = {"name": "Pia", "password": "seven blue chairs"}
    secret = opened(httpx.post(f"{api}/accounts", json=credentials))
    who = {"Authorization": f"Bearer {secret}"}
    url = f"{api}/accounts/me/password"
    wrong = httpx.put(url, json={"old": "guessed it", "new": "mine now mine"}, headers=who)
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong-old-password")
    new = {"old": "seven blue chairs", "new": "another blue chair"}
    fresh = opened(httpx.put(url, json=new, headers=who))
    assert (status_of(api, secret), status_of(api, fresh)) == (401, 200)
    assert httpx.post(f"{api}/sessions", json=credentials).status_code == 401
