"""Rules people upload: refused with diagnostics, hosted privately, stopped when they run wild."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from tests.languages.igold.test_heavy_rules import later
from tests.server.conftest import ROOMY
from tests.server.pace import honest_match, is_pace
from tests.server.test_conversation import play_out

from spielwerk.catalogue import open_game
from spielwerk.client import ApiError, Client
from spielwerk.confinement import Confined, HeldUp, Limits, Overrun
from spielwerk.core import Move, MoveSyntaxError, read_dump
from spielwerk.languages.gdl import gdl_text
from spielwerk.languages.igold import sources
from spielwerk.match import Tick
from spielwerk.server.problems import Problem
from spielwerk.server.rooms.room import Room
from spielwerk.server.uploads.remote import RemoteGame, UploadedRules

ROOT = Path(__file__).parents[2]
WILD = {
    rules.stem: rules.read_text() for rules in sorted((ROOT / "benchmarks/load/wild").iterdir())
}
"""Rules that run wild: each says how."""

LOCKED = """
(role me)
(init (at 1))
(place 1 2) (place 2 3) (place 3 done)
(<= (legal me (say ?n)) (left ?n))
(<= (next (at ?next)) (true (at ?place)) (place ?place ?next))
(<= (next (said ?place ?n)) (true (at ?place)) (place ?place ?next) (does me (say ?n)))
(<= (next (said ?place ?n)) (true (said ?place ?n)))
(<= opened (true (said 1 7)) (true (said 2 21)) (true (said 3 3)))
(<= (edge ?a ?b) opened (left ?a) (right ?b))
(<= (edge ?a ?b) opened (right ?a) (left ?b))
(<= odd (edge ?a ?b) (edge ?b ?c) (edge ?c ?d) (edge ?d ?e) (edge ?e ?a))
(<= terminal (true (at done)) (not odd))
(goal me 0)
""" + "".join(f"(left {n}) (right {n + 60})\n" for n in range(60))
"""Rules that run wild once three numbers were said, which no check happens to say."""

PATIENT = """%%% meta.lp
#program rulebook_usable.
rulebook("patient").
rulebook_version("patient","1.0.0").
%%% rules.lp
#program world_facts.
d(1).
d(X+1) :- d(X), X < 60.
q :- d(A), d(B), d(C), d(D), d(E), A+B+C+D+E = 0.
"""
"""Rules that only the clock stops: how much they combine cannot be foreseen or counted."""

KEEPER = "spielwerk.server.uploads.rulekeeper:answer"


@pytest.fixture(scope="module")
def rules_server(tmp_path_factory):
    from tests.server.conftest import Server

    db = str(tmp_path_factory.mktemp("rules") / "test.db")
    server = Server(db, **ROOMY, rules_seconds=3, rules_memory=200_000_000).start()
    yield server
    server.finish()


def test_wrong_rules_are_refused_with_the_place_of_the_error(rules_server):
    async def story():
        async with Client(rules_server.url) as client:
            found = await client.call("POST", "/rules/check", {"source": "(role me)\n(init ?x)"})
            errors = [d for d in found["diagnostics"] if d["severity"] == "error"]
            assert any(d["line"] == 2 for d in errors)
            with pytest.raises(ApiError) as refused:
                await client.call("POST", "/rules", {"source": "(role me)\n(init ?x)"})
            assert refused.value.code == "wrong-rules"
            assert refused.value.body["diagnostics"]

    asyncio.run(story())


def test_uploaded_rules_are_played_like_any_other_game(rules_server):
    async def story():
        async with Client(rules_server.url) as client:
            source = gdl_text("tic-tac-toe").text
            name = (await client.call("POST", "/rules", {"source": source}))["game"]
            page = await client.call("GET", f"/games/{name}")
            assert page["roles"] == ["xplayer", "oplayer"]
            assert page["layout"]["columns"]
            x = await client.found(name)
            o = await client.join(x.match, invitation=x.invitations["oplayer"])
            async with x.connect() as one, o.connect() as two:
                ends = await asyncio.gather(play_out(one, Random(1)), play_out(two, Random(2)))
            assert ends[0]["outcome"] == ends[1]["outcome"] is not None
            assert x.match not in [line["match"] for line in await client.matches()]
            assert name not in [game["name"] for game in await client.games()]
            alone = await client.found(name, bots={"oplayer": "medium"})
            async with alone.connect() as table:
                assert (await play_out(table, Random(3)))["phase"] == "ended"

    asyncio.run(story())


def test_no_copy_of_an_uploaded_match_is_shown_to_everybody(rules_server):
    async def story():
        async with Client(rules_server.url) as client:
            source = gdl_text("tic-tac-toe").text
            name = (await client.call("POST", "/rules", {"source": source}))["game"]
            x = await client.found(name, bots={"oplayer": "random"})
            async with x.connect() as table:
                await table.order({"type": "resign"})
                await table.until(lambda p: p["phase"] == "ended")
            wanted = {"step": 0, "visibility": "public"}
            copy = await client.call("POST", f"/matches/{x.match}/fork", wanted)
            assert copy["match"] not in [line["match"] for line in await client.matches()]

    asyncio.run(story())


def tried(move: str) -> dict[str, Any]:
    """A move of tic-tac-toe as the library's game shows it."""
    return open_game("tic-tac-toe").initial().card(None, Move(move)).json


async def first_move(rooms):
    """Let whoever can move do so, and wait until all have seen it."""
    able = [room for room in rooms if room.picture["legal"]]
    await able[0].move(able[0].picture["legal"][0])
    step = able[0].picture["step"]
    for room in rooms:
        await room.until(lambda picture: picture["step"] >= step)


def test_rules_in_another_language_are_uploaded_and_played(start_server):
    server = start_server(**ROOMY, rules_seconds=60)

    async def story():
        async with Client(server.url) as client:
            source = sources()["round-the-bay"].read_text(encoding="utf-8")
            with pytest.raises(ApiError) as refused:
                await client.call("POST", "/rules", {"source": source, "language": "klingon"})
            assert refused.value.code == "unknown-language"
            assert "GDL, IGold" in str(refused.value)
            upload = {"source": source, "file": "mine.igold.xml"}
            name = (await client.call("POST", "/rules", upload))["game"]
            page = await client.call("GET", f"/games/{name}")
            assert (page["language"], page["source"]) == ("igold", source)
            seats = [await client.found(name)]
            for invitation in seats[0].invitations.values():
                seats.append(await client.join(seats[0].match, invitation=invitation))
            async with AsyncExitStack() as tables:
                rooms = [await tables.enter_async_context(seat.connect()) for seat in seats]
                for _ in range(6):
                    await first_move(rooms)
                before = rooms[0].picture
            server.kill()
            server.start()
            async with seats[0].connect() as room:
                assert room.picture["view"] == before["view"]
                assert room.picture["step"] == before["step"] >= 6

    asyncio.run(story())


def test_options_and_sizes_of_a_game_are_told_and_taken(rules_server):
    async def story():
        async with Client(rules_server.url) as client:
            page = await client.call("GET", "/games/citadels")
            assert {"deck", "uniqueDistricts"} <= {one["name"] for one in page["options"]}
            seat = await client.found("citadels:5,deck=haunted", bots={"ben": "random"})
            async with seat.connect() as room:
                assert room.picture["game"] == "citadels:5,deck=haunted"
                assert len(room.picture["seats"]) == 5
            with pytest.raises(ApiError) as refused:
                await client.found("citadels:deck=gold")
            assert refused.value.status == 404

    asyncio.run(story())


def test_a_match_whose_rules_go_wrong_waits_with_a_dump_for_its_author(rules_server):
    async def story():
        async with Client(rules_server.url) as client:
            upload = {"source": later("forty squarings"), "file": "heavy.igold.xml"}
            name = (await client.call("POST", "/rules", upload))["game"]
            seat = await client.found(name)
            (invitation,) = seat.invitations.values()
            other = await client.join(seat.match, invitation=invitation)
            async with seat.connect() as room, other.connect() as there:
                with pytest.raises(ApiError) as early:
                    await client.call("GET", f"/matches/{seat.match}/dump", token=seat.token)
                assert early.value.code == "no-fault"
                await room.move("go")
                stopped = await room.until(lambda picture: picture["phase"] == "paused")
                assert "18 digits" in stopped["fault"]
                dump = await client.call("GET", f"/matches/{seat.match}/dump", token=seat.token)
                assert read_dump(dump if isinstance(dump, str) else json.dumps(dump)).script
                for one in (room, there):
                    await one.order({"type": "offer", "offer": "undo"})
                await room.until(lambda picture: picture["phase"] == "running")
                assert room.picture["fault"] is None

    asyncio.run(story())


async def halted_in_a_move(server: Any, then: Any) -> dict[str, Any]:
    """The table after a move in which the processes stood still, and something was done to them."""
    async with Client(server.url) as client:
        source = gdl_text("tic-tac-toe").text
        name = (await client.call("POST", "/rules", {"source": source}))["game"]
        x = await client.found(name)
        await client.join(x.match, invitation=x.invitations["oplayer"])
        async with x.connect() as table:
            asked = ["pgrep", "-P", str(server.process.pid)]
            found = subprocess.run(asked, capture_output=True, text=True, check=True)
            processes = [int(one) for one in found.stdout.split()]
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            moving = asyncio.ensure_future(table.move("(mark 2 2)"))
            await asyncio.sleep(0.1)
            for process in processes:
                then(process)
            await asyncio.wait([moving])
            return await table.until(lambda p: p["step"] == 1 or p["phase"] == "abandoned")


def test_a_match_goes_on_whose_process_was_killed_before_it_heard(rules_server):
    shown = asyncio.run(
        halted_in_a_move(rules_server, lambda process: os.kill(process, signal.SIGKILL))
    )
    assert shown["step"] == 1


def test_a_match_whose_rules_were_stopped_is_over_and_says_so(rules_server):
    async def story():
        async with Client(rules_server.url) as client:
            name = (await client.call("POST", "/rules", {"source": LOCKED}))["game"]
            seat = await client.found(name)
            async with seat.connect() as room:
                for digit in (7, 21):
                    await room.move(f"(say {digit})")
                refused = asyncio.ensure_future(room.move("(say 3)"))
                await room.until(lambda picture: picture["phase"] == "abandoned")
                assert room.picture["step"] == 2
                await asyncio.wait([refused])

    asyncio.run(story())


class Halted:
    """A session whose rules get no processor at all."""

    asked = 0

    def consider(self, *_: object) -> None:
        self.asked += 1
        raise HeldUp("It took longer than 5 seconds.")


def test_rules_that_never_get_the_machine_end_no_match():
    session = Halted()
    considered = Room._considered(SimpleNamespace(_session=session), Tick(), 0.0)
    with pytest.raises(Problem) as told:
        asyncio.run(considered)
    assert (told.value.code, session.asked) == ("busy", 3)


@pytest.mark.soak  # it waits as long as a server does
def test_a_match_whose_rules_the_machine_had_no_time_for_goes_on(start_server):
    server = start_server(**{**ROOMY, "rules_seconds": 0.5})
    assert asyncio.run(halted_in_a_move(server, lambda process: None))["step"] == 1


def test_an_uploaded_match_goes_on_after_the_server_was_killed(rules_server):
    async def story():
        async with Client(rules_server.url) as client:
            source = gdl_text("tic-tac-toe").text
            name = (await client.call("POST", "/rules", {"source": source}))["game"]
            x = await client.found(name)
            await client.join(x.match, invitation=x.invitations["oplayer"])
            async with x.connect() as table:
                shown = {move["move"]: move for move in table.picture["moves"]}
                assert shown["(mark 2 2)"] == tried("(mark 2 2)")
                await table.move("(mark 2 2)")
                assert table.picture["made"] == {"xplayer": tried("(mark 2 2)")}
                assert table.picture["scene"]["pieces"]["2·2"] == ["x"]
                why = await table.order({"type": "why", "squares": ["2·2"]})
                assert why["move"] == tried("(mark 2 2)")
            rules_server.kill()
            rules_server.start()
            async with x.connect() as table:
                assert table.picture["step"] == 1
            assert (await x.why("(mark 2 2)"))["holds"] is False

    asyncio.run(story())


@pytest.mark.parametrize("source", WILD.values(), ids=WILD.keys())
def test_rules_that_run_wild_are_stopped_and_slow_nobody_down(rules_server, source):
    async def story():
        async with Client(rules_server.url) as client:
            usual = median(await honest_match(client))
            wild = [
                asyncio.create_task(client.call("POST", "/rules", {"source": source}))
                for _ in range(2)
            ]
            waited: list[float] = []
            while not all(task.done() for task in wild):
                waited += await honest_match(client)
            answers = await asyncio.gather(*wild, return_exceptions=True)
            for answer in answers:
                assert isinstance(answer, ApiError)
                assert answer.code in ("rules-too-heavy", "wrong-rules")
            assert is_pace(median(waited), usual), "the others keep their pace"

    asyncio.run(story())


def test_a_server_that_is_stopped_says_so_to_those_who_wait(start_server):
    server = start_server(**{**ROOMY, "rules_seconds": 60})

    async def story():
        async with Client(server.url, timeout=300) as client:
            waiting = asyncio.create_task(
                client.call("POST", "/rules", {"source": PATIENT, "language": "rulebook"}),
                name="upload",
            )
            checked = 'spielwerk_working{queue="checks"} 1.0'
            while checked not in (await asyncio.to_thread(httpx.get, f"{server.url}/metrics")).text:
                await asyncio.sleep(0.1)
            assert await asyncio.to_thread(server.stop) == 0
            with pytest.raises(ApiError) as stopped:
                await waiting
            assert (stopped.value.status, stopped.value.code) == (503, "stopping")

    asyncio.run(story())


def children() -> set[int]:
    """The processes that this one has started and that live."""
    lists = Path("/proc/self/task").glob("*/children")
    return {int(child) for one in lists for child in one.read_text().split()}


def test_too_much_memory_ends_only_the_process_that_wanted_it():
    limits = Limits(seconds=60, memory=60_000_000)
    polite, greedy = (Confined(KEEPER, limits) for _ in range(2))
    fine = {"ask": "check", "language": "gdl", "source": gdl_text("tic-tac-toe").text}
    before = children()
    with polite, greedy:
        assert "roles" in polite.ask(fine)
        (kept,) = children() - before
        with pytest.raises(Overrun, match="memory"):
            greedy.ask({"ask": "check", "language": "gdl", "source": WILD["explosive"]})
        assert "roles" in polite.ask(fine)
        assert children() - before == {kept}
        assert "roles" in greedy.ask(fine), "and another takes its place"


def test_the_event_loop_never_waits_for_rules_of_strangers():
    async def story():
        with Confined(KEEPER) as process:
            rules = UploadedRules("gdl", gdl_text("tic-tac-toe").text, process)
            game = RemoteGame("u-1", rules, await rules.asked("check"))
            assert game.confined
            assert game.unlisted
            with pytest.raises(AssertionError, match="does not wait"):
                game.initial()
            state = await asyncio.to_thread(game.initial)
            assert len(state.legal(game.roles[0])) == 9
            with pytest.raises(MoveSyntaxError):
                await asyncio.to_thread(game.parse_move, "((")

    asyncio.run(story())


def test_a_language_that_nobody_speaks_is_said():
    with Confined(KEEPER) as process:
        rules = UploadedRules("klingon", "Qapla'", process)
        with pytest.raises(Overrun, match="klingon"):
            rules.ask("check")
