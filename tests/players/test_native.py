"""The tests' own games keep the contract, or nothing tested with them would mean much."""

from __future__ import annotations

import pytest
from tests.players import native

from spielwerk.core import Game
from spielwerk.core.conformance import check_game

GAMES = [
    native.tic_tac_toe(),
    native.connect_four(),
    native.goofspiel(),
    native.matching_pennies(),
    native.kuhn_poker(),
    native.draft(),
    native.draft(seconds=1.0),
    native.race(),
    native.race(seconds=1.0),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_tests_own_games_keep_the_contract(game: Game) -> None:
    check_game(game, matches=5)
