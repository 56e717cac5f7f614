"""The moves of one role at one point of a search, as the arms of a bandit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, log, sqrt
from random import Random

from spielwerk.core import Candidate, Move

_RARE = 10
"""An arm that was tried so many times less often than the best is not worth playing."""
_CLOSE = 0.02
"""What brought so much less than the best, of 1, is still as good."""


class Arms:
    """For each move how often it was tried and what it brought in all, picked by UCB1."""

    __slots__ = ("_tried", "count", "moves", "totals", "visits")

    def __init__(self, moves: Sequence[Move], rng: Random) -> None:
        self.moves = list(moves)
        rng.shuffle(self.moves)
        self.visits = [0] * len(self.moves)
        self.totals = [0.0] * len(self.moves)
        self.count = 0
        self._tried = 0

    def pick(self, c: float) -> int:
        """The arm to try next: every one once, then the most promising."""
        if self._tried < len(self.moves):
            return self.visits.index(0)
        bonus = c * sqrt(log(self.count))
        scores = [
            total / n + bonus / sqrt(n) for total, n in zip(self.totals, self.visits, strict=True)
        ]
        return scores.index(max(scores))

    def add(self, arm: int, value: float) -> None:
        """One more try of ``arm`` brought ``value``."""
        self._tried += not self.visits[arm]
        self.visits[arm] += 1
        self.totals[arm] += value
        self.count += 1

    def mean(self, arm: int) -> float | None:
        """What ``arm`` brought on average, if it was tried."""
        return self.totals[arm] / self.visits[arm] if self.visits[arm] else None

    def settle(self, arm: int, value: float) -> None:
        """From now on ``arm`` is known to bring ``value``; if that is nothing it is left alone."""
        self.totals[arm] = value * self.visits[arm] if value > 0 else -inf

    def unsettle(self) -> None:
        """Arms that were left alone as worthless count again."""
        self.totals = [max(total, 0.0) for total in self.totals]

    def ranked(self) -> list[int]:
        """The arms from most to least tried, equal ones by what they brought."""
        keys = list(zip(self.visits, self.totals, strict=True))
        return sorted(range(len(keys)), key=keys.__getitem__, reverse=True)

    def mixed(self) -> dict[Move, float]:
        """How likely each arm is for who mixes what is equally good, as often as it was tried.

        Where something is hidden or others choose at the same moment, a fixed choice is foreseen.
        """
        best = max(range(len(self.moves)), key=lambda arm: (self.visits[arm], self.totals[arm]))
        most, mean = self.visits[best], self.mean(best)
        if mean is None:
            return dict.fromkeys(self.moves, 1 / len(self.moves))
        weights = {
            move: n
            for move, n, total in zip(self.moves, self.visits, self.totals, strict=True)
            if _RARE * n >= most and total >= (mean - _CLOSE) * n
        }
        all_in_all = sum(weights.values())
        return {move: n / all_in_all for move, n in weights.items()}

    def candidates(self, imagined: Sequence[int] | None = None) -> tuple[Candidate, ...]:
        """The arms as moves that were weighed, the one tried most first.

        ``imagined`` says how many tries of each arm were none, but what was expected before.
        """
        found = tuple(self.candidate(arm, self.mean(arm)) for arm in self.ranked())
        if imagined is None:
            return found
        less = dict(zip(self.moves, imagined, strict=True))
        return tuple(replace(one, visits=one.visits - less[one.move]) for one in found)

    def candidate(self, arm: int, value: float | None, proven: bool = False) -> Candidate:
        """One arm as a move that was found to be worth ``value``."""
        worth = None if value is None else 100 * value
        return Candidate(self.moves[arm], worth, self.visits[arm], proven)
