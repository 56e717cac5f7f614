"""Matches played to the end at random: what a position is worth when nothing else is known.

Goes in a state, comes out the mean outcome of every role on 0..1, in the order of the game's
roles. Where a game has a batch engine, many matches are played at the price of one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeAlias

from spielwerk.core import Batch, Game, Over, RandomMatches, State, random_event
from spielwerk.players.pace import Pace

Values: TypeAlias = tuple[float, ...]
"""What each role gets, from 0 to 1, in the order of the game's roles."""

_MAX_STEPS = 2_000
"""A random match this long is broken off and counts as undecided."""
_UNDECIDED = 0.5
_MANY, _FEW = 256, 64
"""Random matches for a state on a batch engine: many where they take but a moment."""
_SOME = 16
"""Random matches for a state where they are played one by one in native code."""
_MOMENT = 0.01
_HELPING = 8
"""States that go to a batch engine at a time; between helpings the clock is looked at."""
_SAMPLE = 32
"""Random matches from which a game is taken to be one of a fixed sum."""


class Rollouts(Protocol):
    """Plays on from states at random."""

    wide: bool
    """Whether the values of several states cost little more than those of one."""

    def values(self, states: Sequence[State], pace: Pace) -> list[Values]:
        """The mean outcome of random matches from each state, for as many as time allows.

        Chance does not choose in any of the states.
        """


def rollouts_of(game: Game, rng: Random) -> Rollouts:
    """The quickest way there is to play ``game`` at random, drawing on ``rng``."""
    if (batch := game.batch(1)) is not None:
        return _BatchRollouts(game, batch, rng)
    if (matches := game.random_matches()) is not None:
        return _NativeRollouts(game, matches, rng)
    return _SingleRollouts(game, rng)


def final_values(game: Game, state: State) -> Values:
    """The outcome of a finished match."""
    outcome = state.outcome()
    return tuple(outcome[role] / 100 for role in game.roles)


def is_fixed_sum(values: Values) -> bool:
    """Whether nobody else is there, or the other one lost what the one won."""
    return len(values) == 1 or (len(values) == 2 and abs(sum(values) - 1) < 1e-6)


def looks_fixed_sum(game: Game, rollouts: Rollouts, pace: Pace) -> bool:
    """Whether all of some random matches ended so, as far as time allowed to look."""
    if len(game.roles) > 2:
        return False
    start = game.initial()
    for _ in range(_SAMPLE):
        found = rollouts.values([start], pace)
        if not found:
            break
        if not is_fixed_sum(found[0]):
            return False
    return True


class _SingleRollouts:
    """One match at a time through the contract, which every game offers."""

    wide = False

    def __init__(self, game: Game, rng: Random) -> None:
        self._game = game
        self._rng = rng

    def values(self, states: Sequence[State], pace: Pace) -> list[Values]:
        found: list[Values] = []
        for state in states:
            values = self._play_out(state, pace)
            if values is None:
                break
            found.append(values)
        return found

    def _play_out(self, state: State, pace: Pace) -> Values | None:
        for _ in range(_MAX_STEPS):
            if isinstance(state.turn, Over):
                return final_values(self._game, state)
            if not pace.go_on():
                return None
            event = random_event(state, self._rng)
            state = state.after(event.moves)
        return (_UNDECIDED,) * len(self._game.roles)


class _NativeRollouts:
    """Some matches a state, one state at a time, in native code."""

    wide = False

    def __init__(self, game: Game, matches: RandomMatches, rng: Random) -> None:
        self._undecided = (_UNDECIDED,) * len(game.roles)
        self._matches = matches
        self._rng = rng

    def values(self, states: Sequence[State], pace: Pace) -> list[Values]:
        found: list[Values] = []
        for state in states:
            if not pace.go_on():
                break
            seed = self._rng.getrandbits(62)
            mean = self._matches.mean_outcome(state, seed, matches=_SOME, steps=_MAX_STEPS)
            found.append(self._undecided if mean is None else tuple(one / 100 for one in mean))
        return found


class _BatchRollouts:
    """Many matches a state, many states at a time, on the game's batch engine."""

    wide = True

    def __init__(self, game: Game, batch: Batch, rng: Random) -> None:
        self._batch = batch
        self._rng = rng
        self._columns = [list(batch.roles).index(role) for role in game.roles]
        self._quick = self._try_out(game)

    def _try_out(self, game: Game) -> bool:
        """Whether many matches take no longer than a moment.

        Engines compile when first used: that is for before the match, not for the first move.
        """
        import numpy as np

        rows = np.tile(self._batch.row(game.initial()), (_HELPING, 1))
        self._batch.playout_values(rows[:1], 1, 0)
        began = time.thread_time()
        self._batch.playout_values(rows, _MANY, 0)
        return time.thread_time() - began < _MOMENT

    def values(self, states: Sequence[State], pace: Pace) -> list[Values]:
        import numpy as np

        found: list[Values] = []
        matches = _MANY if self._quick or not pace.timed else _FEW
        for first in range(0, len(states), _HELPING):
            if not pace.go_on():
                break
            rows = np.stack([self._batch.row(state) for state in states[first : first + _HELPING]])
            means = self._batch.playout_values(rows, matches, self._rng.getrandbits(32))
            means = np.nan_to_num(means[:, self._columns] / 100, nan=_UNDECIDED)
            found += map(tuple, means.tolist())
        return found
