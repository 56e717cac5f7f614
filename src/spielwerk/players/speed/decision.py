"""What a spe_ed solver is asked and what it answers. Read this module first.

A :class:`Solver` gets a position (which counts rounds), the row of its racer and a clock, and
returns a :class:`Decision`: the action, how it rated all five, and a way to draw the pictures
behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed import Action, Arena

Clock = Callable[[], float]
"""Seconds left to think. What counts as time (the wall's, a thread's own) is the asker's choice."""

Picture = NDArray[np.float32]
"""One value a cell, higher is brighter; NaN where there is nothing to say."""

_ANSWER = 1e-3
"""Seconds it takes to put an answer together."""
_HICCUPS, _LONGEST_HICCUP = 0.5, 0.025
"""What a machine may do besides thinking: a part of the time there is, and the most seconds."""


def reserve(time: float) -> float:
    """What a solver keeps back of its time, so that no answer is ever late."""
    return _ANSWER + min(_HICCUPS * time, _LONGEST_HICCUP)


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that can be looked at."""

    action: Action
    ratings: Mapping[Action, Mapping[str, float]] = field(default_factory=dict)
    """For each action its rating by each criterion, and ``total``."""
    draw: Callable[[], Mapping[str, Picture]] = dict
    """Draws named pictures, in the order in which a viewer shows them. Nobody waits for pictures
    that are not looked at: a solver's time is for thinking."""
    note: str = ""
    """The reason in words."""
    line: tuple[Action, ...] = ()
    """The chosen action and what the solver means to do next, as far as it knows."""


class Solver(Protocol):
    """Steers one racer through one game. It may remember what it worked out in earlier rounds."""

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action of racer ``k`` (a row, from 0), before no time is left."""
