"""What the standard leaves open is carried out: conversations that begin in an arranged casino."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.spy.casino import Agent, casino
from tests.protocols.spy.clients import Client, Json, house, timely
from tests.protocols.spy.test_spy_trouble import two

from spielwerk.games.spy import PlayState, Spy
from spielwerk.games.spy.names import Gadget, Property

ROOM = """
######
#Ar..#
#B..c#
######
"""
HERE, TABLE, FRIEND = {"x": 1, "y": 1}, {"x": 2, "y": 1}, {"x": 1, "y": 2}


class Arranged(Spy):
    """A game that begins where somebody has arranged it, after the draft."""

    def __init__(self, state: PlayState) -> None:
        setting = state.game.setting
        scenario, crew = setting.board.scenario, setting.characters
        super().__init__(scenario, setting.config, crew, setting.options)
        self.position = state.position

    def initial(self, seed: int = 0) -> PlayState:  # type: ignore[override]
        return PlayState(self, self.position)


async def carried_out(actor: Client, operation: Json) -> Json:
    """Answer the first request with an operation; the status that everybody is told of it."""
    request = await actor.until("REQUEST_GAME_OPERATION")
    wanted = {"characterId": request["characterId"], **operation}
    await actor.say("GAME_OPERATION", operation=wanted)
    return await what_happened(actor)


async def what_happened(client: Client) -> Json:
    """The first status with an operation; where one begins by chance an empty one precedes it."""
    while True:
        told = await client.until("GAME_STATUS", "CONNECTION_ERROR", "ERROR")
        assert told["type"] == "GAME_STATUS", told["debugMessage"]
        if told["operations"]:
            return told


def uses(gadget: Gadget, target: Json) -> Json:
    return {"type": "GADGET_ACTION", "gadget": gadget.value, "target": target}


def applies(used: Property, target: Json) -> Json:
    return {"type": "PROPERTY_ACTION", "usedProperty": used.value, "target": target}


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize(
    ("operation", "gadgets"),
    [
        (applies(Property.BANG_AND_BURN, TABLE), ()),
        (applies(Property.OBSERVATION, HERE), ()),
        (uses(Gadget.JETPACK, HERE), (Gadget.JETPACK,)),
        (uses(Gadget.MOLEDIE, HERE), (Gadget.MOLEDIE,)),
        (uses(Gadget.LASER_COMPACT, HERE), (Gadget.LASER_COMPACT, Gadget.COCKTAIL)),
        (uses(Gadget.CHICKEN_FEED, FRIEND), (Gadget.CHICKEN_FEED,)),
    ],
    ids=["burned table", "oneself", "own field", "own pocket", "own cocktail", "own people"],
)
def test_nobody_is_sent_away_for_what_the_standard_does_not_forbid(
    operation: Json, gadgets: tuple[Gadget, ...], later: bool
) -> None:
    able = (Property.BANG_AND_BURN, Property.OBSERVATION)
    state = casino(ROOM, {"A": Agent(0, gadgets, able), "B": Agent(0)}, ap=2)
    board = state.position.board
    state.position.destroyed = 1 << board.numbers[TABLE["x"], TABLE["y"]]

    @timely
    async def story() -> None:
        async with house(Arranged(state)) as at, two(at, later=later) as (ann, bob):
            (done,) = (await carried_out(ann, operation))["operations"]
            assert {key: done[key] for key in operation} == operation
            assert (await what_happened(bob))["operations"] == [done]
            await ann.until("REQUEST_GAME_OPERATION")
            assert "GAME_LEFT" not in bob.types

    story()


@timely
async def test_what_a_mirror_brings_is_told_with_what_the_wiretap_hears_of_it() -> None:
    people = {
        "A": Agent(0, (Gadget.MIRROR_OF_WILDERNESS,), ip=2),
        "B": Agent(0, ip=9),
        "C": Agent(1, (Gadget.WIRETAP_WITH_EARPLUGS,), ip=1),
    }
    more: Any = {"tapped": 0, "tap_works": True}
    state = casino("#####\n#AC.#\n#B.c#\n#####", people, **more)
    async with house(Arranged(state)) as at, two(at) as (ann, bob):
        await carried_out(ann, uses(Gadget.MIRROR_OF_WILDERNESS, FRIEND))
        await what_happened(bob)
        points = {each["name"]: each["ip"] for each in bob.state["characters"]}
        assert points == {"Agent A": 9, "Agent B": 2, "Agent C": 1 + 7}
