"""Playing at once, and better as soon as everything is ready.

Fast engines and native code take a moment to make, for some games half a minute. They are made in
a thread; until they are there the same player thinks about the rules as they are. Goes in what any
player needs to sit down, comes out a mind that can be asked at once.
"""

from __future__ import annotations

from threading import Thread
from weakref import WeakKeyDictionary

from spielwerk.core import NEVER, Choice, Deadline, Game, Knowledge, Mind, Player, Role

_SHARE = 0.25
"""The part of the time to sit down that goes by for waiting, and for a look at the game then."""
_MOMENT = 0.5
"""The most of both, in seconds."""
_ready: WeakKeyDictionary[Game, set[str]] = WeakKeyDictionary()
"""Which kinds of players have sat at a game's fastest engine: all is made for them."""


def sit_at_once(
    player: Player, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER
) -> Mind:
    """A mind that can be asked at once; what takes longer it gets ready meanwhile.

    Which of them chose a move is up to time, so for what must be repeatable seat the player itself.

    :raises Unsuited: this kind of player does not play such games
    """
    simple = game.at_once()
    if simple is game:
        return player.sit(game, role, seed=seed, deadline=deadline)
    sitting = _SittingDown(player, game, role, seed)
    moment = max(min(deadline.left() * _SHARE, _MOMENT), 0.0)
    if player.name in _ready.get(game, ()):
        sitting.run()
    else:
        sitting.start()
        sitting.join(moment)
    if sitting.done:
        return _BestSoFar(sitting, sitting.mind())
    meanwhile = player.sit(simple, role, seed=seed, deadline=deadline.within(moment))
    return _BestSoFar(sitting, meanwhile)


def quick_soon(game: Game, seconds: float = _MOMENT) -> Game:
    """The game on its fastest engine if that is made so soon, else the game as it is."""
    making = Thread(target=game.quick, name="makes an engine", daemon=True)
    making.start()
    making.join(seconds)
    return game if making.is_alive() else game.quick()


class _SittingDown(Thread):
    """A player that sits down at the fastest engine of a game, however long that takes."""

    def __init__(self, player: Player, game: Game, role: Role, seed: int) -> None:
        super().__init__(name="sits down", daemon=True)
        self.game = game
        self._player = player
        self._role = role
        self._seed = seed
        self._mind: Mind | None = None
        self._problem: Exception | None = None

    def run(self) -> None:
        try:
            asked, self.game = self.game, self.game.quick()
            self._mind = self._player.sit(
                self.game, self._role, seed=self._seed, deadline=Deadline.after(_MOMENT)
            )
            _ready.setdefault(asked, set()).add(self._player.name)
        except Exception as problem:  # raised where somebody asks for the mind
            self._problem = problem

    @property
    def done(self) -> bool:
        """Whether it sits, or never will."""
        return self._mind is not None or self._problem is not None

    def mind(self) -> Mind:
        """Whoever sits there now.

        :raises Exception: what kept it from sitting down
        """
        if self._mind is None:
            assert self._problem is not None, "it is done"
            raise self._problem
        return self._mind


class _BestSoFar(Mind):
    """Thinks on the fastest engine as soon as it sits there."""

    def __init__(self, sitting: _SittingDown, meanwhile: Mind) -> None:
        self._sitting: _SittingDown | None = sitting
        self._mind = meanwhile
        self._game: Game | None = None
        """The game at which the mind sits, if it is not the one that it is asked about."""

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        if self._sitting is not None and self._sitting.done:
            self._mind, self._game = self._sitting.mind(), self._sitting.game
            self._sitting = None
        asked = knowledge if self._game is None else knowledge.at(self._game)
        return self._mind.choose(asked, deadline)
