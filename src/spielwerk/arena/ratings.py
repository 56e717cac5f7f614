"""From results to figures: points, ratings with confidence intervals, and when enough is enough.

Ratings are Elo differences by maximum likelihood of the Bradley-Terry model; a draw counts half for
each. One imagined draw between everybody keeps ratings finite where somebody won everything; it
draws small samples towards each other, so the plain estimate stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import exp, log, sqrt
from typing import TypeAlias

from spielwerk.arena.results import Result

_Square: TypeAlias = list[list[float]]
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
    plain: float | None = None
    """The same without imagined draws; none where it would be infinite."""


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
    scores = [[0.0] * players for _ in range(players)]
    for (a, b), duel in table.items():
        scores[a][b] += duel.points
        scores[b][a] += duel.count - duel.points
    every = range(players)
    drawn = [[scores[a][b] + (0.5 if a != b else 0.0) for b in every] for a in every]
    strengths, spread = _fit(drawn)
    plain = _fit(scores)[0] if _comparable(scores) else None
    return [
        Rating(
            _ELO * strengths[p],
            _CONFIDENT * _ELO * sqrt(max(spread[p][p], 0.0)),
            float(sum(_seen_by(table, p, q).points for q in range(players) if q != p)),
            sum(_seen_by(table, p, q).count for q in range(players) if q != p),
            None if plain is None else _ELO * plain[p],
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


def _fit(scores: _Square) -> tuple[list[float], _Square]:
    """Newton's method on the log-likelihood; strengths sum to zero. And how sure they are."""
    every = range(len(scores))
    strengths, spread = [0.0 for _ in every], [[0.0 for _ in every] for _ in every]
    for _ in range(100):
        gradient, weights = [0.0 for _ in every], [[0.0 for _ in every] for _ in every]
        for a in every:
            for b in every:
                games = scores[a][b] + scores[b][a]
                expected = 1 / (1 + exp(strengths[b] - strengths[a]))
                gradient[a] += scores[a][b] - games * expected
                weights[a][b] = games * expected * (1 - expected)
        spread = _inverse_among_sums_of_zero(weights)
        step = [sum(map(float.__mul__, row, gradient)) for row in spread]
        strengths = [
            old + max(-1.0, min(1.0, change)) for old, change in zip(strengths, step, strict=True)
        ]
        mean = sum(strengths) / len(strengths)
        strengths = [strength - mean for strength in strengths]
        if max(map(abs, step)) < 1e-9:
            break
    return strengths, spread


def _inverse_among_sums_of_zero(weights: _Square) -> _Square:
    """The pseudo-inverse of the information, in which everybody is linked with everybody.

    Only differences of strengths count, so it is singular; with the same number added everywhere it
    is not. Gauss and Jordan turn that around; the number is taken away again.
    """
    count = len(weights)
    shared = 1 / count
    rows = [
        [(sum(line) if a == b else 0.0) - line[b] + shared for b in range(count)]
        + [float(a == b) for b in range(count)]
        for a, line in enumerate(weights)
    ]
    for column in range(count):
        best = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for other, row in enumerate(rows):
            if other != column and (factor := row[column]):
                rows[other] = [
                    value - factor * part for value, part in zip(row, rows[column], strict=True)
                ]
    return [[value - shared for value in row[count:]] for row in rows]


def _comparable(scores: _Square) -> bool:
    """Whether everybody scored against everybody, at least by way of others."""

    def reached(step: Callable[[int, int], float]) -> int:
        found, left = {0}, [0]
        while left:
            one = left.pop()
            new = {other for other in range(len(scores)) if step(one, other) > 0} - found
            found |= new
            left += new
        return len(found)

    by_wins = reached(lambda one, other: scores[one][other])
    return by_wins == reached(lambda one, other: scores[other][one]) == len(scores)


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
