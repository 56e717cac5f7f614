"""What an unfinished position is worth, learned from random matches.

Random matches are played from the start; a few positions of each are kept and labelled with what
random play from there brings. A ridge regression over the features of the spectator's view (see
:mod:`.features`) gives one weight a feature. That is little knowledge, but it is had in a second
or two for any game, and it knows what is good in general: material, mobility, the middle.

Where a game searches in native code, the same is done over its facts, 512 matches at a time:
:func:`judgement_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from spielwerk.core import (
    LOGIT,
    Batch,
    Chance,
    Game,
    Joint,
    Judgement,
    Over,
    State,
    random_event,
)
from spielwerk.players.features import FeatureReader
from spielwerk.players.pace import Pace
from spielwerk.players.rollout import Rollouts, is_fixed_sum

_MATCHES = 300
"""Random matches to learn from, where time allows."""
_KEPT = 4
"""Positions kept from each of them."""
_MAX_STEPS = 1_000
_MAX_FEATURES = 1_000
"""The most frequent features are used, so that fitting takes well under a second."""
_RIDGE = 3.0
LANES = 512
"""Random matches that a batch engine plays at once."""
_POSITIONS = 4_096
"""Positions to learn from on a batch engine."""
_HELPING = 8
"""Positions that are labelled at a time: an engine for 512 matches plays 64 from each at once."""
_STRIDE = 4
"""Steps between two helpings, at most."""
_LABELLING = 64
"""Random matches from each of them."""
_FLATTEN = 20.0
"""The ridge where weights are for single facts: most facts say nothing."""
_STEEP = 4
"""Log-odds rise so much faster than chances, around the middle."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One position and what random play from there brought the game's first role (0..1)."""

    state: State
    value: float


class Evaluation:
    """A linear model of what the first role can expect, always strictly between 0 and 1."""

    def __init__(self, reader: FeatureReader, weights: dict[str, float], bias: float) -> None:
        self._reader = reader
        self._weights = weights
        self._bias = bias

    def __call__(self, state: State) -> float:
        weights = self._weights
        features = self._reader.read(state.view(None))
        value = self._bias + sum(
            weights[name] * amount for name, amount in features.items() if name in weights
        )
        return min(max(value, 0.02), 0.98)

    def __len__(self) -> int:
        return len(self._weights)


def watch(game: Game, rollouts: Rollouts, rng: Random, pace: Pace) -> tuple[list[Lesson], bool]:
    """Lessons from random matches, and whether all were between two who take turns for a fixed sum.

    Stops at the first match that was not: there is nothing to learn then.
    """
    lessons: list[Lesson] = []
    for _ in range(_MATCHES):
        states: list[State] = []
        state = game.initial(rng.getrandbits(32))
        while not isinstance(state.turn, Over) and len(states) < _MAX_STEPS:
            if not pace.go_on():
                return lessons, True
            if isinstance(state.turn, Chance) or len(_choosing(state)) != 1:
                return lessons, False
            states.append(state)
            state = state.after(random_event(state, rng).moves)
        kept = rng.sample(states, min(_KEPT, len(states)))
        found = rollouts.values(kept, pace)
        if not all(map(is_fixed_sum, found)):
            return lessons, False
        lessons += [Lesson(state, values[0]) for state, values in zip(kept, found, strict=False)]
        if len(found) < len(kept):
            return lessons, True
    return lessons, True


def _choosing(state: State) -> tuple[str, ...]:
    match state.turn:
        case Joint(roles):
            return roles
    return ()


def learn(lessons: list[Lesson]) -> Evaluation:
    """The weights that fit the lessons best. No lessons give an evaluation that knows nothing."""
    views = [lesson.state.view(None) for lesson in lessons]
    reader = FeatureReader(views)
    rows = [reader.read(view) for view in views]
    seen: dict[str, int] = {}
    for row in rows:
        for name in row:
            seen[name] = seen.get(name, 0) + 1
    names = sorted(seen, key=lambda name: (-seen[name], name))[:_MAX_FEATURES]
    if not names:
        return Evaluation(reader, {}, 0.5)
    columns = {name: column for column, name in enumerate(names)}
    matrix = np.zeros((len(rows), len(names)))
    for number, row in enumerate(rows):
        for name, amount in row.items():
            if name in columns:
                matrix[number, columns[name]] = amount
    return _fit(reader, names, matrix, np.array([lesson.value for lesson in lessons]))


def _fit(
    reader: FeatureReader,
    names: list[str],
    matrix: NDArray[np.float64],
    values: NDArray[np.float64],
) -> Evaluation:
    middle, spread = matrix.mean(axis=0), matrix.std(axis=0)
    spread[spread < 1e-9] = np.inf
    scaled = (matrix - middle) / spread
    bias = float(values.mean())
    gram = scaled.T @ scaled + _RIDGE * np.eye(len(names))
    weights = np.linalg.solve(gram, scaled.T @ (values - bias)) / spread
    return Evaluation(
        reader,
        {name: float(w) for name, w in zip(names, weights, strict=True) if w != 0},
        bias - float(middle @ weights),
    )


def judgement_of(game: Game, batch: Batch, rng: Random, pace: Pace) -> Judgement | None:
    """What facts are worth to the first role in random play, as far as time allows to find out.

    Nothing where random matches show that several choose at once, or that the sum is not fixed.

    :param batch: of :data:`LANES` matches
    """
    rows: list[NDArray[np.uint8]] = []
    values: list[NDArray[np.float64]] = []
    column = list(batch.roles).index(game.roles[0])
    while sum(map(len, rows)) < _POSITIONS and pace.go_on():
        batch.playouts(1 + rng.randrange(_STRIDE))
        over = batch.terminal()
        if not _in_turn(batch, ~over) or (batch.outcomes()[over].sum(axis=1) != 100).any():
            return None
        running = np.flatnonzero(~over).tolist()
        picked = rng.sample(running, min(_HELPING, len(running)))
        states = np.ascontiguousarray(batch.states()[picked])
        if picked:
            found = batch.playout_values(states, _LABELLING, rng.getrandbits(32))[:, column] / 100
            kept = ~np.isnan(found)
            rows.append(states[kept])
            values.append(found[kept])
        batch.reset(over)
    return _weights(batch.states().shape[1], rows, values)


def _in_turn(batch: Batch, running: NDArray[np.bool_]) -> bool:
    """Whether at most one role has a choice in each of these matches."""
    choosing = np.zeros(batch.n, dtype=np.int64)
    for role in batch.roles:
        choosing += batch.legal(role).sum(axis=1) > 1
    return not bool((choosing[running] > 1).any())


def _weights(
    facts: int, rows: list[NDArray[np.uint8]], values: list[NDArray[np.float64]]
) -> Judgement:
    """The weights that fit best. No positions give a judgement that knows nothing."""
    no_pairs = np.zeros((0, 3), dtype=np.int32)
    if not rows:
        return Judgement(0, np.zeros(facts, np.int32), no_pairs)
    matrix, labels = np.concatenate(rows).astype(np.float64), np.concatenate(values)
    middle, mean = matrix.mean(axis=0), float(labels.mean())
    scaled = matrix - middle
    gram = scaled.T @ scaled + _FLATTEN * np.eye(facts)
    weights = _STEEP * LOGIT * np.linalg.solve(gram, scaled.T @ (labels - mean))
    bias = _STEEP * LOGIT * (mean - 0.5) - float(middle @ weights)
    return Judgement(round(bias), np.rint(weights).astype(np.int32), no_pairs)
