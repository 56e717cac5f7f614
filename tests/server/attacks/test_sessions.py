"""Sessions end when they should, are seen by whose they are, and take their open sockets along."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event, insert, text, update
from tests.server.conftest import ROOMY

from spielwerk.client import Client, Closed, Seat
from spielwerk.server.accounts import MOST_SESSIONS, Person, Sessions, Visit, visit_of
from spielwerk.server.problems import Problem
from spielwerk.server.secrets import digest
from spielwerk.server.store import RowLookup, open_database, schema

HOUR = 3600.0
DAY = 24 * HOUR
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


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


def test_one_sees_where_one_is_logged_in_and_ends_one_of_them(api):
    credentials = {"name": "Selma", "password": "seven blue chairs"}
    here = opened(httpx.post(f"{api}/accounts", json=credentials, headers={"User-Agent": FIREFOX}))
    there = opened(httpx.post(f"{api}/sessions", json=credentials))
    who = {"Authorization": f"Bearer {here}"}
    lines = httpx.get(f"{api}/accounts/me/sessions", headers=who).json()
    known = {line["current"]: line for line in lines}
    assert len(lines) == 2
    assert (known[True]["browser"], known[True]["system"]) == ("Firefox", "Linux")
    assert (known[False]["browser"], known[False]["system"]) == ("", "")
    assert all(line["begun"] <= line["used"] for line in lines)
    assert not [line for line in lines if line["session"] in here + there]

    gone = httpx.delete(f"{api}/accounts/me/sessions/{known[False]['session']}", headers=who)
    assert gone.status_code == 204
    assert (status_of(api, here), status_of(api, there)) == (200, 401)
    again = httpx.delete(f"{api}/accounts/me/sessions/{known[False]['session']}", headers=who)
    assert (again.status_code, again.json()["code"]) == (404, "no-such-session")
    odd = httpx.delete(f"{api}/accounts/me/sessions/nonsense", headers=who)
    assert (odd.status_code, odd.json()["code"]) == (422, "invalid")


def test_nobody_ends_or_sees_anothers_session(api):
    ours, theirs = (
        opened(httpx.post(f"{api}/accounts/guest", json={"name": name})) for name in ("A", "B")
    )
    (line,) = httpx.get(
        f"{api}/accounts/me/sessions", headers={"Authorization": f"Bearer {theirs}"}
    ).json()
    who = {"Authorization": f"Bearer {ours}"}
    answer = httpx.delete(f"{api}/accounts/me/sessions/{line['session']}", headers=who)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-session")
    assert status_of(api, theirs) == 200
    assert httpx.get(f"{api}/accounts/me/sessions").status_code == 401


async def log_out(client: Client) -> None:
    await client.call("DELETE", "/sessions")


async def log_out_everywhere(client: Client) -> None:
    await client.call("DELETE", "/sessions?everywhere=true")


async def end_by_the_list(client: Client) -> None:
    (line,) = await client.call("GET", "/accounts/me/sessions")
    await client.call("DELETE", f"/accounts/me/sessions/{line['session']}")


async def another_password(client: Client) -> None:
    wanted = {"old": "seven blue chairs", "new": "eight blue chairs"}
    await client.call("PUT", "/accounts/me/password", wanted)


@pytest.mark.parametrize(
    "end",
    [log_out, log_out_everywhere, end_by_the_list, another_password],
    ids=lambda f: f.__name__,
)
def test_a_socket_ends_with_the_session_by_which_it_speaks(
    shared_server, end: Callable[[Client], Awaitable[None]]
):
    async def story() -> None:
        async with Client(shared_server.url) as client:
            await client.register(f"Sock {end.__name__}"[:40], "seven blue chairs")
            seat = await client.found("tic-tac-toe", visibility="private")
            other = await client.join(seat.match, invitation=seat.invitations["oplayer"])
            mine = Seat(client, seat.match, "xplayer")
            async with mine.connect() as table, other.connect() as by_seat:
                await table.until(lambda shown: shown["legal"])
                await end(client)
                with pytest.raises(Closed) as over:
                    await table.move("(mark 2 2)")
                assert over.value.code == "no-session"
                assert by_seat.picture["step"] == 0
                await by_seat.order({"type": "say", "text": "A seat's own secret goes on."})

    asyncio.run(story())


def test_a_socket_at_another_process_ends_within_seconds(start_server, postgres):
    db = postgres()
    here, there = start_server(db, **ROOMY), start_server(db, **ROOMY)

    async def story() -> None:
        async with Client(here.url) as one, Client(there.url) as two:
            await one.register("Paul", "seven blue chairs")
            await two.login("Paul", "seven blue chairs")
            seat = await one.found("tic-tac-toe", visibility="private")
            async with two.watch(seat.match).connect() as table:
                await log_out_everywhere(one)
                with pytest.raises(Closed) as over:
                    await asyncio.wait_for(table.until(lambda _: False), 60)
                assert over.value.code == "no-session"

    asyncio.run(story())


class Time:
    """A clock that goes when it is told to."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def kept(folder: Path) -> AsyncIterator[tuple[Sessions, Time, list[str]]]:
    """Sessions of the account ``ada``, a clock, and what is written."""
    engine, clock, written = await open_database(str(folder / "sessions.db")), Time(), list[str]()

    def note(_connection: Any, _cursor: Any, text: str, *_: object) -> None:
        if not text.startswith("SELECT"):
            written.append(text.split()[0])

    async with engine.begin() as connection:
        row = {"id": "ada", "name": "Ada", "created": 0.0}
        await connection.execute(insert(schema.accounts).values(row))
    event.listen(engine.sync_engine, "before_cursor_execute", note)
    lookup = RowLookup(engine)
    yield Sessions(engine, lookup, 14 * DAY, 30 * DAY, clock), clock, written
    lookup.close()
    await engine.dispose()


def test_a_session_ends_when_it_was_not_used_for_two_weeks(tmp_path):
    async def story() -> None:
        async with kept(tmp_path) as (sessions, clock, _):
            idle, used = [await sessions.open("ada", Visit()) for _ in range(2)]
            for _ in range(2):
                clock.now += 10 * DAY
                seen = [await sessions.person(secret) for secret in (used,)]
                await sessions.look()
                assert seen[0] is not None
            assert await sessions.person(idle) is None
            clock.now += 10 * DAY - HOUR
            assert await sessions.person(used) is not None
            await sessions.look()
            clock.now += HOUR + 1
            assert await sessions.person(used) is None, "thirty days are the end in any case"

    asyncio.run(story())


def test_that_a_session_was_used_is_written_once_an_hour_and_never_while_somebody_waits(tmp_path):
    async def story() -> None:
        async with kept(tmp_path) as (sessions, clock, written):
            secret = await sessions.open("ada", Visit())
            written.clear()
            for _ in range(20):
                await sessions.person(secret)
            clock.now += HOUR + 1
            for _ in range(20):
                await sessions.person(secret)
            assert written == []
            await sessions.look()
            assert written.count("UPDATE") == 1
            for _ in range(20):
                await sessions.person(secret)
                await sessions.look()
            assert written.count("UPDATE") == 1
            (line,) = await sessions.of("ada", secret)
            assert (line.begun, line.used) == (1_000_000.0, 1_000_000.0 + HOUR + 1)

    asyncio.run(story())


def test_whoever_plays_over_a_socket_is_not_idle(tmp_path):
    async def story() -> None:
        async with kept(tmp_path) as (sessions, clock, _):
            secret = await sessions.open("ada", Visit())
            with sessions.attended(secret, lambda: pytest.fail("it is not over")):
                for _ in range(3):
                    clock.now += 9 * DAY
                    await sessions.look()
            assert await sessions.person(secret) is not None

    asyncio.run(story())


def test_a_socket_ends_where_its_session_has_become_too_old(tmp_path):
    async def story() -> None:
        async with kept(tmp_path) as (sessions, clock, _):
            secret, ended = await sessions.open("ada", Visit()), list[str]()
            with sessions.attended(secret, lambda: ended.append("socket")):
                clock.now += 15 * DAY
                await sessions.look()
            assert ended == ["socket"]

    asyncio.run(story())


def test_whoever_was_let_in_by_a_password_that_is_not_any_more_gets_no_session(tmp_path):
    """It takes a while to check a password; meanwhile it is changed, or the account closed."""

    async def story() -> None:
        async with kept(tmp_path) as (sessions, _, _):
            mine = await sessions.open("ada", Visit())
            row = update(schema.accounts).where(schema.accounts.c.id == "ada")
            for change in ({"password": "new"}, {"closed": True}):
                async with sessions._engine.begin() as connection:
                    await connection.execute(row.values(**change))
                for was in ("old", "new") if "closed" in change else ("old", None):
                    with pytest.raises(Problem) as refused:
                        await sessions.open("ada", Visit(), was)
                    assert refused.value.code == "no-session"
            with pytest.raises(Problem):
                await sessions.open("somebody who left", Visit(), "new")
            assert len(await sessions.of("ada", mine)) == 1

    asyncio.run(story())


def test_two_who_know_the_password_do_not_both_change_it(api):
    credentials = {"name": "Twine", "password": "seven blue chairs"}
    who = {"Authorization": f"Bearer {opened(httpx.post(f'{api}/accounts', json=credentials))}"}
    url = f"{api}/accounts/me/password"

    def change(number: int) -> int:
        new = {"old": "seven blue chairs", "new": f"{number} green tables"}
        return httpx.put(url, json=new, headers=who, timeout=300).status_code

    with ThreadPoolExecutor(4) as all_at_once:
        assert sorted(all_at_once.map(change, range(4))) == [200, 401, 401, 401]


def test_an_account_has_only_so_many_sessions(tmp_path):
    async def story() -> None:
        async with kept(tmp_path) as (sessions, clock, _):
            first = await sessions.open("ada", Visit())
            second = await sessions.open("ada", Visit())
            clock.now += 2 * HOUR
            await sessions.person(first)
            await sessions.look()
            for _ in range(MOST_SESSIONS - 1):
                last = await sessions.open("ada", Visit())
            assert len(await sessions.of("ada", last)) == MOST_SESSIONS
            assert await sessions.person(first) is not None
            assert await sessions.person(second) is None, "it was not used for the longest time"

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_sessions_that_began_before_their_use_was_noted_go_on(tmp_path, postgres, kind: str):
    db, secret = str(tmp_path / "old.db") if kind == "sqlite" else postgres(), "session_old"
    clock = Time()

    async def story() -> None:
        engine = await open_database(db, "0007")
        old = {"token": digest(secret), "account": "ada", "expires": clock.now + 5 * DAY}
        async with engine.begin() as connection:
            await connection.execute(
                text("INSERT INTO accounts VALUES ('ada', 'Ada', 'ada', 'x', 0, false)")
            )
            await connection.execute(
                text("INSERT INTO sessions VALUES (:token, :account, :expires)"), old
            )
        await engine.dispose()
        engine = await open_database(db)
        lookup = RowLookup(engine)
        sessions = Sessions(engine, lookup, 14 * DAY, 30 * DAY, clock)
        assert (await sessions.person(secret)) == Person("ada", "Ada", guest=False)
        await sessions.look()
        (line,) = await sessions.of("ada", secret)
        assert (line.begun, line.used) == (clock.now - 25 * DAY, clock.now)
        clock.now += 5 * DAY + 1
        assert await sessions.person(secret) is None
        lookup.close()
        await engine.dispose()

    asyncio.run(story())


AGENTS = {
    FIREFOX: ("Firefox", "Linux"),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": ("Edge", "Windows"),
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36": ("Chrome", "Android"),
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1": ("Safari", "iPhone"),
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Safari/605.1.15": ("Safari", "macOS"),
    "python-httpx/0.28.1": ("", ""),
    "<script>alert(1)</script>" * 1000: ("", ""),
    "": ("", ""),
}


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: AGENTS[agent][0] or "other")
def test_of_a_browser_only_its_name_is_kept(agent: str):
    visit = visit_of({"user-agent": agent})
    assert (visit.browser, visit.system) == AGENTS[agent]
