"""Everything that strangers bring shares one set of processes, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from tests.server.conftest import ROOMY, Server

from spielwerk.client import Client
from spielwerk.confinement import Confined, Crew, Limits, Overrun

ECHO = "tests.confinement.wild:answer"
RULES = """
(role a) (role b) (init (turn 0)) (init (name {0}))
(<= (legal a (go {0})) (true (turn 0))) (<= (legal a noop) (true (turn 1)))
(<= (legal b noop) (true (turn 0))) (<= (legal b (go {0})) (true (turn 1)))
(<= (next (turn 1)) (true (turn 0))) (<= (next (turn 2)) (true (turn 1)))
(<= terminal (true (turn 2))) (goal a 50) (goal b 50)
"""
GAMES, PROCESSES = 8, 3


def test_a_crew_has_no_more_processes_than_places():
    crew = Crew(2)
    pools = [Confined(ECHO, Limits(crew=crew, trusted=True)) for _ in range(5)]
    with ThreadPoolExecutor(5) as crowd:
        told = list(crowd.map(lambda pool: pool.ask({"do": "echo", "say": 1}), 4 * pools))
    assert len(told) == 20
    assert len(crew) <= 2
    for pool in pools:
        pool.kill()
    assert len(crew) == 0


def test_who_stays_keeps_its_place_and_others_are_told():
    crew = Crew(1)
    stays = Confined(ECHO, Limits(crew=crew, stays=True, trusted=True))
    other = Confined(ECHO, Limits(seconds=0.2, crew=crew, trusted=True))
    stays.ask({"do": "echo", "say": 1})
    with pytest.raises(Overrun, match="were busy"):
        other.ask({"do": "echo", "say": 2})
    stays.kill()
    other.ask({"do": "echo", "say": 2}, seconds=200)
    other.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    db = str(tmp_path_factory.mktemp("processes") / "test.db")
    server = Server(db, **{**ROOMY, "rules_processes": PROCESSES}).start()
    yield server
    server.finish()


def confined(server: Server) -> int:
    """How many processes the server has started."""
    listed = subprocess.run(
        ["ps", "--ppid", str(server.process.pid), "-o", "pid="], capture_output=True, text=True
    )
    return len(listed.stdout.split())


def test_many_uploaded_games_are_played_in_few_processes(server):
    async def story():
        async with Client(server.url, timeout=300) as client:
            seats = []
            for number in range(GAMES):
                made = await client.call("POST", "/rules", {"source": RULES.format(number)})
                a = await client.found(made["game"])
                seats.append((a, await client.join(a.match, invitation=a.invitations["b"])))
            most = confined(server)
            for step in range(2):
                moves = [
                    pair[step].move(f"(go {number})", step) for number, pair in enumerate(seats)
                ]
                await asyncio.gather(*moves)
                most = max(most, confined(server))
            for a, _ in seats:
                assert (await a.show())["picture"]["phase"] == "ended"
            return most

    assert asyncio.run(story()) <= PROCESSES


def test_an_honest_check_does_not_wait_behind_those_of_another_address(start_server):
    server = start_server(proxies="127.0.0.1", **{**ROOMY, "rules_seconds": 3})
    heavy = "(role a) (legal a b) (terminal) (goal a 50)" + "".join(f"(num {n})" for n in range(60))
    heavy += "(<= (all ?a ?b ?c ?d ?e ?f) (num ?a) (num ?b) (num ?c) (num ?d) (num ?e) (num ?f))"

    async def check(client, source, address):
        return await client.post(
            f"{server.url}/api/v1/rules/check",
            json={"source": source},
            headers={"X-Forwarded-For": address},
        )

    def passed_of(flood):
        return sum(task.done() and task.result().status_code != 429 for task in flood)

    async def story():
        async with httpx.AsyncClient(timeout=300) as client:
            light = "(role a) (legal a b) (terminal) (goal a 50)"
            # both processes are there: to start one takes as long as many checks
            await asyncio.gather(*(check(client, light, f"10.0.1.{n}") for n in range(4)))
            flood = [
                asyncio.create_task(check(client, f"{heavy} ;{n}", "10.0.0.1")) for n in range(20)
            ]
            turned_away: list[int] = []
            for answer in asyncio.as_completed(flood):  # ten of one address wait at most
                turned_away.append((await answer).status_code)
                if turned_away[-1] == 429:
                    break
            before = passed_of(flood)
            honest = await check(client, light, "10.0.0.2")
            passed = passed_of(flood)
            for task in flood:
                task.cancel()
            return turned_away, honest.status_code, passed - before

    turned_away, status, overtaken_by = asyncio.run(story())
    assert 429 in turned_away
    assert status == 200
    assert overtaken_by < 8  # of those that came before it: it did not wait for the whole flood
