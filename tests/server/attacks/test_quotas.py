"""What one address may have, whoever it says to be: guests cost nothing, so they count for it."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from tests.languages.rulebook.test_seed_heroes import BOOKS, CORE, MERCENARY, hero
from tests.server.conftest import ROOMY, Server

from spielwerk.client import ApiError, Client

LIMITS = {"matches_per_address": 6, "matches_per_account": 4, "heroes_per_address": 3}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    db = str(tmp_path_factory.mktemp("quotas") / "test.db")
    server = Server(db, **{**ROOMY, **LIMITS, "rulebooks": str(BOOKS)}).start()
    yield server
    server.finish()


async def founded(client: Client, times: int) -> list[str]:
    """What becomes of so many tables that are founded at the same moment."""
    tries = [client.found("nim") for _ in range(times)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    return [answer.code if isinstance(answer, ApiError) else "founded" for answer in answers]


def test_three_guests_have_no_more_tables_than_one(server):
    async def story():
        async with Client(server.url) as account:
            await account.register("Founder", "found of founding")
            mine = await founded(account, 6)
            assert mine.count("founded") == 4
        for name in ("Ada", "Bob", "Cid"):
            async with Client(server.url) as guest:
                await guest.guest(name)
                mine += await founded(guest, 5)
        assert mine.count("founded") == 6
        assert set(mine) == {"founded", "too-many-matches"}

    asyncio.run(story())


def test_heroes_of_many_guests_count_for_their_address(server):
    kept = []
    for number in range(5):
        with httpx.Client(base_url=server.url, timeout=300) as guest:
            secret = guest.post("/api/v1/accounts/guest", json={}).json()["session"]
            guest.cookies.clear()
            answer = guest.put(
                "/heroes/api/hero/save",
                params={"rulebooks": CORE},
                json=hero(**MERCENARY, name=f"Hero {number}").to_json(),
                headers={"Authorization": f"Bearer {secret}"},
            )
            kept.append(answer.status_code)
    assert kept == [200, 200, 200, 429, 429]


def test_guests_do_not_come_in_thousands(start_server):
    server = start_server(arrival_rate=0.01, arrival_burst=5, warm_up=False)
    api = f"{server.url}/api/v1"
    with httpx.Client(timeout=300) as client:
        come = [client.post(f"{api}/accounts/guest", json={}).status_code for _ in range(8)]
    assert come == [201] * 5 + [429] * 3
    assert (
        'spielwerk_rejections_total{limit="arrivals"} 3.0'
        in httpx.get(f"{server.url}/metrics").text
    )
