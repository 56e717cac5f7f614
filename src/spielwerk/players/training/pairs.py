"""Pairs of facts that tell more together than each tells alone.

A stone beside a corner is bad as long as the corner is empty: no weight of single facts can say so.
Nobody names such pairs. Where positions turn out better or worse than weights of single facts say,
it is counted which two facts hold in them together; pairs for which that is no accident are kept,
the most telling ones first. Images of a pair under symmetries of the board are one and the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spielwerk.players.training.symmetries import Symmetry

_MOST = 48
"""Pairs, with their images counted once, that search has to look at."""
_NO_ACCIDENT = 4.0
"""Standard deviations: of ten thousand pairs that tell nothing hardly one gets so far by luck."""
_OFTEN = 80.0
"""Positions in which a pair must hold, in what they count."""


@dataclass(frozen=True, slots=True, eq=False)
class PairKinds:
    """Pairs of facts in kinds: all images of one pair are a kind."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    kind: NDArray[np.intp]
    sign: NDArray[np.float32]
    """-1 where an image changes the roles."""
    count: int
    """How many kinds there are."""

    @classmethod
    def none(cls) -> PairKinds:
        nothing = np.zeros(0, np.intp)
        return cls(nothing, nothing, nothing, np.zeros(0, np.float32), 0)

    def found(self, rows: NDArray[np.uint8]) -> NDArray[np.float32]:
        """How often each kind is there in positions, by its sign."""
        both = (rows[:, self.first] & rows[:, self.second]) * self.sign
        into = np.zeros((len(self.kind), self.count), np.float32)
        into[np.arange(len(self.kind)), self.kind] = 1
        return np.asarray(both @ into, np.float32)


class PairCounts:
    """Which two facts hold together where positions surprise."""

    def __init__(self, facts: int) -> None:
        self._surprise = np.zeros((facts, facts), np.float32)
        self._weight = np.zeros((facts, facts), np.float32)
        self._times = np.zeros((facts, facts), np.float32)

    def add(
        self,
        rows: NDArray[np.uint8],
        surprise: NDArray[np.float64],
        spread: NDArray[np.float64],
        weights: NDArray[np.float64],
    ) -> None:
        """Count positions: by how much each is better than expected, and by how much it could be
        by luck, both weighed."""
        held = rows.astype(np.float32)
        self._surprise += held.T @ (held * surprise.astype(np.float32)[:, None])
        self._weight += held.T @ (held * spread.astype(np.float32)[:, None])
        self._times += held.T @ (held * weights.astype(np.float32)[:, None])

    def telling(self, symmetries: Sequence[Symmetry], known: PairKinds) -> PairKinds:
        """Pairs that are known, and the most telling ones beside them, with all their images."""
        facts = len(self._surprise)
        changes = symmetries or [Symmetry.identity(facts)]
        surprise, weight, times = (np.zeros_like(self._surprise) for _ in range(3))
        for change in changes:
            images = np.ix_(change.images, change.images)
            surprise += change.sign * self._surprise[images]
            weight += self._weight[images]
            times += self._times[images]
        sure = np.abs(surprise) / np.sqrt(np.maximum(weight, 1e-6))
        sure[(times < _OFTEN) | np.tri(facts, dtype=bool)] = 0
        order = np.argsort(sure, axis=None)[::-1][: 64 * _MOST * len(changes)]
        pairs = [divmod(int(at), facts) for at in order if sure.flat[at] > _NO_ACCIDENT]
        return _with(known, pairs, changes)


def _with(
    known: PairKinds, pairs: Sequence[tuple[int, int]], changes: Sequence[Symmetry]
) -> PairKinds:
    """What is known, and the first pairs of which none is an image of another, as far as there is
    room for them."""
    columns = (known.first, known.second, known.kind, known.sign.astype(int))
    rows = [tuple(row) for row in np.stack(columns, axis=1).tolist()]
    seen = {(one, other) for one, other, _, _ in rows}
    count = known.count
    for one, other in pairs:
        if (one, other) in seen or count == _MOST:
            continue
        images = {}
        for change in changes:
            low, high = sorted((int(change.images[one]), int(change.images[other])))
            images[low, high] = change.sign
        seen |= images.keys()
        rows += [(low, high, count, sign) for (low, high), sign in images.items()]
        count += 1
    first, second, kind, sign = np.array(rows, np.intp).reshape(-1, 4).T
    return PairKinds(first, second, kind, sign.astype(np.float32), count)
