"""The two yardsticks: a player that moves at random, and one that looks one move ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from spielwerk.core import (
    NEVER,
    Candidate,
    Choice,
    Deadline,
    Game,
    Joint,
    Knowledge,
    LimitExceeded,
    Mind,
    Move,
    Over,
    Player,
    Role,
    State,
)
from spielwerk.players.pace import Pace

_UNDECIDED = 50.0
"""What greedy takes an unfinished match to be worth: it looks no further."""
_TRIES = 8
"""How often greedy tries a move where others move at once or things are hidden."""


@dataclass(frozen=True)
class RandomPlayer(Player):
    """Any legal move, all alike."""

    name = "random"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        return _RandomMind(Random(seed))


class _RandomMind(Mind):
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        return Choice(self._rng.choice(knowledge.legal), "random")


@dataclass(frozen=True)
class GreedyPlayer(Player):
    """A move that wins at once where there is one, none that loses at once, else any."""

    name = "greedy"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        return _GreedyMind(Random(seed))


class _GreedyMind(Mind):
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        pace = Pace(deadline)
        moves = list(knowledge.legal)
        self._rng.shuffle(moves)
        weighed = []
        for move in moves:
            if not pace.go_on():
                break
            try:
                weighed.append(Candidate(move, *self._weigh(knowledge, move, pace)))
            except LimitExceeded:
                break
        weighed.sort(key=lambda candidate: -(candidate.value or 0))
        best = weighed[0].move if weighed else moves[0]
        return Choice(best, "greedy", tuple(weighed), (best,) if weighed else ())

    def _weigh(self, knowledge: Knowledge, move: Move, pace: Pace) -> tuple[float, int]:
        """The mean of what ``move`` brings at once, and the number of tries behind it."""
        total, tries, wanted = 0.0, 0, 1
        while tries < wanted and (not tries or pace.go_on()):
            world = knowledge.world(self._rng)
            moves = {**_others_at_random(world, knowledge.role, self._rng), knowledge.role: move}
            if knowledge.game.hidden or len(moves) > 1:
                wanted = _TRIES
            total += _worth(world.after(moves), knowledge.role)
            tries += 1
        return total / tries, tries


def _others_at_random(state: State, role: Role, rng: Random) -> Mapping[Role, Move]:
    match state.turn:
        case Joint(roles):
            return {other: rng.choice(state.legal(other)) for other in roles if other != role}
    return {}


def _worth(state: State, role: Role) -> float:
    return state.outcome()[role] if isinstance(state.turn, Over) else _UNDECIDED
