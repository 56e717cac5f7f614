"""The rules of spe_ed once more, compiled: what searches run on.

:mod:`.rules` is the reference; a property test holds the two together over thousands of random
games. A position is a handful of arrays (:class:`Arena`); :func:`play` makes a round in place and
writes down what it changed, :func:`undo` takes it back, so a search never copies a board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from spielwerk.games.speed.rules import (
    COLLISION,
    FREE,
    JUMP_EVERY,
    JUMP_SPEED,
    STEPS,
    TOP_SPEED,
    Action,
    Direction,
    Racer,
    SpeedBoard,
)

ACTIONS = tuple(Action)
"""Actions by their number in compiled code."""
NO_ANSWER = -1
"""The number of "did not answer"; an offender's action ``a`` is ``-2 - a``."""

DX, DY = np.array(STEPS, dtype=np.int64).T.copy()
"""The change of x and of y, by the number of a direction."""
TURN, CHANGE = np.array([[3, 1, 0, 0, 0], [0, 0, -1, 1, 0]], dtype=np.int64)
"""The quarter turns to the right and the change of speed, by the number of an action."""

X, Y, DIRECTION, SPEED, ACTIVE = range(5)
"""The columns of a racer's row."""

MAX_MARKS = 6 * TOP_SPEED
"""The most cells that one round can mark."""


@dataclass(frozen=True, slots=True)
class Arena:
    """A position in arrays. They change in place; the round counter is ``clock[0]``."""

    cells: NDArray[np.uint8]
    """Row by row, ``height`` x ``width``."""
    racers: NDArray[np.int32]
    """One row a player, in the order of their numbers: x, y, direction, speed, active."""
    clock: NDArray[np.int32]

    @classmethod
    def of(cls, board: SpeedBoard) -> Arena:
        """The position of a board."""
        rows = [
            (racer.x, racer.y, int(racer.direction), racer.speed, int(racer.active))
            for racer in board.racers.values()
        ]
        cells = np.frombuffer(board.cells, dtype=np.uint8).reshape(board.height, board.width)
        return cls(
            cells.copy(), np.array(rows, dtype=np.int32), np.array([board.round], dtype=np.int32)
        )

    def board(self) -> SpeedBoard:
        """The position as a board of the rules."""
        racers = {
            number: Racer(int(x), int(y), Direction(int(direction)), int(speed), bool(active))
            for number, (x, y, direction, speed, active) in enumerate(self.racers, start=1)
        }
        height, width = self.cells.shape
        return SpeedBoard(width, height, self.cells.tobytes(), racers, int(self.clock[0]))

    def copy(self) -> Arena:
        """The same position in arrays of its own."""
        return Arena(self.cells.copy(), self.racers.copy(), self.clock.copy())


@dataclass(frozen=True, slots=True)
class Trail:
    """Room to write down what one round changed: marked cells with their old values, racers."""

    places: NDArray[np.int32]
    values: NDArray[np.uint8]
    owners: NDArray[np.int32]
    racers: NDArray[np.int32]
    count: NDArray[np.int32]

    @classmethod
    def empty(cls, players: int) -> Trail:
        """Room for one round."""
        return cls(
            np.zeros(MAX_MARKS, dtype=np.int32),
            np.zeros(MAX_MARKS, dtype=np.uint8),
            np.zeros(MAX_MARKS, dtype=np.int32),
            np.zeros((players, 5), dtype=np.int32),
            np.zeros(1, dtype=np.int32),
        )


def play(arena: Arena, actions: NDArray[np.int32], trail: Trail) -> None:
    """Play a round in place. ``actions`` holds a number of :data:`ACTIONS` for every player."""
    play_arrays(
        arena.cells,
        arena.racers,
        arena.clock,
        actions,
        trail.places,
        trail.values,
        trail.owners,
        trail.racers,
        trail.count,
    )


def undo(arena: Arena, trail: Trail) -> None:
    """Take back the round that ``trail`` wrote down."""
    undo_arrays(
        arena.cells,
        arena.racers,
        arena.clock,
        trail.places,
        trail.values,
        trail.racers,
        trail.count,
    )


def random_games(arena: Arena, games: int, seed: int) -> int:
    """Play so many games of random survivors from a position, and say how many rounds it took."""
    rounds: int = _random_games(arena.cells, arena.racers, arena.clock, games, seed)
    return rounds


def _compiled(function: Any) -> Any:
    """Compile at first use and keep the machine code on disk."""
    return njit(cache=True, nogil=True)(function)


@_compiled
def _act(racer: Any, action: int) -> None:
    """Turn and change speed; who did not answer (-1) does what the last action does, nothing."""
    racer[DIRECTION] = (racer[DIRECTION] + TURN[action]) & 3
    racer[SPEED] += CHANGE[action]


@_compiled
def play_arrays(
    cells: Any,
    racers: Any,
    clock: Any,
    actions: Any,
    places: Any,
    values: Any,
    owners: Any,
    before: Any,
    count: Any,
) -> None:
    """:func:`play` for compiled code: the arrays of an arena, the actions, those of a trail."""
    height, width = cells.shape
    flat = cells.ravel()
    jumping = clock[0] % JUMP_EVERY == 0
    marks = 0
    for k in range(racers.shape[0]):
        racer = racers[k]
        before[k] = racer
        if not racer[ACTIVE]:
            continue
        action = actions[k]
        if action <= NO_ANSWER:
            _act(racer, -2 - action)
            racer[ACTIVE] = 0
            continue
        _act(racer, action)
        speed = racer[SPEED]
        if speed < 1 or speed > TOP_SPEED:
            racer[ACTIVE] = 0
            continue
        direction = racer[DIRECTION]
        dx, dy = DX[direction], DY[direction]
        jumps = jumping and speed >= JUMP_SPEED
        for step in range(1, speed + 1):
            racer[X] += dx
            racer[Y] += dy
            if racer[X] < 0 or racer[Y] < 0 or racer[X] >= width or racer[Y] >= height:
                racer[ACTIVE] = 0
                break
            if not jumps or step == 1 or step == speed:
                place = racer[Y] * width + racer[X]
                places[marks] = place
                values[marks] = flat[place]
                owners[marks] = k
                marks += 1
                flat[place] = k + 1 if flat[place] == FREE else COLLISION
    for mark in range(marks):
        if flat[places[mark]] == COLLISION:
            racers[owners[mark], ACTIVE] = 0
    count[0] = marks
    clock[0] += 1


@_compiled
def undo_arrays(
    cells: Any, racers: Any, clock: Any, places: Any, values: Any, before: Any, count: Any
) -> None:
    """:func:`undo` for compiled code."""
    flat = cells.ravel()
    for mark in range(count[0] - 1, -1, -1):
        flat[places[mark]] = values[mark]
    racers[:] = before
    clock[0] -= 1


@_compiled
def _random_games(cells: Any, racers: Any, clock: Any, games: int, seed: int) -> int:
    np.random.seed(seed)
    players = racers.shape[0]
    places = np.zeros(MAX_MARKS, np.int32)
    values = np.zeros(MAX_MARKS, np.uint8)
    owners = np.zeros(MAX_MARKS, np.int32)
    before = np.zeros((players, 5), np.int32)
    count = np.zeros(1, np.int32)
    actions = np.zeros(players, np.int32)
    rounds = 0
    for _ in range(games):
        board, runners, time = cells.copy(), racers.copy(), clock.copy()
        while runners[:, ACTIVE].sum() > 1:
            for k in range(players):
                actions[k] = np.random.randint(0, 5)
            play_arrays(board, runners, time, actions, places, values, owners, before, count)
            rounds += 1
    return rounds
