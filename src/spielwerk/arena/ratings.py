"""From results to figures: points, ratings with confidence intervals, and when enough is enough.

Ratings are Elo differences by maximum likelihood of the Bradley-Terry model; a draw counts half for
each. One imagined draw between everybody keeps ratings finite where somebody won everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from spielwerk.arena.results import Result

_ELO = 400 / log(10)
"""Elo points in one unit of the logistic curve."""
_CONFIDENT = 1.96
"""Standard deviations to either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players' record against each other, as the first one sees it."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def count(self) -> int:
        """How many times they met."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one, a draw half a point."""
        return self.wins + self.draws / 2

    @property
    def reversed(self) -> Duel:
        """The same as the other one sees it."""
        return Duel(self.losses, self.draws, self.wins)

    def plus(self, difference: int) -> Duel:
        """With one more meeting: the first one got so much more than the other."""
        return Duel(
            self.wins + (difference > 0),
            self.draws + (difference == 0),
            self.losses + (difference < 0),
        )


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength relative to the mean of the field."""

    elo: float
    margin: float
    """Half of the 95 % confidence interval."""
    points: float
    matches: int


class Verdict(StrEnum):
    """What a sequential test says of the first one of two."""

    OPEN = "open"
    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"


def duels(results: Iterable[Result], players: int) -> dict[tuple[int, int], Duel]:
    """How any two players (the lower number first) did against each other.

    In a match of many, everybody meets everybody else by comparing outcomes.
    """
    table = {pair: Duel() for pair in combinations(range(players), 2)}
    for result in results:
        for a, b in combinations(range(len(result.seating)), 2):
            first, second = result.seating[a], result.seating[b]
            difference = result.outcome[a] - result.outcome[b]
            if first == second:
                continue
            if first > second:
                first, second, difference = second, first, -difference
            table[first, second] = table[first, second].plus(difference)
    return table


def rate(table: dict[tuple[int, int], Duel], players: int) -> list[Rating]:
    """The rating of every player, in their order."""
    scores = np.zeros((players, players))
    for (a, b), duel in table.items():
        scores[a, b] += duel.points + 0.5
        scores[b, a] += duel.count - duel.points + 0.5
    strengths, spread = _fit(scores)
    return [
        Rating(
            _ELO * float(strengths[p]),
            _CONFIDENT * _ELO * sqrt(max(float(spread[p, p]), 0.0)),
            float(sum(_seen_by(table, p, q).points for q in range(players) if q != p)),
            sum(_seen_by(table, p, q).count for q in range(players) if q != p),
        )
        for p in range(players)
    ]


def sequential_test(duel: Duel, elo: float = 20.0, risk: float = 0.05) -> Verdict:
    """Whether a pair needs no more matches: a sequential probability ratio test.

    ``better`` and ``worse``: the difference is at least about ``elo``; ``equal``: it is smaller.
    Both kinds of error happen with at most about ``risk``.
    """
    if duel.count < 10:
        return Verdict.OPEN
    upper, lower = log((1 - risk) / risk), log(risk / (1 - risk))
    better, worse = _likelihood_ratio(duel, elo), _likelihood_ratio(duel.reversed, elo)
    if better >= upper:
        return Verdict.BETTER
    if worse >= upper:
        return Verdict.WORSE
    return Verdict.EQUAL if better <= lower and worse <= lower else Verdict.OPEN


def _fit(scores: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Newton's method on the log-likelihood; strengths sum to zero."""
    players = len(scores)
    strengths = np.zeros(players)
    games = scores + scores.T
    information = np.eye(players)
    for _ in range(100):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (scores - games * expected).sum(axis=1)
        weights = games * expected * (1 - expected)
        information = np.diag(weights.sum(axis=1)) - weights
        step = np.linalg.pinv(information, rcond=1e-9) @ gradient
        strengths += np.clip(step, -1, 1)
        strengths -= strengths.mean()
        if np.abs(step).max() < 1e-9:
            break
    return strengths, np.asarray(np.linalg.pinv(information, rcond=1e-9), np.float64)


def _seen_by(table: dict[tuple[int, int], Duel], player: int, other: int) -> Duel:
    return table[player, other] if player < other else table[other, player].reversed


def _likelihood_ratio(duel: Duel, elo: float) -> float:
    """The log-likelihood ratio of "stronger by ``elo``" to "equal", by normal approximation."""
    count = duel.count
    mean = (duel.points + 0.5) / (count + 1)
    squares = (duel.wins + duel.draws / 4 + 0.25) / (count + 1)
    variance = max(squares - mean * mean, 1e-3)
    expected = 1 / (1 + 10 ** (-elo / 400))
    return count * (expected - 0.5) * (2 * mean - 0.5 - expected) / (2 * variance)
