"""Five simple racers that fill empty seats, as players: ``random-safe``, ``jumper``, ...

Each is a different kind of neighbour: unpredictable, stubborn, greedy for room, fast, slow. What
they do stands in :mod:`.habits`, which is loaded when the first of them sits down.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from spielwerk.core import Game
from spielwerk.players.speed.players import SpeedPlayer

if TYPE_CHECKING:
    from spielwerk.players.speed.decision import Solver


class Bot(SpeedPlayer):
    """A racer that follows the habit of its name. The same seed gives the same race."""

    @property
    def longest(self) -> float | None:
        return None

    @classmethod
    def contenders(cls, game: Game) -> tuple[str, ...]:
        return ()

    def solver(self, seed: int = 0) -> Solver:
        from spielwerk.players.speed.habits import HABITS, Creature

        return Creature(HABITS[self.name], Random(seed))


@dataclass(frozen=True)
class RandomSafe(Bot):
    """Any action that does not kill at once."""

    name = "random-safe"
    level = "easy"


@dataclass(frozen=True)
class StraightOn(Bot):
    """Straight on until there is a wall."""

    name = "straight-on"


@dataclass(frozen=True)
class LargestArea(Bot):
    """Towards the largest connected area."""

    name = "largest-area"


@dataclass(frozen=True)
class Jumper(Bot):
    """Fast, and over the walls in every sixth round."""

    name = "jumper"


@dataclass(frozen=True)
class SlowFiller(Bot):
    """Slow, and along the walls."""

    name = "slow-filler"


BOTS: tuple[type[Bot], ...] = (RandomSafe, StraightOn, LargestArea, Jumper, SlowFiller)
"""All five, in the order in which they fill a table."""
