"""Whole conversations over real sockets, with the order and fields that the standard demands."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from tests.protocols.spy.clients import Client, house, timely

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
        for client in (ann, bob):
            assert_conversation(client)
        assert ann.heard[-1]["winner"] == bob.heard[-1]["winner"] in (ann.id, bob.id)

    story()


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
