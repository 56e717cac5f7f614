"""Wins in one: positions of ten games, and that players with little time take them."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks import wins
from spielwerk.catalogue import open_game
from spielwerk.core import Knowledge, Over
from spielwerk.players import parse_player


@pytest.mark.parametrize("name", wins.GAMES)
def test_a_player_takes_a_win_in_one(name: str) -> None:
    game = open_game(name).quick()
    for asked in islice(wins.positions(game, seed=3), 2):
        for move in asked.winning:
            others = {r: asked.state.legal(r)[0] for r in asked.state.turn.roles if r != asked.role}
            end = asked.state.after({**others, asked.role: move})
            assert isinstance(end.turn, Over)
            assert end.outcome()[asked.role] == 100
        mind = parse_player("mcts:iterations=20").sit(game, asked.role, seed=1)
        choice = mind.choose(Knowledge(game, asked.state, asked.role))
        assert choice.move in asked.winning
