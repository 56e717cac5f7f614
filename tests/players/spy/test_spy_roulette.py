"""What roulette tables are worth to those who keep coming back."""

from __future__ import annotations

import pytest

from spielwerk.players.spy.roulette import winnings

LUCKY = 23 / 37


def test_a_single_try_is_worth_the_edge_of_all_that_can_be_staked() -> None:
    assert winnings(LUCKY, 10, 4, 1) == pytest.approx(4 * 9 / 37)
    assert winnings(LUCKY, 3, 40, 1) == pytest.approx(3 * 9 / 37)


def test_more_tries_win_more_but_never_more_than_the_table_has() -> None:
    won = [winnings(LUCKY, 10, 10, tries) for tries in range(12)]
    assert won[0] == 0
    assert won == sorted(won)
    assert won[-1] < 10


def test_at_bad_odds_the_best_stake_is_none() -> None:
    assert winnings(18 / 37, 10, 10, 8) == 0


@pytest.mark.parametrize(("own", "table", "tries"), [(0, 10, 5), (10, 0, 5), (10, 10, -3)])
def test_without_chips_or_tries_nothing_is_won(own: int, table: int, tries: int) -> None:
    assert winnings(LUCKY, own, table, tries) == 0


def test_a_fortune_is_no_hindrance() -> None:
    assert 0 < winnings(LUCKY, 100_000, 100_000, 1_000) < 100_000
