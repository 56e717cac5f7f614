"""Every move of our player was chosen by its mind, on a crowded processor, over a real socket."""

from __future__ import annotations

import asyncio
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from tests.match.rogues import Rogue
from tests.protocols.ggp.servers import ours

from spielwerk.catalogue import open_game
from spielwerk.core import NEVER, Choice, Deadline, Game, Knowledge, Mind, Player, Role
from spielwerk.languages.gdl import GdlGame, gdl_program
from spielwerk.players import parse_player
from spielwerk.protocols.ggp import GgpPlayer, Manager, ManagerTerms, PlayerServer
from spielwerk.protocols.ggp.messages import Start, write_message


@dataclass(frozen=True)
class Witnessed(Player):
    """Another player, whose choices are noted."""

    player: Player
    choices: list[Choice] = field(default_factory=list)
    name = "witnessed"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        return _WitnessedMind(self, self.player.sit(game, role, seed=seed, deadline=deadline))


class _WitnessedMind(Mind):
    def __init__(self, player: Witnessed, mind: Mind) -> None:
        self._player = player
        self._mind = mind

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        choice = self._mind.choose(knowledge, deadline)
        self._player.choices.append(choice)
        return choice


@pytest.fixture
def one_core() -> Iterator[None]:
    """Threads that are started from here on share one core."""
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("this system does not let processes choose their cores")
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    yield
    os.sched_setaffinity(0, before)


@contextmanager
def served(player: Player, told: list[str]) -> Iterator[str]:
    server = PlayerServer(GgpPlayer(player, tell=told.append), port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.address
    finally:
        server.stop()
        thread.join()


@pytest.mark.usefixtures("one_core")
@pytest.mark.parametrize("spec", ["mcts", "mcts:1s"])
def test_with_a_second_for_a_move_the_mind_chooses_every_one(spec: str) -> None:
    player, told = Witnessed(parse_player(spec)), list[str]()
    game = open_game("connect-four")
    me, other = game.roles
    with served(player, told) as address, ours("greedy", seed=3) as rival:
        terms = ManagerTerms(start_clock=10, play_clock=1, grace=0)
        manager = Manager(game, {me: address, other: rival}, terms)
        record = asyncio.run(manager.run())
    assert not any(record.errors), "nobody was late"
    made = [joint[0] for joint in record.moves if joint[0] != "noop"]
    assert made == [choice.move for choice in player.choices], told
    assert len(made) > 3
    assert told[-1].endswith(f"; {len(made)} moves, all thought")


class Dawdler(Player):
    """Chooses a while after its time is over, as minds do on a machine that hesitates."""

    name = "dawdler"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        return _DawdlingMind()


class _DawdlingMind(Mind):
    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        time.sleep(deadline.left() + 0.25)
        return Choice(knowledge.legal[-1])


def test_a_mind_that_was_held_up_is_waited_for_as_long_as_the_clock_allows() -> None:
    told: list[str] = []
    rules = " ".join(map(str, gdl_program("tic-tac-toe").rules))

    async def story(player: GgpPlayer) -> None:
        await player.answer(write_message(Start("m", "xplayer", rules, 2, 1)))
        begun = time.monotonic()
        assert await player.answer("(PLAY m NIL)") == "(mark 3 3)"
        assert time.monotonic() - begun < 1
        await player.answer("(ABORT m)")

    asyncio.run(story(GgpPlayer(Dawdler(), tell=told.append)))
    assert told[-1] == "match m: aborted; 1 move, all thought"


def test_a_mind_that_is_late_is_told_and_counted_with_every_move() -> None:
    told = stories("hangs")
    assert "match m: (mark 1 1) was not thought: late" in _anonymous(told)
    assert told[-1] == "match m: aborted; 2 moves, 2 not thought: 2 late"


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("cheats", "nonsense"),
        ("raises", "failed (crashed: ValueError: I have no idea)"),
        ("cannot sit", "failed (crashed: RuntimeError: no chair)"),
        ("sits for ever", "not ready"),
    ],
)
def test_whatever_else_goes_wrong_is_told_with_its_reason(kind: str, why: str) -> None:
    told = stories(kind)
    assert f"match m: (mark 1 1) was not thought: {why}" in _anonymous(told)
    assert told[-1] == f"match m: aborted; 2 moves, 2 not thought: 2 {why.split(' (')[0]}"


def stories(kind: str) -> list[str]:
    """What is told of two moves of a player that does not do its part."""
    told: list[str] = []
    rules = " ".join(map(str, gdl_program("tic-tac-toe").rules))

    async def story(player: GgpPlayer) -> None:
        assert await player.answer(write_message(Start("m", "xplayer", rules, 2, 1))) == "ready"
        first = await player.answer("(PLAY m NIL)")
        await player.answer(f"(PLAY m ({first} noop))")
        free = next(move for move in ("(mark 1 2)", "(mark 2 1)") if move != first)
        await player.answer(f"(PLAY m (noop {free}))")
        await player.answer("(ABORT m)")

    asyncio.run(story(GgpPlayer(Rogue(kind, good=0), tell=told.append)))
    return told


def _anonymous(told: list[str]) -> list[str]:
    """The lines with another square: which one is up to chance."""
    return [re.sub(r"\(mark . .\)", "(mark 1 1)", line) for line in told]


def test_a_match_begins_on_the_direct_engine_while_the_fast_one_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = threading.Event()
    monkeypatch.setattr(GdlGame, "quick", lambda game: held.wait(20) and game)
    player, told = Witnessed(parse_player("mcts")), list[str]()
    rules = " ".join(map(str, gdl_program("tic-tac-toe").rules))

    async def story(ours: GgpPlayer) -> None:
        assert await ours.answer(write_message(Start("m", "xplayer", rules, 1, 1))) == "ready"
        assert await ours.answer("(PLAY m NIL)") == player.choices[-1].move
        held.set()
        await ours.answer("(ABORT m)")

    asyncio.run(story(GgpPlayer(player, tell=told.append)))
    assert told[-1] == "match m: aborted; 1 move, all thought"
