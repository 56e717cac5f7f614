"""Databases that earlier versions wrote: they open, nothing has changed, and matches go on.

``databases/version-N.sql`` is the dump of a real database; ``version-N.json`` holds for every match
in it what its seats were shown last, and their secrets.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.conftest import ROOMY, Server
from tests.server.test_conversation import play_out

from spielwerk.client import ApiError, Client, Seat

FOLDER = Path(__file__).parent / "databases"
NOTES: dict[str, dict[str, Any]] = json.loads((FOLDER / "version-1.json").read_text("utf-8"))
GOES_ON = [name for name, note in NOTES.items() if note["phase"] == "running"]


@pytest.fixture(scope="module")
def old_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """This version's server on a database of the first version."""
    path = tmp_path_factory.mktemp("old") / "version-1.db"
    with sqlite3.connect(path) as database:
        database.executescript((FOLDER / "version-1.sql").read_text("utf-8"))
    server = Server(str(path), **ROOMY)
    yield server.start()
    server.finish()


def seats_of(client: Client, name: str) -> dict[str, Seat]:
    note = NOTES[name]
    return {role: Seat(client, note["match"], role, token) for role, token in note["seats"].items()}


@pytest.mark.parametrize("name", NOTES)
def test_every_seat_sees_what_it_saw(name: str, old_server: Server) -> None:
    note = NOTES[name]

    async def story() -> None:
        async with Client(old_server.url) as client:
            for role, seat in seats_of(client, name).items():
                picture = (await seat.show())["picture"]
                for key in ("phase", "step", "reason", "outcome", "offers", "chat"):
                    assert picture[key] == note[key], key
                if note["views"][role] is not None:  # a waiting table showed nothing then
                    assert tidy(picture["view"]) == tidy(note["views"][role])

    asyncio.run(story())


def tidy(view: Any) -> Any:
    """A view without how it is laid out, without what only the rules need, and without the points,
    which were counted at the end of a round then."""
    if not isinstance(view, dict) or "table" not in view:
        return view
    players = {role: {**one, "attributes": _lasting(one)} for role, one in view["players"].items()}
    fields = {name: one for name, one in view["game"]["fields"].items() if name != "shuffling"}
    game = {**view["game"], "fields": fields, "attributes": _lasting(view["game"])}
    return {**view, "players": players, "game": game, "table": None}


def _lasting(owner: Any) -> Any:
    return {
        name: value
        for name, value in owner["attributes"].items()
        if name not in ("points", "gold-paid-for-districts-this-turn")
    }


@pytest.mark.parametrize("name", GOES_ON)
def test_running_matches_go_on(name: str, old_server: Server) -> None:
    async def story() -> None:
        async with Client(old_server.url) as client:
            seats = seats_of(client, name).values()
            lines = [await seat.connect().__aenter__() for seat in seats]
            before = lines[0].picture["step"]
            moves = [asyncio.create_task(play_out(line, Random(1), 3)) for line in lines]
            await lines[0].until(lambda p: p["step"] > before or p["phase"] == "ended")
            for task in moves:
                task.cancel()
            for line in lines:
                await line.close()

    asyncio.run(story())


def test_a_paused_match_resumes(old_server: Server) -> None:
    async def story() -> None:
        async with Client(old_server.url) as client:
            x, o = seats_of(client, "paused").values()
            async with x.connect() as one, o.connect() as two:
                await one.order({"type": "offer", "offer": "resume"})
                await two.order({"type": "offer", "offer": "resume"})
                await two.until(lambda p: p["phase"] == "running" and p["asked"])
                await play_out(two, Random(1), 1)

    asyncio.run(story())


def test_a_waiting_table_fills(old_server: Server) -> None:
    async def story() -> None:
        async with Client(old_server.url) as client:
            note = NOTES["waiting"]
            (red,) = seats_of(client, "waiting").values()
            yellow = await client.join(red.match, invitation=note["invitations"]["yellow"])
            async with red.connect() as one, yellow.connect() as two:
                await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
                assert one.picture["phase"] == "ended"

    asyncio.run(story())


def test_the_log_of_an_ended_match_is_the_one_it_was(old_server: Server) -> None:
    async def story() -> None:
        async with Client(old_server.url) as client:
            seat = seats_of(client, "ended")["red"]
            assert await seat.log() == NOTES["ended"]["log"]

    asyncio.run(story())


def test_an_illegal_move_is_refused_and_costs_nothing(old_server: Server) -> None:
    async def story() -> None:
        async with Client(old_server.url) as client:
            picture = (await client.watch(NOTES["chess"]["match"]).show())["picture"]
            seat = seats_of(client, "chess")[picture["asked"][0]]
            with pytest.raises(ApiError) as refusal:
                await seat.move("e4-e8", picture["step"])
            assert refusal.value.code == "illegal-move"
            assert refusal.value.body["explanation"]["holds"] is False
            assert (await seat.show())["picture"]["phase"] == "running"

    asyncio.run(story())
