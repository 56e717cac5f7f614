"""Connect four against a perfect player: how often a move keeps what its position is worth.

The positions (``connect_four_positions.txt``: columns that were played, a space, the columns that
keep the value) come from random matches of 12 to 30 moves in which nobody can win at once. Only
positions are taken in which moves differ in worth: everywhere else any move would do.
``python -m benchmarks.connect_four`` makes them anew, by :mod:`.four_solver`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.four_solver import WIDTH, values, wins_at_once
from benchmarks.measure import Budget
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import Deadline, Game, Joint, Knowledge, Move, Role, State
from spielwerk.players import parse_player

__all__ = ["Position", "agreement", "connect_four", "make", "positions"]

FILE = Path(__file__).with_name("connect_four_positions.txt")
PLIES = range(12, 31)
COUNT = 1_000
ASKED = 90.0
"""Moves of 100 that are to keep the value."""
SECONDS = {"medium": 0.2, "strong": 1.0}
"""Levels, and how long they may think for a move."""
_QUICK = 50
_HEIGHT = 6


@dataclass(frozen=True, slots=True)
class Position:
    """Columns that were played, and those that keep what the position is worth."""

    played: tuple[int, ...]
    best: tuple[int, ...]

    def __str__(self) -> str:
        return f"{''.join(map(str, self.played))} {''.join(map(str, self.best))}"

    @classmethod
    def parse(cls, line: str) -> Position:
        played, best = (tuple(map(int, part)) for part in line.split())
        return cls(played, best)


def positions() -> list[Position]:
    """Those of the file."""
    return [Position.parse(line) for line in FILE.read_text().splitlines()]


def make(seed: int) -> Iterator[Position]:
    """Positions without end, as many of each length as of any other."""
    rng = Random(seed)
    seen: set[tuple[int, ...]] = set()
    while True:
        for plies in PLIES:
            found = None
            while found is None or found.played in seen:
                found = _drawn(rng, plies)
            seen.add(found.played)
            yield found


def _drawn(rng: Random, plies: int) -> Position | None:
    """A position after so many random moves, unless it asks nothing of a player."""
    played: list[int] = []
    for _ in range(plies):
        if wins_at_once(played):
            return None
        heights = Counter(played)
        played.append(rng.choice([c for c in range(1, WIDTH + 1) if heights[c] < _HEIGHT]))
    if wins_at_once(played):
        return None
    worth = values(played)
    best = tuple(column for column, value in worth.items() if value == max(worth.values()))
    return Position(tuple(played), best) if 0 < len(best) < len(worth) else None


def connect_four(budget: Budget) -> Report:
    """How often moves agree with the solver's, at Medium's and Strong's time."""
    asked = positions()
    if budget.seconds < 1:
        asked = Random(0).sample(asked, _QUICK)
    rows = [agreement(level, seconds, asked) for level, seconds in SECONDS.items()]
    return Report(
        "Connect four: moves that keep what a position is worth",
        rows,
        [
            f"asked for: {ASKED:g} % at 1 s of processor time a move; a player sits down anew for",
            "every position, and knows nothing of how it came about",
        ],
    )


def agreement(spec: str, seconds: float, asked: list[Position]) -> dict[str, str | float]:
    """One row of the table."""
    game = open_game("connect-four").quick()
    kept = 0
    begin = time.process_time()
    for number, position in enumerate(asked):
        state = _played(game, position.played)
        assert isinstance(state.turn, Joint)
        role = _mover(state)
        mind = parse_player(spec).sit(game, role, seed=number)
        deadline = Deadline.after(seconds, time.thread_time)
        move = mind.choose(Knowledge(game, state, role), deadline).move
        kept += _column(move) in position.best
    share = kept / len(asked)
    return {
        "player": spec,
        "s a move": seconds,
        "positions": len(asked),
        "agrees, %": 100 * share,
        "95 % interval, ±": 196 * (share * (1 - share) / len(asked)) ** 0.5,
        "processor s a move": (time.process_time() - begin) / len(asked),
    }


def _played(game: Game, columns: tuple[int, ...]) -> State:
    state = game.initial()
    for column in columns:
        role = _mover(state)
        move = next(move for move in state.legal(role) if _column(move) == column)
        state = state.after({role: move})
    return state


def _mover(state: State) -> Role:
    assert isinstance(state.turn, Joint)
    (role,) = state.turn.roles
    return role


def _column(move: Move) -> int:
    return int(move.strip("()").split()[1])


if __name__ == "__main__":
    made = make(seed=4)
    FILE.write_text("".join(f"{next(made)}\n" for _ in range(COUNT)))
