"""Solvers of spe_ed as players: by name, at a table, against each other."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.players.duel import duel

from spielwerk.catalogue import open_game
from spielwerk.core import Knowledge, Role, Unsuited
from spielwerk.games.speed import Speed
from spielwerk.players import PlayerSpecError, parse_player


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


_WHAT_A_RACE_COMPILES = """
import sys
from numba.core.dispatcher import Dispatcher
from spielwerk.arena.races import Race, seat_racers
from spielwerk.games.speed.game import Speed

def compiled():
    return {
        (module, name): len(thing.signatures)
        for module in list(sys.modules) if module.startswith("spielwerk.")
        for name, thing in vars(sys.modules[module]).items() if isinstance(thing, Dispatcher)
    }

racers = seat_racers(["strategist", "transparent", "strategist"])
before = compiled()
for seed in range(3):
    for _ in Race(racers, Speed(3, 24, 20, None), seed=seed, seconds=0.01).laps():
        pass
print(sorted(key for key, count in compiled().items() if before.get(key) != count))
"""


def test_nothing_is_compiled_while_the_clock_counts():
    done = subprocess.run(
        [sys.executable, "-c", _WHAT_A_RACE_COMPILES], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
