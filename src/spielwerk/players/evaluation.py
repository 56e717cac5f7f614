"""What an unfinished position is worth, learned from random matches.

Random matches are played from the start; a few positions of each are kept and labelled with what
random play from there brings. A ridge regression over the features of the spectator's view (see
:mod:`.features`) gives one weight a feature. That is little knowledge, but it is had in a second
or two for any game, and it knows what is good in general: material, mobility, the middle.

Games that search in native code learn over their facts instead: :mod:`.training`. What was learnt
there can be asked about any state, too, as long as native code is not ready.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING

from spielwerk.core import (
    LOGIT,
    Chance,
    Game,
    Joint,
    Judgement,
    Over,
    State,
    installed,
    random_event,
)
from spielwerk.players.features import FeatureReader
from spielwerk.players.pace import Pace
from spielwerk.players.rollout import Rollouts, is_fixed_sum

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MATCHES = 300
"""Random matches to learn from, where time allows."""
_KEPT = 4
"""Positions kept from each of them."""
_MAX_STEPS = 1_000
_MAX_FEATURES = 1_000
"""The most frequent features are used, so that fitting takes well under a second."""
_RIDGE = 3.0


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


class JudgedEvaluation:
    """What a judgement says of states whose facts are known by their texts only."""

    def __init__(self, facts: Sequence[str], judgement: Judgement) -> None:
        late = [0] * len(facts) if judgement.late is None else judgement.late.tolist()
        weights = zip(judgement.facts.tolist(), late, strict=True)
        self._weights = dict(zip(facts, weights, strict=True))
        self._judgement = judgement
        self._pairs = [
            (facts[one], facts[other], weight) for one, other, weight in judgement.pairs.tolist()
        ]

    def __call__(self, state: State) -> float:
        view = state.view(None)
        facts = view["facts"] if isinstance(view, dict) else ()
        held = {fact for fact in facts if isinstance(fact, str)} if facts else set()
        weights = [self._weights[fact] for fact in held if fact in self._weights]
        score = self._judgement.bias + sum(weight for weight, _ in weights)
        score += sum(w for one, other, w in self._pairs if one in held and other in held)
        late = sum(weight for _, weight in weights)
        return _chance(score + self._judgement.lateness(len(held)) * late)


def _chance(score: float) -> float:
    return 1 / (1 + exp(-min(max(score / LOGIT, -6.0), 6.0)))


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
    """The weights that fit the lessons best.

    Without lessons, or without what fits them, it is an evaluation that knows nothing.
    """
    views = [lesson.state.view(None) for lesson in lessons]
    reader = FeatureReader(views)
    rows = [reader.read(view) for view in views]
    seen: dict[str, int] = {}
    for row in rows:
        for name in row:
            seen[name] = seen.get(name, 0) + 1
    names = sorted(seen, key=lambda name: (-seen[name], name))[:_MAX_FEATURES]
    if not names or not installed("fast"):
        return Evaluation(reader, {}, 0.5)
    import numpy as np

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
    import numpy as np

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
