"""Rooms in which nothing happens keep little, and go on as if they had kept everything."""

from __future__ import annotations

import asyncio

import httpx
from tests.match.table import Table

from spielwerk.catalogue import open_game
from spielwerk.client import Client
from spielwerk.match import Answer, Setup
from spielwerk.server.rooms.picture import Pictures
from spielwerk.server.rooms.rooms import was_made

GAME = open_game("tic-tac-toe")
X, O = GAME.roles  # noqa: E741


def begun() -> Table:
    table = Table(GAME, Setup())
    for step, role in enumerate((X, O, X)):
        table.do(step + 1.0, Answer(role, table.match.state.legal(role)[0], step))
    return table


def test_a_match_that_has_rested_looks_the_same_and_goes_on() -> None:
    table, same = begun(), begun()
    table.match.rest()
    assert table.match == same.match
    for role in (X, O, None):
        assert Pictures(table.match).of(role) == Pictures(same.match).of(role)
    for one in (table, same):
        one.do(5.0, Answer(O, one.match.state.legal(O)[0], 3))
    assert table.match == same.match


def test_a_move_whose_answer_got_lost_is_known_to_be_made() -> None:
    """Another process owns the room and answers too late: the move is not refused as stale."""
    table = begun()
    first = next(iter(table.match.steps[0].moves.values()))
    assert was_made(table.match, Answer(X, first, 0))
    assert not was_made(table.match, Answer(X, "another", 0))
    assert not was_made(table.match, Answer(O, first, 0))
    assert not was_made(table.match, Answer(O, table.match.state.legal(O)[0], 3))


def tables_in_memory(server) -> str:
    numbers = httpx.get(f"{server.url}/metrics", timeout=300).text.splitlines()
    return next(line for line in numbers if line.startswith("spielwerk_tables "))


def test_a_match_that_is_over_is_let_go_of_and_found_again(start_server) -> None:
    server = start_server(warm_up=False)

    async def story():
        async with Client(server.url, timeout=300) as client:
            x = await client.found("tic-tac-toe")
            await client.join(x.match)
            async with x.connect() as table:
                await table.until(lambda shown: shown["legal"])
                await table.order({"type": "resign"})
                await table.until(lambda shown: shown["phase"] == "ended")
            while tables_in_memory(server) != "spielwerk_tables 0.0":
                await asyncio.sleep(0.5)
            assert (await x.show())["picture"]["outcome"] == {"xplayer": 0, "oplayer": 100}

    asyncio.run(asyncio.wait_for(story(), 120))
