"""Matches against oneself, and what is to be learnt from them.

A game and a judgement go in. Each match begins with random moves and goes on with a shallow search
by the judgement; what is kept of a position is the one at the end of the line that the search
expects, for that is the one whose judgement decided. Its value to be learnt is what later searches
said, and the outcome: the mean of all of them that temporal differences take (TD-leaf).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log
from random import Random

import numpy as np

from spielwerk.core import Batch, DepthSearch, Game, Joint, Over, Role, State, random_event
from spielwerk.players.training.fitting import Lessons

_LAMBDA = 0.97
"""How much later values count against the next one."""
_CLEARLY = 1.5
"""Being ahead by a usual lead counts as so many logits where a match is broken off."""
_SLIP = 0.03
"""How often a random move is made in the middle of a match."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How matches are played."""

    matches: int = 64
    """Matches a round."""
    depth: int = 1
    """Moves that each search looks ahead, before it follows noisy ones."""
    opening: int = 24
    """Random moves at the beginning, at most."""
    longest: int = 80
    """Moves after which a match is broken off; whoever is clearly ahead has won it then."""


def play(
    game: Game, batch: Batch, search: DepthSearch, how: SelfPlay, rng: Random,
    lead: float, go_on: Callable[[], bool],
) -> Lessons | None:  # fmt: skip
    """The lessons of one match; nothing where it was over too soon, or time is up.

    :param lead: by how much one side is ahead usually, in logits. Judgements begin small and would
        stay so, did they not count for more at the end of matches that nobody can finish yet.
    """
    state = game.initial()
    for _ in range(rng.randrange(how.opening + 1)):
        if isinstance(state.turn, Over):
            return None
        state = state.after(random_event(state, rng).moves)
    first = game.roles[0]
    rows, values, learnt = [], [], []
    for _ in range(how.longest):
        if isinstance(state.turn, Over):
            break
        if not go_on():
            return None
        mover = _mover(state)
        found = search.think(state, lambda: True, how.depth)
        best = found.moves[0]
        assert best.value is not None
        values.append(best.value if mover == first else 1 - best.value)
        leaf = state
        for move in found.line:
            leaf = leaf.after({_mover(leaf): move})
        learnt.append(not best.proven and not isinstance(leaf.turn, Over))
        rows.append(batch.row(leaf))
        slips = rng.random() < _SLIP
        state = state.after(random_event(state, rng).moves if slips else {mover: best.move})
    if not rows:
        return None
    if isinstance(state.turn, Over):
        goal = state.outcome()[first] / 100
    else:
        goal = 1 / (1 + exp(-_CLEARLY * logit(values[-1]) / lead))
    targets = np.empty(len(rows))
    for number in reversed(range(len(rows))):
        targets[number] = goal
        goal = (1 - _LAMBDA) * values[number] + _LAMBDA * goal
    kept = np.array(learnt)
    if not kept.any():
        return None
    return Lessons(np.stack(rows)[kept], targets[kept], np.ones(int(kept.sum())))


def logit(chance: float) -> float:
    chance = min(max(chance, 0.001), 0.999)
    return log(chance / (1 - chance))


def _mover(state: State) -> Role:
    assert isinstance(state.turn, Joint)
    return state.turn.roles[0]
