"""Spectators come when they like, see what they may, and can have it all once more."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from tests.protocols.spy.clients import Client, Json, asks_for_operation, house, timely
from tests.protocols.spy.test_spy_trouble import cut, two


def factions(message: Json) -> set[str]:
    keys = ("factionPlayerOneIds", "factionPlayerTwoIds", "factionNeutralIds")
    return {who for key in keys for who in message[key]}


@timely
async def test_a_spectator_from_the_start_sees_everything_but_combinations() -> None:
    async with house() as at, at.line("eve") as eve:
        await eve.hello("SPECTATOR")
        async with two(at) as (ann, bob):
            await asyncio.gather(ann.play(), bob.play(), eve.play())
    types = eve.types
    assert types[:2] == ["HELLO_REPLY", "GAME_STARTED"]
    assert types[2:4] == ["SPECTATOR_REVEAL", "GAME_STATUS"]
    assert types[-2:] == ["GAME_STATUS", "STATISTICS"]
    assert not any(each.startswith("REQUEST") for each in types)
    statuses = [each for each in eve.heard if each["type"] == "GAME_STATUS"]
    assert all(each["state"]["mySafeCombinations"] == [] for each in statuses)
    people = {each["characterId"] for each in statuses[0]["state"]["characters"]}
    assert factions(eve.heard[2]) == people
    mine = next(m for m in ann.heard if m["type"] == "REQUEST_EQUIPMENT_CHOICE")
    assert set(eve.heard[2]["factionPlayerOneIds"]) == set(mine["chosenCharacterIds"])
    assert types.count("SPECTATOR_REVEAL") > 1, "people leave at closing time"


@timely
async def test_a_late_spectator_is_welcomed_with_the_start_the_factions_and_the_status() -> None:
    async with house() as at, two(at) as (ann, bob):
        playing = asyncio.create_task(bob.play())
        await ann.play(until=asks_for_operation)
        async with at.line("eve") as eve:
            await eve.hello("SPECTATOR")
            for expected in ("GAME_STARTED", "SPECTATOR_REVEAL", "GAME_STATUS"):
                assert (await eve.hear())["type"] == expected
            assert eve.heard[-1]["operations"] == []
            assert eve.state["characters"] == ann.state["characters"]
            await ann.answer(ann.heard[-1])
            await asyncio.gather(ann.play(), eve.play())
        await playing


@timely
async def test_a_spectator_in_the_draft_waits_for_the_match() -> None:
    async with house() as at, two(at) as (ann, bob):
        await ann.until("REQUEST_ITEM_CHOICE")
        async with at.line("eve") as eve:
            await eve.hello("SPECTATOR")
            assert (await eve.hear())["type"] == "GAME_STARTED"
            await ann.answer(ann.heard[-1])
            await asyncio.gather(ann.play(), bob.play(), eve.play())
            assert eve.types[2:4] == ["SPECTATOR_REVEAL", "GAME_STATUS"]


@timely
async def test_a_spectator_who_comes_in_a_pause_is_told_so() -> None:
    async with house() as at, two(at) as (ann, bob), at.line("eve") as eve:
        await ann.say("REQUEST_GAME_PAUSE", gamePause=True)
        await bob.until("GAME_PAUSE")
        await eve.hello("SPECTATOR")
        assert (await eve.until("GAME_PAUSE"))["gamePaused"] is True


@pytest.mark.parametrize("later", [False, True])
def test_who_comes_after_the_end_is_told_it_and_may_have_the_replay(later: bool) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at, later=later) as (ann, bob):
            async with at.line("eve", later=later) as eve:
                await eve.hello("SPECTATOR")
                await asyncio.gather(ann.play(), bob.play(), eve.play())
            async with at.line("fay", later=later) as fay:
                await fay.hello("SPECTATOR")
                end = await fay.until("STATISTICS")
                assert end["hasReplay"] is True
                assert end["winner"] == ann.heard[-1]["winner"]
                assert fay.state == eve.state
                await fay.say("REQUEST_REPLAY")
                replay = await fay.until("REPLAY")
        assert replay["playerOneName"] == "ann"
        assert replay["rounds"] == eve.state["currentRound"]
        assert replay["level"] == eve.heard[0]["level"]
        assert timeless(replay["messages"], eve) == timeless(eve.heard, eve)

    story()


def timeless(messages: list[Json], client: Client) -> list[Json]:
    """Messages without what differs whenever they are told."""
    return [
        {k: v for k, v in each.items() if k not in ("creationDate", client.id_word)}
        for each in messages
    ]


@timely
async def test_a_player_has_its_own_replay() -> None:
    async with house() as at, two(at) as (ann, bob):
        await ann.say("REQUEST_CONFIG_DELIVERY")
        await asyncio.gather(ann.play(), bob.play())
        told = list(ann.heard)
        assert "CONFIG_DELIVERY" in ann.types
        await ann.say("REQUEST_REPLAY")
        replay = await ann.until("REPLAY")
    assert timeless(replay["messages"], ann) == timeless(told, ann)


@timely
async def test_there_is_no_replay_before_the_end_and_nothing_happens_to_who_asks() -> None:
    async with house() as at, two(at) as (ann, bob):
        request = await ann.until("REQUEST_ITEM_CHOICE")
        await ann.say("REQUEST_REPLAY")
        error = await ann.hear()
        assert error["type"] == "CONNECTION_ERROR"
        assert "over" in error["debugMessage"]
        await ann.answer(request)
        await asyncio.gather(ann.play(), bob.play())


@timely
async def test_everybody_may_ask_for_the_configuration_at_any_time() -> None:
    async with house() as at, at.line("eve") as eve, at.line("ann") as ann:
        for client, role in ((eve, "SPECTATOR"), (ann, "AI")):
            welcome = await client.hello(role)
            await client.say("REQUEST_CONFIG_DELIVERY")
            config = await client.until("CONFIG_DELIVERY")
            for key in ("level", "settings", "character_settings"):
                assert config[key] == welcome[key]


@timely
async def test_meta_information_tells_each_what_is_its_business() -> None:
    keys = [
        "Configuration.Scenario", "Configuration.Matchconfig",
        "Configuration.CharacterInformation", "Spectator.Count", "Spectator.Members",
        "Faction.Player1", "Faction.Player2", "Faction.Neutral", "Gadgets.Player1",
        "Gadgets.Player2", "Game.RemainingPauseTime", "Weather.Tomorrow",
    ]  # fmt: skip
    async with house() as at, two(at, later=True) as (ann, bob), at.line("eve", later=True) as eve:
        await eve.hello("SPECTATOR")
        playing = asyncio.create_task(bob.play())
        await ann.play(until=asks_for_operation)
        told = {}
        for client in (ann, eve):
            await client.say("REQUEST_META_INFORMATION", keys=keys)
            told[client.name] = (await client.until("META_INFORMATION"))["information"]
        playing.cancel()
    mine, theirs = told["ann"], told["eve"]
    assert list(mine) == keys
    assert mine["Configuration.Scenario"] == ann.heard[0]["level"]
    assert mine["Configuration.Matchconfig"] == ann.heard[0]["settings"]
    assert mine["Configuration.CharacterInformation"] == ann.heard[0]["characterSettings"]
    assert mine["Spectator.Count"] == 1
    assert mine["Spectator.Members"] == ["eve"]
    assert mine["Faction.Player1"] == theirs["Faction.Player1"] != []
    assert mine["Faction.Player2"] is None
    assert mine["Faction.Neutral"] is None
    assert mine["Gadgets.Player2"] is None
    assert mine["Weather.Tomorrow"] is None
    assert theirs["Faction.Player2"]
    assert len(theirs["Faction.Neutral"]) == 3
    assert theirs["Gadgets.Player2"]
    assert mine["Game.RemainingPauseTime"] is None


@timely
async def test_a_spectator_leaves_alone() -> None:
    async with house() as at, two(at) as (ann, bob), at.line("eve") as eve:
        await eve.hello("SPECTATOR")
        await eve.say("GAME_LEAVE")
        rest = await eve.the_rest()
        assert rest[-1]["type"] == "GAME_LEFT"
        assert rest[-1]["leftUserId"] == eve.id
        await asyncio.gather(ann.play(), bob.play())
        assert "GAME_LEFT" not in ann.types


@pytest.mark.parametrize(
    ("type_", "fields"),
    [
        ("REQUEST_GAME_PAUSE", {"gamePause": True}),
        ("ITEM_CHOICE", {"offerNr": 1, "chosenGadget": "JETPACK"}),
        ("GAME_OPERATION", {"operation": {"type": "RETIRE"}}),
        ("TEAPOT", {}),
    ],
)
def test_a_spectator_who_wants_to_play_is_sent_away_and_nobody_else_minds(
    type_: str, fields: Json
) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at) as (ann, bob), at.line("eve") as eve:
            await eve.hello("SPECTATOR")
            await eve.say(type_, **fields)
            assert (await eve.the_rest())[-1]["type"] == "CONNECTION_ERROR"
            await ann.answer(await ann.until("REQUEST_ITEM_CHOICE"))
            await ann.until("REQUEST_ITEM_CHOICE")
            assert "CONNECTION_ERROR" not in bob.types

    story()


@timely
async def test_two_hundred_spectators_hear_the_same() -> None:
    async with house() as at, AsyncExitStack() as stack, two(at) as (ann, bob):
        crowd = [await stack.enter_async_context(at.line(f"eve {n}")) for n in range(200)]
        for eve in crowd:
            await eve.hello("SPECTATOR")
        playing = asyncio.create_task(bob.play())
        await ann.play(until=asks_for_operation)
        await asyncio.gather(*(eve.until("GAME_STATUS") for eve in crowd))
        states = [eve.state for eve in crowd]
        assert all(state == states[0] for state in states)
        playing.cancel()


@timely
async def test_spectators_who_do_not_listen_or_vanish_hold_nobody_up() -> None:
    async with house() as at, two(at) as (ann, bob):
        async with at.line("deaf") as deaf, at.line("gone") as gone:
            await deaf.hello("SPECTATOR")
            await gone.hello("SPECTATOR")
            cut(gone)
            await asyncio.gather(ann.play(), bob.play())
        assert "GAME_PAUSE" not in ann.types


@timely
async def test_lines_are_closed_some_time_after_the_end() -> None:
    async with house(farewell=30, second=0.01) as at, two(at) as (ann, bob):
        await ann.say("GAME_LEAVE")
        await bob.until("STATISTICS")
        assert await bob.the_rest() == []
        assert bob.socket.close_code == 1000
