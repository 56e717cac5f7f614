"""Players as they were before players remembered: what is measured against them is gained.

They are told nothing but the state they are in, whatever the match was before: worlds they imagine
agree with what they see now and with nothing they saw earlier.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from benchmarks.earlier_mayor import EarlierMayor
from spielwerk.core import (
    CHANCE,
    NEVER,
    Chance,
    Choice,
    Deadline,
    Game,
    Joint,
    Knowledge,
    LimitExceeded,
    Mind,
    Move,
    Open,
    Over,
    Player,
    Role,
    State,
    draw_chance,
    only_move,
)
from spielwerk.players import parse_player
from spielwerk.players.arms import Arms
from spielwerk.players.pace import Pace, Quiet
from spielwerk.players.rollout import Rollouts, Values, final_values, rollouts_of

__all__ = ["EarlierPlayer"]

_C = 0.7
"""How strongly the search tried what it had tried little."""
_MAX_SETS = 500_000
"""A table this large grows no further; unknown information sets are then played out."""


class EarlierSearch:
    """What each role learned at each of its views, kept from move to move."""

    def __init__(self, game: Game, role: Role, rng: Random, rollouts: Rollouts, c: float) -> None:
        self._game = game
        self._role = role
        self._rng = rng
        self._rollouts = rollouts
        self._c = c
        self._sets: dict[tuple[Role, str], Arms] = {}

    def choose(self, knowledge: Knowledge, pace: Pace, name: str) -> Choice:
        """Think for as long as ``pace`` allows, then choose."""
        root = self._arms(self._role, _key(knowledge.view), knowledge.legal)
        while pace.next_round():
            try:
                values_path = self._round(knowledge, pace)
            except LimitExceeded:
                break
            if values_path is None:
                break
            values, path = values_path
            for role, arms, arm in path:
                arms.add(arm, values[self._game.roles.index(role)])
        candidates = root.candidates()
        move = candidates[0].move
        effort = f"{root.count:,} worlds, {len(self._sets):,} information sets"
        return Choice(move, name, candidates, (move,), effort)

    def _round(
        self, knowledge: Knowledge, pace: Pace
    ) -> tuple[Values, list[tuple[Role, Arms, int]]] | None:
        """One descent through one world; ``None`` where time ran out."""
        state = knowledge.world(self._rng)
        path: list[tuple[Role, Arms, int]] = []
        while pace.go_on():
            match state.turn:
                case Over():
                    return final_values(self._game, state), path
                case Chance():
                    state = state.after({CHANCE: draw_chance(state, self._rng)})
                    continue
                case Joint(roles):
                    choosing = roles
                case Open(roles):
                    choosing = (self._rng.choice(roles) if path else self._role,)
            picks = self._descend(state, choosing, new_is_leaf=bool(path))
            if picks is None:
                found = self._rollouts.values([state], pace)
                return (found[0], path) if found else None
            path += picks
            state = state.after({role: arms.moves[arm] for role, arms, arm in picks})
        return None

    def _descend(
        self, state: State, choosing: Sequence[Role], new_is_leaf: bool
    ) -> list[tuple[Role, Arms, int]] | None:
        """What each chooser tries, or ``None`` where one of them was never here before."""
        size = len(self._sets)
        arms = [self._arms(role, _key(state.view(role)), state.legal(role)) for role in choosing]
        if new_is_leaf and (len(self._sets) > size or size >= _MAX_SETS):
            return None
        return [(role, its, its.pick(self._c)) for role, its in zip(choosing, arms, strict=True)]

    def _arms(self, role: Role, key: str, legal: Sequence[Move]) -> Arms:
        arms = self._sets.get((role, key))
        if arms is None:
            arms = Arms(legal, self._rng)
            if len(self._sets) < _MAX_SETS:
                self._sets[role, key] = arms
        return arms


def _key(view: object) -> str:
    return json.dumps(view, sort_keys=True, separators=(",", ":"))


class _SearchingMind(Mind):
    """Plays by that search."""

    def __init__(self, game: Game, role: Role, seed: int) -> None:
        rng = Random(seed)
        self._search = EarlierSearch(game, role, rng, rollouts_of(game, rng), _C)

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        if only := only_move(knowledge.legal, "mcts"):
            return only
        with Quiet():
            return self._search.choose(knowledge, Pace(deadline), "mcts")


@dataclass(frozen=True)
class EarlierPlayer(Player):
    """A player of before, who remembers nothing: ``mcts``, ``mayor``, or one that is as it was."""

    name = "before"

    spec: str
    seconds: float | None = None

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        return _Forgetful(self._mind(game, role, seed, deadline), self.seconds)

    def _mind(self, game: Game, role: Role, seed: int, deadline: Deadline) -> Mind:
        if self.spec == "mcts" and game.hidden:
            return _SearchingMind(game, role, seed)
        player = EarlierMayor() if self.spec == "mayor" else parse_player(self.spec)
        return player.sit(game, role, seed=seed, deadline=deadline)

    def __str__(self) -> str:
        return f"{self.name}/{self.spec}"


class _Forgetful(Mind):
    """Lets a mind know nothing but the present."""

    def __init__(self, mind: Mind, seconds: float | None) -> None:
        self._mind = mind
        self._seconds = seconds

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        return self._mind.choose(knowledge.forgetting(), deadline.for_thought(self._seconds))
