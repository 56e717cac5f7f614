"""Matches against oneself, and what is to be learnt from them.

A game and a judgement go in. Each match begins with random moves and goes on with a shallow search
by the judgement; what is kept of a position is the one at the end of the line that the search
expects, for that is the one whose judgement decided. Its value to be learnt is what later searches
said, and the outcome: the mean of all of them that temporal differences take (TD-leaf).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from random import Random

import numpy as np

from spielwerk.core import (
    DepthSearch,
    Game,
    Joint,
    Judgement,
    Move,
    Over,
    Role,
    State,
    random_event,
)
from spielwerk.players.training.fitting import Lessons

_CLEARLY = 1.5
"""Being ahead by a usual lead counts as so many logits where a match is broken off."""
_WORTH = 8
"""A match says as much as so many positions that have nothing to do with one another: all of its
own tell of the same outcome."""
_SLIP = 0.03
"""How often a random move is made in the middle of a match."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How matches are played."""

    trust: float = 0.97
    """How much later values count against the next one: the lambda of temporal differences."""
    depth: int = 1
    """Moves that each search looks ahead, before it follows noisy ones."""
    opening: int = 24
    """Random moves at the beginning, at most."""
    longest: int = 80
    """Moves after which a match is broken off; whoever is clearly ahead has won it then."""


@dataclass(frozen=True, slots=True, eq=False)
class Helping:
    """Some matches to be played in a row, all by the same judgement."""

    judgement: Judgement
    how: SelfPlay
    matches: int
    lead: float
    """By how much one side is ahead usually, in logits. Judgements begin small and would stay so,
    did they not count for more at the end of matches that nobody can finish yet."""
    seed: int


def play_helping(game: Game, helping: Helping) -> list[Lessons]:
    """The lessons of some matches."""
    native = game.search()
    assert native is not None
    search, rng = native.deepening(helping.judgement), Random(helping.seed)
    matches = (_play(game, search, helping, rng) for _ in range(helping.matches))
    return [lessons for lessons in matches if lessons is not None]


def _play(game: Game, search: DepthSearch, helping: Helping, rng: Random) -> Lessons | None:
    """The lessons of one match; nothing where all was clear from the beginning."""
    how = helping.how
    state = _opened(game, rng.randrange(how.opening + 1), rng)
    first = game.roles[0]
    rows, values, learnt, choices = [], [], [], []
    for _ in range(how.longest):
        if isinstance(state.turn, Over):
            break
        mover, forced = chooser(state)
        if mover is None:
            state = state.after(forced)
            continue
        found = search.think(state, lambda: True, how.depth)
        best = found.moves[0]
        assert best.value is not None
        values.append(best.value if mover == first else 1 - best.value)
        assert found.expected is not None
        learnt.append(not best.proven)
        rows.append(found.expected)
        choices.append(found.choices or (0, 0))
        slips = rng.random() < _SLIP
        state = state.after(
            random_event(state, rng).moves if slips else {**forced, mover: best.move}
        )
    if not rows:
        return None
    if isinstance(state.turn, Over):
        goal = state.outcome()[first] / 100
    else:
        goal = 1 / (1 + exp(-_CLEARLY * logit(values[-1]) / helping.lead))
    targets = np.empty(len(rows))
    for number in reversed(range(len(rows))):
        targets[number] = goal
        goal = (1 - how.trust) * values[number] + how.trust * goal
    kept = np.array(learnt)
    if not kept.any():
        return None
    count = int(kept.sum())
    weights = np.full(count, min(1, _WORTH / count))
    numbers = np.array(choices, np.float32)
    return Lessons(np.stack(rows)[kept], targets[kept], weights, numbers[kept])


def _opened(game: Game, moves: int, rng: Random) -> State:
    """The position after some random moves; one on the way where the match was over by then."""
    way = [game.initial()]
    for _ in range(moves):
        after = way[-1].after(random_event(way[-1], rng).moves)
        if isinstance(after.turn, Over):
            return rng.choice(way)
        way.append(after)
    return way[-1]


def logit(chance: float) -> float:
    chance = min(max(chance, 0.001), 0.999)
    return log(chance / (1 - chance))


def chooser(state: State) -> tuple[Role | None, dict[Role, Move]]:
    """The role that has a choice, if one has, and the moves of those who have none."""
    assert isinstance(state.turn, Joint)
    legal = {role: state.legal(role) for role in state.turn.roles}
    forced = {role: own[0] for role, own in legal.items() if len(own) == 1}
    return next((role for role in legal if role not in forced), None), forced
