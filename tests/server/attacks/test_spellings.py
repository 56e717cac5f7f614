"""One thing has one name: other spellings fill no cache, give no further tries, deceive nobody."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import httpx
import pytest

from spielwerk.catalogue import find_entry
from spielwerk.client import Client
from spielwerk.confinement import Crew
from spielwerk.core import Role, Sealer
from spielwerk.match import Ended, MatchLog, Ready, Setup
from spielwerk.server import Settings
from spielwerk.server.accounts import cleaned, key_of, presentable
from spielwerk.server.games import Games
from spielwerk.server.operation import AddressLimits, household
from spielwerk.server.uploads import Uploads

SEVENS = "٧۷߇७৭੭૭୭௭౭೭൭๗໗༧၇៧᠗７"
"""Seven, in the digits of many scripts."""


@pytest.fixture(scope="module")
def api(shared_server) -> str:
    return f"{shared_server.url}/api/v1"


def test_a_size_is_spelled_in_one_way(api):
    assert httpx.get(f"{api}/games/citadels:7").json()["name"] == "citadels:7"
    for seven in (*SEVENS, "07", "+7", " 7"):
        assert find_entry(f"citadels:{seven}") is None
        assert httpx.get(f"{api}/games/citadels:{seven}").status_code == 404


def test_only_so_many_games_with_options_are_kept():
    async def story():
        games = Games(Uploads(None, Settings(), Crew(1)))
        for goal in range(20, 140):
            await games.open(f"pig:goal={goal}")
        await games.open("pig")
        assert len(games._games) == 101

    asyncio.run(story())


def test_only_so_many_addresses_are_remembered(monkeypatch):
    monkeypatch.setattr("spielwerk.server.operation.limits._ADDRESSES", 10)
    limits = AddressLimits("test", rate=0.01, burst=1)
    assert [limits.request(f"10.0.0.{n}") for n in range(30)] == [True] * 30
    assert not limits.request("10.0.0.29")
    assert len(limits._buckets) == 10


def test_all_spellings_of_a_name_share_their_tries(api):
    spellings = [
        f"{'Ｌ' if n % 2 else 'l'}{'O' if n % 3 else 'o'}uise{' ' * (n % 4)}" for n in range(64)
    ]
    tries = [
        httpx.post(f"{api}/sessions", json={"name": name, "password": "wrong wrong"}).status_code
        for name in spellings
    ]
    assert tries.count(429) > len(tries) / 2  # a few more come with time


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "ＡＤＡ"), ("Ada", "a\u200dda"), ("Ada  L", "ada l"), ("Zoe\u0301", "zoé")],
)
def test_names_that_look_alike_are_the_same(one, other):
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(
    "name", ["<b>", "a\u202eb", "a\0b", "a\nb", "a\u200db", "", " a", "x" * 41, "Z" + "\u0301" * 9]
)
def test_nobody_is_called_what_cannot_be_seen(name, api):
    with pytest.raises(ValueError, match="name has"):
        presentable(name)
    assert httpx.post(f"{api}/accounts/guest", json={"name": name}).status_code == 422


def test_names_from_elsewhere_are_shown_without_markup_and_control_characters():
    assert cleaned("<img src=x>\u202e\x07", "red") == "img srcx"
    assert cleaned("<>\x00", "red") == "red"
    assert cleaned("Ödön von Horváth", "red") == "Ödön von Horváth"


def test_an_imported_log_brings_no_markup_into_names(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe", name="Xenia")
            o = await client.join(x.match, name="Otto")
            async with x.connect() as one:
                await one.order({"type": "resign"})
                await one.until(lambda p: p["phase"] == "ended")
            log = MatchLog.from_text(await o.log())
            names = {**log.setup.seats, "xplayer": "<script>\x07\u202e"}
            hostile = replace(log, setup=replace(log.setup, seats=names))
            seats = await client.import_log(hostile.to_text())
            shown = (await seats["xplayer"].show())["picture"]["seats"]["xplayer"]["name"]
            assert shown == "script"

    asyncio.run(story())


@pytest.mark.parametrize("key", ["late", "illegal", "game"])
def test_half_a_character_is_told_like_every_mistake(api, key):
    header = json.loads(MatchLog("nim", Setup()).to_text())
    del header["check"]
    header[key] = "\ud800"
    told = httpx.post(f"{api}/matches/import", content=Sealer().line(header))
    assert told.status_code in (404, 422)
    assert told.json()["code"] in ("no-such-game", "wrong-log")


def test_no_event_of_an_imported_log_holds_half_a_character(api):
    log = MatchLog("nim", Setup(), (Ready(0.0, Role("first")), Ended(0.0, {}, "\ud800")))
    told = httpx.post(f"{api}/matches/import", content=log.to_text())
    assert told.status_code == 422
    assert told.json()["detail"] == "There are control characters in the log."


@pytest.mark.parametrize("path", ["/games/%00", "/matches?game=%00", "/games/a%00b"])
def test_a_nul_is_refused_before_any_database_sees_it(path, api):
    assert httpx.get(f"{api}{path}").status_code in (400, 404)


def test_a_nul_in_a_body_is_refused_and_a_backslash_is_not(api):
    told = httpx.post(f"{api}/rules/check", content=json.dumps({"source": "(role \0)"}))
    assert (told.status_code, told.json()["code"]) == (422, "control-character")
    spelled = httpx.post(f"{api}/rules/check", json={"source": r"; \u0000 is spelled out"})
    assert spelled.status_code == 200


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:2", "2001:db8::/64"),
        ("somebody", "somebody"),
    ],
)
def test_all_addresses_of_a_household_are_one(address, known):
    assert household(address) == known
