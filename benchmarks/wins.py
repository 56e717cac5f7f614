"""Wins in one: whether a player takes a match that it can end by winning.

Positions come from random matches of a seed: those in which some moves win at once and others do
not. Nothing of the search is used to find them, only the rules.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from benchmarks.measure import Budget
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import (
    Deadline,
    Game,
    Joint,
    Knowledge,
    Move,
    Over,
    Player,
    Role,
    State,
    random_event,
)
from spielwerk.players import parse_player

__all__ = ["GAMES", "WinInOne", "positions", "solved", "wins"]

GAMES = (
    "amazons", "breakthrough", "checkers", "connect-four", "draughts", "halving", "hex", "nim",
    "tic-tac-toe", "typed-tic-tac-toe",
)  # fmt: skip
"""Two take turns in them. (Chess has a suite of its own; at reversi there is hardly ever a choice
left when a match can end.)"""
LEVELS = {"medium": 0.2, "strong": 1.0}
"""The levels that are to miss none, and how long they may think for a move."""
COUNT, FEW = 200, 20
_MATCHES = 20_000
"""Random matches in which to look for positions, at most."""
_LATE = 12
"""How many of the last positions of a match are looked at."""


@dataclass(frozen=True, slots=True)
class WinInOne:
    """A position, who is to move, and the moves that win at once."""

    state: State
    role: Role
    winning: frozenset[Move]


def positions(game: Game, seed: int) -> Iterator[WinInOne]:
    """Positions of random matches, one a match at most."""
    rng = Random(seed)
    for _ in range(_MATCHES):
        late = list(_random_match(game, rng))[-_LATE:]
        found = [here for state in late if (here := _win_in_one(game, state))]
        if found:
            yield rng.choice(found)


def _random_match(game: Game, rng: Random) -> Iterator[State]:
    state = game.initial()
    while not isinstance(state.turn, Over):
        yield state
        state = state.after(random_event(state, rng).moves)


def _win_in_one(game: Game, state: State) -> WinInOne | None:
    assert isinstance(state.turn, Joint)
    choosing = [role for role in state.turn.roles if len(state.legal(role)) > 1]
    if len(choosing) != 1:
        return None
    (role,) = choosing
    others = {other: state.legal(other)[0] for other in state.turn.roles if other != role}
    legal = state.legal(role)
    after = {move: state.after({**others, role: move}) for move in legal}
    winning = frozenset(
        move
        for move, end in after.items()
        if isinstance(end.turn, Over) and end.outcome()[role] == 100
    )
    return WinInOne(state, role, winning) if 0 < len(winning) < len(legal) else None


def solved(game: Game, player: Player, asked: WinInOne, seconds: float) -> bool:
    """Whether a player that has just sat down wins at once."""
    mind = player.sit(game, asked.role, seed=1)
    deadline = Deadline.after(seconds, time.thread_time)
    return mind.choose(Knowledge(game, asked.state, asked.role), deadline).move in asked.winning


def wins(budget: Budget) -> Report:
    """How many wins in one levels take."""
    count = COUNT if budget.seconds >= 1 else FEW
    rows: list[dict[str, str | float]] = []
    for name in GAMES:
        game = open_game(name).quick()
        asked = list(islice(positions(game, seed=1), count))
        row: dict[str, str | float] = {"game": name, "positions": len(asked)}
        for level, seconds in LEVELS.items():
            player = parse_player(level)
            row[level] = sum(solved(game, player, position, seconds) for position in asked)
        rows.append(row)
    return Report("Wins in one that are taken, in a level's usual processor time", rows)
