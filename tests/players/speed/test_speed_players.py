"""Solvers of spe_ed as players: by name, at a table, against each other."""

from __future__ import annotations

import pytest
from tests.players.duel import duel

from spielwerk.catalogue import open_game
from spielwerk.core import Role
from spielwerk.games.speed import Speed
from spielwerk.players import Knowledge, PlayerSpecError, Unsuited, parse_player


def test_specs_name_the_search_and_the_weights():
    spec = "transparent:50ms,search=bidirectional,cut_off=0.5,threads=2"
    player = parse_player(spec)
    assert str(player) == spec
    solver = player.solver()
    assert (solver.search, solver.weights.cut_off, solver.threads) == ("bidirectional", 0.5, 2)


def test_a_search_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(PlayerSpecError, match="graph, forward, backward, bidirectional"):
        parse_player("transparent:search=sideways")


def test_they_race_and_do_nothing_else():
    with pytest.raises(Unsuited, match="plays spe_ed only"):
        parse_player("strategist").sit(open_game("tic-tac-toe"), Role("x"))


@pytest.mark.parametrize("spec", ["strategist", "transparent"])
def test_a_choice_explains_itself(spec):
    game = Speed(width=20, height=20)
    mind = parse_player(f"{spec}:30ms").sit(game, game.roles[0])
    choice = mind.choose(Knowledge(game, game.initial(1), game.roles[0]))
    assert choice.move == choice.candidates[0].move
    assert choice.effort


@pytest.mark.parametrize("spec", ["strategist", "transparent"])
def test_a_solver_outlives_who_moves_at_random(spec):
    game = Speed(width=20, height=20)
    players = {game.roles[0]: parse_player(spec), game.roles[1]: parse_player("random")}
    assert duel(game, players, seed=3, seconds=0.02)[game.roles[0]] == 100
