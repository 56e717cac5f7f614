"""Whole matches over real sockets, as people play them."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from spielwerk.catalogue import open_game
from spielwerk.client import Client, Closed, Connection, RefusedByServer
from spielwerk.match import MatchLog, Status, replay_match

OVER = ("ended", "abandoned")


async def play_out(table: Connection, rng: Random, moves: int | None = None) -> dict:
    """Make random moves for a seat until the match is over, or so many have been made."""
    made = 0
    while moves is None or made < moves:
        shown = await table.until(lambda p: p["legal"] or p["phase"] in OVER)
        if not shown["legal"]:
            break
        await table.move(rng.choice(shown["legal"]))
        made += 1
    return table.picture


def test_two_guests_play_connect_four_to_the_end(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            red = await client.found("connect-four", name="Ada")
            yellow = await client.join(red.match, name="Bob")
            assert (red.role, yellow.role) == ("red", "yellow")
            async with red.connect() as one, yellow.connect() as two:
                ends = await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
            assert ends[0]["outcome"] == ends[1]["outcome"] is not None
            assert ends[0]["view"] == ends[1]["view"]
            assert (await client.watch(red.match).show())["picture"]["phase"] == "ended"
            newest = (await client.matches())[0]
            assert (newest["match"], newest["phase"]) == (red.match, "ended")

    asyncio.run(story())


async def chess_with_a_break(url: str) -> None:
    """Two guests play chess; one is away for a while, a spectator comes late."""
    async with Client(url) as client:
        white = await client.found("chess", name="Ada", visibility="unlisted")
        black = await client.join(white.match, invitation=white.invitations["black"], name="Bob")
        one, two = await white.connect().__aenter__(), await black.connect().__aenter__()
        await asyncio.gather(play_out(one, Random(1), 5), play_out(two, Random(2), 4))
        await two.until(lambda p: p["legal"])
        await two.close()
        await black.move(two.picture["legal"][0], two.picture["step"])
        await one.until(lambda p: p["legal"])
        await one.move(one.picture["legal"][-1])
        frames = []
        two = await black.connect(after=two, heard=frames.append).__aenter__()
        assert '"type":"update"' in frames[0], "the gap is bridged, not started anew"
        assert [e["event"] for e in two.events].count("stepped") == 2
        watching = client.watch(white.match)
        async with watching.connect() as spectator:
            ends = await asyncio.gather(play_out(one, Random(3)), play_out(two, Random(4)))
            seen = await spectator.until(lambda p: p["phase"] == "ended")
        assert ends[0]["outcome"] == ends[1]["outcome"] == seen["outcome"]
        for table, seat in ((one, white), (two, black), (spectator, watching)):
            whole = (await seat.show())["picture"]
            assert table.picture == whole, "differences add up to the whole view"
        log = MatchLog.from_text(await white.log())
        *_, end = replay_match(open_game("chess"), log)
        assert end.status is Status.ENDED
        assert end.outcome == seen["outcome"]
        assert end.state.view(None) == seen["view"]
        await one.close()
        await two.close()


def test_chess_goes_on_after_a_break_and_its_log_replays_to_the_same_end(shared_server):
    asyncio.run(chess_with_a_break(shared_server.url))


def test_refused_moves_are_explained_to_the_one_who_made_them(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe")
            o = await client.join(x.match)
            heard: list[str] = []
            async with x.connect() as one, o.connect(heard=heard.append) as two:
                await one.move("(mark 2 2)")
                with pytest.raises(RefusedByServer) as turn:
                    await one.move("(mark 1 1)", 1)
                assert turn.value.code == "not-your-turn"
                await two.until(lambda p: p["legal"])
                with pytest.raises(RefusedByServer) as marked:
                    await two.move("(mark 2 2)")
                assert marked.value.code == "illegal-move"
                assert marked.value.explanation["holds"] is False
                assert (await o.why("(mark 2 2)"))["claim"] == marked.value.explanation["claim"]
                touched = await two.order({"type": "why", "squares": ["2·2"]})
                assert touched["move"]["move"] == "(mark 2 2)"
                assert touched["explanation"]["claim"] == marked.value.explanation["claim"]
                assert touched["explanation"]["squares"] == ["2·2"]
                nothing = await two.order({"type": "why", "squares": ["9·9"]})
                assert (nothing["move"], nothing["explanation"]) == (None, None)
                with pytest.raises(RefusedByServer) as formless:
                    await two.order({"type": "why", "squares": "2·2"})
                assert formless.value.code == "invalid"
                with pytest.raises(RefusedByServer) as nonsense:
                    await two.move("(((")
                assert nonsense.value.code == "not-a-move"
                with pytest.raises(RefusedByServer) as stale:
                    await two.move("(mark 1 1)", 0)
                assert stale.value.code == "stale"
            assert not any("(mark 1 1)" in frame and "refused" in frame for frame in heard[:-1])

    asyncio.run(story())


def test_a_stranger_moves_for_nobody(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            seat = await client.found("tic-tac-toe", visibility="private")
            with pytest.raises(Closed) as guess:
                await Connection(
                    f"ws{shared_server.url[4:]}/api/v1/matches/{seat.match}/play", "seat_guessed"
                ).__aenter__()
            assert guess.value.code == "wrong-token"
            with pytest.raises(Closed) as private:
                await client.watch(seat.match).connect().__aenter__()
            assert private.value.code == "no-such-match"

    asyncio.run(story())


def test_people_agree_on_pauses_undo_draws_and_rematches(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe")
            o = await client.join(x.match)
            async with x.connect() as one, o.connect() as two:
                await one.move("(mark 2 2)")
                await one.order({"type": "offer", "offer": "undo"})
                await two.until(lambda p: p["offers"] == {"undo": ["xplayer"]})
                await two.order({"type": "offer", "offer": "undo"})
                await one.until(lambda p: p["step"] == 0 and p["legal"])
                await two.order({"type": "say", "text": "Take your time."})
                await one.until(lambda p: p["chat"])
                assert one.picture["chat"][0]["text"] == "Take your time."
                for table in (one, two):
                    await table.order({"type": "offer", "offer": "pause"})
                await one.until(lambda p: p["phase"] == "paused")
                for table in (one, two):
                    await table.order({"type": "offer", "offer": "resume"})
                await one.until(lambda p: p["phase"] == "running")
                await one.order({"type": "offer", "offer": "draw"})
                await two.until(lambda p: p["offers"])
                await two.order({"type": "decline", "offer": "draw"})
                await one.until(lambda p: not p["offers"])
                for table in (one, two):
                    await table.order({"type": "offer", "offer": "draw"})
                end = await one.until(lambda p: p["phase"] == "ended")
                assert end["outcome"] == {"xplayer": 50, "oplayer": 50}
                assert end["reason"] == end["ending"] == "agreement"

    asyncio.run(story())


def test_a_finished_match_is_forked_and_carried_elsewhere(shared_server):
    async def story():
        async with Client(shared_server.url) as client:
            x = await client.found("tic-tac-toe")
            o = await client.join(x.match)
            async with x.connect() as one, o.connect() as two:
                await one.move("(mark 2 2)")
                await two.until(lambda p: p["legal"])
                await two.move("(mark 1 1)")
                await two.order({"type": "resign"})
                end = await one.until(lambda p: p["phase"] == "ended")
                assert (end["reason"], end["ending"]) == ("only xplayer is left", "left")
            fork = await x.fork(1)
            async with fork["oplayer"].connect() as table:
                assert table.picture["step"] == 1
                assert "(mark 1 1)" in table.picture["legal"]
                await table.move("(mark 3 3)")
            alone = await x.fork(1, bots={"oplayer": "easy"})
            assert list(alone) == ["xplayer"]
            async with alone["xplayer"].connect() as table:
                await table.until(lambda p: p["step"] == 2 and p["legal"])
            copies = await client.import_log(await x.log())
            shown = (await copies["xplayer"].show())["picture"]
            assert shown["phase"] == "ended"
            assert shown["outcome"] == {"xplayer": 100, "oplayer": 0}

    asyncio.run(story())
