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

__all__ = ["Rollouts", "Values", "final_values", "rollouts_of"]

Values: TypeAlias = tuple[float, ...]
"""What each role gets, from 0 to 1, in the order of the game's roles."""

_MAX_STEPS = 2_000
"""A random match this long is broken off and counts as undecided."""


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
