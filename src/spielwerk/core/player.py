"""What a player is, whoever wrote it.

A :class:`Player` is a value: a kind of player with its settings, such as ``mcts:1s``. Seated at a
game it becomes a :class:`Mind`, which lives for one match, is asked for a move whenever its role
must choose, and may remember what it thought before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from spielwerk.core.choice import Choice
from spielwerk.core.deadline import NEVER, Deadline
from spielwerk.core.errors import SpielwerkError
from spielwerk.core.game import Game, Role
from spielwerk.core.knowledge import Knowledge
from spielwerk.core.options import format_options


class Unsuited(SpielwerkError):
    """This player cannot play this game; the message says why and who can."""


class Mind(ABC):
    """A player at one seat of one match."""

    @abstractmethod
    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        """One of the legal moves of ``knowledge``, before the deadline.

        An answer takes at most 50 ms longer than asked for, as long as a single successor of the
        game does not.
        """


class Player(ABC):
    """A kind of player with its settings. ``str`` gives the spec that makes it again."""

    name: ClassVar[str]
    """The word its specs begin with."""
    games: ClassVar[tuple[str, ...]] = ()
    """The games it plays and no others, by language and name: ``native/speed``; else all."""
    level: ClassVar[str] = ""
    """The level at which it plays its own games, such as ``easy``, if it was made for one."""

    @abstractmethod
    def sit(
        self,
        game: Game,
        role: Role,
        *,
        seed: int = 0,
        deadline: Deadline = NEVER,
    ) -> Mind:
        """Take a seat; whatever must be learned about the game is learned before the deadline.

        All randomness of the mind comes from ``seed``.

        :raises Unsuited: this kind of player does not play such games
        """

    @property
    def counted(self) -> bool:
        """Whether its thoughts are as long as its settings say and not as time allows.

        Then the same seed gives the same moves.
        """
        return False

    @classmethod
    def suits(cls, game: Game) -> bool:
        """Whether a game is one of those it plays."""
        name = game.name.partition(":")[0]
        return not cls.games or f"{game.language}/{name}" in cls.games

    @classmethod
    def contenders(cls, game: Game) -> tuple[str, ...]:
        """Specs of this kind that may be the best there are for a game; who is, matches show.

        Whoever was made for a game is one there, unless it was made for a level of it.
        """
        return (cls.name,) if cls.games and not cls.level and cls.suits(game) else ()

    def __str__(self) -> str:
        settings = format_options(self)
        return f"{self.name}:{settings}" if settings else self.name
