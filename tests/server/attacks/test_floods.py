"""Who asks for much work waits for themselves: matches first, then every address in its turn."""

from __future__ import annotations

import asyncio
from threading import Event

import httpx
import pytest
from tests.languages.rulebook.test_seed_heroes import CORE
from tests.server.conftest import ROOMY

from spielwerk.catalogue import open_game
from spielwerk.client import ApiError, Client
from spielwerk.confinement import Crew
from spielwerk.match import MatchLog, play, setup_match
from spielwerk.players import parse_player
from spielwerk.server import Settings
from spielwerk.server.heroes import Rulebooks
from spielwerk.server.operation import Turns
from spielwerk.server.problems import Problem
from spielwerk.server.routes.history import MatchHistory
from spielwerk.server.uploads import Uploads


def run(story):
    return asyncio.run(asyncio.wait_for(story, 300))


def test_addresses_take_turns():
    async def story():
        turns, order = Turns("test", 1, waiting=20, mine=8), []

        async def work(whose: str) -> None:
            async with turns.of(whose):
                order.append(whose)
                await asyncio.sleep(0)

        greedy = [asyncio.create_task(work("greedy")) for _ in range(8)]
        await asyncio.sleep(0)
        modest = [asyncio.create_task(work("modest")) for _ in range(2)]
        await asyncio.gather(*greedy, *modest)
        assert [n for n, whose in enumerate(order) if whose == "modest"][-1] <= 5
        assert (turns.waiting, turns.working) == (0, 0)

    run(story())


def test_one_address_never_has_all_places_and_no_endless_queue():
    async def story():
        turns, end = Turns("test", 2, waiting=5, mine=3), asyncio.Event()

        async def work(whose: str) -> str:
            try:
                async with turns.of(whose):
                    await end.wait()
            except Problem as problem:
                return problem.code
            return "done"

        greedy = [asyncio.create_task(work("greedy")) for _ in range(6)]
        await asyncio.sleep(0)
        assert turns.working == 1
        modest = asyncio.create_task(work("modest"))
        await asyncio.sleep(0)
        assert turns.working == 2
        crowd = [asyncio.create_task(work(f"one of many {n}")) for n in range(4)]
        await asyncio.sleep(0)
        crowd[0].cancel()  # who goes away leaves the queue
        await asyncio.gather(crowd[0], return_exceptions=True)
        assert turns.waiting == 4
        end.set()
        told = await asyncio.gather(*greedy, modest, *crowd[1:])
        assert told.count("too-many-at-once") == 2
        assert told.count("busy") == 2
        assert (turns.waiting, turns.working) == (0, 0)

    run(story())


def test_a_server_that_stops_ends_those_who_wait_and_those_who_work_at_once():
    async def story():
        turns = Turns("test", 1, waiting=20, mine=8)

        async def work(whose: str) -> None:
            async with turns.of(whose):
                await asyncio.Event().wait()

        all_of_them = [asyncio.create_task(work(f"somebody {n % 3}")) for n in range(6)]
        await asyncio.sleep(0)
        for task in all_of_them:
            task.cancel()
        ended = await asyncio.gather(*all_of_them, return_exceptions=True)
        assert {type(how) for how in ended} == {asyncio.CancelledError}
        assert (turns.waiting, turns.working) == (0, 0)

    run(story())


def test_heroes_of_one_address_do_not_shut_out_those_of_another():
    crew = Crew(1)
    books = Rulebooks(Settings(), Uploads(None, Settings(), crew), crew)
    go_on = Event()

    async def story():
        greedy = [
            asyncio.create_task(books.use("greedy", [CORE], lambda _: go_on.wait(100)))
            for _ in range(200)
        ]
        await asyncio.sleep(0)
        assert await books.use("modest", [CORE], lambda _: "answered") == "answered"
        go_on.set()
        told = await asyncio.gather(*greedy, return_exceptions=True)
        assert {one.code for one in told if isinstance(one, Problem)} == {"too-many-at-once"}

    run(story())
    books.stop()


def long_log() -> str:
    """A match between two who move at random, which is long to tell."""
    game = open_game("chess")
    by_chance = {role: parse_player("random") for role in game.roles}
    return MatchLog.of(game, setup_match(game, by_chance), play(game, by_chance)).to_text()


def test_whole_matches_are_told_to_every_address_in_its_turn(start_server):
    server = start_server(proxies="127.0.0.1", **ROOMY)

    async def story():
        lasting = httpx.Limits(max_keepalive_connections=100)  # to open them may take all the time
        there = f"{server.url}/api/v1"
        async with httpx.AsyncClient(base_url=there, timeout=200, limits=lasting) as client:
            copy = await client.post("/matches/import", content=long_log().encode())
            path = f"/matches/{copy.json()['match']}/history"

            def ask(address: str) -> asyncio.Task[httpx.Response]:
                whose = {"X-Forwarded-For": address}
                return asyncio.create_task(client.get(path, headers=whose))

            told: set[int] = set()
            for _ in range(10):
                greedy = [ask("10.0.0.1") for _ in range(60)]
                modest = await ask("10.0.0.2")
                told |= {(await one).status_code for one in greedy}
                assert modest.status_code == 200
                assert MatchHistory.model_validate(modest.json()).over
                if len(told) > 1:
                    break
            assert told == {200, 429}
        numbers = httpx.get(f"{server.url}/metrics").text
        assert 'spielwerk_rejections_total{limit="readings-per-address"}' in numbers

    run(story())


def test_matches_that_are_over_do_not_fill_the_database(start_server):
    server = start_server(**{**ROOMY, "copy_rate": 0.001, "copy_burst": 3})

    async def story():
        async with Client(server.url) as client:
            x = await client.found("tic-tac-toe", bots={"oplayer": "random"})
            async with x.connect() as table:
                await table.order({"type": "resign"})
                await table.until(lambda p: p["phase"] == "ended")
            log = await x.log()
            told = []
            for _ in range(5):
                try:
                    await client.import_log(log)
                except ApiError as refused:
                    told.append(refused.code)
            assert told == ["too-fast", "too-fast"]
            with pytest.raises(ApiError, match="wait a moment"):
                await x.fork(0)

    run(story())


def test_analyses_do_not_keep_machines_in_matches_from_answering(start_server):
    server = start_server(**{**ROOMY, "bot_processes": 1, "analysis_processes": 1})

    async def story():
        async with Client(server.url, timeout=200) as client:
            over = await client.found("connect-four", bots={"yellow": "random"})
            async with over.connect() as table:
                await table.order({"type": "resign"})
                await table.until(lambda p: p["phase"] == "ended")
            flood = [
                asyncio.create_task(
                    client.call(
                        "POST",
                        f"/matches/{over.match}/analysis",
                        {"player": "mcts:10s", "step": 0},
                    )
                )
                for _ in range(8)
            ]
            seat = await client.found("tic-tac-toe", bots={"oplayer": "random"}, clock="move=20s")
            async with seat.connect() as table:
                while table.picture["phase"] != "ended":
                    await table.until(lambda p: p["legal"] or p["phase"] == "ended")
                    if table.picture["legal"]:
                        await table.move(table.picture["legal"][0])
                assert table.picture["ending"] == "rules"
                refused = [t for t in flood if t.done() and t.exception() is not None]
                assert {task.exception().code for task in refused} == {"too-many-at-once"}
            for task in flood:
                task.cancel()
        numbers = httpx.get(f"{server.url}/metrics").text
        assert 'spielwerk_waiting{queue="analyses"}' in numbers

    run(story())
