"""External-sampling MCCFR: learning to mix from sampled matches, for as long as there is time.

For one seat after another a match is sampled: the others and chance do what they would, the seat
tries all its moves. What it regrets not to have done it does more often. In long matches only the
first few choices of a match are tried out in full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from spielwerk.core import (
    CHANCE,
    Chance,
    Course,
    Game,
    Joint,
    Move,
    Open,
    Over,
    Role,
    draw_chance,
)
from spielwerk.players.equilibrium.keys import key_of
from spielwerk.players.equilibrium.strategy import MixedStrategy

_TRIED_OUT = 500
"""How many ends one sampled match may have because a seat tries all its moves."""


class _TimeIsUp(Exception):
    """A sampled match is left where it is."""


class Situation:
    """What is regretted in a situation, and what was done there so far."""

    __slots__ = ("moves", "regrets", "totals")

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = tuple(moves)
        self.regrets = [0.0] * len(moves)
        self.totals = [0.0] * len(moves)

    def chances(self) -> list[float]:
        """How likely each move is now, by regret matching."""
        wanted = [max(regret, 0.0) for regret in self.regrets]
        total = sum(wanted)
        count = len(self.moves)
        return [one / total for one in wanted] if total > 0 else [1 / count] * count


class SampledLearning:
    """Learns a strategy for all roles of a game."""

    def __init__(self, game: Game, seed: int = 0, ends: int = _TRIED_OUT) -> None:
        """``ends``: how many one sampled match may have because a seat tries all its moves."""
        self._game = game
        self._ends = ends
        self._rng = Random(seed)
        self._seen: dict[str, Situation] = {}
        self.matches = 0

    def learn(self, go_on: Callable[[], bool], matches: int | None = None) -> None:
        """Sample matches until there is no more time, or for so many."""
        while go_on() and (matches is None or self.matches < matches):
            for seat in range(len(self._game.roles)):
                course = Course.begun(self._game, self._rng.getrandbits(30))
                try:
                    self._sample(course, seat, self._ends, go_on)
                except _TimeIsUp:
                    return
            self.matches += 1

    def strategy(self) -> MixedStrategy:
        """What was learnt."""
        chances = {}
        for key, one in self._seen.items():
            total = sum(one.totals)
            if total > 0:
                shares = (share / total for share in one.totals)
                chances[key] = dict(zip(one.moves, shares, strict=True))
        made = f"external sampling, {self.matches:,} matches for each role"
        return MixedStrategy(chances, None, made)

    def _sample(self, course: Course, seat: int, left: int, go_on: Callable[[], bool]) -> float:
        """What the seat gets when the others do what they would, from 0 to 1."""
        mine: Role = self._game.roles[seat]
        while True:
            if not go_on():
                raise _TimeIsUp
            state = course.state
            match state.turn:
                case Over():
                    return state.outcome()[mine] / 100
                case Chance():
                    course = course.after({CHANCE: draw_chance(state, self._rng)})
                    continue
                case Joint(roles):
                    choosing = roles
                case Open(roles):
                    choosing = (self._rng.choice(roles),)
            moves = {role: self._do(course, role) for role in choosing if role != mine}
            if mine not in choosing:
                course = course.after(moves)
                continue
            situation = self._situation(course, mine)
            if not 1 < len(situation.moves) <= left:
                (move,) = self._rng.choices(situation.moves, situation.chances())
                course = course.after({**moves, mine: move})
                continue
            chances = situation.chances()
            values = [
                self._sample(course.after({**moves, mine: move}), seat, left // len(chances), go_on)
                for move in situation.moves
            ]
            mean = sum(p * value for p, value in zip(chances, values, strict=True))
            for place, value in enumerate(values):
                situation.regrets[place] += value - mean
            return mean

    def _do(self, course: Course, role: Role) -> Move:
        """What another role does, which counts for its average strategy."""
        situation = self._situation(course, role)
        chances = situation.chances()
        for place, p in enumerate(chances):
            situation.totals[place] += p
        return self._rng.choices(situation.moves, chances)[0]

    def _situation(self, course: Course, role: Role) -> Situation:
        key = key_of(self._game, course, role)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = Situation(course.state.legal(role))
        return found
