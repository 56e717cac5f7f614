"""The players of No Time to Spy: ``spy-easy``, ``spy-middle`` and ``spy-strong:200ms``.

Each has a habit for the draft and one for its turns; both only know what the seat may know.
Whoever talks to a server of the standard uses the habits directly: :meth:`SpyPlayer.habits`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

from spielwerk.core import (
    NEVER,
    Candidate,
    Choice,
    Deadline,
    Game,
    Knowledge,
    Mind,
    Move,
    Player,
    Role,
    Unsuited,
    View,
)
from spielwerk.games.spy import ROLES, CharacterDescription, Gadget, PlayState, Position, Spy
from spielwerk.players import options
from spielwerk.players.pace import Quiet
from spielwerk.players.spy.drafting import Team
from spielwerk.players.spy.habits import Careless, Greedy, Habits, Planning


class SpyPlayer(Player):
    """A player of No Time to Spy and of nothing else."""

    games = ("native/spy",)

    @property
    def longest(self) -> float | None:
        """The longest thought for an operation in seconds, if its spec says so."""
        return None

    @abstractmethod
    def habits(self, seed: int = 0) -> Habits:
        """How it drafts and plays, for one match."""

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        if not self.suits(game):
            raise Unsuited(
                f"{self.name} plays No Time to Spy only, not '{game.name}'. Seat mcts, which "
                "plays all games."
            )
        return _SpyMind(self, cast(Spy, game), self.habits(seed), Random(seed))


@dataclass(frozen=True)
class SpyEasy(SpyPlayer):
    """Anything legal that does not hurt itself."""

    name = "spy-easy"
    level = "easy"

    def habits(self, seed: int = 0) -> Habits:
        return Careless(Random(seed))


@dataclass(frozen=True)
class SpyMiddle(SpyPlayer):
    """The operation after which things look best."""

    name = "spy-middle"
    level = "medium"

    def habits(self, seed: int = 0) -> Habits:
        return Greedy(Random(seed))


@dataclass(frozen=True)
class SpyStrong(SpyPlayer):
    """Plans whole turns over many worlds that could be the true one."""

    name = "spy-strong"

    seconds: float | None = options.seconds(None, "longest thought for an operation")

    @property
    def longest(self) -> float | None:
        return self.seconds

    def habits(self, seed: int = 0) -> Habits:
        return Planning(Random(seed))


LEVELS: tuple[type[SpyPlayer], ...] = (SpyEasy, SpyMiddle, SpyStrong)
"""All levels, the easiest first."""


class _SpyMind(Mind):
    def __init__(self, player: SpyPlayer, game: Spy, habits: Habits, rng: Random) -> None:
        self._player = player
        self._game = game
        self._habits = habits
        self._rng = rng

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        view = knowledge.view
        if view["phase"] == "draft":
            return self._take(view)
        if view["phase"] == "equip":
            return self._give(view)
        deadline = deadline.for_thought(self._player.longest)
        with Quiet():
            return self._operate(knowledge, deadline)

    def _take(self, view: View) -> Choice:
        named = self._crew(view["offer"]["characters"])
        gadgets = [Gadget(word) for word in view["offer"]["gadgets"]]
        item = self._habits.take(_team(view), named, gadgets)
        if isinstance(item, Gadget):
            return self._chosen(f"take gadget {item}")
        return self._chosen(f"take character {item.name}")

    def _give(self, view: View) -> Choice:
        gadget = Gadget(view["gadgets"][len(view["equipment"])])
        who = self._habits.give(gadget, self._crew(view["characters"]))
        return self._chosen(f"give {gadget} to {who.name}")

    def _operate(self, knowledge: Knowledge, deadline: Deadline) -> Choice:
        plans = self._habits.plan(
            lambda: _position(knowledge, self._rng), ROLES.index(knowledge.role), deadline
        )
        text = self._game.text
        weighed: dict[Move, Candidate] = {}
        for plan in plans:
            first = text(plan.operations[0])
            if plan.tries and first not in weighed:
                weighed[first] = Candidate(first, 100 * plan.chance, plan.tries)
        best = plans[0].operations
        return Choice(
            text(best[0]),
            str(self._player),
            tuple(weighed.values()),
            tuple(map(text, best)),
            f"{len(plans)} plans" if weighed else "",
        )

    def _crew(self, names: Sequence[str]) -> list[CharacterDescription]:
        setting = self._game.setting
        return [setting.characters[setting.names[name]] for name in names]

    def _chosen(self, move: str) -> Choice:
        return Choice(Move(move), str(self._player))


def _team(view: View) -> Team:
    return Team(len(view["characters"]), len(view["gadgets"]))


def _position(knowledge: Knowledge, rng: Random) -> Position:
    world = knowledge.world(rng)
    assert isinstance(world, PlayState)
    return world.position
