"""Matches played to the end at random: what a position is worth when nothing else is known.

Goes in a state, comes out the mean outcome of every role on 0..1, in the order of the game's
roles. Where a game has a batch engine, many matches are played at the price of one.
"""

from __future__ import annotations

from random import Random
from typing import Protocol, TypeAlias

from spielwerk.core import Game, Over, State
from spielwerk.core.playout import random_event
from spielwerk.players.pace import Pace

__all__ = ["Rollouts", "Values", "final_values", "is_fixed_sum", "looks_fixed_sum", "rollouts_of"]

Values: TypeAlias = tuple[float, ...]
"""What each role gets, from 0 to 1, in the order of the game's roles."""

_MAX_STEPS = 2_000
"""A random match this long is broken off and counts as undecided."""
_SAMPLE = 32
"""Random matches from which a game is taken to be one of a fixed sum."""


class Rollouts(Protocol):
    """Plays on from a state at random."""

    def values(self, state: State, pace: Pace) -> Values | None:
        """The mean outcome of random matches from ``state``; ``None`` where time ran out."""


def rollouts_of(game: Game, rng: Random) -> Rollouts:
    """The quickest way there is to play ``game`` at random, drawing on ``rng``."""
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
        values = rollouts.values(start, pace)
        if values is None:
            break
        if not is_fixed_sum(values):
            return False
    return True


class _SingleRollouts:
    """One match at a time through the contract, which every game offers."""

    def __init__(self, game: Game, rng: Random) -> None:
        self._game = game
        self._rng = rng

    def values(self, state: State, pace: Pace) -> Values | None:
        rng = self._rng
        for _ in range(_MAX_STEPS):
            if isinstance(state.turn, Over):
                return final_values(self._game, state)
            if not pace.go_on():
                return None
            event = random_event(state, rng)
            state = state.after(event.moves)
        return (0.5,) * len(self._game.roles)
