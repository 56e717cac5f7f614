"""People meet: quick pairing, invitations that are found again, ratings, friends, forks."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from spielwerk.client import ApiError, Client, Seat


async def registered(client: Client, name: str) -> Client:
    await client.register(name, "correct horse")
    return client


async def play(seats: dict[str, Seat], moves: tuple[str, ...]) -> None:
    for step, move in enumerate(moves):
        picture = (await next(iter(seats.values())).show())["picture"]
        await seats[picture["asked"][0]].move(move, step)


async def ratings_of(client: Client, name: str) -> list[dict[str, Any]]:
    """What a match has made of ratings comes a moment after its end."""
    for _ in range(200):
        if found := await client.call("GET", f"/people/{name}/ratings"):
            return list(found)
        await asyncio.sleep(0.05)
    return []


def test_two_in_a_hurry_meet_and_a_third_waits(shared_server) -> None:
    wanted = {"game": "hex", "clock": "move=30s"}

    async def story() -> None:
        async with (
            Client(shared_server.url) as ada,
            Client(shared_server.url) as bob,
            Client(shared_server.url) as eve,
        ):
            for client, name in ((ada, "Ada"), (bob, "Bob"), (eve, "Eve")):
                await client.guest(name)
            first = await ada.call("POST", "/matches/pair", wanted)
            assert first["waits"]
            async with Seat(ada, first["match"], first["role"], first["token"]).connect() as table:
                again = await ada.call("POST", "/matches/pair", wanted)
                assert again["match"] != first["match"], "nobody plays against themselves"
                slow = await bob.call("POST", "/matches/pair", {"game": "hex"})
                assert slow["waits"], "another clock is another wish"
                (line,) = [m for m in await eve.matches() if m["match"] == first["match"]]
                assert line["present"]
                assert line["clock"] == "move=30s"
                met = await bob.call("POST", "/matches/pair", wanted)
                assert (met["match"], met["waits"]) == (first["match"], False)
                await table.until(lambda p: p["phase"] == "running")
                third = await eve.call("POST", "/matches/pair", wanted)
                assert third["waits"]

    asyncio.run(story())


def test_a_founder_gets_another_link_and_nobody_else_does(shared_server) -> None:
    async def story() -> None:
        async with Client(shared_server.url) as ada, Client(shared_server.url) as bob:
            await ada.guest("Ada")
            await bob.guest("Bob")
            seat = await ada.found("tic-tac-toe", visibility="unlisted")
            (mine,) = await ada.call("GET", "/accounts/me/matches")
            assert mine["founder"]
            with pytest.raises(ApiError) as refused:
                await bob.call("POST", f"/matches/{seat.match}/invitations", {})
            assert refused.value.code == "not-your-table"
            link = await ada.call("POST", f"/matches/{seat.match}/invitations", {})
            assert link["role"] == "oplayer"
            sat = await bob.join(seat.match, invitation=link["invitation"])
            assert sat.role == "oplayer"
            with pytest.raises(ApiError) as full:
                await ada.call("POST", f"/matches/{seat.match}/invitations", {})
            assert full.value.code == "seat-taken"

    asyncio.run(story())


def test_friends_are_invited_by_name_and_find_it_among_the_news(shared_server) -> None:
    async def story() -> None:
        async with (
            Client(shared_server.url) as ada,
            Client(shared_server.url) as bob,
            Client(shared_server.url) as eve,
        ):
            await registered(ada, "Ada Byron")
            await registered(bob, "Bob Ross")
            await eve.guest("Eve")
            await ada.call("POST", "/accounts/me/friends", {"name": "bob ROSS"})
            await ada.call("POST", "/accounts/me/friends", {"name": "Bob Ross"})
            assert await ada.call("GET", "/accounts/me/friends") == ["Bob Ross"]
            for name, code in (("Ada Byron", "oneself"), ("No Body", "no-such-person")):
                with pytest.raises(ApiError) as refused:
                    await ada.call("POST", "/accounts/me/friends", {"name": name})
                assert refused.value.code == code
            seat = await ada.found("tic-tac-toe", visibility="unlisted")
            path = f"/matches/{seat.match}"
            await ada.call("POST", f"{path}/invitations", {"name": "Bob Ross"})
            with pytest.raises(ApiError) as refused:
                await eve.join(seat.match)
            assert refused.value.code == "invitation-needed"
            (waiting,) = (await bob.call("GET", "/accounts/me/news"))["invitations"]
            assert (waiting["match"], waiting["host"]) == (seat.match, "Ada Byron")
            other = await bob.join(seat.match, name="Bob Ross")
            assert (await bob.call("GET", "/accounts/me/news"))["invitations"] == []
            (turn,) = (await ada.call("GET", "/accounts/me/news"))["turns"]
            assert (turn["match"], turn["others"]) == (seat.match, ["Bob Ross"])
            assert (await bob.call("GET", "/accounts/me/news"))["turns"] == []
            await seat.move("1 1", 0)
            (turn,) = (await bob.call("GET", "/accounts/me/news"))["turns"]
            assert turn["role"] == other.role
            await ada.call("DELETE", "/accounts/me/friends", params={"name": "Bob Ross"})
            assert await ada.call("GET", "/accounts/me/friends") == []

    asyncio.run(story())


def test_an_open_match_between_accounts_counts_once(shared_server) -> None:
    moves = ("1 1", "2 1", "1 2", "2 2", "1 3")

    async def story() -> None:
        async with Client(shared_server.url) as ada, Client(shared_server.url) as bob:
            await registered(ada, "Rated Ada")
            await registered(bob, "Rated Bob")
            for visibility in ("unlisted", "public"):
                seat = await ada.found("tic-tac-toe", visibility=visibility)
                invitation = seat.invitations["oplayer"] if visibility == "unlisted" else None
                other = await bob.join(seat.match, invitation=invitation)
                await play({"xplayer": seat, "oplayer": other}, moves)
            (won,), (lost,) = [await ratings_of(ada, f"Rated {who}") for who in ("Ada", "Bob")]
            assert (won["rating"], lost["rating"]) == (1662, 1338)
            assert won["matches"] == lost["matches"] == 1, "the friendly match does not count"
            assert won["provisional"]
            (step,) = await ada.call("GET", "/people/Rated Ada/ratings/tic-tac-toe")
            assert (step["match"], step["change"]) == (seat.match, 162)
            best = await ada.call("GET", "/ratings/tic-tac-toe")
            assert [one["name"] for one in best] == ["Rated Ada", "Rated Bob"]

    asyncio.run(story())


def test_a_fork_stands_once_in_ones_matches_under_ones_own_name(shared_server) -> None:
    async def story() -> None:
        async with Client(shared_server.url) as ada, Client(shared_server.url) as eve:
            await ada.guest("Ada")
            await eve.guest("Eve")
            seat = await ada.found("tic-tac-toe", bots={"oplayer": "easy"}, name="Ada")
            async with seat.connect() as table:
                await table.order({"type": "resign"})
            copy = await eve.call(
                "POST", f"/matches/{seat.match}/fork", {"step": 0, "bots": {"oplayer": "easy"}}
            )
            assert list(copy["tokens"]) == ["xplayer"]
            (mine,) = await eve.call("GET", "/accounts/me/matches")
            assert mine["seats"]["xplayer"] == "Eve"
            assert list(mine["bots"]) == ["oplayer"]

    asyncio.run(story())
