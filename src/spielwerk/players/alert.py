"""Whoever sees what can be had at once: a win with the very next move."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random

from spielwerk.core import (
    NEVER,
    Candidate,
    Choice,
    Deadline,
    Joint,
    Knowledge,
    Mind,
    Move,
    Over,
    Role,
    State,
)
from spielwerk.players.pace import Pace

_LOOK = 0.5
"""The part of a thought that looking for a win at once may take."""
_WON = 100


class AlertMind(Mind):
    """Misses no win that can be had at once, however short the thought was."""

    def __init__(self, mind: Mind, seconds: float | None) -> None:
        self._mind = mind
        self._seconds = seconds

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        choice = self._mind.choose(knowledge, deadline)
        best = choice.candidates[0] if choice.candidates else None
        if len(knowledge.legal) == 1 or (best is not None and best.proven):
            return choice
        look = deadline.within((self._seconds or inf) * _LOOK)
        winning = win_at_once(knowledge, look)
        if winning in (None, choice.move):
            return choice
        assert winning is not None
        others = tuple(one for one in choice.candidates if one.move != winning)
        won = Candidate(winning, float(_WON), 1, proven=True)
        return replace(choice, move=winning, candidates=(won, *others), line=(winning,))


def win_at_once(knowledge: Knowledge, deadline: Deadline = NEVER) -> Move | None:
    """A move after which the match is won, as far as there is time to look for one.

    Only where that can be known: nothing is hidden and nobody else chooses at the same time.
    """
    if knowledge.game.hidden:
        return None
    state, role, pace = knowledge.world(Random(0)), knowledge.role, Pace(deadline)
    if not isinstance(state.turn, Joint) or state.turn.roles != (role,):
        return None
    for move in state.legal(role):
        if _wins(state.after({role: move}), role):
            return move
        if not pace.go_on():
            break
    return None


def _wins(state: State, role: Role) -> bool:
    return isinstance(state.turn, Over) and state.outcome()[role] == _WON
