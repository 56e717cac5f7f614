"""Levels: ``easy``, ``medium``, ``strong`` and ``expert``, the same four words at every game.

Who plays at a level is the game's business: the player that was made for it, or else whoever is
best at the game (:mod:`.auto`), with the level's time to think. From medium on a win that can be
had at once is taken. An easy one thinks for a moment and errs as beginners do (:mod:`.beginner`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from spielwerk.core import (
    NEVER,
    Choice,
    Deadline,
    Game,
    Knowledge,
    Mind,
    Player,
    Role,
    Unsuited,
    unweighed,
)
from spielwerk.players import options
from spielwerk.players.alert import AlertMind
from spielwerk.players.auto import NamedMind, seat_best
from spielwerk.players.beginner import BeginnerMind
from spielwerk.players.spec import PlayerSpecError, player_kind, player_names

_USUAL = 1.0
_LONGEST = 2.0
"""Seconds after which even a slow game is thought about no longer."""


class LevelPlayer(Player):
    """Somebody who plays every game at one level."""

    seconds: float | None

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        for kind in kinds_made_for(self.name, game):
            try:
                own = kind().sit(game, role, seed=seed, deadline=deadline)
                return NamedMind(_Unhurried(own, self.seconds), self)
            except Unsuited:
                continue  # somebody's own rules under that name
        best = seat_best(game, role, seconds=None, seed=seed, deadline=deadline)
        return NamedMind(self._at_level(_Unhurried(best, self.seconds), seed), self)

    def _at_level(self, mind: Mind, seed: int) -> Mind:
        return AlertMind(mind, self.seconds)


class _Unhurried(Mind):
    """Thinks as long as its level does, and longer where that was too short to weigh anything."""

    def __init__(self, mind: Mind, seconds: float | None) -> None:
        self._mind = mind
        self._seconds = seconds or _USUAL

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        seconds = self._seconds
        while True:
            choice = self._mind.choose(knowledge, deadline.within(seconds))
            if unweighed(choice) is None or seconds > _LONGEST or deadline.left() < seconds:
                return choice
            seconds *= 4


@dataclass(frozen=True)
class Easy(LevelPlayer):
    """A beginner: thinks for a moment, and errs."""

    name = "easy"

    seconds: float | None = options.seconds(0.05, "longest thought for a move")
    slips: float | None = options.number(0.4, "how many of its moves are not its best, of 1")

    def _at_level(self, mind: Mind, seed: int) -> Mind:
        return BeginnerMind(mind, self.slips or 0.0, Random(seed))


@dataclass(frozen=True)
class Medium(LevelPlayer):
    """Sees what lies on the surface."""

    name = "medium"

    seconds: float | None = options.seconds(0.2, "longest thought for a move")


@dataclass(frozen=True)
class Strong(LevelPlayer):
    """Thinks for a second."""

    name = "strong"

    seconds: float | None = options.seconds(1.0, "longest thought for a move")


@dataclass(frozen=True)
class Expert(LevelPlayer):
    """The best there is, with three seconds a move."""

    name = "expert"

    seconds: float | None = options.seconds(3.0, "longest thought for a move")


def kinds_made_for(level: str, game: Game) -> Sequence[type[Player]]:
    """The kinds of players that were made for a level of a game."""
    found = []
    for name in player_names():
        try:
            kind = player_kind(name)
        except PlayerSpecError:
            continue  # somebody's package that cannot be used
        if kind.level == level and kind.games and kind.suits(game):
            found.append(kind)
    return found
