"""What a spe_ed solver answers: the action, how it rated all five, and the pictures behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from spielwerk.games.speed.rules import Action

__all__ = ["Decision", "Picture"]

Picture = NDArray[np.float32]
"""One value a cell, higher is brighter; NaN where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that can be looked at."""

    action: Action
    ratings: Mapping[Action, Mapping[str, float]] = field(default_factory=dict)
    """For each action its rating by each criterion, and ``total``."""
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    """Named pictures, in the order in which a viewer shows them."""
    note: str = ""
    """The reason in words."""
