"""Players who look to the end of the round: the frame that those of single card games share.

They try their moves in worlds that fit what they have seen. What seems sensible counts as tried
before anything was; then each world is played on to the end of the round by habits of sensible
players, and what that is worth is noted. What sensible is, and worth, each game says itself
(:class:`RoundJudge`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Protocol, cast

from spielwerk.core import (
    NEVER,
    Choice,
    Deadline,
    Joint,
    Knowledge,
    LimitExceeded,
    Mind,
    Move,
    Role,
    State,
    only_move,
)
from spielwerk.players.arms import Arms
from spielwerk.players.pace import Pace, Quiet

if TYPE_CHECKING:
    from spielwerk.languages.igold import IgoldState, MatchPosition


_IMAGINING = 0.25
"""The part of the time that may go by before anything is tried."""


@dataclass(frozen=True)
class RoundManner:
    """How much a player tries, and how much it trusts what seems sensible."""

    curiosity: float
    """How strongly moves are tried that were tried little."""
    worlds: int
    """In how many worlds it looks what seems sensible."""
    trust: int
    """How often what seems sensible counts as tried before anything was."""
    doubt: int
    """How often everything else does: as often as that, where a few tries tell next to nothing."""
    better: float
    """How much better than the rest that is taken to be."""
    whim: float
    """How often a player in thought does anything at all instead of what is sensible."""
    whole_rounds: bool
    """Whether a move that ends the round is followed to the end of the next one."""
    uses: int = 1
    """How often a world is played on before another is imagined: more where that is dear."""


class RoundJudge(ABC):
    """What a game says to a player who looks to the end of the round."""

    manner: RoundManner

    @abstractmethod
    def round_of(self, state: State) -> int:
        """The number of the round."""

    def ends_with_turn(self, move: Move) -> bool:
        """Whether what a move brings shows once its player's turn is over: what others do in the
        rest of the round would only blur it."""
        return False

    @abstractmethod
    def expected(self, worlds: Sequence[State], role: Role) -> float:
        """What a role may hope for before it moves, from 0 to 1."""

    @abstractmethod
    def sensible(
        self, worlds: Sequence[State], role: Role, legal: Sequence[Move], rng: Random
    ) -> Move:
        """What a player would do who has looked at some worlds that could be."""

    @abstractmethod
    def habit(self, state: State, role: Role, legal: Sequence[Move], rng: Random) -> Move:
        """What a player does in thought."""

    @abstractmethod
    def worth(self, before: State, after: State, role: Role) -> float:
        """What a round brought to a role, from 0 to 1."""


class _Thoughtful(Protocol):
    @property
    def seconds(self) -> float | None: ...
    @property
    def iterations(self) -> int | None: ...


class RoundMind(Mind):
    """Tries moves in worlds, each played on to the end of the round."""

    def __init__(self, player: _Thoughtful, judge: RoundJudge, role: Role, rng: Random) -> None:
        self._player = player
        self._judge = judge
        self._role = role
        self._rng = rng

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        player = self._player
        deadline = deadline.for_thought(player.seconds, counted=player.iterations is not None)
        if only := only_move(knowledge.legal, str(player)):
            return only
        arms = Arms(knowledge.legal, self._rng)
        with Quiet():
            worlds = self._imagine(knowledge, deadline)
            self._lean(worlds, arms)
            expected = arms.visits[:]
            self._try_out(knowledge, worlds, arms, Pace(deadline, player.iterations))
        candidates = arms.candidates(expected)
        best = candidates[0].move
        return Choice(
            best, str(player), candidates, (best,), f"{arms.count - sum(expected):,} worlds"
        )

    def _imagine(self, knowledge: Knowledge, deadline: Deadline) -> list[State]:
        """Some worlds that fit, as many as a small part of the time allows."""
        soon = deadline.within(deadline.left() * _IMAGINING)
        worlds: list[State] = []
        try:
            while len(worlds) < self._judge.manner.worlds and not (worlds and soon.left() < 0):
                worlds.append(knowledge.world(self._rng))
        except LimitExceeded:
            pass
        return worlds

    def _lean(self, worlds: Sequence[State], arms: Arms) -> None:
        """Let what seems sensible count as tried."""
        if not worlds:
            return
        manner = self._judge.manner
        sensible = self._judge.sensible(worlds, self._role, arms.moves, self._rng)
        base = self._judge.expected(worlds, self._role)
        for arm, move in enumerate(arms.moves):
            chosen = move == sensible
            for _ in range(manner.trust if chosen else manner.doubt):
                arms.add(arm, min(base + manner.better, 1.0) if chosen else base)

    def _try_out(self, knowledge: Knowledge, worlds: list[State], arms: Arms, pace: Pace) -> None:
        """Try moves in worlds for as long as there is time and there are worlds that fit."""
        manner = self._judge.manner
        for number in count():
            if not pace.next_round():
                return
            if number >= manner.uses * len(worlds):
                try:
                    worlds.append(knowledge.world(self._rng))
                except LimitExceeded:
                    return
            world = worlds[number % len(worlds)]
            arm = arms.pick(manner.curiosity)
            end = self._play_round(world, arms.moves[arm], pace)
            if end is None:
                return
            arms.add(arm, self._judge.worth(world, end, self._role))

    def _play_round(self, world: State, move: Move, pace: Pace) -> State | None:
        """The end of the round where all go by their habits; ``None`` where time ran out."""
        judge, rng = self._judge, self._rng
        state = world.after({self._role: move})
        last = judge.round_of(state if judge.manner.whole_rounds else world)
        alone = judge.ends_with_turn(move)
        while isinstance(state.turn, Joint) and judge.round_of(state) == last:
            (role,) = state.turn.roles
            if alone and role != self._role:
                break
            if not pace.go_on():
                return None
            legal = state.legal(role)
            if len(legal) == 1 or rng.random() < judge.manner.whim:
                move = rng.choice(legal)
            else:
                move = judge.habit(state, role, legal, rng)
            state = state.after({role: move})
        return state


def position_of(state: State) -> MatchPosition:
    """The bare position of a state of a game in IGold."""
    return cast("IgoldState", state).position
