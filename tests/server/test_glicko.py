"""Glicko-2 against the example that its inventor published, and what must hold of any results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.server.ratings import PlayedGame, PlayerRating, rated, rested

OPPONENTS = [PlayerRating(1400, 30), PlayerRating(1550, 100), PlayerRating(1700, 300)]
standings = st.builds(PlayerRating, st.floats(0, 3500), st.floats(30, 350), st.floats(0.03, 0.12))
games = st.lists(st.builds(PlayedGame, standings, st.sampled_from((0, 0.5, 1))), max_size=8)


def test_glickmans_own_example() -> None:
    results = [PlayedGame(who, score) for who, score in zip(OPPONENTS, (1, 0, 0), strict=True)]
    after = rated(PlayerRating(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_first_game_between_strangers() -> None:
    """As lichess and the reference implementations give it: some 160 points each."""
    new = PlayerRating()
    won, lost = rated(new, [PlayedGame(new, 1)]), rated(new, [PlayedGame(new, 0)])
    assert won.rating == pytest.approx(1662.31, abs=0.01)
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.deviation == lost.deviation == pytest.approx(290.32, abs=0.01)


def test_whoever_does_not_play_gets_less_sure_but_not_without_end() -> None:
    sure = PlayerRating(1700, 50)
    assert rated(sure, []).deviation == pytest.approx(51.08, abs=0.01)
    assert rested(sure, 1) == rated(sure, [])
    assert rested(sure, 1e6) == PlayerRating(1700, 350)


@given(standings, games)
def test_nobody_falls_out_of_bounds(before: PlayerRating, results: list[PlayedGame]) -> None:
    after = rated(before, results)
    assert 0 < after.deviation <= 350
    assert 0.01 < after.volatility < 1
    assert -3000 < after.rating < 7000


@given(standings, standings)
def test_a_victory_never_costs_points(one: PlayerRating, other: PlayerRating) -> None:
    assert rated(one, [PlayedGame(other, 1)]).rating >= one.rating
    assert rated(one, [PlayedGame(other, 0)]).rating <= one.rating
