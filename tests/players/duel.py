"""Playing seated minds against each other, and a player that is perfect because it tries it all."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from random import Random

from spielwerk.core import (
    CHANCE,
    NEVER,
    Chance,
    Choice,
    Deadline,
    Game,
    Joint,
    Knowledge,
    Mind,
    Open,
    Outcome,
    Over,
    Player,
    Role,
    State,
    draw_chance,
)


def duel(
    game: Game, players: Mapping[Role, Player], *, seed: int = 0, seconds: float | None = None
) -> Outcome:
    """Play one match; ``seconds`` of computing a move, so that a busy machine changes nothing."""
    rng = Random(seed)
    minds = {
        role: player.sit(game, role, seed=rng.getrandbits(32)) for role, player in players.items()
    }
    state = game.initial(seed)
    while not isinstance(state.turn, Over):
        match state.turn:
            case Chance():
                moves = {CHANCE: draw_chance(state, rng)}
            case Joint(roles):
                moves = {role: _ask(minds[role], game, state, role, seconds) for role in roles}
            case Open(roles):
                role = rng.choice(roles)
                moves = {role: _ask(minds[role], game, state, role, seconds)}
        state = state.after(moves)
    return state.outcome()


def _ask(mind: Mind, game: Game, state: State, role: Role, seconds: float | None):
    deadline = Deadline.after(seconds, time.thread_time)
    return mind.choose(Knowledge(game, state, role), deadline).move


@cache
def best_outcome(game: Game, state: State) -> int:
    """What the game's first role gets when both play their best."""
    if isinstance(state.turn, Over):
        return state.outcome()[game.roles[0]]
    assert isinstance(state.turn, Joint)
    (role,) = state.turn.roles
    results = [best_outcome(game, state.after({role: move})) for move in state.legal(role)]
    return max(results) if role == game.roles[0] else min(results)


class Perfect(Player):
    """Plays a best move of a small game, any one of them."""

    name = "perfect"

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        return _PerfectMind(Random(seed))


class _PerfectMind(Mind):
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        game, role, state = knowledge.game, knowledge.role, knowledge.world(self._rng)
        values = {m: best_outcome(game, state.after({role: m})) for m in knowledge.legal}
        wanted = (max if role == game.roles[0] else min)(values.values())
        return Choice(self._rng.choice([move for move, value in values.items() if value == wanted]))
