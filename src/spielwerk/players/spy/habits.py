"""How the three levels draft, equip and act.

A habit sees offers and worlds that could be the true one, and answers with an item, a bearer, or
plans with the best one first. It knows nothing of seats and messages, so that it serves both a
seat at a table of ours and a client of the standard.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from spielwerk.core import Deadline
from spielwerk.games.spy import (
    RETIRE,
    CharacterDescription,
    Gadget,
    Position,
    PossibleOperation,
    choices,
    disputed,
)
from spielwerk.players.pace import Pace
from spielwerk.players.spy.branches import branches
from spielwerk.players.spy.drafting import Team, bearer, pick, pick_in_order
from spielwerk.players.spy.foresight import Foresight
from spielwerk.players.spy.outlook import Outlook
from spielwerk.players.spy.planner import TurnPlan, make_plans, weigh_plans

Item = CharacterDescription | Gadget


class Habits(ABC):
    """One level, for one match."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    @abstractmethod
    def take(
        self, team: Team, characters: Sequence[CharacterDescription], gadgets: Sequence[Gadget]
    ) -> Item:
        """One item of an offer that is not empty."""

    @abstractmethod
    def give(self, gadget: Gadget, crew: Sequence[CharacterDescription]) -> CharacterDescription:
        """Who of the crew carries a gadget."""

    @abstractmethod
    def plan(
        self, world: Callable[[], Position], player: int, deadline: Deadline
    ) -> list[TurnPlan]:
        """What the active character of the player may do, best first; at least one plan.

        ``world`` draws a position that could be the true one.
        """


class Careless(Habits):
    """Anything legal, as long as it does not hurt the own side."""

    def take(
        self, team: Team, characters: Sequence[CharacterDescription], gadgets: Sequence[Gadget]
    ) -> Item:
        offer: list[Item] = [*characters, *gadgets]
        return self.rng.choice(offer)

    def give(self, gadget: Gadget, crew: Sequence[CharacterDescription]) -> CharacterDescription:
        return self.rng.choice(crew)

    def plan(
        self, world: Callable[[], Position], player: int, deadline: Deadline
    ) -> list[TurnPlan]:
        here, pace = world(), Pace(deadline)
        options = [choice for choice in _undisputed(here) if choice != RETIRE]
        self.rng.shuffle(options)
        for choice in options:
            if not pace.go_on():
                break
            if not self._hurts(here, choice, player):
                return [TurnPlan((choice,))]
        return [TurnPlan((RETIRE,))]

    def _hurts(self, here: Position, choice: PossibleOperation, player: int) -> bool:
        before = _health(here, player)
        return any(_health(after, player) < before for _, after in branches(here, choice, self.rng))


class Greedy(Habits):
    """The operation after which its share of the points looks best, in one world."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._outlook = Outlook()

    def take(
        self, team: Team, characters: Sequence[CharacterDescription], gadgets: Sequence[Gadget]
    ) -> Item:
        return pick_in_order(characters, gadgets)

    def give(self, gadget: Gadget, crew: Sequence[CharacterDescription]) -> CharacterDescription:
        return bearer(gadget, crew)

    def plan(
        self, world: Callable[[], Position], player: int, deadline: Deadline
    ) -> list[TurnPlan]:
        here = world()
        plans = [TurnPlan((choice,)) for choice in _undisputed(here)]
        self.rng.shuffle(plans)

        def judge(p: Position) -> float:
            return self._outlook.share(p, player)

        return weigh_plans(plans, lambda: here, judge, self.rng, Pace(deadline), worlds=1)


class Planning(Greedy):
    """Whole turns, over many worlds; and precious gadgets first."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._foresight = Foresight()

    def take(
        self, team: Team, characters: Sequence[CharacterDescription], gadgets: Sequence[Gadget]
    ) -> Item:
        return pick(team, characters, gadgets)

    def plan(
        self, world: Callable[[], Position], player: int, deadline: Deadline
    ) -> list[TurnPlan]:
        plans = make_plans(world(), self.rng)

        def judge(p: Position) -> float:
            return self._foresight.chance(p, player)

        return weigh_plans(plans, world, judge, self.rng, Pace(deadline))


def _undisputed(here: Position) -> list[PossibleOperation]:
    """What the active character may do on every server, RETIRE at least."""
    return [choice for choice in choices(here) if not disputed(here, choice)]


def _health(p: Position, player: int) -> int:
    return sum(hp for hp, faction in zip(p.hp, p.faction, strict=True) if faction == player)
