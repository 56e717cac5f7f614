"""From positions and what they were worth to a judgement.

Positions with values between 0 and 1 go in; the weights of kinds of facts (:mod:`.kinds`) come out
under which those values are most likely, held back where little speaks for them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import LOGIT, Judgement

_PIECE = 4_096
"""Positions that are looked at together."""
_STEPS = 6
"""Of Newton's method, at most: later ones change nothing any more."""
_SETTLED = 1e-3
_SMALL = 0.004
"""Weights below this, in logits, are left out: they would only make positions look different."""


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Positions and what they were worth to the first role, from 0 to 1."""

    rows: NDArray[np.uint8]
    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    """How much each of them counts."""

    @classmethod
    def together(cls, parts: list[Lessons]) -> Lessons:
        return cls(
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.weights for part in parts]),
        )

    def weighing(self, factor: float) -> Lessons:
        return Lessons(self.rows, self.values, factor * self.weights)


def fit(
    lessons: Lessons, kinds: NDArray[np.float32], *, biased: bool, ridge: float
) -> tuple[NDArray[np.float64], float]:
    """The weight of every fact and the bias, in logits.

    :param biased: whether there is a bias: not where the roles can be exchanged
    """
    if biased:
        kinds = np.concatenate([kinds, np.zeros((len(kinds), 1), np.float32)], axis=1)
    size = kinds.shape[1]
    theta = np.zeros(size)
    hold = np.full(size, ridge)
    for _ in range(_STEPS):
        slope, bend = -hold * theta, np.diag(hold)
        for begin in range(0, len(lessons.rows), _PIECE):
            some = slice(begin, begin + _PIECE)
            found = lessons.rows[some].astype(np.float32) @ kinds
            if biased:
                found[:, -1] = 1
            chance = 1 / (1 + np.exp(-np.clip(found @ theta, -20, 20)))
            counts = lessons.weights[some]
            slope += found.T @ (counts * (lessons.values[some] - chance))
            scaled = found * np.sqrt(counts * np.maximum(chance * (1 - chance), 0.01))[
                :, None
            ].astype(np.float32)
            bend += scaled.T @ scaled
        step = np.linalg.solve(bend, slope)
        theta += step
        if np.abs(step).max() < _SETTLED:
            break
    return kinds @ theta, float(theta[-1]) if biased else 0.0


def judgement(weights: NDArray[np.float64], bias: float) -> Judgement:
    """Weights in logits as a judgement."""
    kept = np.where(np.abs(weights) < _SMALL, 0, weights)
    return Judgement(
        round(LOGIT * bias),
        np.rint(LOGIT * kept).astype(np.int32),
        np.zeros((0, 3), np.int32),
    )
