"""Players at games of the library, on the engines they are fastest on."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.players.duel import Perfect, duel

from spielwerk.catalogue import open_game
from spielwerk.core import Joint, Knowledge, Over, Player
from spielwerk.core.playout import random_event
from spielwerk.players import Pace, parse_player
from spielwerk.players.rollout import rollouts_of

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


@pytest.mark.parametrize("opponent", [parse_player("random"), Perfect()], ids=str)
def test_at_tic_tac_toe_mcts_never_loses(opponent: Player) -> None:
    game = open_game("tic-tac-toe").quick()
    for number in range(100 if SOAK else 6):
        mine = game.roles[number % 2]
        seats = {role: parse_player("mcts") if role == mine else opponent for role in game.roles}
        assert duel(game, seats, seed=number, seconds=0.1)[mine] >= 50, f"match {number}"


@pytest.mark.parametrize("spec", ["mcts", "alphabeta"])
def test_at_connect_four_greedy_has_no_chance(spec: str) -> None:
    game = open_game("connect-four").quick()
    matches, points = (100, 0) if SOAK else (4, 0)
    for number in range(matches):
        mine = game.roles[number % 2]
        seats = {role: parse_player(spec if role == mine else "greedy") for role in game.roles}
        points += duel(game, seats, seed=number, seconds=0.1)[mine]
    assert points >= 95 * matches


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "breakthrough", "goofspiel"])
def test_many_random_matches_at_once_mean_what_single_ones_mean(name: str) -> None:
    game = open_game(name).quick()
    rng = Random(1)
    state = game.initial()
    for _ in range(4):
        state = state.after(random_event(state, rng).moves)
    assert isinstance(state.turn, Joint)
    many = rollouts_of(game, rng)
    assert many.wide
    found = many.values([state] * 20, Pace())
    assert found is not None
    at_once = sum(values[0] for values in found) / len(found)
    matches = 300
    one_by_one = 0.0
    for _ in range(matches):
        end = state
        while not isinstance(end.turn, Over):
            end = end.after(random_event(end, rng).moves)
        one_by_one += end.outcome()[game.roles[0]] / 100 / matches
    assert at_once == pytest.approx(one_by_one, abs=0.1)


@pytest.mark.parametrize("name", ["connect-four", "goofspiel", "tron", "liars-dice"])
def test_the_same_seed_gives_the_same_thoughts_on_any_engine_again(name: str) -> None:
    game = open_game(name).quick()
    rng = Random(5)
    state = game.initial()
    while not isinstance(state.turn, Joint):
        state = state.after(random_event(state, rng).moves)
    role = state.turn.roles[0]
    first, again = (
        parse_player("mcts:iterations=60")
        .sit(game, role, seed=9)
        .choose(Knowledge(game, state, role))
        for _ in range(2)
    )
    assert first == again


def test_monty_hall_candidates_learn_to_switch() -> None:
    game = open_game("monty-hall").quick()
    won = 0
    matches = 200 if SOAK else 30
    for seed in range(matches):
        (candidate,) = game.roles
        seats = {candidate: parse_player("mcts:iterations=200")}
        won += duel(game, seats, seed=seed)[candidate] == 100
    assert won / matches > 0.5
