"""How beginners play: sensibly on the whole, with mistakes that people make.

A mind that thinks for a moment says what it makes of the moves. Most of the time its best one is
played. Now and then it is another: one that looks little worse more often than one that looks bad,
and hardly ever instead of a win that can be had at once.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

from spielwerk.core import NEVER, Candidate, Choice, Deadline, Knowledge, Mind

_TEMPER = 25.0
"""A move that is so many points of 100 worse is played e times more rarely."""
_BLIND = 0.1
"""How often a win at once is not seen, when something is not."""
_UNKNOWN = 50.0
_WON = 100.0


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
        weighed = {one.move: one for one in choice.candidates}
        moves = [weighed.get(move, Candidate(move)) for move in knowledge.legal]
        best = max(map(_worth, moves))
        if best == _WON and weighed[choice.move].proven and not blind:
            return choice
        picked = rng.choices(moves, [exp((_worth(one) - best) / _TEMPER) for one in moves])[0]
        line = choice.line if picked.move == choice.move else (picked.move,)
        return replace(choice, move=picked.move, line=line)


def _worth(candidate: Candidate) -> float:
    return _UNKNOWN if candidate.value is None else candidate.value
