"""Glicko-2: how strong somebody seems to be after some results, and how sure that is.

The arithmetic of Mark Glickman's "Example of the Glicko-2 system" (2012) and nothing else: a
:class:`PlayerRating` and the results of one period go in, the next standing comes out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_SCALE = 173.7178
"""Points of a rating to one unit of the inner scale."""
_MIDDLE = 1500.0
_TAU = 0.5
"""How much volatility may change; Glickman finds 0.3 to 1.2 reasonable."""
_EPSILON = 1e-6
UNSURE = 350.0
"""The deviation of somebody of whom nothing is known; nobody gets less sure than that."""
_STEPS = 100


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """How strong somebody seems to be."""

    rating: float = _MIDDLE
    deviation: float = UNSURE
    """95 % sure is the rating up to twice this."""
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game against somebody: 1 for a victory, a half for a draw, 0 for a defeat."""

    opponent: PlayerRating
    score: float


def rated(before: PlayerRating, results: Sequence[PlayedGame]) -> PlayerRating:
    """The standing after one period with these results; without any it gets less sure."""
    phi = before.deviation / _SCALE
    if not results:
        return PlayerRating(before.rating, _deviation(phi, before.volatility), before.volatility)
    mu = (before.rating - _MIDDLE) / _SCALE
    spread, lead = 0.0, 0.0
    for one in results:
        weight = _weight(one.opponent.deviation / _SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (one.opponent.rating - _MIDDLE) / _SCALE)))
        spread += weight**2 * expected * (1 - expected)
        lead += weight * (one.score - expected)
    variance = 1 / spread
    volatility = _volatility(phi, variance, variance * lead, before.volatility)
    widened = phi**2 + volatility**2
    narrowed = 1 / math.sqrt(1 / widened + 1 / variance)
    rating = _MIDDLE + _SCALE * (mu + narrowed**2 * lead)
    return PlayerRating(rating, min(UNSURE, _SCALE * narrowed), volatility)


def rested(before: PlayerRating, periods: float) -> PlayerRating:
    """The standing of somebody who has not played for so many periods."""
    phi = before.deviation / _SCALE
    wide = math.sqrt(phi**2 + max(periods, 0.0) * before.volatility**2)
    return PlayerRating(before.rating, min(UNSURE, _SCALE * wide), before.volatility)


def _deviation(phi: float, volatility: float) -> float:
    return min(UNSURE, _SCALE * math.sqrt(phi**2 + volatility**2))


def _weight(phi: float) -> float:
    """How much a game counts against somebody of whom one is so sure."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, variance: float, delta: float, before: float) -> float:
    """Step 5 of the paper: the root of ``f`` by the Illinois algorithm."""
    start = math.log(before**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        whole = phi**2 + variance + grown
        return grown * (delta**2 - whole) / (2 * whole**2) - (x - start) / _TAU**2

    left = start
    if delta**2 > phi**2 + variance:
        right = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(start - k * _TAU) < 0:
            k += 1
        right = start - k * _TAU
    at_left, at_right = f(left), f(right)
    for _ in range(_STEPS):
        if abs(right - left) <= _EPSILON:
            break
        middle = left + (left - right) * at_left / (at_right - at_left)
        at_middle = f(middle)
        if at_middle * at_right <= 0:
            left, at_left = right, at_right
        else:
            at_left /= 2
        right, at_right = middle, at_middle
    return math.exp(left / 2)
