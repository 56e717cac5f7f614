"""Ratings recover the strengths that results were drawn from, and tests stop in time."""

from math import log10
from random import Random

from spielwerk.arena import Duel, Result, Verdict, duels, rate, sequential_test


def drawn(elos: list[float], matches: int, seed: int) -> list[Result]:
    """Results of a round robin between players of known strength."""
    rng = Random(seed)
    results = []
    for number in range(matches):
        a, b = rng.sample(range(len(elos)), 2)
        wins = rng.random() < 1 / (1 + 10 ** ((elos[b] - elos[a]) / 400))
        results.append(
            Result(number, (a, b), 0, (100, 0) if wins else (0, 100), "", 1, 0.0, (0, 0))
        )
    return results


def test_known_strengths_lie_within_their_intervals() -> None:
    elos = [-150.0, -20.0, 40.0, 130.0]
    inside = 0
    for seed in range(40):
        ratings = rate(duels(drawn(elos, 600, seed), 4), 4)
        inside += sum(
            abs(rating.elo - elo) <= rating.margin
            for rating, elo in zip(ratings, elos, strict=True)
        )
    assert 0.88 <= inside / 160 <= 1.0


def test_more_matches_make_intervals_narrower() -> None:
    few = rate(duels(drawn([0, 100], 50, 1), 2), 2)
    many = rate(duels(drawn([0, 100], 5000, 1), 2), 2)
    assert many[0].margin < few[0].margin / 5


def test_who_wins_everything_still_gets_a_number() -> None:
    ratings = rate({(0, 1): Duel(wins=20)}, 2)
    assert 300 < ratings[0].elo - ratings[1].elo < 1500


def test_the_plain_estimate_is_not_drawn_towards_the_others() -> None:
    first, second = rate({(0, 1): Duel(wins=9, losses=1)}, 2)
    assert first.plain is not None
    assert second.plain is not None
    assert abs(first.plain - second.plain - 400 * log10(9)) < 1
    assert first.elo < first.plain
    assert rate({(0, 1): Duel(wins=20)}, 2)[0].plain is None


def test_a_clear_difference_stops_early_and_a_small_one_does_not() -> None:
    assert sequential_test(Duel(wins=40, losses=5), elo=20) is Verdict.BETTER
    assert sequential_test(Duel(wins=5, losses=40), elo=20) is Verdict.WORSE
    assert sequential_test(Duel(wins=6, losses=5), elo=20) is Verdict.OPEN
    assert sequential_test(Duel(wins=4), elo=20) is Verdict.OPEN
    assert sequential_test(Duel(wins=3000, losses=3000), elo=20) is Verdict.EQUAL


def test_equal_players_are_seldom_called_different() -> None:
    rng = Random(5)
    wrong = 0
    for _ in range(200):
        duel = Duel()
        while (verdict := sequential_test(duel, elo=50)) is Verdict.OPEN:
            duel = duel.plus(rng.choice((-1, 1)))
        wrong += verdict is not Verdict.EQUAL
    assert wrong <= 30


def test_in_a_match_of_four_everybody_meets_everybody() -> None:
    table = duels([Result(0, (2, 0, 1, 3), 0, (100, 50, 50, 0), "", 1, 0.0, (0,) * 4)], 4)
    assert table[0, 2] == Duel(losses=1)
    assert table[0, 1] == Duel(draws=1)
    assert table[1, 3] == Duel(wins=1)
