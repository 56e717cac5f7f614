"""Quick races of spe_ed without a match around them, for tuning: thousands in an hour.

Goes in: solvers by seat, a board, how long each may think. Comes out: who was left, and how many
answers there were and were late. Thinking time is that of the thread, so whatever else the machine
does is nobody's disadvantage.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from functools import reduce
from random import Random

import numpy as np

from spielwerk.arena.ratings import Duel
from spielwerk.games.speed import ACTIONS, ACTIVE, Arena, Trail, play, start
from spielwerk.players import Quiet
from spielwerk.players.speed import Clock, Solver

_NUMBER = {action: number for number, action in enumerate(ACTIONS)}

Racer = Callable[[int], Solver]
"""Makes a solver for one race from a seed."""


@dataclass(frozen=True, slots=True)
class Track:
    """Which boards are raced on, and how quickly."""

    seats: int = 2
    seconds: float = 0.004
    """Thinking time for a move."""
    smallest: int = 41
    largest: int = 80
    """Cells a side."""

    def board(self, seed: int) -> Arena:
        """The board of a seed, the same for whoever races on it."""
        rng = Random(seed)
        width, height = (rng.randint(self.smallest, self.largest) for _ in range(2))
        return Arena.of(start(width, height, self.seats, rng))


@dataclass(frozen=True, slots=True)
class Score:
    """Races between two kinds of racers as the first one sees them, and how they answered."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    answers: int = 0
    late: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def duel(self) -> Duel:
        """Without the answers."""
        return Duel(self.wins, self.draws, self.losses)


def race(racers: Sequence[Racer], track: Track, seed: int) -> tuple[int | None, int, int]:
    """Who is left on the board of a seed (a seat, or nobody), the answers given, those late."""
    arena, trail = track.board(seed), Trail.empty(len(racers))
    solvers = [racer(seed + seat) for seat, racer in enumerate(racers)]
    actions = np.full(len(racers), len(ACTIONS) - 1, np.int32)
    answers = late = 0
    with Quiet():
        while arena.racers[:, ACTIVE].sum() > 1:
            for seat in np.flatnonzero(arena.racers[:, ACTIVE]):
                end = time.thread_time() + track.seconds
                decision = solvers[seat].decide(arena.copy(), int(seat), _until(end))
                late += time.thread_time() > end
                answers += 1
                actions[seat] = _NUMBER[decision.action]
            play(arena, actions, trail)
    left = np.flatnonzero(arena.racers[:, ACTIVE])
    return (int(left[0]) if len(left) else None), answers, late


def _until(end: float) -> Clock:
    return lambda: end - time.thread_time()


def heat(first: Racer, second: Racer, track: Track, seed: int) -> Score:
    """Two races on one board: the kinds sit on every other seat, then they change seats."""
    return reduce(Score.__add__, (_half(first, second, track, seed, turn) for turn in (0, 1)))


def seating(seats: int, turn: int) -> list[bool]:
    """On which seats the first kind sits, before (0) and after (1) the change."""
    return [(seat + turn) % 2 == 0 for seat in range(seats)]


def _half(first: Racer, second: Racer, track: Track, seed: int, turn: int) -> Score:
    ours = seating(track.seats, turn)
    left, answers, late = race([first if own else second for own in ours], track, seed)
    if left is None:
        return Score(0, 1, 0, answers, late)
    return Score(int(ours[left]), 0, int(not ours[left]), answers, late)


def total(scores: Iterable[Score]) -> Score:
    """All of them together."""
    return reduce(Score.__add__, scores, Score())
