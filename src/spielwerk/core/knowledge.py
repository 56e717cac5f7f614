"""What one seat may know of a match when it must choose, and nothing beyond it.

A match makes a :class:`Knowledge` from the course it took; a player sees its view, its legal moves,
all it has seen before, and worlds that could be the true one. Without hidden information there is
just one such world.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from spielwerk.core.course import Course, History
from spielwerk.core.game import Game, Move, Role, State, View


class Knowledge:
    """One role's side of a course. The states themselves stay inside."""

    __slots__ = ("__course", "game", "role")

    def __init__(self, game: Game, course: Course | State, role: Role) -> None:
        """Whoever has only a state remembers nothing but what that keeps itself."""
        self.game = game
        self.role = role
        self.__course = course if isinstance(course, Course) else Course(course)

    @property
    def view(self) -> View:
        """What the role sees."""
        return self.__course.state.view(self.role)

    @property
    def plain_view(self) -> View:
        """The same without what only helps to show it."""
        return self.__course.state.plain_view(self.role)

    @property
    def legal(self) -> Sequence[Move]:
        """What the role may do now."""
        return self.__course.state.legal(self.role)

    @property
    def history(self) -> History:
        """What the role has done and seen so far."""
        return self.__course.history(self.role)

    def at(self, game: Game) -> Knowledge:
        """The same for a mind that sits at another engine of the game."""
        if game is self.game:
            return self
        return Knowledge(game, self.__course.adopted(game), self.role)

    def forgetting(self) -> Knowledge:
        """The same for a mind that remembers nothing but what the last state keeps itself."""
        return Knowledge(self.game, self.__course.state, self.role)

    def world(self, rng: Random) -> State:
        """A full state that fits everything the role has seen.

        Drawn with ``rng`` where something is hidden; the state as it is where nothing is.

        :raises LimitExceeded: none was found within the game's budget
        """
        course = self.__course
        if not self.game.hidden:
            return course.state
        return course.state.imagined(self.role, rng, course)
