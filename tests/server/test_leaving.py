"""Accounts that come to an end: by whoever has them, or closed by an operator until later."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.languages.rulebook.test_seed_heroes import BOOKS, CORE, hero
from tests.server.conftest import ROOMY, Server

from spielwerk.client import Client, Closed, Seat

CHAIRS = "seven blue chairs"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    db = str(tmp_path_factory.mktemp("leaving") / "test.db")
    server = Server(db, rulebooks=str(BOOKS), **ROOMY).start()
    yield server
    server.finish()


@pytest.fixture(scope="module")
def api(server: Server) -> str:
    return f"{server.url}/api/v1"


def registered(api: str, name: str) -> dict[str, str]:
    opened = httpx.post(f"{api}/accounts", json={"name": name, "password": CHAIRS}, timeout=300)
    assert opened.status_code == 201, opened.text
    return {"Authorization": f"Bearer {opened.json()['session']}"}


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def login(api: str, name: str) -> httpx.Response:
    return httpx.post(f"{api}/sessions", json={"name": name, "password": CHAIRS}, timeout=300)


def test_whoever_deletes_an_account_has_to_know_its_password(api):
    who = registered(api, "Dora")
    url = f"{api}/accounts/me/deletion"
    assert refusal(httpx.post(url, json={"password": CHAIRS})) == (401, "no-session")
    wrong = httpx.post(url, json={"password": "guessed it"}, headers=who)
    assert refusal(wrong) == (401, "wrong-password")
    assert login(api, "Dora").status_code == 201
    guest = httpx.post(f"{api}/accounts/guest", json={}).json()["session"]
    nobody = httpx.post(
        url, json={"password": CHAIRS}, headers={"Authorization": f"Bearer {guest}"}
    )
    assert refusal(nobody) == (401, "wrong-password")


def test_guessing_at_a_deletion_gets_slow(api):
    who = registered(api, "Gesine")
    wrong = {"password": "guessed it"}
    url = f"{api}/accounts/me/deletion"
    answers = [httpx.post(url, json=wrong, headers=who).status_code for _ in range(15)]
    assert 429 in answers


def test_a_deleted_account_leaves_its_finished_matches_and_nothing_else(server, api):
    async def story() -> None:
        async with Client(server.url) as client, Client(server.url) as friend:
            await client.register("Lea", CHAIRS)
            await friend.register("Lars", CHAIRS)
            await friend.call("POST", "/accounts/me/friends", {"name": "Lea"})
            seat = await client.found("tic-tac-toe", name="Lea")
            other = await friend.join(seat.match, name="Lars")
            await played(seat, other)
            going = await client.found("tic-tac-toe", name="Lea")
            mine = Seat(client, going.match, "xplayer")
            async with mine.connect() as table:
                done = await httpx.AsyncClient().post(
                    f"{api}/accounts/me/deletion",
                    json={"password": CHAIRS},
                    headers={"Authorization": f"Bearer {client.session}"},
                )
                assert done.status_code == 204, done.text
                assert done.headers["clear-site-data"] == '"cache"'
                with pytest.raises(Closed) as over:
                    await table.until(lambda _: False)
                assert over.value.code == "no-session"
            shown = await friend.watch(seat.match).show()
            assert shown["picture"]["seats"]["xplayer"]["name"] == "Lea"
            assert await friend.call("GET", "/accounts/me/friends") == []
            ratings = httpx.get(f"{api}/people/Lea/ratings")
            assert refusal(ratings) == (404, "no-such-person")
            history = await friend.call("GET", "/people/Lars/ratings")
            assert [line["game"] for line in history] == ["tic-tac-toe"]

    asyncio.run(story())
    assert refusal(login(api, "Lea")) == (401, "wrong-password")


async def played(x: Seat, o: Seat) -> None:
    """A match that is over, and rated."""
    async with x.connect() as one, o.connect() as two:
        for table, square in ((one, "1 1"), (two, "2 1"), (one, "1 2"), (two, "2 2"), (one, "1 3")):
            await table.until(lambda shown: shown["legal"])
            await table.move(f"(mark {square})")
        await two.until(lambda shown: shown["phase"] == "ended")


def test_the_name_of_a_deleted_account_is_given_to_nobody(api):
    who = registered(api, "Nora")
    body = {"password": CHAIRS}
    assert httpx.post(f"{api}/accounts/me/deletion", json=body, headers=who).status_code == 204
    for name in ("Nora", "NORA"):
        again = httpx.post(f"{api}/accounts", json={"name": name, "password": CHAIRS})
        assert refusal(again) == (409, "name-taken")
    assert httpx.get(f"{api}/accounts/me", headers=who).status_code == 401


def test_no_row_says_any_more_how_whoever_deleted_their_account_was_called(server, api):
    who = registered(api, "Quirina Quast")
    kept = httpx.put(
        f"{server.url}/heroes/api/hero/save",
        params={"rulebooks": CORE},
        json=hero(name="Alrik").to_json(),
        headers=who,
        timeout=300,
    )
    assert kept.status_code == 200, kept.text
    body = {"password": CHAIRS}
    before = rows(server)
    assert ("Quirina" in before, "Alrik" in before) == (True, True)
    assert httpx.post(f"{api}/accounts/me/deletion", json=body, headers=who).status_code == 204
    assert "Quirina" not in rows(server)
    assert "Alrik" not in rows(server)


def rows(server: Server) -> str:
    """All that the database says."""
    with closing(sqlite3.connect(server.db)) as file:
        return "\n".join(file.iterdump())


def test_a_guest_registers_once(api):
    guest = httpx.post(f"{api}/accounts/guest", json={}).json()["session"]
    who = {"Authorization": f"Bearer {guest}"}

    def register(number: int) -> int:
        wanted = {"name": f"Gast {number}", "password": CHAIRS}
        return httpx.post(f"{api}/accounts", json=wanted, headers=who, timeout=300).status_code

    with ThreadPoolExecutor(4) as all_at_once:
        assert sorted(all_at_once.map(register, range(4))) == [201, 401, 401, 401]


def operator(server: Server, name: str) -> dict[str, str]:
    who = registered(f"{server.url}/api/v1", name)
    spielwerk = Path(server.python).with_name("spielwerk")
    command = [spielwerk, "operator", name, "--db", server.db]
    subprocess.run(command, check=True, timeout=300, capture_output=True)
    return who


def test_an_operator_logs_somebody_out_closes_their_account_and_opens_it_again(server, api):
    def asked(what: str, body: dict[str, Any], who: dict[str, str]) -> httpx.Response:
        return httpx.post(f"{api}/operator/accounts/{what}", json=body, headers=who)

    me, them = operator(server, "Olga"), registered(api, "Theo")
    wanted = {"name": "THEO"}
    for what in ("logout", "close", "reopen"):
        assert refusal(asked(what, wanted, them)) == (404, "not-found")
        assert refusal(asked(what, {"name": "Nobody"}, me)) == (404, "no-such-person")
        assert refusal(asked(what, {"name": "<b>"}, me)) == (422, "invalid")

    assert asked("logout", wanted, me).status_code == 204
    assert httpx.get(f"{api}/accounts/me", headers=them).status_code == 401
    again = login(api, "Theo")
    assert again.status_code == 201

    assert asked("close", wanted, me).status_code == 204
    them = {"Authorization": f"Bearer {again.json()['session']}"}
    assert httpx.get(f"{api}/accounts/me", headers=them).status_code == 401
    assert refusal(login(api, "Theo")) == (403, "account-closed")
    guess = {"name": "Theo", "password": "guessed it"}
    assert refusal(httpx.post(f"{api}/sessions", json=guess)) == (401, "wrong-password")
    taken = httpx.post(f"{api}/accounts", json={"name": "Theo", "password": CHAIRS})
    assert refusal(taken) == (409, "name-taken")

    assert asked("reopen", wanted, me).status_code == 204
    assert login(api, "Theo").status_code == 201
    assert refusal(asked("close", {"name": "olga"}, me)) == (422, "oneself")


def test_a_socket_ends_when_the_account_is_closed(server, api):
    me = operator(server, "Ottilie")

    async def story() -> None:
        async with Client(server.url) as client:
            await client.register("Sina", CHAIRS)
            seat = await client.found("tic-tac-toe", visibility="private")
            async with Seat(client, seat.match, "xplayer").connect() as table:
                url = f"{api}/operator/accounts/close"
                done = await httpx.AsyncClient().post(url, json={"name": "Sina"}, headers=me)
                assert done.status_code == 204
                with pytest.raises(Closed) as over:
                    await table.until(lambda _: False)
                assert over.value.code == "no-session"

    asyncio.run(story())


def test_an_account_with_much_in_it_is_deleted_on_postgresql_too(start_server, postgres):
    server = start_server(postgres(), **ROOMY)
    api = f"{server.url}/api/v1"

    async def story() -> None:
        async with Client(server.url) as client, Client(server.url) as friend:
            await client.register("Lea", CHAIRS)
            await friend.register("Lars", CHAIRS)
            await friend.call("POST", "/accounts/me/friends", {"name": "Lea"})
            await client.call("POST", "/accounts/me/friends", {"name": "Lars"})
            seat = await client.found("tic-tac-toe")
            await played(seat, await friend.join(seat.match))
            await client.call("POST", "/accounts/me/deletion", {"password": CHAIRS})
            assert await friend.call("GET", "/accounts/me/friends") == []
            shown = await friend.watch(seat.match).show()
            assert shown["picture"]["phase"] == "ended"

    asyncio.run(story())
    assert refusal(login(api, "Lea")) == (401, "wrong-password")
    again = httpx.post(f"{api}/accounts", json={"name": "Lea", "password": CHAIRS})
    assert refusal(again) == (409, "name-taken")
