"""Solvers of the kinds other teams entered: each does what it is named for, and answers in time."""

from __future__ import annotations

import pytest
from tests.players.speed.boards import drawn, go_alone, ticking

from spielwerk.games.speed import ACTIONS, Action, Speed
from spielwerk.players.speed.players import (
    GreedyFillerPlayer,
    RolloutsPlayer,
    SpeedPlayer,
    VoronoiPlayer,
)

KINDS = (RolloutsPlayer, VoronoiPlayer, GreedyFillerPlayer)

HEAD_ON = """
    .........
    .........
    ..>.<....
    .........
    .........
"""
A_DEAD_END_AND_THE_OPEN = """
    ##########.....
    ...<..........v
    ##########.....
    ..............<
"""


@pytest.mark.parametrize("kind", KINDS)
def test_none_dies_while_there_is_another_way_and_each_says_why(kind: type[SpeedPlayer]) -> None:
    arena, solver = drawn(HEAD_ON), kind().solver(1)
    for _ in range(12):
        decision = solver.decide(arena, 0, ticking(0.02))
        assert decision.note
        assert decision.action in decision.ratings
        if not go_alone(arena, 0, ACTIONS.index(decision.action)):
            break
    assert int(arena.clock[0]) > 8
    doomed = drawn("###\n#>#\n###\n.v.")
    assert solver.decide(doomed, 0, ticking(0.02)).action == Action.CHANGE_NOTHING


def test_rollouts_shun_where_somebody_may_be() -> None:
    decision = RolloutsPlayer().solver(0).decide(drawn(HEAD_ON), 0, ticking(0.2))
    worth = {action: rating["total"] for action, rating in decision.ratings.items()}
    assert decision.action in (Action.TURN_LEFT, Action.TURN_RIGHT)
    assert worth[Action.CHANGE_NOTHING] < worth[Action.TURN_LEFT]


def test_voronoi_does_not_run_into_who_may_come() -> None:
    decision = VoronoiPlayer().solver(0).decide(drawn(HEAD_ON), 0, ticking(0.2))
    assert decision.action in (Action.TURN_LEFT, Action.TURN_RIGHT)
    assert "Player 2 is near" in decision.note


def test_the_filler_counts_how_long_it_lasts() -> None:
    decision = GreedyFillerPlayer().solver(0).decide(drawn(A_DEAD_END_AND_THE_OPEN), 0, ticking(1))
    assert decision.note == "Filling on lasts 3 rounds."


@pytest.mark.parametrize("kind", KINDS)
def test_they_keep_their_time_and_stand_for_nobodys_level(kind: type[SpeedPlayer]) -> None:
    player, rows = kind(), ["." * 60 for _ in range(60)]
    player.ready()
    rows[10] = "." * 10 + ">" + "." * 49
    rows[20] = "." * 20 + "^" + "." * 39
    left = ticking(0.1)
    player.solver(0).decide(drawn("\n".join(rows)), 0, left)
    assert left() > -0.02
    assert player.contenders(Speed()) == ()
