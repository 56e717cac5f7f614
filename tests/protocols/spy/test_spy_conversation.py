"""Whole conversations over real sockets, with the order and fields that the standard demands."""

from __future__ import annotations

import asyncio
import os
from itertools import pairwise

import pytest
from jsonschema import Draft7Validator
from tests.protocols.spy.clients import Client, House, Json, house, small_game, timely
from tests.protocols.spy.test_spy_trouble import back, cut, two

from spielwerk.protocols.spy import Revision
from spielwerk.protocols.spy.letters import Envelope, read_message, write_message
from spielwerk.protocols.spy.messages import CLIENT_MESSAGES, SERVER_MESSAGES, SpyMessage
from spielwerk.protocols.spy.schemas import message_schema

CONTAINER = ["type", "creationDate", "debugMessage"]
FIELDS = {
    "HELLO_REPLY": ["sessionId", "level", "settings", "character_settings"],
    "GAME_STARTED": [
        "playerOneId", "playerTwoId", "playerOneName", "playerTwoName", "sessionId",
    ],
    "REQUEST_ITEM_CHOICE": ["offerNr", "offeredCharacterIds", "offeredGadgets"],
    "REQUEST_EQUIPMENT_CHOICE": ["chosenCharacterIds", "chosenGadgets"],
    "GAME_STATUS": ["activeCharacterId", "operations", "state", "isGameOver"],
    "REQUEST_GAME_OPERATION": ["characterId"],
    "STATISTICS": ["statistics", "winner", "reason", "hasReplay"],
}  # fmt: skip


def thinned(messages: list[Json]) -> list[Json]:
    """Large messages take a while to validate: only some of them, unless there is time."""
    every = 1 if os.environ.get("SPIELWERK_SOAK") else 12
    statuses = [each for each in messages if each["type"] == "GAME_STATUS"]
    return [*statuses[::every], *(each for each in messages if each["type"] != "GAME_STATUS")]


async def whole_match(ann: Client, bob: Client) -> None:
    await ann.hello()
    await bob.hello("AI")
    await asyncio.gather(ann.play(), bob.play())


@pytest.mark.parametrize("later", [False, True])
def test_two_clients_play_a_whole_match(later: bool) -> None:
    @timely
    async def story() -> None:
        async with (
            house() as at,
            at.line("ann", later=later) as ann,
            at.line("bob", later=later) as bob,
        ):
            await whole_match(ann, bob)
        known = validators(Revision.LATER if later else Revision.STANDARD)
        for client in (ann, bob):
            assert_conversation(client)
            for message in (*thinned(client.heard), *client.said):
                known[message["type"]].validate(message)
        assert ann.heard[-1]["winner"] == bob.heard[-1]["winner"] in (ann.id, bob.id)

    story()


@timely
async def test_each_speaks_its_own_dialect_in_one_match() -> None:
    async with (
        house() as at,
        at.line("ann") as ann,
        at.line("bob", later=True) as bob,
        at.line("eve", later=True) as eve,
    ):
        await eve.hello("SPECTATOR")
        await whole_match(ann, bob)
        assert (await eve.until("STATISTICS"))["clientId"] == eve.id
    for client in (ann, bob):
        assert_conversation(client)
    assert ann.heard[-1]["winner"] == bob.heard[-1]["winner"] in (ann.id, bob.id)


def assert_conversation(client: Client) -> None:
    types = client.types
    assert types[:3] == ["HELLO_REPLY", "GAME_STARTED", "REQUEST_ITEM_CHOICE"]
    assert types.count("REQUEST_ITEM_CHOICE") == 8
    assert types.count("REQUEST_EQUIPMENT_CHOICE") == 1
    first = types.index("GAME_STATUS")
    assert types[first - 1] == "REQUEST_EQUIPMENT_CHOICE"
    assert set(types[first:]) == {"GAME_STATUS", "REQUEST_GAME_OPERATION", "STATISTICS"}
    opening = client.heard[first]
    assert opening["activeCharacterId"] is None
    assert opening["operations"] == []
    assert opening["state"]["currentRound"] == 1
    assert types[-1] == "STATISTICS"
    assert [m["isGameOver"] for m in client.heard if m["type"] == "GAME_STATUS"][-2:] == [
        False,
        True,
    ]
    assert types[-2] == "GAME_STATUS"
    for message in client.heard:
        names = list(message)
        expected = [client.id_word, *CONTAINER]
        for name in FIELDS[message["type"]]:
            if client.later and name == "offerNr":
                continue
            expected.append("characterSettings" if client.later and "_" in name else name)
        assert sorted(names) == sorted(expected)
        assert message[client.id_word] == client.id
    for before, after in pairwise(client.heard):
        if after["type"] == "REQUEST_GAME_OPERATION":
            assert before["type"] == "GAME_STATUS"
            assert before["activeCharacterId"] == after["characterId"]


# Every message there is


def validators(dialect: Revision) -> dict[str, Draft7Validator]:
    types = [kind.type_in(dialect) for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES)]
    schemas = {each: message_schema(each, dialect) for each in types if each is not None}
    for schema in schemas.values():
        Draft7Validator.check_schema(schema)
    return {type_: Draft7Validator(schema) for type_, schema in schemas.items()}


async def all_that_can_be_said(at: House, *, later: bool) -> None:
    """A spectator, a strike, a pause, a lost line, a refusal, a replay, and all the rest."""
    async with two(at, later=later) as (ann, bob), at.line("eve", later=later) as eve:
        await eve.hello("SPECTATOR")
        async with at.line("cid", later=later) as cid:
            await cid.hello()
        playing = asyncio.create_task(bob.play())
        await ann.play(until=lambda m: m["type"] == "REQUEST_GAME_OPERATION")
        await ann.until("STRIKE")
        await ann.say("REQUEST_GAME_PAUSE", gamePause=True)
        await ann.until("GAME_PAUSE")
        await ann.say("REQUEST_GAME_PAUSE", gamePause=False)
        await ann.until("GAME_PAUSE")
        if later:
            await ann.say("REQUEST_META_INFORMATION", keys=["Faction.Player1", "Spectator.Count"])
            await ann.until("META_INFORMATION")
        else:
            await ann.say("REQUEST_CONFIG_DELIVERY")
            await ann.until("CONFIG_DELIVERY")
        cut(ann)
        async with at.line("ann", later=later) as line:
            await back(at, ann, line)
            await line.until("REQUEST_GAME_OPERATION")
            await line.answer(line.heard[-1])
            await line.play(until=lambda m: m["type"] == "REQUEST_GAME_OPERATION")
            await line.say("GAME_LEAVE")
            await line.until("GAME_LEFT")
        await playing
        await bob.say("REQUEST_REPLAY")
        await bob.until("REPLAY")
        await eve.until("STATISTICS")


@pytest.mark.parametrize("dialect", Revision)
def test_every_type_of_message_is_said_and_fits_its_schema(dialect: Revision) -> None:
    known, later = validators(dialect), dialect is Revision.LATER
    said: set[str] = set()

    @timely
    async def story() -> None:
        game = small_game(turn_phase_limit=60, round_limit=50, strike_maximum=50)
        async with house(game, second=0.01) as at:
            await all_that_can_be_said(at, later=later)
        for client in at.clients:
            for message in (*client.heard, *client.said):
                known[message["type"]].validate(message)
                said.add(message["type"])

    story()
    assert said == set(known)


@pytest.mark.parametrize("dialect", Revision)
@pytest.mark.parametrize("kind", [*CLIENT_MESSAGES, *SERVER_MESSAGES])
def test_schemas_name_the_fields_of_messages(kind: type[SpyMessage], dialect: Revision) -> None:
    type_ = kind.type_in(dialect)
    if type_ is None:
        return
    schema = message_schema(type_, dialect)
    sender = "clientId" if dialect is Revision.LATER else "playerId"
    assert schema["title"] == type_
    parts = [schema, *schema["allOf"]]
    assert {sender, *CONTAINER} <= {name for part in parts for name in part.get("properties", ())}


@pytest.mark.parametrize("dialect", Revision)
def test_what_is_written_can_be_read_again(dialect: Revision) -> None:
    later = dialect is Revision.LATER
    seen: set[type[SpyMessage]] = set()

    @timely
    async def story() -> None:
        game = small_game(turn_phase_limit=60, round_limit=50, strike_maximum=50)
        async with house(game, second=0.01) as at:
            await all_that_can_be_said(at, later=later)
        kinds = (*CLIENT_MESSAGES, *SERVER_MESSAGES)
        for client in at.clients:
            for told in (*client.heard, *client.said):
                envelope, message = read_message(told, dialect, kinds)
                again = write_message(message, Envelope(envelope.client_id), dialect)
                assert read_message(again, dialect, kinds)[1] == message
                seen.add(type(message))

    story()
    assert seen == {kind for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES) if kind.type_in(dialect)}
