"""Our manager over real sockets: whole matches, and players that do not keep to anything."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import ExitStack

import httpx
import pytest
from tests.protocols.ggp.servers import flood, hang, hears_once, ours, says, slam, theirs

from spielwerk.catalogue import open_game
from spielwerk.core import Over
from spielwerk.languages.gdl import GdlGame, parse_program
from spielwerk.match import parse_policy
from spielwerk.protocols.ggp import (
    Manager,
    ManagerError,
    ManagerTerms,
    MatchRecord,
    PlayerAddressError,
)
from spielwerk.protocols.ggp.client import parse_address
from spielwerk.protocols.ggp.joint import follow

QUICK = ManagerTerms(start_clock=10, play_clock=5, grace=1)
PATIENT = ManagerTerms(start_clock=200, play_clock=60, grace=1)
"""For those who must not be late, on any machine."""
IMPATIENT = ManagerTerms(start_clock=1, play_clock=0.3, grace=0.2)
FORFEITING = ManagerTerms(start_clock=6, play_clock=4, grace=1, faults=parse_policy("forfeit"))
"""One who hangs is waited for once; the others must not be late, either."""


def run(name: str, addresses: list[str], terms: ManagerTerms) -> MatchRecord:
    game = open_game(name)
    manager = Manager(game, dict(zip(game.roles, addresses, strict=True)), terms)
    return asyncio.run(manager.run())


def check(name: str, record: MatchRecord) -> None:
    """The record is a match of the game, state by state."""
    game = open_game(name)
    state = game.initial()
    assert len(record.states) == len(record.state_times) == len(record.moves) + 1
    assert len(record.errors) == len(record.moves)
    for facts, joint in zip(record.states, record.moves, strict=False):
        assert list(facts) == state.facts()
        state = follow(state, joint)
    assert list(record.states[-1]) == state.facts()


def test_two_of_our_players_play_chess():
    with ours("random", seed=5) as white, ours("random", seed=2) as black:
        record = run("chess", [white, black], PATIENT)
    check("chess", record)
    assert sum(record.outcome.values()) == 100
    assert not any(record.errors), "nobody was late or illegal"


def test_a_match_ends_by_the_rules_and_is_written_as_the_community_does():
    with ours("random", seed=3) as x, ours("mcts:50ms", seed=4) as o:
        record = run("tic-tac-toe", [x, o], QUICK)
    check("tic-tac-toe", record)
    written = json.loads(json.dumps(record.to_json()))
    assert sorted(written["goalValues"]) in ([0, 100], [50, 50])
    assert written["isCompleted"]
    assert not written["isAborted"]
    assert written["states"][0] == "((control xplayer))"
    assert written["moves"][0][1] == "noop"
    assert written["errors"] == [["", ""]] * len(written["moves"])
    assert (written["startClock"], written["playClock"], written["previewClock"]) == (10, 5, -1)
    assert written["matchId"].startswith("tic-tac-toe-")
    assert written["stateTimes"] == sorted(written["stateTimes"])
    assert abs(written["startTime"] / 1000 - time.time()) < 60


@pytest.mark.parametrize(
    ("behave", "error"),
    [
        (says("(mark 9 9)"), "illegal: (mark 9 9)"),
        (says("what?"), "illegal: what?"),
        (says("noop"), "illegal: noop"),
        (flood, "more than 20,000 bytes"),
        (slam, "unreachable"),
    ],
    ids=["cheats", "babbles", "passes", "floods", "hangs up"],
)
def test_for_whoever_does_not_answer_properly_chance_moves_and_the_match_goes_on(behave, error):
    with ours("random") as x, theirs(behave) as o:
        record = run("tic-tac-toe", [x, o], PATIENT)
    check("tic-tac-toe", record)
    assert record.outcome is not None
    own_turns = record.errors[1::2]
    assert all(error in wrong["oplayer"] for wrong in own_turns), own_turns
    assert not any("xplayer" in wrong for wrong in record.errors)


def test_for_whoever_hangs_chance_moves_and_the_match_goes_on():
    with ours("random") as x, theirs(hang) as o:
        record = run("tic-tac-toe", [x, o], IMPATIENT)
    check("tic-tac-toe", record)
    assert record.outcome is not None
    assert all("no answer within 0.5 s" in wrong["oplayer"] for wrong in record.errors[1::2])


def test_whoever_hangs_loses_where_the_policy_says_so():
    with ours("random") as x, theirs(hang) as o:
        record = run("tic-tac-toe", [x, o], FORFEITING)
    assert record.outcome == {"xplayer": 100, "oplayer": 0}
    assert record.to_json()["errors"][-1] == ["", "no answer within 5 s; forfeited"]


def test_nobody_is_lost_because_a_line_was_let_go_between_two_messages():
    with ours("random") as x, theirs(hears_once) as o:
        record = run("tic-tac-toe", [x, o], PATIENT)
    check("tic-tac-toe", record)
    assert not [wrong for wrong in record.errors if "unreachable" in wrong.get("oplayer", "")]


def test_one_of_four_hangs_loses_by_time_out_and_the_others_play_on():
    with ExitStack() as stack:
        addresses = [stack.enter_context(ours("random", seed=n)) for n in range(3)]
        addresses.insert(1, stack.enter_context(theirs(hang)))
        record = run("tron", addresses, FORFEITING)
    check("tron", record)
    late = open_game("tron").roles[1]
    assert "forfeited" in record.errors[0][late]
    assert record.outcome is not None
    assert record.outcome[late] == 0
    assert len(record.moves) > 1


def test_nobody_at_the_address_is_noted_at_once():
    with ours("random") as x:
        record = run("tic-tac-toe", [x, "localhost:9"], QUICK)
    assert "unreachable" in record.errors[1]["oplayer"]


def test_a_match_that_does_not_end_is_aborted_and_players_are_free_again():
    with ours("random") as x, ours("random") as o:
        record = run("tic-tac-toe", [x, o], ManagerTerms(10, 5, longest=2))
        assert record.to_json()["isAborted"]
        assert record.to_json()["goalValues"] == []
        assert run("tic-tac-toe", [x, o], QUICK).outcome is not None


def test_an_interrupted_match_is_aborted_and_what_happened_is_kept():
    game = open_game("tic-tac-toe")

    async def story(x: str, o: str) -> Manager:
        manager = Manager(game, dict(zip(game.roles, (x, o), strict=True)), IMPATIENT)
        running = asyncio.create_task(manager.run())
        while len(manager.record.moves) < 1:
            await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return manager

    with ours("random") as x, theirs(hang) as o:
        record = asyncio.run(story(x, o)).record
        assert record.aborted
        assert record.moves
        assert not isinstance(follow(game.initial(), record.moves[0]).turn, Over)
        assert "available" in httpx.post(x, content="(INFO)").text


def test_chance_is_played_by_the_manager():
    game_text = (
        "(role gambler) (role random) (init start) (legal gambler noop)"
        "(<= (legal random heads) (true start)) (<= (legal random tails) (true start))"
        "(<= (legal random wait) (true (fell ?side)))"
        "(<= (next (fell ?side)) (does random ?side)) (<= terminal (true (fell ?side)))"
        "(<= (goal gambler 100) (true (fell heads))) (<= (goal gambler 0) (true (fell tails)))"
        "(<= (goal gambler 50) (true start)) (goal random 0)"
    )
    outcomes = set()
    with ours("random") as address:
        for seed in range(6):
            game = GdlGame(parse_program(game_text), "coin")
            manager = Manager(game, {"gambler": address}, ManagerTerms(10, 5, seed=seed))
            record = asyncio.run(manager.run())
            assert record.moves[0][0] == "noop"
            assert record.to_json()["goalValues"][1] == 0
            outcomes.add((record.moves[0][1], record.outcome["gambler"]))
    assert outcomes == {("heads", 100), ("tails", 0)}


def test_games_that_hide_something_are_refused():
    game = open_game("kuhn-poker")
    with pytest.raises(ManagerError, match="something is hidden"):
        Manager(game, dict.fromkeys(game.roles, "localhost"))


def test_every_role_needs_a_player():
    game = open_game("tic-tac-toe")
    with pytest.raises(ManagerError, match="xplayer, oplayer"):
        Manager(game, {"xplayer": "localhost"})


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("localhost", "http://localhost:9147/"),
        (" 10.0.0.1:80 ", "http://10.0.0.1:80/"),
        ("https://players.example/one", "https://players.example:9147/one"),
        ("[::1]:9148", "http://[::1]:9148/"),
    ],
)
def test_addresses_may_be_short(text, url):
    assert parse_address(text) == url


@pytest.mark.parametrize("text", ["", "ftp://host", "host:port", "host:99999", "a b", "http://"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(PlayerAddressError, match="write for example"):
        parse_address(text)
