"""Monte-Carlo tree search where something is hidden: over information sets, never by peeking.

Every round draws a world that fits what the player has seen and descends through it. What is
learned is kept per *history* of a role, which is what it did and saw whenever it had to choose, so
that nobody in the tree, neither the player nor its opponents, acts on what they cannot see or
forgets what they did. Where the game finds no such world any more, the player goes by what it has
learned so far.

What comes out is a distribution over moves: whoever always does the same with the same cards is
read. Moves that turn out equally good are mixed as often as the search tried them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from spielwerk.core import (
    CHANCE,
    Chance,
    Choice,
    Game,
    Joint,
    Knowledge,
    LimitExceeded,
    Move,
    Open,
    Over,
    Role,
    State,
    View,
    draw_chance,
)
from spielwerk.players.arms import Arms
from spielwerk.players.pace import Pace
from spielwerk.players.rollout import Rollouts, Values, final_values

_MAX_SETS = 500_000
"""A table this large grows no further; unknown information sets are then played out."""

_Doing: TypeAlias = tuple[int, int]
"""What a role did when it last had to choose: the number of the set, and the arm."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A situation of a role, and what it learned there."""

    number: int
    arms: Arms


_Path: TypeAlias = list[tuple[Role, _Set, int]]


class InformationSetSearch:
    """What each role learned after each of its histories, kept from move to move.

    Where a view holds all of the history itself, it is all that tells situations apart.
    """

    def __init__(self, game: Game, role: Role, rng: Random, rollouts: Rollouts, c: float) -> None:
        self._game = game
        self._role = role
        self._rng = rng
        self._rollouts = rollouts
        self._c = c
        self._sets: dict[tuple[Role, _Doing | None, str], _Set] = {}
        self._done: dict[Role, _Doing] = {}
        """What the player did last in the match."""

    def choose(self, knowledge: Knowledge, pace: Pace, name: str) -> Choice:
        """Think for as long as ``pace`` allows, then draw a move."""
        root = self._think(knowledge, pace)
        chances = root.arms.mixed()
        (move,) = self._rng.choices(list(chances), list(chances.values()))
        if not self._game.recalls:
            self._done = {self._role: (root.number, root.arms.moves.index(move))}
        weighed = sorted(root.arms.candidates(), key=lambda one: one.move != move)
        effort = f"{root.arms.count:,} worlds, {len(self._sets):,} information sets"
        return Choice(move, name, tuple(weighed), (move,), effort)

    def chances(self, knowledge: Knowledge, pace: Pace) -> dict[Move, float]:
        """How likely each move is that is worth playing, after a thought."""
        return self._think(knowledge, pace).arms.mixed()

    def _think(self, knowledge: Knowledge, pace: Pace) -> _Set:
        """The situation of the player, with what a thought taught there."""
        done = self._done.get(self._role)
        root = self._set(self._role, done, knowledge.plain_view, knowledge.legal)
        while pace.next_round():
            try:
                values_path = self._round(root, knowledge, pace)
            except LimitExceeded:
                break
            if values_path is None:
                break
            values, path = values_path
            for role, known, arm in path:
                known.arms.add(arm, values[self._game.roles.index(role)])
        return root

    def _round(self, root: _Set, knowledge: Knowledge, pace: Pace) -> tuple[Values, _Path] | None:
        """One descent through one world; ``None`` where time ran out."""
        state = knowledge.world(self._rng)
        path: _Path = []
        done: dict[Role, _Doing] = {}
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
            moves = {role: state.legal(role) for role in choosing}
            free = {role: legal for role, legal in moves.items() if len(legal) > 1}
            picks = self._descend(state, free, done, None if path else root)
            if picks is None:
                found = self._rollouts.values([state], pace)
                return (found[0], path) if found else None
            path += picks
            if not self._game.recalls:
                done |= {role: (known.number, arm) for role, known, arm in picks}
            chosen = {role: legal[0] for role, legal in moves.items()}
            state = state.after(chosen | {role: its.arms.moves[arm] for role, its, arm in picks})
        return None

    def _descend(
        self,
        state: State,
        free: Mapping[Role, Sequence[Move]],
        done: Mapping[Role, _Doing],
        root: _Set | None,
    ) -> _Path | None:
        """What each tries who has a choice; ``None`` where one of them was never here before.

        At the ``root`` the player is where it is in every world.
        """
        size = len(self._sets)
        sets = {
            role: root
            if root is not None and role == self._role
            else self._set(role, done.get(role), state.plain_view(role), legal)
            for role, legal in free.items()
        }
        if root is None and (len(self._sets) > size or (sets and size >= _MAX_SETS)):
            return None
        return [(role, its, its.arms.pick(self._c)) for role, its in sets.items()]

    def _set(self, role: Role, done: _Doing | None, view: View, legal: Sequence[Move]) -> _Set:
        key = (role, done, json.dumps(view, sort_keys=True, separators=(",", ":")))
        known = self._sets.get(key)
        if known is None:
            known = _Set(len(self._sets), Arms(legal, self._rng))
            if len(self._sets) < _MAX_SETS:
                self._sets[key] = known
        return known
