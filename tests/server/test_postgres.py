"""The same conversations on PostgreSQL, and two server processes that share one database."""

from __future__ import annotations

import asyncio
import time
from random import Random

import pytest
from tests.server.conftest import ROOMY
from tests.server.test_conversation import chess_with_a_break, play_out

from spielwerk.client import Client, RefusedByServer, Seat
from spielwerk.core import Role
from spielwerk.match import Said, Setup
from spielwerk.server.accounts import Caller
from spielwerk.server.rooms.charter import Charter, Visibility
from spielwerk.server.service import Service
from spielwerk.server.settings import Settings
from spielwerk.server.store import MAX_NOTE, Append
from spielwerk.server.store.ownership import BEAT, PATIENCE


def test_chess_goes_on_after_a_break_on_postgresql(start_server, postgres):
    server = start_server(postgres(), **ROOMY)
    asyncio.run(chess_with_a_break(server.url))


def elsewhere(seat: Seat, client: Client) -> Seat:
    """The same seat, through another server."""
    return Seat(client, seat.match, seat.role, seat.token)


def test_players_of_one_match_sit_at_different_processes(start_server, postgres):
    db = postgres()
    here, there = start_server(db, **ROOMY), start_server(db, **ROOMY)

    async def story():
        async with Client(here.url) as one, Client(there.url) as two:
            red = await one.found("connect-four")
            yellow = await two.join(red.match)
            async with red.connect() as first, yellow.connect() as second:
                with pytest.raises(RefusedByServer) as refused:
                    await second.move("(drop 1)")
                assert refused.value.code == "not-your-turn"
                ends = await asyncio.gather(play_out(first, Random(1)), play_out(second, Random(2)))
            assert ends[0]["outcome"] == ends[1]["outcome"] is not None
            assert (await elsewhere(red, two).log()) == (await red.log())

    asyncio.run(story())


def test_a_seat_is_known_at_once_where_news_of_the_log_are_late(postgres):
    """What another process wrote is true before its notification arrives."""

    async def story(settings: Settings) -> None:
        here, there = await Service.start(settings), await Service.start(settings)
        try:
            there.rooms.log_grew = lambda *_: None
            charter = Charter("tic-tac-toe", Setup(), Visibility.PUBLIC)
            founded = (await here.rooms.found(charter)).room
            followed = await there.rooms.open(founded.id)
            taken_there = await there.rights.take(followed, Role("oplayer"), "Olga")
            assert followed.match.occupants[Role("oplayer")].name == "Olga"
            taken_here = await here.rights.take(founded, Role("xplayer"), "Xaver")
            for taken in (taken_there, taken_here):
                assert await there.rights.seat(followed, Caller(taken.token)) == taken.role
        finally:
            await there.stop()
            await here.stop()

    asyncio.run(story(Settings(db=postgres(), warm_up=False)))


def test_a_long_remark_reaches_the_other_process(postgres):
    """Longer than a notification: it is not told, but read."""

    async def story(settings: Settings) -> None:
        here, there = await Service.start(settings), await Service.start(settings)
        try:
            founded = (await here.rooms.found(Charter("tic-tac-toe", Setup()))).room
            followed = await there.rooms.open(founded.id)
            await here.rights.take(founded, Role("xplayer"), "Xaver")
            remarks = [Said(Role("xplayer"), text) for text in ("short", "long" * MAX_NOTE)]
            number = founded.match.number
            await here.rooms.store.write(Append(founded.id, number, remarks[:1], 0.0, 0.0))
            await here.rooms.store.write(Append(founded.id, number + 1, remarks[1:], 0.0, 0.0))
            async with asyncio.timeout(60):
                while followed.match.number < number + 2:
                    await asyncio.sleep(0.01)
            assert [said.text for said in followed.match.chat] == [said.text for said in remarks]
        finally:
            await there.stop()
            await here.stop()

    asyncio.run(story(Settings(db=postgres(), warm_up=False)))


def test_a_match_goes_on_soon_when_its_process_is_killed(start_server, postgres):
    assert PATIENCE + 2 * BEAT < 5, "seconds, where the machine has nothing else to do"
    db = postgres()
    here, there = start_server(db, **ROOMY), start_server(db, **ROOMY)

    async def story():
        async with Client(here.url) as one, Client(there.url) as two:
            red = await one.found("connect-four")
            yellow = await two.join(red.match)
            first = await red.connect().__aenter__()
            async with yellow.connect() as second:
                await asyncio.gather(play_out(first, Random(1), 3), play_out(second, Random(2), 2))
                await second.until(lambda p: p["legal"])
                here.kill()
                killed = time.monotonic()
                await second.move(second.picture["legal"][0])
                moved = elsewhere(red, two)
                async with moved.connect(after=first) as again:
                    await again.until(lambda p: p["legal"])
                    assert time.monotonic() - killed < 60
                    await asyncio.gather(play_out(again, Random(3)), play_out(second, Random(4)))
                    assert again.picture["outcome"] is not None

    asyncio.run(story())


def test_a_clock_runs_out_although_its_process_was_killed(start_server, postgres):
    db = postgres()
    here, there = start_server(db, **ROOMY), start_server(db, **ROOMY)

    async def story():
        async with Client(here.url) as one, Client(there.url) as two:
            x = await one.found("tic-tac-toe", clock="reserve=2s")
            await one.join(x.match)
            here.kill()
            began = time.monotonic()
            while (await two.matches())[0]["phase"] != "ended":
                assert time.monotonic() - began < 60
                await asyncio.sleep(0.2)

    asyncio.run(story())
