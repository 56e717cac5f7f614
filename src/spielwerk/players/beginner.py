"""How beginners play: sensibly on the whole, with mistakes that people make.

A mind that thinks for a moment says what it makes of the moves. Most of the time its best one is
played. Now and then it is another: one that looks little worse more often than one that looks bad.
A win that can be had at once is hardly ever missed.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

from spielwerk.core import NEVER, Candidate, Choice, Deadline, Knowledge, Mind
from spielwerk.players.alert import win_at_once

_TEMPER = 25.0
"""A move that is so many points of 100 worse is played e times more rarely."""
_WORST = 40.0
"""What is worse than this by the mind's reckoning looks no worse to a beginner."""
_BLIND = 0.1
"""How often a win at once is not seen, when something is not."""
_LOOK = 0.05
"""Seconds for looking for a win at once."""
_UNKNOWN = 50.0


class BeginnerMind(Mind):
    """A mind that does not always do what it thinks best."""

    def __init__(self, mind: Mind, slips: float, rng: Random) -> None:
        """``slips`` of its moves, of 1, are drawn from all by how good they look."""
        self._mind = mind
        self._slips = slips
        self._rng = rng

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        choice, rng = self._mind.choose(knowledge, deadline), self._rng
        slip, blind = rng.random() < self._slips, rng.random() < _BLIND
        if not slip or len(knowledge.legal) == 1:
            return choice
        if not blind and (winning := win_at_once(knowledge, deadline.within(_LOOK))):
            return replace(choice, move=winning, line=(winning,))
        weighed = {one.move: one for one in choice.candidates}
        moves = [weighed.get(move, Candidate(move)) for move in knowledge.legal]
        best = max(map(_worth, moves))
        chances = [exp(-min(best - _worth(one), _WORST) / _TEMPER) for one in moves]
        picked = rng.choices(moves, chances)[0]
        line = choice.line if picked.move == choice.move else (picked.move,)
        return replace(choice, move=picked.move, line=line)


def _worth(candidate: Candidate) -> float:
    return _UNKNOWN if candidate.value is None else candidate.value
