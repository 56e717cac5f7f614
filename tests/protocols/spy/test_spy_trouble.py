"""Strikes, pauses, leaving, lost connections, and everything the standard disqualifies for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.protocols.spy.clients import (
    Client,
    House,
    Json,
    asks_for_operation,
    house,
    is_request,
    small_game,
    timely,
)
from websockets.exceptions import ConnectionClosed

from spielwerk.games.spy import Options

HURRY = 0.01
"""How long a second of a server in a hurry takes."""


@asynccontextmanager
async def two(
    at: House, roles: tuple[str, str] = ("PLAYER", "PLAYER"), *, later: bool = False
) -> AsyncIterator[tuple[Client, Client]]:
    """Two players who have said hello."""
    async with at.line("ann", later=later) as ann, at.line("bob", later=later) as bob:
        await ann.hello(roles[0])
        await bob.hello(roles[1])
        yield ann, bob


async def to_the_first_request(ann: Client, bob: Client) -> tuple[Client, Client, Json]:
    """Draft and equip; who is asked first, the other one, and the request."""
    tasks = {asyncio.create_task(each.play(until=asks_for_operation)): each for each in (ann, bob)}
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    (task,) = done
    actor = tasks[task]
    return actor, bob if actor is ann else ann, task.result()


def only(messages: list[Json], type_: str) -> Json:
    (found,) = [each for each in messages if each["type"] == type_]
    return found


# Strikes


@pytest.mark.parametrize("later", [False, True])
def test_who_never_acts_gets_strikes_and_is_cut_off_at_the_last(later: bool) -> None:
    @timely
    async def story() -> None:
        game = small_game(strike_maximum=3, round_limit=50, turn_phase_limit=10)
        async with house(game, second=HURRY) as at, two(at, later=later) as (ann, bob):
            playing = asyncio.create_task(bob.play())
            await ann.play(until=asks_for_operation)
            rest = await ann.the_rest()
            end = await playing
        strikes = [each for each in rest if each["type"] == "STRIKE"]
        assert [each["strikeNr"] for each in strikes] == [1, 2, 3]
        assert {each["strikeMax"] for each in strikes} == {3}
        assert end["winner"] == bob.id
        assert end["reason"] == ("VICTORY_BY_KICK" if later else "VICTORY_BY_IP")
        assert "STATISTICS" not in [each["type"] for each in rest]
        errors = [each["reason"] for each in rest if each["type"] == "ERROR"]
        assert errors == (["TOO_MANY_STRIKES"] if later else [])

    story()


@timely
async def test_a_missed_turn_is_told_as_a_status_without_operation_and_the_next_character() -> None:
    game = small_game(turn_phase_limit=10)
    async with house(game, second=HURRY) as at, two(at) as (ann, bob):
        actor, _, request = await to_the_first_request(ann, bob)
        await actor.until("STRIKE")
        status = await actor.until("GAME_STATUS")
    assert status["operations"] == []
    assert status["activeCharacterId"] != request["characterId"]


@timely
async def test_an_operation_resets_the_strikes() -> None:
    game = small_game(strike_maximum=2, turn_phase_limit=60, round_limit=50)
    async with house(game, second=HURRY) as at, two(at) as (ann, bob):
        playing = asyncio.create_task(bob.play())
        request = await ann.play(until=asks_for_operation)
        for _ in range(3):
            strike = await ann.until("STRIKE")
            assert strike["strikeNr"] == 1
            request = await ann.until("REQUEST_GAME_OPERATION")
            await ann.answer(request)
        playing.cancel()


@timely
async def test_an_answer_that_comes_too_late_is_dropped_without_penalty() -> None:
    game = small_game(turn_phase_limit=10, round_limit=50, strike_maximum=9)
    async with house(game, second=HURRY) as at, two(at) as (ann, bob):
        actor, _, request = await to_the_first_request(ann, bob)
        await actor.until("STRIKE")
        await actor.answer(request)
        await actor.until("REQUEST_GAME_OPERATION")
        assert "CONNECTION_ERROR" not in actor.types


@timely
async def test_chance_chooses_for_who_is_late_in_the_draft() -> None:
    game = small_game(Options(choice_limit=10), strike_maximum=99)
    async with house(game, second=HURRY) as at, two(at) as (ann, _):
        assert (await ann.until("REQUEST_ITEM_CHOICE"))["offerNr"] == 1
        assert (await ann.until("STRIKE"))["strikeNr"] == 1
        assert (await ann.until("REQUEST_ITEM_CHOICE"))["offerNr"] == 2
        await ann.until("REQUEST_EQUIPMENT_CHOICE")
        await ann.until("GAME_STATUS")


# Disqualification


async def expect_disqualified(offender: Client, victim: Client, word: str = "") -> None:
    """The offender is told why and cut off; the other one wins."""
    rest = await offender.the_rest()
    error = rest[-1]
    assert error["type"] == ("ERROR" if offender.later else "CONNECTION_ERROR")
    assert error["reason"] == ("ILLEGAL_MESSAGE" if offender.later else "GENERAL")
    assert word in error["debugMessage"]
    left = await victim.until("GAME_LEFT")
    assert left["leftUserId"] == offender.id
    end = await victim.hear()
    assert end["type"] == "STATISTICS"
    assert end["winner"] == victim.id
    assert end["reason"] == ("VICTORY_BY_KICK" if victim.later else "VICTORY_BY_IP")


@pytest.mark.parametrize(
    ("type_", "fields"), [("GAME_LEAVE", {}), ("REQUEST_GAME_PAUSE", {"gamePause": True})]
)
def test_a_machine_that_leaves_or_pauses_is_disqualified(type_: str, fields: Json) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at, ("PLAYER", "AI")) as (ann, bob):
            await bob.say(type_, **fields)
            await expect_disqualified(bob, ann, "machine")

    story()


def strange_choice(request: Json) -> Json:
    return {"offerNr": 1, "chosenCharacterId": None, "chosenGadget": "COCKTAIL"}


def two_choices(request: Json) -> Json:
    who, what = request["offeredCharacterIds"][0], request["offeredGadgets"][0]
    return {"offerNr": 1, "chosenCharacterId": who, "chosenGadget": what}


def no_choice(request: Json) -> Json:
    return {"offerNr": 1, "chosenCharacterId": None, "chosenGadget": None}


def unknown_gadget(request: Json) -> Json:
    return {"offerNr": 1, "chosenCharacterId": None, "chosenGadget": "TEAPOT"}


def wrong_number(request: Json) -> Json:
    return {"offerNr": 5, "chosenCharacterId": request["offeredCharacterIds"][0]}


def no_number(request: Json) -> Json:
    return {"chosenCharacterId": request["offeredCharacterIds"][0]}


@pytest.mark.parametrize(
    "choice",
    [strange_choice, two_choices, no_choice, unknown_gadget, wrong_number, no_number],
)
def test_a_choice_that_was_not_offered_is_the_last(choice: Callable[[Json], Json]) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at) as (ann, bob):
            request = await ann.until("REQUEST_ITEM_CHOICE")
            await ann.say("ITEM_CHOICE", **choice(request))
            await expect_disqualified(ann, bob)

    story()


def foreign_gadget(held: Json) -> None:
    next(iter(held.values())).append("COCKTAIL")


def foreign_character(held: Json) -> None:
    held["00000000-0000-0000-0000-000000000001"] = []


def forgotten_gadget(held: Json) -> None:
    next(each for each in held.values() if each).pop()


def gadget_given_twice(held: Json) -> None:
    gadgets = next(each for each in held.values() if each)
    gadgets.append(gadgets[0])


@pytest.mark.parametrize(
    "spoil", [foreign_gadget, foreign_character, forgotten_gadget, gadget_given_twice]
)
def test_equipment_from_elsewhere_disqualifies(spoil: Callable[[Json], None]) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at) as (ann, bob):
            request = await ann.play(until=lambda m: m["type"] == "REQUEST_EQUIPMENT_CHOICE")
            people = request["chosenCharacterIds"]
            held: Json = {who: [] for who in people}
            held[people[0]] = list(request["chosenGadgets"])
            spoil(held)
            await ann.say("EQUIPMENT_CHOICE", equipment=held)
            await expect_disqualified(ann, bob)

    story()


@timely
async def test_characters_without_equipment_may_be_left_out() -> None:
    async with house() as at, two(at) as (ann, bob):
        request = await ann.play(until=lambda m: m["type"] == "REQUEST_EQUIPMENT_CHOICE")
        who = request["chosenCharacterIds"][0]
        await ann.say("EQUIPMENT_CHOICE", equipment={who: request["chosenGadgets"]})
        await asyncio.wait_for(
            asyncio.gather(
                ann.until("GAME_STATUS"), bob.play(until=lambda m: m["type"] == "GAME_STATUS")
            ),
            20,
        )


def into_the_wall(actor: Client, who: str) -> Json:
    here = actor.character(who)["coordinates"]
    return {"type": "MOVEMENT", "characterId": who, "from": here, "target": {"x": 0, "y": 0}}


def off_the_map(actor: Client, who: str) -> Json:
    here = actor.character(who)["coordinates"]
    return {"type": "MOVEMENT", "characterId": who, "from": here, "target": {"x": -1, "y": 999}}


def from_elsewhere(actor: Client, who: str) -> Json:
    step = actor.steps(actor.character(who))[0]
    return {**step, "characterId": who, "from": {"x": 0, "y": 0}}


def without_target(actor: Client, who: str) -> Json:
    here = actor.character(who)["coordinates"]
    return {"type": "MOVEMENT", "characterId": who, "from": here}


def with_a_gadget_it_lacks(actor: Client, who: str) -> Json:
    here = actor.character(who)["coordinates"]
    action = {"type": "GADGET_ACTION", "characterId": who, "target": here}
    return {**action, "gadget": "DIAMOND_COLLAR"}


def with_a_property_it_lacks(actor: Client, who: str) -> Json:
    here = actor.character(who)["coordinates"]
    action = {"type": "PROPERTY_ACTION", "characterId": who, "target": here}
    return {**action, "usedProperty": "TOUGHNESS"}


def as_the_cat(actor: Client, who: str) -> Json:
    return {"type": "CAT_ACTION", "target": {"x": 1, "y": 1}}


def with_a_negative_stake(actor: Client, who: str) -> Json:
    here = actor.character(who)["coordinates"]
    return {"type": "GAMBLE_ACTION", "characterId": who, "target": here, "stake": -5}


def of_another_character(actor: Client, who: str) -> Json:
    other = next(c for c in actor.state["characters"] if c["characterId"] != who)
    return {"type": "RETIRE", "characterId": other["characterId"]}


@pytest.mark.parametrize(
    "operation",
    [
        into_the_wall,
        off_the_map,
        from_elsewhere,
        without_target,
        with_a_gadget_it_lacks,
        with_a_property_it_lacks,
        as_the_cat,
        with_a_negative_stake,
        of_another_character,
    ],
)
@pytest.mark.parametrize("later", [False, True])
def test_an_operation_against_the_rules_disqualifies(
    operation: Callable[[Client, str], Json], later: bool
) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at, later=later) as (ann, bob):
            actor, other, request = await to_the_first_request(ann, bob)
            wanted = operation(actor, request["characterId"])
            await actor.say("GAME_OPERATION", operation=wanted)
            await expect_disqualified(actor, other)

    story()


@timely
async def test_who_acts_in_the_turn_of_the_other_is_disqualified() -> None:
    async with house() as at, two(at) as (ann, bob):
        actor, other, request = await to_the_first_request(ann, bob)
        wanted = {"type": "RETIRE", "characterId": request["characterId"]}
        await other.say("GAME_OPERATION", operation=wanted)
        await expect_disqualified(other, actor, "Nobody asked you")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello?",
        "[]",
        "[" * 50_000,
        "{}",
        '{"type": "GAME_STATUS"}',
        '{"type": "TEAPOT"}',
        '{"type": "HELLO", "name": "again", "role": "PLAYER"}',
        '{"type": 7}',
        '{"type": "ITEM_CHOICE"}',
        b"\x00\x01",
    ],
)
def test_a_player_who_sends_nonsense_is_disqualified(text: str | bytes) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at) as (ann, bob):
            await ann.until("REQUEST_ITEM_CHOICE")
            await ann.socket.send(text)
            await expect_disqualified(ann, bob)

    story()


@timely
async def test_nobody_speaks_in_the_name_of_the_other() -> None:
    async with house() as at, two(at) as (ann, bob):
        request = await ann.until("REQUEST_ITEM_CHOICE")
        ann_id, ann.id = ann.id, bob.id
        await ann.answer(request)
        ann.id = ann_id
        await expect_disqualified(ann, bob, "somebody else")


@timely
async def test_a_frame_of_a_megabyte_is_not_even_read() -> None:
    async with house() as at, two(at) as (ann, bob):
        await ann.socket.send("x" * 1_000_000)
        await ann.the_rest()
        assert ann.socket.close_code == 1009
        assert (await bob.until("GAME_PAUSE"))["gamePaused"] is True


@timely
async def test_unknown_fields_are_tolerated() -> None:
    async with house() as at, two(at) as (ann, _):
        request = await ann.until("REQUEST_ITEM_CHOICE")
        await ann.say("ITEM_CHOICE", **ann.choice(request), mood="cheerful", creationDate="soon")
        assert (await ann.until("REQUEST_ITEM_CHOICE"))["offerNr"] == 2


# Pause and leaving


@timely
async def test_a_pause_is_told_to_all_and_stops_the_clock_until_either_resumes() -> None:
    game = small_game(turn_phase_limit=100)
    async with house(game, second=HURRY) as at, two(at) as (ann, bob):
        actor, other, request = await to_the_first_request(ann, bob)
        await other.say("REQUEST_GAME_PAUSE", gamePause=True)
        for each in (ann, bob):
            assert (await each.until("GAME_PAUSE"))["gamePaused"] is True
        await asyncio.sleep(140 * HURRY)
        await actor.answer(request)
        await actor.say("REQUEST_GAME_PAUSE", gamePause=False)
        for each in (ann, bob):
            assert (await each.until("GAME_PAUSE"))["gamePaused"] is False
        status = await actor.until("GAME_STATUS")
        assert status["activeCharacterId"] == request["characterId"]
        assert status["operations"]
        assert "STRIKE" not in actor.types


@timely
async def test_a_pause_ends_by_itself_after_its_limit() -> None:
    game = small_game(pause_limit=10)
    async with house(game, second=HURRY) as at, two(at) as (ann, bob):
        await ann.say("REQUEST_GAME_PAUSE", gamePause=True)
        assert (await bob.until("GAME_PAUSE"))["gamePaused"] is True
        assert (await bob.until("GAME_PAUSE"))["gamePaused"] is False


@timely
async def test_asking_twice_for_a_pause_is_answered_and_changes_nothing() -> None:
    async with house() as at, two(at) as (ann, bob):
        for _ in range(2):
            await ann.say("REQUEST_GAME_PAUSE", gamePause=True)
            assert (await ann.until("GAME_PAUSE"))["gamePaused"] is True
        await bob.say("REQUEST_GAME_PAUSE", gamePause=False)
        assert (await ann.until("GAME_PAUSE"))["gamePaused"] is False


@pytest.mark.parametrize("later", [False, True])
def test_who_leaves_loses_and_all_are_told(later: bool) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at, later=later) as (ann, bob):
            await ann.until("REQUEST_ITEM_CHOICE")
            await ann.say("GAME_LEAVE")
            rest = await ann.the_rest()
            assert rest[0]["type"] == "GAME_LEFT"
            assert rest[0]["leftUserId"] == ann.id
            assert (await bob.until("GAME_LEFT"))["leftUserId"] == ann.id
            end = await bob.hear()
            assert end["type"] == "STATISTICS"
            assert end["winner"] == bob.id
            assert end["reason"] == ("VICTORY_BY_LEAVE" if later else "VICTORY_BY_IP")

    story()


@timely
async def test_leaving_in_a_pause_ends_the_match_as_well() -> None:
    async with house() as at, two(at) as (ann, bob):
        await ann.say("REQUEST_GAME_PAUSE", gamePause=True)
        await ann.until("GAME_PAUSE")
        await ann.say("GAME_LEAVE")
        assert (await bob.until("STATISTICS"))["winner"] == bob.id


@timely
async def test_a_clean_goodbye_of_the_connection_is_a_forfeit() -> None:
    async with house() as at, two(at) as (ann, bob):
        await ann.until("REQUEST_ITEM_CHOICE")
        await ann.socket.close()
        assert (await bob.until("STATISTICS"))["winner"] == bob.id


# Lost connections


def cut(client: Client) -> None:
    client.socket.transport.abort()


async def back(at: House, lost: Client, line: Client) -> None:
    """Introduce a new line as the player whose line broke off."""
    line.id, line.session = lost.id, lost.session
    line.rng, line.heard = lost.rng, list(lost.heard)
    await line.say("RECONNECT", sessionId=lost.session)


def phase_of(type_: str) -> Callable[[Json], bool]:
    return lambda message: message["type"] == type_


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize(
    "request_type",
    ["REQUEST_ITEM_CHOICE", "REQUEST_EQUIPMENT_CHOICE", "REQUEST_GAME_OPERATION"],
)
def test_a_player_lost_in_any_phase_comes_back_and_goes_on(request_type: str, later: bool) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at, later=later) as (ann, bob):
            playing = asyncio.create_task(bob.play())
            request = await ann.play(until=phase_of(request_type))
            cut(ann)
            while "GAME_PAUSE" not in bob.types:
                await asyncio.sleep(0.01)
            pause = only(bob.heard, "GAME_PAUSE")
            assert pause["gamePaused"] is True
            assert pause.get("serverEnforced") == (True if later else None)
            async with at.line("ann", later=later) as line:
                await back(at, ann, line)
                assert (await line.hear())["type"] == "GAME_STARTED"
                if request_type == "REQUEST_GAME_OPERATION":
                    assert (await line.hear())["type"] == "GAME_STATUS"
                again = await line.hear()
                same = set(request) - {"creationDate"}
                assert {key: again[key] for key in same} == {key: request[key] for key in same}
                await line.answer(again)
                end = await line.play()
                assert end["winner"] == (await playing)["winner"]
            resumed = [each["gamePaused"] for each in bob.heard if each["type"] == "GAME_PAUSE"]
            assert resumed == [True, False]

    story()


@timely
async def test_who_does_not_come_back_in_time_loses() -> None:
    game = small_game(reconnect_limit=10)
    async with house(game, second=HURRY) as at, two(at, later=True) as (ann, bob):
        await ann.until("REQUEST_ITEM_CHOICE")
        cut(ann)
        end = await bob.until("STATISTICS")
        assert end["winner"] == bob.id
        assert end["reason"] == "VICTORY_BY_LEAVE"


@timely
async def test_both_may_be_lost_and_come_back() -> None:
    async with house() as at, two(at) as (ann, bob):
        await ann.play(until=phase_of("REQUEST_EQUIPMENT_CHOICE"))
        cut(ann)
        await bob.until("GAME_PAUSE")
        cut(bob)
        async with at.line("ann") as ann2, at.line("bob") as bob2:
            await back(at, ann, ann2)
            assert (await ann2.until("GAME_PAUSE"))["gamePaused"] is True
            await back(at, bob, bob2)
            assert (await ann2.until("GAME_PAUSE"))["gamePaused"] is False
            await ann2.answer(next(m for m in reversed(ann2.heard) if is_request(m)))
            ends = await asyncio.gather(ann2.play(), bob2.play())
            assert ends[0]["winner"] == ends[1]["winner"]


@pytest.mark.parametrize("later", [False, True])
def test_a_reconnect_to_a_session_or_as_a_player_that_does_not_exist_is_refused(
    later: bool,
) -> None:
    @timely
    async def story() -> None:
        async with house() as at, two(at) as (ann, _), at.line(later=later) as line:
            line.id = ann.id
            await line.say("RECONNECT", sessionId="00000000-0000-0000-0000-000000000001")
            (error,) = await line.the_rest()
            assert error["reason"] == ("SESSION_DOES_NOT_EXIST" if later else "GENERAL")
            async with at.line(later=later) as other:
                other.id = "00000000-0000-0000-0000-000000000002"
                await other.say("RECONNECT", sessionId=ann.session)
                (error,) = await other.the_rest()
                assert error["reason"] == ("SESSION_DOES_NOT_EXIST" if later else "GENERAL")

    story()


@timely
async def test_nobody_takes_the_place_of_a_player_who_is_there() -> None:
    async with house() as at, two(at) as (ann, bob), at.line("eve", host="127.0.0.2") as eve:
        eve.id = ann.id
        await eve.say("RECONNECT", sessionId=ann.session)
        (error,) = await eve.the_rest()
        assert "connected already" in error["debugMessage"]
        await asyncio.gather(ann.play(), bob.play())


@timely
async def test_a_player_comes_back_while_the_old_line_still_looks_alive() -> None:
    async with house() as at, two(at) as (ann, bob), at.line("ann") as again:
        again.id, again.session = ann.id, ann.session
        await again.say("RECONNECT", sessionId=ann.session)
        assert (await again.hear())["type"] == "GAME_STARTED"
        assert "another line" in (await ann.the_rest())[-1]["debugMessage"]
        await asyncio.gather(again.play(), bob.play())
        assert again.types[-1] == bob.types[-1] == "STATISTICS"


@timely
async def test_an_answer_given_again_after_a_pause_does_no_harm() -> None:
    async with house() as at, two(at) as (ann, bob):
        request = await ann.until("REQUEST_ITEM_CHOICE")
        await bob.say("REQUEST_GAME_PAUSE", gamePause=True)
        await ann.until("GAME_PAUSE")
        await ann.answer(request)
        answer = json.dumps(ann.said[-1])
        await ann.say("REQUEST_CONFIG_DELIVERY")
        await ann.until("CONFIG_DELIVERY")  # so the answer was heard in the pause
        await bob.say("REQUEST_GAME_PAUSE", gamePause=False)
        await ann.until("GAME_PAUSE")
        await ann.socket.send(answer)
        await asyncio.gather(ann.play(), bob.play())
        assert ann.types[-1] == "STATISTICS"


@timely
async def test_a_player_whose_old_line_is_dead_comes_back_at_once() -> None:
    async with house() as at, two(at) as (ann, bob), at.line("ann", host="127.0.0.2") as ann2:
        ann.socket.transport.pause_reading()  # its network is gone, and nobody was told
        await back(at, ann, ann2)
        await asyncio.gather(ann2.play(), bob.play())


# The door


@timely
async def test_two_clients_of_one_name_are_one_too_many() -> None:
    async with house() as at, at.line("ann") as ann, at.line("ann") as twin:
        await ann.hello()
        error = await twin.hello()
        assert error["type"] == "CONNECTION_ERROR"
        assert error["reason"] == "NAME_NOT_AVAILABLE"


@timely
async def test_a_third_player_is_told_that_the_server_is_busy_until_the_match_is_over() -> None:
    async with house() as at, two(at) as (ann, bob):
        async with at.line("cid") as cid:
            error = await cid.hello()
            assert error["type"] == "CONNECTION_ERROR"
            assert error["reason"] == "ALREADY_SERVING"
        await ann.say("GAME_LEAVE")
        await bob.until("STATISTICS")
        async with at.line("cid") as cid:
            assert (await cid.hello())["type"] == "HELLO_REPLY"
            assert cid.session != ann.session


@timely
async def test_several_matches_at_a_time_do_not_mix() -> None:
    async with house(matches=2) as at, two(at) as (ann, bob), two(at) as (cid, dan):
        assert ann.session == bob.session != cid.session == dan.session
        async with at.line("eve") as eve:
            assert (await eve.hello())["reason"] == "ALREADY_SERVING"
        ends = await asyncio.gather(*(each.play() for each in (ann, bob, cid, dan)))
        assert ends[0]["winner"] in (ann.id, bob.id)
        assert ends[2]["winner"] in (cid.id, dan.id)


@timely
async def test_a_player_who_goes_before_the_match_makes_room() -> None:
    async with house() as at:
        async with at.line("ann") as ann:
            await ann.hello()
        async with two(at) as (ann, bob):
            await asyncio.gather(ann.play(), bob.play())


@pytest.mark.parametrize(
    "text",
    [
        "hello?",
        "{}",
        json.dumps({"type": "HELLO", "name": "ann"}),
        json.dumps({"type": "HELLO", "name": "ann", "role": "CAT"}),
        json.dumps({"type": "HELLO", "name": "", "role": "PLAYER"}),
        json.dumps({"type": "HELLO", "name": "x" * 101, "role": "PLAYER"}),
        json.dumps({"type": "HELLO", "name": 7, "role": "PLAYER"}),
        json.dumps({"type": "HELLO", "name": "half \ud83d", "role": "PLAYER"}),
        json.dumps({"type": "GAME_LEAVE", "playerId": None}),
        json.dumps({"type": "RECONNECT", "playerId": None}),
    ],
)
def test_who_does_not_introduce_itself_properly_is_not_let_in(text: str) -> None:
    @timely
    async def story() -> None:
        async with house() as at, at.line() as line:
            await line.socket.send(text)
            (error,) = await line.the_rest()
            assert error["type"] == "CONNECTION_ERROR"
            assert error["debugMessage"]

    story()


@pytest.mark.parametrize(
    "fields",
    [{}, {"playerId": None}, {"playerId": "00000000-0000-0000-0000-000000000000"}],
)
def test_hello_needs_no_identifier(fields: Json) -> None:
    @timely
    async def story() -> None:
        async with house() as at, at.line() as line:
            hello: Json = {"type": "HELLO", "name": "ann", "role": "PLAYER", **fields}
            await line.socket.send(json.dumps(hello))
            assert (await line.hear())["type"] == "HELLO_REPLY"

    story()


@timely
async def test_who_never_says_anything_is_cut_off() -> None:
    async with house(hello_limit=10, second=HURRY) as at, at.line() as line:
        with pytest.raises(ConnectionClosed):
            await line.hear()


def speak_too_early(client: Client) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("ITEM_CHOICE", {"offerNr": 1, "chosenGadget": "JETPACK"}),
        ("EQUIPMENT_CHOICE", {"equipment": {}}),
        ("GAME_OPERATION", {"operation": {"type": "RETIRE", "characterId": client.id}}),
        ("REQUEST_GAME_PAUSE", {"gamePause": True}),
    ]


@timely
async def test_who_plays_before_the_match_has_begun_has_to_go() -> None:
    async with house() as at:
        for number in range(4):
            async with at.line("ann") as ann:
                await ann.hello()
                type_, fields = speak_too_early(ann)[number]
                await ann.say(type_, **fields)
                (error,) = await ann.the_rest()
                assert error["type"] == "CONNECTION_ERROR"
                assert "not begun" in error["debugMessage"]
