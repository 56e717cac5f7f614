"""Guests, accounts, sessions: who may do what, and what never leaves the server."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from spielwerk.client import ApiError, Client, Closed, Connection


@pytest.fixture(scope="module")
def api(shared_server) -> str:
    return f"{shared_server.url}/api/v1"


def test_a_guest_keeps_its_matches_when_it_makes_an_account(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            await client.guest("Ada")
            seat = await client.found("tic-tac-toe", name="Ada")
            await client.register("Ada Lovelace", "analytical engine")
            await client.logout()
            with pytest.raises(ApiError) as nobody:
                await client.call("GET", "/accounts/me")
            assert nobody.value.status == 401
            await client.login("ada LOVELACE", "analytical engine")
            mine = await client.call("GET", "/accounts/me/matches")
            assert [(line["match"], line["role"]) for line in mine] == [(seat.match, "xplayer")]

    asyncio.run(story())


def test_an_account_comes_back_to_its_seat_on_another_device(shared_server):
    async def story():
        async with Client(shared_server.url) as desk, Client(shared_server.url) as phone:
            await desk.register("Grace", "compiler compiler")
            seat = await desk.found("tic-tac-toe", visibility="private")
            await phone.login("Grace", "compiler compiler")
            async with phone.watch(seat.match).connect() as table:
                assert table.picture["role"] == "xplayer"

    asyncio.run(story())


def test_wrong_passwords_and_unknown_names_look_the_same(api):
    httpx.post(f"{api}/accounts", json={"name": "Alan", "password": "enigma enigma"})
    answers = [
        httpx.post(f"{api}/sessions", json={"name": name, "password": "wrong wrong"})
        for name in ("Alan", "Nobody")
    ]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()


def test_names_are_taken_once_however_they_are_written(api):
    first = httpx.post(f"{api}/accounts", json={"name": "Emmy", "password": "noether, ideals"})
    again = httpx.post(f"{api}/accounts", json={"name": "EMMY", "password": "other pass"})
    assert (first.status_code, again.status_code) == (201, 409)
    assert again.json()["code"] == "name-taken"


def test_guessing_passwords_gets_slow(api):
    wrong = {"name": "Victim", "password": "guess guess"}

    def guess(_: int) -> int:
        return httpx.post(f"{api}/sessions", json=wrong).status_code

    with ThreadPoolExecutor(15) as guessers:  # at once: a slow machine would forgive one by one
        assert 429 in guessers.map(guess, range(15))


def test_a_cookie_acts_only_together_with_the_csrf_secret(api):
    with httpx.Client() as page:
        opened = page.post(f"{api}/accounts/guest", json={"name": "Eve"})
        cookie = opened.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        wanted = {"game": "tic-tac-toe"}
        assert page.get(f"{api}/accounts/me").json()["name"] == "Eve"
        assert page.post(f"{api}/matches", json=wanted).json()["code"] == "csrf"
        csrf = {"X-CSRF-Token": page.get(f"{api}/accounts/me").json()["csrf"]}
        assert page.post(f"{api}/matches", json=wanted, headers=csrf).status_code == 201


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "//[x"])
def test_other_sites_cannot_open_sockets(shared_server, origin):
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    url = f"ws{shared_server.url[4:]}/api/v1/matches/aaaaaaaaaaaa/play"
    with pytest.raises(InvalidStatus) as refused, connect(url, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_seats_are_taken_by_invitation_where_the_table_is_not_public(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            host = await client.found("tic-tac-toe", visibility="unlisted")
            with pytest.raises(ApiError) as uninvited:
                await client.join(host.match)
            assert uninvited.value.code == "invitation-needed"
            with pytest.raises(ApiError) as forged:
                await client.join(host.match, invitation="invite_forged")
            assert forged.value.code == "wrong-invitation"
            secret = host.invitations["oplayer"]
            assert (await client.join(host.match, invitation=secret)).role == "oplayer"
            with pytest.raises(ApiError) as taken:
                await client.join(host.match, invitation=secret)
            assert taken.value.code == "seat-taken"
            assert host.match not in [line["match"] for line in await client.matches()]

    asyncio.run(story())


def test_two_who_want_the_same_seat_at_once_do_not_both_get_it(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            host = await client.found("tic-tac-toe")
            tries = [client.join(host.match, role="oplayer") for _ in range(8)]
            found = await asyncio.gather(*tries, return_exceptions=True)
            seats = [seat for seat in found if not isinstance(seat, Exception)]
            assert len(seats) == 1
            assert {e.code for e in found if isinstance(e, ApiError)} == {"seat-taken"}

    asyncio.run(story())


def test_a_secret_of_one_table_opens_no_other(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            one = await client.found("tic-tac-toe")
            other = await client.found("tic-tac-toe")
            url = f"ws{shared_server.url[4:]}/api/v1/matches/{other.match}/play"
            with pytest.raises(Closed) as wrong:
                await Connection(url, one.token).__aenter__()
            assert wrong.value.code == "wrong-token"

    asyncio.run(story())


def test_a_rematch_changes_seats_and_keeps_secrets(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe", name="Ada")
            o = await client.join(x.match, name="Bob")
            async with x.connect() as one, o.connect() as two:
                await one.order({"type": "resign"})
                await two.order({"type": "offer", "offer": "rematch"})
                await one.order({"type": "offer", "offer": "rematch"})
                match = (await one.until(lambda p: p["rematch"]))["rematch"]
            url = f"ws{shared_server.url[4:]}/api/v1/matches/{match}/play"
            async with Connection(url, x.token) as again:
                assert again.picture["role"] == "oplayer"
                assert again.picture["phase"] == "running"

    asyncio.run(story())


def test_no_secret_stands_in_the_database(server):
    async def story():
        async with Client(server.url) as client:
            opened = await client.register("Mallory", "top secret password")
            seat = await client.found("tic-tac-toe", visibility="unlisted")
            return [opened["session"], seat.token, *seat.invitations.values(), "top secret"]

    secrets = asyncio.run(story())
    dump = "\n".join(sqlite3.connect(server.db).iterdump())
    assert "Mallory" in dump
    assert not [secret for secret in secrets if secret in dump]


def test_logging_out_clears_what_the_browser_would_show_again(api):
    with httpx.Client() as page:
        csrf = page.post(f"{api}/accounts/guest", json={"name": "Eve"}).json()["csrf"]
        done = page.delete(f"{api}/sessions", headers={"X-CSRF-Token": csrf})
    assert done.headers["clear-site-data"] == '"cache"'
    assert 'spielwerk_session=""; ' in done.headers["set-cookie"]
    assert "Max-Age=0" in done.headers["set-cookie"]


def test_every_answer_carries_its_protection(api):
    headers = httpx.get(f"{api}/games").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
