"""Wins in one: positions of ten games, and that players with little time take them."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks import wins
from spielwerk.catalogue import open_game
from spielwerk.core import Knowledge, Over
from spielwerk.players import best_player, parse_player

FIND = {"mcts": "mcts:iterations=20", "alphabeta": "alphabeta:depth=2"}
"""Thoughts that are shorter than any of a level, by count."""


@pytest.mark.parametrize("name", wins.GAMES)
def test_whoever_plays_a_game_takes_wins_in_one(name: str) -> None:
    """A tenth of what ``python -m benchmarks wins`` asks."""
    game = open_game(name).quick()
    player = parse_player(FIND[str(best_player(game))])
    minds = {role: player.sit(game, role, seed=1) for role in game.roles}
    found = list(islice(wins.positions(game, seed=3), wins.COUNT // 10))
    assert len(found) == wins.COUNT // 10
    for asked in found:
        for move in asked.winning:
            others = {r: asked.state.legal(r)[0] for r in asked.state.turn.roles if r != asked.role}
            end = asked.state.after({**others, asked.role: move})
            assert isinstance(end.turn, Over)
            assert end.outcome()[asked.role] == 100
        choice = minds[asked.role].choose(Knowledge(game, asked.state, asked.role))
        assert choice.move in asked.winning
