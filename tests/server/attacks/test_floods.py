"""Who asks for much work waits for themselves: matches first, then every address in its turn."""

from __future__ import annotations

import asyncio

import httpx
from tests.server.conftest import ROOMY

from spielwerk.client import Client
from spielwerk.server.operation import Turns
from spielwerk.server.problems import Problem


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
