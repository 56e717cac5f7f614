"""Which of two judgements plays better.

Both get the same shallow search. Matches begin with random moves, and every beginning is played
twice, with seats changed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean

from spielwerk.core import DepthSearch, Game, Judgement, Over, State, random_event
from spielwerk.players.training.selfplay import chooser

_DEPTH = 2
_OPENING = 8
"""Random moves at the beginning, at most."""
_LONGEST = 200
"""Moves after which a match is drawn."""


def contest(
    game: Game, one: Judgement, other: Judgement, *, pairs: int, seed: int,
    go_on: Callable[[], bool],
) -> float:  # fmt: skip
    """The part of all points that one judgement gets from another; half where nothing was played.

    :param pairs: beginnings that are played
    """
    native, rng, points = game.search(), Random(seed), []
    assert native is not None
    ours, theirs = native.deepening(one), native.deepening(other)
    for _ in range(pairs):
        beginning = _beginning(game, rng)
        if not go_on():
            break
        points.append(_outcome(game, beginning, (ours, theirs)))
        points.append(1 - _outcome(game, beginning, (theirs, ours)))
    return fmean(points) if points else 0.5


def _beginning(game: Game, rng: Random) -> State:
    state = game.initial()
    for _ in range(rng.randrange(2, _OPENING + 1)):
        after = state.after(random_event(state, rng).moves)
        state = state if isinstance(after.turn, Over) else after
    return state


def _outcome(game: Game, state: State, seats: tuple[DepthSearch, DepthSearch]) -> float:
    """What the first seat gets, from 0 to 1."""
    searches = dict(zip(game.roles, seats, strict=True))
    for _ in range(_LONGEST):
        if isinstance(state.turn, Over):
            return state.outcome()[game.roles[0]] / 100
        role, moves = chooser(state)
        if role is not None:
            moves[role] = searches[role].think(state, lambda: True, _DEPTH).moves[0].move
        state = state.after(moves)
    return 0.5
