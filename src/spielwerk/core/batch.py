"""Many matches at once in arrays: the optional fast side of the contract.

Lane ``i`` of every array belongs to match ``i``. Moves are numbered per role; the tables
``moves`` give number to text. Players and reinforcement-learning adapters use this where a game
offers it (:meth:`spielwerk.core.Game.batch`) and the one-state contract elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from spielwerk.core.game import Move, Role

__all__ = ["Batch"]


class Batch(Protocol):
    """``n`` matches that step together."""

    n: int
    moves: Mapping[Role, Sequence[Move]]
    """For each role (and chance, where there is any) the text of every move it can ever make."""

    def states(self) -> NDArray[np.uint8]:
        """One row a match, one column a fact of the game: 1 where it holds."""

    def legal(self, role: Role) -> NDArray[np.bool_]:
        """One row a match, one column a move of ``role``."""

    def terminal(self) -> NDArray[np.bool_]:
        """Which matches are over."""

    def outcomes(self) -> NDArray[np.int16]:
        """One row a match, one column a role: 0..100, or -1 where it is not defined."""

    def step(self, choices: Mapping[Role, NDArray[np.intp]]) -> None:
        """Make one joint move in every match that is not over; the others stay as they are."""

    def reset(self, lanes: NDArray[np.bool_] | None = None) -> None:
        """Put matches (all, or those marked) back to the initial state."""

    def playouts(self, steps: int) -> None:
        """Play ``steps`` random joint moves in every match; finished ones stay finished."""
