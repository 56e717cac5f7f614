"""Many matches at once in arrays: the optional fast side of the contract.

Lane ``i`` of every array belongs to match ``i``. Facts and moves are numbered; ``moves`` gives
number to text, per role. Players and reinforcement-learning adapters use this where a game offers
it (:meth:`spielwerk.core.Game.batch`) and the one-state contract elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from spielwerk.core.game import Move, Role, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Batch(Protocol):
    """``n`` matches that step together."""

    n: int
    roles: Sequence[Role]
    """The roles in the order of :meth:`outcomes`, without chance."""
    moves: Mapping[Role, Sequence[Move]]
    """For each role (and chance, where there is any) the text of every move it can ever make."""

    facts: Sequence[str]
    """The text of every fact, in the order of the columns of :meth:`states`."""

    def states(self) -> NDArray[np.uint8]:
        """One row a match, one column a fact of the game: 1 where it holds."""

    def row(self, state: State) -> NDArray[np.uint8]:
        """The facts of a state of the one-state contract, as a row of :meth:`states`."""

    def legal(self, role: Role) -> NDArray[np.bool_]:
        """One row a match, one column a move of ``role``."""

    def terminal(self) -> NDArray[np.bool_]:
        """Which matches are over."""

    def outcomes(self) -> NDArray[np.int16]:
        """One row a match, one column a role: 0..100, or -1 where the match is not over."""

    def step(self, choices: Mapping[Role, NDArray[np.intp]]) -> None:
        """Make one joint move in every match that is not over; the others stay as they are.

        Choices are numbers of moves, one a match. A role that is left out, or a choice of -1,
        means the only move that is legal there.

        :raises MoveError: some choice is not legal, or left open where there are several moves;
            nothing has happened then
        """

    def reset(self, lanes: NDArray[np.bool_] | None = None) -> None:
        """Put matches (all, or those marked) back to the initial state."""

    def place(self, rows: NDArray[np.uint8], lanes: NDArray[np.bool_] | None = None) -> None:
        """Put matches (all, or those marked) into the states of the rows, one row a match."""

    def playouts(self, steps: int) -> None:
        """Make ``steps`` random joint moves in every match; finished ones stay finished."""

    def playout_values(
        self, rows: NDArray[np.uint8], playouts: int, seed: int
    ) -> NDArray[np.float64]:
        """What states are worth: the mean outcome of random matches from each of them.

        One row a state, one column a role; not a number where no match came to an end. At least
        so many matches are played for each state: an engine that plays 64 or 512 at the price of
        one plays as many. The matches of this batch are left alone.
        """
