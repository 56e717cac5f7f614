"""Machines at the table, and their opinions."""

from __future__ import annotations

import asyncio
import json
from random import Random

import httpx
import pytest
from tests.server.conftest import ROOMY
from tests.server.test_conversation import play_out

from spielwerk.client import ApiError, Client


def run(story):
    return asyncio.run(asyncio.wait_for(story, 300))


def test_a_person_plays_a_machine_to_the_end(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            red = await client.found("connect-four", bots={"yellow": "mcts:100ms"})
            async with red.connect() as table:
                end = await play_out(table, Random(1))
            assert end["seats"]["yellow"]["bot"] == "mcts:100ms"
            assert end["outcome"]["red"] + end["outcome"]["yellow"] == 100

    run(story())


def test_machines_play_among_themselves_while_people_watch(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            seat = await client.found(
                "tic-tac-toe", bots={"xplayer": "random", "oplayer": "greedy"}
            )
            assert seat.token is None
            async with client.watch(seat.match).connect() as table:
                await table.until(lambda p: p["phase"] == "ended")

    run(story())


def test_a_machine_plays_a_game_with_secrets_fairly(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            seat = await client.found("kuhn-poker", bots={"second": "mcts:iterations=50"})
            async with seat.connect() as table:
                end = await play_out(table, Random(1))
            assert end["phase"] == "ended"

    run(story())


def test_a_machine_takes_over_and_its_old_holder_has_no_say(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe")
            o = await client.join(x.match)
            await client.call(
                "POST",
                f"/matches/{x.match}/seats/xplayer/bot",
                {"player": "random"},
                token=x.token,
            )
            async with o.connect() as table:
                await table.until(lambda p: p["legal"])
            with pytest.raises(ApiError) as gone:
                await x.move("(mark 1 1)", 0)
            assert gone.value.code == "wrong-token"
            with pytest.raises(ApiError) as foreign:
                await client.call(
                    "POST",
                    f"/matches/{x.match}/seats/xplayer/bot",
                    {"player": "mcts"},
                    token=o.token,
                )
            assert foreign.value.code == "not-your-seat"

    run(story())


def test_a_move_against_a_machine_can_be_taken_back(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            seat = await client.found("tic-tac-toe", bots={"oplayer": "random"})
            async with seat.connect() as table:
                await table.move("(mark 2 2)")
                await table.until(lambda p: p["step"] == 2 and p["legal"])
                await table.order({"type": "offer", "offer": "undo"})
                shown = await table.until(lambda p: p["step"] == 0 and p["legal"])
                assert "(mark 2 2)" in shown["legal"]

    run(story())


def test_opinions_come_with_reasons_but_never_between_people(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            alone = await client.found("tic-tac-toe", bots={"oplayer": "random"})
            opinion = await client.call(
                "POST",
                f"/matches/{alone.match}/analysis",
                {"player": "mcts:200ms"},
                token=alone.token,
            )
            assert opinion["role"] == "xplayer"
            assert len(opinion["moves"]) == 9
            assert opinion["explanation"]["reasons"]
            x = await client.found("tic-tac-toe")
            o = await client.join(x.match)
            with pytest.raises(ApiError) as unfair:
                await client.call("POST", f"/matches/{x.match}/analysis", {}, token=x.token)
            assert unfair.value.code == "unfair"
            async with x.connect() as one, o.connect() as two:
                await one.move("(mark 2 2)")
                await two.order({"type": "resign"})
            late = await client.call(
                "POST", f"/matches/{x.match}/analysis", {"player": "mcts:100ms", "step": 1}
            )
            assert (late["step"], late["role"]) == (1, "oplayer")

    run(story())


def test_a_machine_goes_on_after_the_server_was_killed(server):
    async def story():
        async with Client(server.url) as client:
            seat = await client.found(
                "connect-four", bots={"red": "mcts:300ms", "yellow": "mcts:300ms"}
            )
            async with client.watch(seat.match).connect() as table:
                await table.until(lambda p: p["step"] >= 2)
            server.kill()
            server.start()
            async with client.watch(seat.match).connect() as table:
                step = table.picture["step"]
                await table.until(lambda p: p["step"] >= step + 2)

    run(story())


def test_a_machine_that_does_not_play_such_games_is_refused_before_it_sits_down(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            for game, seat in (("kuhn-poker", "second"), ("tron", "green")):
                with pytest.raises(ApiError) as refused:
                    await client.found(game, bots={seat: "alphabeta:depth=2"})
                assert (refused.value.status, refused.value.code) == (422, "unsuited")
                assert "mcts" in str(refused.value), "it says who plays all games"
            first = await client.found("kuhn-poker")
            with pytest.raises(ApiError) as refused:
                await client.call(
                    "POST",
                    f"/matches/{first.match}/seats/second/bot",
                    {"player": "alphabeta"},
                    token=first.token,
                )
            assert refused.value.code == "unsuited"
            red = await client.found("connect-four", bots={"yellow": "alphabeta:depth=2"})
            async with red.connect() as table:
                await table.move("(drop 1)")
                await table.until(lambda p: p["legal"])

    run(story())


def test_a_match_against_a_machine_is_forked_while_it_runs(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe", bots={"oplayer": "random"})
            async with x.connect() as table:
                await table.move("(mark 2 2)")
                await table.until(lambda p: p["step"] == 2)
            fork = await x.fork(1)
            async with fork["oplayer"].connect() as other:
                assert other.picture["step"] == 1
                await other.move("(mark 1 1)")
            assert (await x.show())["picture"]["step"] == 2, "the match itself goes on as it was"

    run(story())


def test_whatever_a_fork_would_tell_too_early_stays_in_the_match(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            one = await client.found("kuhn-poker", bots={"second": "random"})
            with pytest.raises(ApiError) as secret:
                await one.fork(0)
            assert (secret.value.status, secret.value.code) == (409, "not-over")
            x = await client.found("tic-tac-toe")
            o = await client.join(x.match)
            with pytest.raises(ApiError) as unfair:
                await o.fork(0)
            assert (unfair.value.status, unfair.value.code) == (403, "unfair")
            with pytest.raises(ApiError) as stranger:
                await client.watch(x.match).fork(0)
            assert stranger.value.code == "seat-needed"

    run(story())


def test_a_machine_that_thinks_for_a_room_nobody_watches_goes_on(start_server):
    server = start_server(**ROOMY, tables_in_memory=0)

    async def story():
        async with Client(server.url) as client:
            seat = await client.found(
                "tic-tac-toe", bots={"xplayer": "mcts:1s", "oplayer": "mcts:1s"}
            )
            watcher = client.watch(seat.match)
            while (await watcher.show())["picture"]["step"] < 2:
                await asyncio.sleep(1)

    run(story())


def unthought(server) -> list[str]:
    """What the server's numbers say of moves that machines had not thought."""
    numbers = httpx.get(f"{server.url}/metrics").text.splitlines()
    return [line for line in numbers if line.startswith("spielwerk_unthought_moves_total")]


def test_with_a_second_for_a_move_machines_think_every_one(start_server):
    server = start_server(**ROOMY)

    async def story():
        async with Client(server.url) as client:
            bots = {"red": "mcts:1s", "yellow": "mcts"}
            seat = await client.found("connect-four", bots=bots, clock="move=1s")
            async with client.watch(seat.match).connect() as table:
                shown = await table.until(lambda p: p["step"] >= 4 or p["phase"] == "ended")
            assert shown["phase"] == "running"

    run(story())
    assert unthought(server) == []


def test_a_machine_that_the_server_holds_up_is_waited_for(start_server):
    server = start_server(**ROOMY)

    async def story():
        async with Client(server.url) as client:
            bots = {"xplayer": "mcts:1s", "oplayer": "random"}
            seat = await client.found("tic-tac-toe", bots=bots, clock="move=1ms")
            async with client.watch(seat.match).connect() as table:
                shown = await table.until(lambda p: p["phase"] == "ended")
            assert shown["step"] > 4
            assert not any(seat["gone"] for seat in shown["seats"].values())

    run(story())
    assert not any('why="late"' in line for line in unthought(server))


def test_a_machine_that_breaks_down_does_not_leave_and_the_log_says_so(start_server):
    server = start_server(**ROOMY, log_format="json", bot_memory=1)

    async def story():
        async with Client(server.url) as client:
            seat = await client.found("tic-tac-toe", bots={"oplayer": "medium"})
            async with seat.connect() as table:
                end = await play_out(table, Random(1))
            assert end["ending"] == "rules"
            assert end["seats"]["oplayer"]["bot"] == "medium"

    run(story())
    server.stop()
    server.log.seek(0)
    lines = [json.loads(line) for line in server.log]
    told = [line for line in lines if line["message"] == "a machine gave no answer"]
    assert told
    assert {line["player"] for line in told} == {"medium"}
    assert all(line["why"] for line in told)


def test_a_game_offers_its_levels_with_what_they_are_worth(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            names = [level["name"] for level in await client.call("GET", "/players")]
            assert names == ["easy", "medium", "strong", "expert"]
            chess = await client.call("GET", "/games/chess")
            assert [level["name"] for level in chess["levels"]] == names
            ratings = [level["elo"] for level in chess["levels"]]
            assert ratings == sorted(ratings)
            small = await client.call("GET", "/games/tic-tac-toe")
            assert len(small["levels"]) < 4

    run(story())


def test_an_opinion_says_in_both_languages_what_the_others_lack(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe", bots={"oplayer": "random"})
            asked = {"player": "medium"}
            path = f"/matches/{x.match}/analysis"
            why = (await client.call("POST", path, asked, token=x.token))["why"]
            assert len(why["alternatives"]) == 2
            for way in (why["best"], *why["alternatives"]):
                assert way["says"]["en"]
                assert way["says"]["de"]
                assert way["says"]["en"] != way["says"]["de"]
                assert way["line"][0]["move"] == way["move"]
                assert way["line"][0]["role"] == "xplayer"

    run(story())


def test_there_is_an_opinion_where_everybody_chooses_at_once(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            seat = await client.found("goofspiel", bots={"bert": "random"})
            path = f"/matches/{seat.match}/analysis"
            asked = {"player": "auto:300ms", "why": False}
            opinion = await client.call("POST", path, asked, token=seat.token)
            assert opinion["role"] == "anna"
            assert opinion["move"] in [one["move"] for one in opinion["moves"]]

    run(story())
