"""Fixtures are known before the first match, and fair to everybody."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielwerk.arena import Pairing, Tournament
from spielwerk.core import SpielwerkError

PLAYERS = tuple(f"mcts:iterations={n}" for n in range(1, 7))

tournaments = st.builds(
    Tournament,
    st.just("tic-tac-toe"),
    st.integers(1, 4),
    st.integers(2, 6).map(lambda n: PLAYERS[:n]),
    st.integers(1, 12),
    st.sampled_from(Pairing),
    st.integers(0, 5),
)


@given(tournaments)
def test_numbers_are_a_count_and_every_seat_is_taken(tournament: Tournament) -> None:
    fixtures = list(tournament.fixtures())
    assert [f.number for f in fixtures] == list(range(tournament.size))
    for fixture in fixtures:
        assert len(fixture.seating) == tournament.roles
        assert set(fixture.seating) <= set(range(len(tournament.players)))


@given(tournaments)
def test_fixtures_follow_from_the_settings_alone(tournament: Tournament) -> None:
    assert list(tournament.fixtures()) == list(tournament.fixtures())


def test_everybody_sits_everywhere_equally_often_with_the_same_luck() -> None:
    tournament = Tournament("chess", 2, PLAYERS[:3], rounds=10)
    fixtures = list(tournament.fixtures())
    seats = Counter((player, seat) for f in fixtures for seat, player in enumerate(f.seating))
    assert set(seats.values()) == {10}
    first, second = fixtures[0], fixtures[3]
    assert first.seating == second.seating[::-1]
    assert first.seed == second.seed != fixtures[6].seed


def test_in_a_gauntlet_the_first_one_meets_all_the_others() -> None:
    tournament = Tournament("chess", 2, PLAYERS[:4], rounds=2, form=Pairing.GAUNTLET)
    assert {frozenset(f.seating) for f in tournament.fixtures()} == {
        frozenset({0, n}) for n in (1, 2, 3)
    }


@pytest.mark.parametrize(
    ("players", "rounds", "says"),
    [
        (("random",), 1, "at least two players"),
        (("random", "random"), 1, "named once"),
        (("random", "greedy"), 0, "at least one round"),
        (("random", "greedy"), 10**9, "at most"),
    ],
)
def test_a_tournament_that_makes_no_sense_is_refused(
    players: tuple[str, ...], rounds: int, says: str
) -> None:
    with pytest.raises(SpielwerkError, match=says):
        Tournament("chess", 2, players, rounds)


def test_on_a_ladder_each_meets_the_next_one_and_seats_change() -> None:
    ladder = Tournament("chess", 2, ("a", "b", "c"), 2, Pairing.LADDER)
    assert ladder.groups == ((0, 1), (1, 2))
    assert [f.seating for f in ladder.fixtures()] == [(0, 1), (1, 2), (1, 0), (2, 1)]
