"""Players that begin while everything is still being made ready, and go on when it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from random import Random

import pytest

from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    NEVER,
    Chance,
    Choice,
    Deadline,
    Game,
    Joint,
    Knowledge,
    Mind,
    Open,
    Over,
    Player,
    Role,
    State,
    Unsuited,
    draw_chance,
)
from spielwerk.languages.gdl import GdlGame, GdlState
from spielwerk.players import parse_player, quick_soon, sit_at_once

NAMES = ["tic-tac-toe", "kuhn-poker", "liars-dice", "tron", "typed-tic-tac-toe"]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """No fast engine is ready before this is set."""
    event, quick = threading.Event(), GdlGame.quick
    monkeypatch.setattr(GdlGame, "quick", lambda game: event.wait(20) and quick(game))
    yield event
    event.set()


class Telling(Player):
    """Says which engine it thinks with."""

    name = "telling"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        assert isinstance(game, GdlGame)
        return _TellingMind(game)


class _TellingMind(Mind):
    def __init__(self, game: GdlGame) -> None:
        self._game = game

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        world = knowledge.world(Random(0))
        assert isinstance(world, GdlState)
        assert world.game.engine is self._game.engine, "states of two engines do not mix"
        return Choice(knowledge.legal[0], by=self._game.engine.name)


def test_a_match_begins_on_the_rules_as_they_are_and_goes_on_with_a_circuit(
    held: threading.Event,
) -> None:
    game = open_game("tic-tac-toe")
    role = game.roles[0]
    mind = sit_at_once(Telling(), game, role, deadline=Deadline.after(0.2))
    knowledge = Knowledge(game, game.initial(), role)
    assert mind.choose(knowledge, Deadline.after(0.3)).by == "direct"
    held.set()
    while mind.choose(knowledge).by == "direct":
        time.sleep(0.05)
    assert mind.choose(knowledge).by == "circuit"


def test_the_first_move_is_thought_before_the_engine_is_made(held: threading.Event) -> None:
    game = open_game("tic-tac-toe")
    role = game.roles[0]
    mind = sit_at_once(parse_player("mcts"), game, role, deadline=Deadline.after(0.2))
    first = mind.choose(Knowledge(game, game.initial(), role), Deadline.after(0.5))
    assert sum(candidate.visits or 0 for candidate in first.candidates) > 0


def test_a_player_for_other_games_says_so_at_once(held: threading.Event) -> None:
    game = open_game("kuhn-poker")
    with pytest.raises(Unsuited):
        sit_at_once(parse_player("alphabeta"), game, game.roles[0], deadline=Deadline.after(0.2))


def test_a_game_is_as_quick_as_it_can_be_soon(held: threading.Event) -> None:
    game = open_game("tic-tac-toe")
    assert quick_soon(game, 0.01) is game
    held.set()
    assert quick_soon(game, 20).fingerprint == game.fingerprint
    assert quick_soon(game, 20) is not game
    assert quick_soon(game, 20) is game.quick(), "what is made for it is made once"


@pytest.mark.parametrize("name", NAMES)
def test_a_state_means_the_same_on_another_engine(name: str) -> None:
    slow = open_game(name)
    fast = slow.quick()
    assert fast is not slow
    rng = Random(5)
    state = slow.initial()
    for _ in range(12):
        same(slow, fast, state)
        if isinstance(state.turn, Over):
            return
        state = onward(state, rng)


def same(slow: Game, fast: Game, state: State) -> None:
    """What roles see, may do and cannot tell apart is the same on both engines."""
    adopted = fast.adopt(state)
    assert adopted.turn == state.turn
    for role in slow.roles:
        assert adopted.view(role) == state.view(role)
        assert adopted.legal(role) == state.legal(role)
        knowledge = Knowledge(slow, state, role).at(fast)
        assert knowledge.view == state.view(role)
        assert knowledge.world(Random(1)).view(role) == state.view(role)
    assert slow.adopt(adopted) == state


def onward(state: State, rng: Random) -> State:
    if isinstance(state.turn, Chance):
        return state.after({CHANCE: draw_chance(state, rng)})
    assert isinstance(state.turn, Joint | Open)
    roles = state.turn.roles if isinstance(state.turn, Joint) else state.turn.roles[:1]
    return state.after({role: rng.choice(state.legal(role)) for role in roles})
