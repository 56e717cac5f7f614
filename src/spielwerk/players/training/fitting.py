"""From positions and what they were worth to a judgement.

Positions with values between 0 and 1 go in; the weights of kinds of facts (:mod:`.kinds`) come out
under which those values are most likely, held back where little speaks for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import LOGIT, Freedom, Judgement
from spielwerk.players.training.pairs import PairCounts, PairKinds
from spielwerk.players.training.symmetries import Symmetry

_PIECE = 4_096
"""Positions that are looked at together."""
_STEPS = 4
"""Of Newton's method, at most: later ones change little."""
_FADING = 0.85
"""How much lessons count once newer ones are there."""
_FORGOTTEN = 0.03
"""Lessons that count less than this are dropped."""
_SETTLED = 1e-3
_HOLD = 200.0
"""How strongly the weight of a kind of one fact is held back: about what so many positions say of
it."""
_LATE_HOLD = 2.0
"""How much more strongly what is added late is held back."""
_PAIR_HOLD = 20.0
"""The same for a pair of facts with all its images."""
_FLATTEST = 0.01
_SMALL = 0.004
"""Weights below this, in logits, are left out: they would only make positions look different."""


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Positions and what they were worth to the first role, from 0 to 1."""

    rows: NDArray[np.uint8]
    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    """How much each of them counts."""
    choices: NDArray[np.float32]
    """How many moves each role had at its last turn; 0 where that is unknown."""

    def part(self, begin: int, end: int) -> Lessons:
        some = slice(begin, end)
        return Lessons(self.rows[some], self.values[some], self.weights[some], self.choices[some])

    @classmethod
    def together(cls, parts: list[Lessons]) -> Lessons:
        return cls(
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.weights for part in parts]),
            np.concatenate([part.choices for part in parts]),
        )

    def weighing(self, factor: float) -> Lessons:
        return Lessons(self.rows, self.values, factor * self.weights, self.choices)


class WeightFit:
    """Weights of kinds, in logits, from all lessons so far; older ones count less and less.

    Each kind has two weights, one for the beginning and what is added when it is late: when as many
    facts hold as ``course`` says. Then there is what numbers of moves are worth
    (:class:`~spielwerk.core.Freedom`).

    Newton's method, but for one saving: how bent the likelihood is was found for each helping of
    lessons when it came, and is not found anew.

    :param biased: whether there is a bias: not where the roles can be exchanged
    :param start: a judgement to begin with; only what must change in it is learnt then
    :param course: as in judgements, of which ``start`` has its own
    :param usual: how many moves there are usually
    """

    def __init__(
        self, kinds: NDArray[np.float32], *, biased: bool, start: Judgement | None = None,
        course: tuple[int, int] = (0, 1), usual: int = 1,
    ) -> None:  # fmt: skip
        none = np.zeros(len(kinds), np.int32)
        start = start or Judgement(0, none, np.zeros((0, 3), np.int32))
        if start.late is None or not start.late.any():
            start = replace(start, course=course)
        self._start = start
        free = start.freedom or Freedom(usual, (0, 0), (0, 0))
        self._usual = free.usual
        self._old = np.concatenate([start.facts, none if start.late is None else start.late])
        self._old_free = np.array([*free.some, *free.more]) / LOGIT
        self._old = (self._old / LOGIT).astype(np.float32)
        self._kinds = kinds
        self._biased = biased
        count = kinds.shape[1]
        size = 2 * count + (5 if biased else 2)
        self._theta = np.zeros(size)
        # A kind of many facts is known from more matches, and decides more.
        self._hold = np.full(size, _HOLD / len(kinds))
        self._hold[:count] = _HOLD / np.abs(kinds).sum(axis=0)
        self._hold[count : 2 * count] = _LATE_HOLD * self._hold[:count]
        self._bend = np.zeros((size, size))
        self._pairs = PairKinds.none()
        self._pair_weights = np.zeros(0)
        self._kept: list[Lessons] = []

    @property
    def positions(self) -> int:
        """How many positions still count."""
        return sum(len(lessons.rows) for lessons in self._kept)

    def learn(self, lessons: Lessons) -> None:
        """Take new lessons, and make all of them together as likely as can be."""
        kept = [old.weighing(_FADING) for old in self._kept]
        self._kept = [*(old for old in kept if old.weights[0] > _FORGOTTEN), lessons]
        self._bend *= _FADING
        for found, part in self._pieces(lessons):
            chance = self._chance(found, part)
            steepness = part.weights * np.maximum(chance * (1 - chance), _FLATTEST)
            scaled = found * np.sqrt(steepness).astype(np.float32)[:, None]
            self._bend += scaled.T @ scaled
        factor = np.linalg.inv(self._bend + np.diag(self._hold))
        for _ in range(_STEPS):
            slope = -self._hold * self._theta
            for own in self._kept:
                for found, part in self._pieces(own):
                    slope += found.T @ (part.weights * (part.values - self._chance(found, part)))
            step = factor @ slope
            self._theta += step
            if np.abs(step).max() < _SETTLED:
                break

    def learn_pairs(self, symmetries: Sequence[Symmetry]) -> int:
        """Find pairs of facts that tell something beyond all that is known, and learn what all
        pairs are worth; answers how many kinds of them there are."""
        counts = PairCounts(len(self._kinds))
        for found, part in self._all_pieces():
            off = part.values - self._chance(found, part)
            counts.add(part.rows, part.weights * off, part.weights * off**2, part.weights)
        self._pairs = counts.telling(symmetries, self._pairs)
        missing = self._pairs.count - len(self._pair_weights)
        self._pair_weights = np.concatenate([self._pair_weights, np.zeros(missing)])
        for _ in range(_STEPS if self._pairs.count else 0):
            slope = -_PAIR_HOLD * self._pair_weights
            bend = np.diag(np.full(self._pairs.count, _PAIR_HOLD))
            for found, part in self._all_pieces():
                held, chance = self._pairs.found(part.rows), self._chance(found, part)
                slope += held.T @ (part.weights * (part.values - chance))
                steepness = part.weights * np.maximum(chance * (1 - chance), _FLATTEST)
                bend += held.T @ (held * steepness[:, None])
            self._pair_weights += np.linalg.solve(bend, slope)
        return self._pairs.count

    def _all_pieces(self) -> Iterator[tuple[NDArray[np.float32], Lessons]]:
        for own in self._kept:
            yield from self._pieces(own)

    def _pieces(self, lessons: Lessons) -> Iterator[tuple[NDArray[np.float32], Lessons]]:
        """Some positions at a time, and how often each kind is there."""
        for begin in range(0, len(lessons.rows), _PIECE):
            part = lessons.part(begin, begin + _PIECE)
            found = part.rows.astype(np.float32) @ self._kinds
            late = self._lateness(part)[:, None]
            free = self._freedom(part)
            if self._biased:
                other = np.concatenate([free, np.ones((len(found), 1), np.float32)], axis=1)
            else:
                other = free[:, [0, 2]] - free[:, [1, 3]]
            yield np.concatenate([found, late * found, other], axis=1), part

    def _lateness(self, part: Lessons) -> NDArray[np.float32]:
        begin, change = self._start.course
        way = (part.rows.sum(axis=1, dtype=np.float32) - begin) / change
        late: NDArray[np.float32] = np.clip(way, 0, 1).astype(np.float32)
        return late

    def _freedom(self, part: Lessons) -> NDArray[np.float32]:
        """What the two weights of each role's number of moves are multiplied by."""
        share = part.choices / self._usual
        share[(part.choices == 0).any(axis=1)] = 0
        return np.concatenate([np.minimum(1, 4 * share), share], axis=1).astype(np.float32)

    def _score(self, found: NDArray[np.float32], part: Lessons) -> NDArray[np.float64]:
        facts = len(self._kinds)
        learnt = found @ self._theta.astype(np.float32)
        early, late = part.rows @ self._old[:facts], part.rows @ self._old[facts:]
        free = self._freedom(part) @ self._old_free
        score: NDArray[np.float64] = learnt + early + self._lateness(part) * late + free
        one, other, weights = self._start.pairs.T
        score = score + (part.rows[:, one] & part.rows[:, other]) @ (weights / LOGIT)
        score += self._pairs.found(part.rows) @ self._pair_weights
        return score + self._start.bias / LOGIT

    def _chance(self, found: NDArray[np.float32], part: Lessons) -> NDArray[np.float64]:
        score = np.clip(self._score(found, part), -20, 20)
        chance: NDArray[np.float64] = 1 / (1 + np.exp(-score))
        return chance

    def surprise(self, lessons: Lessons) -> float:
        """How far off the judgement is, on average: its error squared."""
        total = 0.0
        for found, part in self._pieces(lessons):
            total += float((part.values - self._chance(found, part)) ** 2 @ part.weights)
        return total / (float(lessons.weights.sum()) or 1.0)  # without lessons nothing surprises

    def lead(self, lessons: Lessons) -> float:
        """By how much one side is ahead of the other in these positions, in logits."""
        total = 0.0
        for found, part in self._pieces(lessons):
            total += float(np.square(self._score(found, part)) @ part.weights)
        return max(_SMALL, float(np.sqrt(total / lessons.weights.sum())))

    @property
    def judgement(self) -> Judgement:
        count, facts = self._kinds.shape[1], len(self._kinds)
        early = self._old[:facts] + self._kinds @ self._theta[:count]
        late = self._old[facts:] + self._kinds @ self._theta[count : 2 * count]
        learnt = self._theta[2 * count :]
        learnt = learnt[:4] if self._biased else learnt[[0, 0, 1, 1]] * [1, -1, 1, -1]
        some_1, some_2, more_1, more_2 = np.rint(LOGIT * (self._old_free + learnt)).astype(int)
        return Judgement(
            self._start.bias + (round(LOGIT * self._theta[-1]) if self._biased else 0),
            _whole(early),
            self._all_pairs(),
            _whole(late),
            self._start.course,
            Freedom(self._usual, (int(some_1), int(some_2)), (int(more_1), int(more_2))),
        )

    def _all_pairs(self) -> NDArray[np.int32]:
        """Pairs of the start and those that were learnt, each once."""
        own, worth = self._pairs, Counter[tuple[int, int]]()
        weights = _whole(self._pair_weights[own.kind] * own.sign)
        learnt = np.stack([own.first, own.second, weights], axis=1)
        for one, other, weight in [*self._start.pairs.tolist(), *learnt.tolist()]:
            worth[one, other] += weight
        rows = [(*pair, weight) for pair, weight in worth.items() if weight]
        return np.array(rows, np.int32).reshape(-1, 3)


def _whole(weights: NDArray[np.floating]) -> NDArray[np.int32]:
    kept = np.where(np.abs(weights) < _SMALL, 0, weights)
    whole: NDArray[np.int32] = np.rint(LOGIT * kept).astype(np.int32)
    return whole
