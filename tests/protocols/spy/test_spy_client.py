"""Our client plays on our server, and on servers that are not themselves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from uuid import UUID

import pytest
from tests.protocols.spy.clients import Json, house, small_game, timely
from websockets.asyncio.server import ServerConnection, serve

from spielwerk.games.spy.names import Gadget, OperationType
from spielwerk.protocols.spy import Revision, SpyClient, SpyClientError
from spielwerk.protocols.spy.fixture import welcome
from spielwerk.protocols.spy.letters import Envelope, write_message
from spielwerk.protocols.spy.messages import (
    GameStarted,
    GameStatus,
    HelloReply,
    RequestEquipmentChoice,
    RequestItemChoice,
    Statistics,
)
from spielwerk.protocols.spy.values import Operation

ME = UUID(int=1)
SESSION = UUID(int=2)


class Walker:
    """Chooses at random and retires whenever it is asked."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)
        self.calls: list[str] = []

    def welcome(self, reply: HelloReply) -> None:
        self.calls.append("welcome")

    def started(self, started: GameStarted, client_id: UUID) -> None:
        assert client_id in (started.player_one_id, started.player_two_id)
        self.calls.append("started")

    def choose(self, offer: RequestItemChoice, seconds: float) -> UUID | Gadget:
        self.calls.append("choose")
        return self.rng.choice([*offer.offered_character_ids, *offer.offered_gadgets])

    def equip(
        self, chosen: RequestEquipmentChoice, seconds: float
    ) -> Mapping[UUID, Sequence[Gadget]]:
        self.calls.append("equip")
        return {chosen.chosen_character_ids[-1]: chosen.chosen_gadgets}

    def observe(self, status: GameStatus) -> None:
        self.calls.append("observe")

    def operate(self, character_id: UUID, seconds: float) -> Operation:
        self.calls.append("operate")
        return Operation(OperationType.RETIRE, character_id)

    def ended(self, statistics: Statistics) -> None:
        self.calls.append("ended")


class Broken(Walker):
    """Fails at everything, each time in another way."""

    def choose(self, offer: RequestItemChoice, seconds: float) -> UUID | Gadget:
        return Gadget.COCKTAIL

    def equip(
        self, chosen: RequestEquipmentChoice, seconds: float
    ) -> Mapping[UUID, Sequence[Gadget]]:
        return {}

    def observe(self, status: GameStatus) -> None:
        raise ValueError("I did not see that.")

    def operate(self, character_id: UUID, seconds: float) -> Operation:
        raise RuntimeError("I do not know what to do.")


@pytest.mark.parametrize("dialect", Revision)
def test_two_of_our_clients_play_a_whole_match(dialect: Revision) -> None:
    @timely
    async def story() -> None:
        agents = Walker(1), Broken(2)
        async with house() as at:
            where = f"ws://127.0.0.1:{at.port}"
            ann = SpyClient(where, "ann", agents[0], dialect=dialect)
            bob = SpyClient(where, "bob", agents[1], dialect=dialect)
            ends = await asyncio.gather(ann.play(), bob.play())
        assert ends[0].winner == ends[1].winner
        asked = [agents[0].calls.count(what) for what in ("choose", "equip", "operate")]
        assert str(ann.diligence) == f"{sum(asked)} moves, all thought"
        assert bob.diligence.missing == bob.diligence.moves > 9
        assert set(bob.diligence.unthought) == {"nonsense", "failed"}
        calls = agents[0].calls
        assert calls[:2] == ["welcome", "started"]
        assert calls.count("choose") == 8
        assert calls.count("equip") == 1
        assert calls[-2:] == ["observe", "ended"]

    story()


class Herald(Walker):
    """Says when it was first asked for an operation."""

    def __init__(self, asked: Event) -> None:
        super().__init__()
        self.asked = asked

    def operate(self, character_id: UUID, seconds: float) -> Operation:
        self.asked.set()
        return super().operate(character_id, seconds)


def test_our_clients_play_on_when_their_server_is_started_again(tmp_path: Path) -> None:
    @timely
    async def story() -> None:
        asked = Event()
        async with house(journal=tmp_path) as at:
            where = f"ws://127.0.0.1:{at.port}"
            clients = [SpyClient(where, name, Herald(asked)) for name in ("ann", "bob")]
            playing = asyncio.gather(*(client.play() for client in clients))
            await asyncio.to_thread(asked.wait)
        async with house(journal=tmp_path, port=at.port):
            ends = await playing
        assert ends[0].winner == ends[1].winner

    story()


@timely
async def test_a_server_that_has_no_room_is_told_with_its_reason() -> None:
    async with house() as at:
        where = f"ws://127.0.0.1:{at.port}"
        async with at.line("ann") as ann:
            await ann.hello()
            with pytest.raises(SpyClientError, match=r"NAME_NOT_AVAILABLE.*called ann"):
                await SpyClient(where, "ann", Walker()).play()


@timely
async def test_no_server_is_an_error_after_some_patience() -> None:
    with pytest.raises(SpyClientError, match="no server at"):
        await SpyClient("ws://127.0.0.1:9", "ann", Walker(), patience=0.1).play()


# Servers of another kind

Talk = Callable[[ServerConnection, list[Json]], Awaitable[None]]


@asynccontextmanager
async def strange_server(*talks: Talk) -> AsyncIterator[tuple[str, list[Json]]]:
    """A server that behaves in another way at each connection; and what it was told."""
    heard: list[Json] = []
    waiting = list(talks)

    async def converse(connection: ServerConnection) -> None:
        heard.append(json.loads(await connection.recv()))
        await waiting.pop(0)(connection, heard)

    async with serve(converse, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}", heard


def greeting(**changes: Any) -> Json:
    reply = welcome(SESSION, small_game(**changes))
    return write_message(reply, Envelope(ME), Revision.STANDARD)


def said(type_: str, **fields: Any) -> str:
    return json.dumps({"playerId": str(ME), "type": type_, "creationDate": "", **fields})


END = said("STATISTICS", winner=str(ME), reason="VICTORY_BY_IP", hasReplay=False, statistics=None)


@timely
async def test_nonsense_is_passed_over() -> None:
    nonsense = [
        "what?", "[]", "{}", b"\x00", said("TEAPOT"), said("GAME_STATUS"),
        said("REQUEST_ITEM_CHOICE", offeredCharacterIds="all"),
        said("REQUEST_ITEM_CHOICE", offerNr=1, offeredCharacterIds=[], offeredGadgets=[]),
        said("REQUEST_EQUIPMENT_CHOICE", chosenCharacterIds=[], chosenGadgets=["JETPACK"]),
        said("GAME_STATUS", activeCharacterId=None, operations=[], isGameOver=False,
             state={"characters": [{"coordinates": 7}, None, 3]}),
        said("GAME_STATUS", activeCharacterId=None, operations=[], isGameOver=False, state={}),
        said("REQUEST_GAME_OPERATION", characterId="nobody"),
        said("GAME_PAUSE", gamePaused=True), said("GAME_LEFT", leftUserId=str(ME)),
        said("STRIKE", strikeNr=1, strikeMax=4, reason="slow"),
    ]  # fmt: skip

    async def talk(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting()))
        for text in nonsense:
            await connection.send(text)
        await connection.send(said("REQUEST_GAME_OPERATION", characterId=str(SESSION)))
        heard.append(json.loads(await connection.recv()))
        await connection.send(END)

    async with strange_server(talk) as (where, heard):
        end = await SpyClient(where, "ann", Walker()).play()
    assert end.winner == ME
    hello, answer = heard
    assert (hello["type"], hello["name"], hello["role"]) == ("HELLO", "ann", "AI")
    assert answer["type"] == "GAME_OPERATION"
    assert answer["operation"]["type"] == "RETIRE"


@timely
async def test_a_line_that_breaks_off_is_taken_up_again() -> None:
    async def break_off(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting()))
        await asyncio.sleep(0.05)
        connection.transport.abort()

    async def go_on(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(END)

    async with strange_server(break_off, go_on) as (where, heard):
        await SpyClient(where, "ann", Walker()).play()
    assert heard[1]["type"] == "RECONNECT"
    assert heard[1]["playerId"] == str(ME)
    assert heard[1]["sessionId"] == str(SESSION)


@timely
async def test_a_server_that_is_slow_to_notice_a_dead_line_is_asked_again() -> None:
    async def break_off(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting()))
        await asyncio.sleep(0.05)
        connection.transport.abort()

    async def refuse(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(said("CONNECTION_ERROR", reason="GENERAL"))

    async def go_on(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(END)

    async with strange_server(break_off, refuse, go_on) as (where, heard):
        await SpyClient(where, "ann", Walker()).play()
    assert [each["type"] for each in heard] == ["HELLO", "RECONNECT", "RECONNECT"]
    async with strange_server(break_off, refuse) as (where, _):
        with pytest.raises(SpyClientError, match="refuses us"):
            await SpyClient(where, "ann", Walker(), patience=0).play()


@timely
async def test_a_server_that_hangs_up_politely_ends_it() -> None:
    async def hang_up(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting()))

    async with strange_server(hang_up) as (where, _):
        with pytest.raises(SpyClientError, match="before the match was over"):
            await SpyClient(where, "ann", Walker()).play()


@timely
async def test_the_dialect_of_a_server_is_recognised_by_its_reply() -> None:
    async def talk(connection: ServerConnection, heard: list[Json]) -> None:
        later = write_message(welcome(SESSION, small_game()), Envelope(ME), Revision.LATER)
        await connection.send(json.dumps(later))
        asked = said("REQUEST_GAME_OPERATION", characterId=str(SESSION))
        await connection.send(asked.replace("playerId", "clientId"))
        heard.append(json.loads(await connection.recv()))
        await connection.send(END.replace("playerId", "clientId"))

    async with strange_server(talk) as (where, heard):
        await SpyClient(where, "ann", Walker()).play()
    assert heard[1]["clientId"] == str(ME)


@timely
async def test_what_a_server_passed_over_in_a_pause_is_said_again() -> None:
    async def talk(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting(turn_phase_limit=1)))
        await connection.send(said("REQUEST_GAME_OPERATION", characterId=str(SESSION)))
        heard.append(json.loads(await connection.recv()))
        await connection.send(said("GAME_PAUSE", gamePaused=True))
        await connection.send(said("GAME_PAUSE", gamePaused=False))
        heard.append(json.loads(await connection.recv()))
        await connection.send(END)

    async with strange_server(talk) as (where, heard):
        await SpyClient(where, "ann", Walker()).play()
    assert heard[1]["operation"] == heard[2]["operation"]


@timely
async def test_what_a_server_that_was_come_back_to_passed_over_is_said_again() -> None:
    """It asks at once, but takes no answer before it has ended the pause that it had forced."""

    async def break_off(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting(turn_phase_limit=1)))
        await asyncio.sleep(0.05)
        connection.transport.abort()

    async def go_on(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(said("GAME_PAUSE", gamePaused=True))
        await connection.send(said("REQUEST_GAME_OPERATION", characterId=str(SESSION)))
        heard.append(json.loads(await connection.recv()))
        await connection.send(said("GAME_PAUSE", gamePaused=False))
        heard.append(json.loads(await connection.recv()))
        await connection.send(END)

    async with strange_server(break_off, go_on) as (where, heard):
        playing = SpyClient(where, "ann", Walker()).play()
        await asyncio.wait_for(playing, 300)
    assert heard[1]["type"] == "RECONNECT"
    assert heard[2]["operation"] == heard[3]["operation"]


@timely
async def test_who_carries_what_is_not_said_again_while_the_other_side_is_still_at_it() -> None:
    """A server that has heard it sends away whoever says it twice."""

    async def talk(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting(turn_phase_limit=1)))
        people = [str(SESSION)]
        asked = said("REQUEST_EQUIPMENT_CHOICE", chosenCharacterIds=people, chosenGadgets=[])
        await connection.send(asked)
        heard.append(json.loads(await connection.recv()))
        await connection.send(said("GAME_PAUSE", gamePaused=True))
        await connection.send(said("GAME_PAUSE", gamePaused=False))
        with suppress(TimeoutError):
            heard.append(json.loads(await asyncio.wait_for(connection.recv(), 1.5)))
        await connection.send(END)

    async with strange_server(talk) as (where, heard):
        await SpyClient(where, "ann", Walker()).play()
    assert [each["type"] for each in heard] == ["HELLO", "EQUIPMENT_CHOICE"]


@timely
async def test_a_server_that_is_gone_in_the_middle_of_a_match_ends_it() -> None:
    greeted = asyncio.Event()

    async def talk(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting()))
        greeted.set()
        await connection.wait_closed()

    async with strange_server(talk) as (where, _):
        client = SpyClient(where, "ann", Walker(), patience=0.3)
        playing = asyncio.create_task(client.play())
        await greeted.wait()
        await asyncio.sleep(0.05)  # until it has read who it is
    with pytest.raises(SpyClientError, match="no server at"):
        await asyncio.wait_for(playing, 300)


@timely
async def test_a_server_that_only_ever_breaks_off_is_given_up() -> None:
    async def welcome_once(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting()))
        await asyncio.sleep(0.05)
        connection.transport.abort()

    async def break_off(connection: ServerConnection, heard: list[Json]) -> None:
        connection.transport.abort()

    async with strange_server(welcome_once, *[break_off] * 1_000) as (where, _):
        with pytest.raises(SpyClientError, match="does not go on"):
            await SpyClient(where, "ann", Walker(), patience=0.2).play()


class Dawdler(Walker):
    """Thinks until it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.enough = threading.Event()

    def operate(self, character_id: UUID, seconds: float) -> Operation:
        self.enough.wait(100)
        return super().operate(character_id, seconds)


@timely
async def test_a_dawdler_is_answered_for_in_time() -> None:
    dawdler = Dawdler()

    async def talk(connection: ServerConnection, heard: list[Json]) -> None:
        await connection.send(json.dumps(greeting(turn_phase_limit=1)))
        await connection.send(said("REQUEST_GAME_OPERATION", characterId=str(SESSION)))
        heard.append(json.loads(await connection.recv()))
        dawdler.enough.set()
        await connection.send(END)

    async with strange_server(talk) as (where, heard):
        await SpyClient(where, "ann", dawdler).play()
    assert heard[1]["operation"]["type"] == "RETIRE"
