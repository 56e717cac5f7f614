"""What one seat may know of a match when it must choose, and nothing beyond it.

A match makes a :class:`Knowledge` from the true state; a player sees its view, its legal moves
and worlds that could be the true one. Without hidden information there is just one such world.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from spielwerk.core.game import Game, Move, Role, State, View


class Knowledge:
    """One role's side of a state. The state itself stays inside."""

    __slots__ = ("__state", "game", "role")

    def __init__(self, game: Game, state: State, role: Role) -> None:
        self.game = game
        self.role = role
        self.__state = state

    @property
    def view(self) -> View:
        """What the role sees."""
        return self.__state.view(self.role)

    @property
    def legal(self) -> Sequence[Move]:
        """What the role may do now."""
        return self.__state.legal(self.role)

    def at(self, game: Game) -> Knowledge:
        """The same for a mind that sits at another engine of the game."""
        return self if game is self.game else Knowledge(game, game.adopt(self.__state), self.role)

    def world(self, rng: Random) -> State:
        """A full state that fits everything the role has seen.

        Drawn with ``rng`` where something is hidden; the state as it is where nothing is.

        :raises LimitExceeded: none was found within the game's budget
        """
        return self.__state.determinize(self.role, rng) if self.game.hidden else self.__state
