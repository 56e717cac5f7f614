"""Every player keeps its time, also where a single successor takes long.

Time is counted in looks at the clock and steps of the rules: even the processor's own clock goes on
while the host of a virtual machine gives the processor to somebody else.
"""

from __future__ import annotations

import contextlib
import os
from random import Random

import pytest
from tests.players import native

from spielwerk.catalogue import open_game
from spielwerk.core import (
    CHANCE,
    Chance,
    Deadline,
    Game,
    Joint,
    Knowledge,
    Open,
    Role,
    State,
    Unsuited,
    draw_chance,
)
from spielwerk.players import parse_player

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
GRACE = 0.050
CLOCK = native.CountedClock()

GAMES = {
    "tic-tac-toe": native.tic_tac_toe(),
    "connect four": native.connect_four(),
    "goofspiel": native.goofspiel(6),
    "draft": native.draft(4),
    "race": native.race(20),
    "connect four, 1 ms a step": native.slow(native.connect_four(), 0.001, CLOCK),
    "connect four, 30 ms a step": native.slow(native.connect_four(), 0.030, CLOCK),
    "goofspiel, 30 ms a step": native.slow(native.goofspiel(6), 0.030, CLOCK),
    "liar's dice, hidden": open_game("liars-dice"),
    "breakthrough": open_game("breakthrough"),
    "chess": open_game("chess"),
    "connect four on a circuit": open_game("connect-four").quick(),
    "chess on a circuit": open_game("chess").quick(),
}


def first_decision(game: Game) -> tuple[State, Role]:
    """The first state in which somebody must choose, and who."""
    state = game.initial(1)
    while isinstance(state.turn, Chance):
        state = state.after({CHANCE: draw_chance(state, Random(1))})
    assert isinstance(state.turn, Joint | Open)
    return state, state.turn.roles[0]


@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.5] if SOAK else [0.1])
@pytest.mark.parametrize("spec", ["greedy", "mcts", "alphabeta"])
@pytest.mark.parametrize("name", GAMES)
def test_a_player_answers_within_fifty_milliseconds_of_its_limit(
    name: str, spec: str, seconds: float
) -> None:
    game = GAMES[name]
    state, role = first_decision(game)
    try:
        mind = parse_player(spec).sit(game, role, seed=1, deadline=Deadline.after(0.5, CLOCK))
    except Unsuited:
        return
    for _ in range(3):
        began = CLOCK()
        choice = mind.choose(Knowledge(game, state, role), Deadline(began + seconds, CLOCK))
        assert CLOCK() - began <= seconds + GRACE
        assert choice.move in state.legal(role)


@pytest.mark.parametrize("name", GAMES)
def test_learning_before_the_match_keeps_the_start_clock(name: str) -> None:
    game: Game = GAMES[name]
    began = CLOCK()
    with contextlib.suppress(Unsuited):
        parse_player("alphabeta").sit(game, game.roles[0], deadline=Deadline(began + 0.5, CLOCK))
    assert CLOCK() - began <= 0.5 + GRACE


def test_a_thought_of_no_time_at_all_still_gives_a_legal_move() -> None:
    game = GAMES["connect four"]
    for spec in ("random", "greedy", "mcts", "alphabeta"):
        mind = parse_player(spec).sit(game, native.X, deadline=Deadline.after(0.1))
        past = Deadline.after(-1)
        assert mind.choose(Knowledge(game, game.initial(), native.X), past).move in "1234567"


def test_a_spec_with_its_own_time_does_not_use_up_a_longer_clock() -> None:
    game = GAMES["connect four"]
    mind = parse_player("mcts:50ms").sit(game, native.X)
    began = CLOCK()
    mind.choose(Knowledge(game, game.initial(), native.X), Deadline(began + 30, CLOCK))
    assert CLOCK() - began <= 0.050 + GRACE
