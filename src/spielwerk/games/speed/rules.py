"""The rules of spe_ed: what one round does to a board. Pure, exact, and the only place for them.

A board is cut into cells; everybody moves at once, leaves a trail, and dies on touching one.
A :class:`Board` and the actions of a round go in, the next board comes out. The result does not
depend on the order of the players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from random import Random

FREE = 0
COLLISION = 255
"""How a cell is kept in which trails met; the wire says -1."""
TOP_SPEED = 10
JUMP_EVERY = 6
JUMP_SPEED = 3


class Action(StrEnum):
    """What a player may do in a round, by its name on the wire."""

    TURN_LEFT = "turn_left"
    TURN_RIGHT = "turn_right"
    SLOW_DOWN = "slow_down"
    SPEED_UP = "speed_up"
    CHANGE_NOTHING = "change_nothing"


class Direction(IntEnum):
    """Clockwise, so that turning is adding one or three."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

    def turned(self, quarter_turns: int) -> Direction:
        """The direction after so many quarter turns to the right."""
        return Direction((self + quarter_turns) % 4)

    @property
    def step(self) -> tuple[int, int]:
        """The change of x and y; y grows downwards."""
        return STEPS[self]


STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The change of x and y for each direction in turn."""


@dataclass(frozen=True, slots=True)
class Racer:
    """One player on the board."""

    x: int
    y: int
    direction: Direction
    speed: int = 1
    active: bool = True

    def acting(self, action: Action) -> Racer:
        """The racer with its action applied, not yet moved. Speed 0 or 11 is fatal and shown."""
        match action:
            case Action.TURN_LEFT:
                return replace(self, direction=self.direction.turned(3))
            case Action.TURN_RIGHT:
                return replace(self, direction=self.direction.turned(1))
            case Action.SLOW_DOWN:
                return replace(self, speed=self.speed - 1)
            case Action.SPEED_UP:
                return replace(self, speed=self.speed + 1)
            case Action.CHANGE_NOTHING:
                return self


@dataclass(frozen=True, slots=True)
class SpeedBoard:
    """Everything there is to know between two rounds."""

    width: int
    height: int
    cells: bytes
    """Row by row: :data:`FREE`, a player's number, or :data:`COLLISION`."""
    racers: Mapping[int, Racer]
    """By number, from 1."""
    round: int = 1
    """The round about to be played. Every sixth one is a jump for those who are fast enough."""

    @property
    def running(self) -> bool:
        """Whether more than one player is left."""
        return len(self.active) > 1

    @property
    def active(self) -> tuple[int, ...]:
        """The numbers of the living."""
        return tuple(number for number, racer in self.racers.items() if racer.active)

    def cell(self, x: int, y: int) -> int:
        """What is at a place on the board."""
        return self.cells[y * self.width + x]

    def holds(self, x: int, y: int) -> bool:
        """Whether a place is on the board."""
        return 0 <= x < self.width and 0 <= y < self.height


def start(width: int, height: int, players: int, rng: Random) -> SpeedBoard:
    """A board as the official server deals it: each player in a sector of its own."""
    racers = {n: _dealt(n, width, height, rng) for n in range(1, players + 1)}
    cells = bytearray(width * height)
    for number, racer in racers.items():
        cells[racer.y * width + racer.x] = number
    return SpeedBoard(width, height, bytes(cells), racers)


def play_round(
    board: SpeedBoard, actions: Mapping[int, Action], offenders: Collection[int] = ()
) -> SpeedBoard:
    """The board after a round.

    A living player without an action, and every offender (too late, or a second answer), dies
    without moving; an offender's action still turns it or changes its speed.
    """
    racers = dict(board.racers)
    cells = bytearray(board.cells)
    marked: dict[int, list[int]] = {}
    for number, racer in board.racers.items():
        if not racer.active:
            continue
        action = actions.get(number)
        acted = racer.acting(action) if action else racer
        if action is None or number in offenders or not 1 <= acted.speed <= TOP_SPEED:
            racers[number] = replace(acted, active=False)
            continue
        racers[number], marked[number] = _moved(board, acted)
        for place in marked[number]:
            cells[place] = number if cells[place] == FREE else COLLISION
    for number, places in marked.items():
        if any(cells[place] == COLLISION for place in places):
            racers[number] = replace(racers[number], active=False)
    return replace(board, cells=bytes(cells), racers=racers, round=board.round + 1)


def _moved(board: SpeedBoard, racer: Racer) -> tuple[Racer, list[int]]:
    """The racer after its steps, and the cells it marks. Leaving the board ends the movement."""
    marks: list[int] = []
    jumps = board.round % JUMP_EVERY == 0 and racer.speed >= JUMP_SPEED
    for count, (x, y) in enumerate(_steps(racer), start=1):
        if not board.holds(x, y):
            return replace(racer, x=x, y=y, active=False), marks
        if not jumps or count in (1, racer.speed):
            marks.append(y * board.width + x)
    return replace(racer, x=x, y=y), marks


def _steps(racer: Racer) -> Iterator[tuple[int, int]]:
    dx, dy = racer.direction.step
    for count in range(1, racer.speed + 1):
        yield racer.x + count * dx, racer.y + count * dy


def _dealt(number: int, width: int, height: int, rng: Random) -> Racer:
    """Player k starts inside the k-th of 4 x 2 sectors, heading along the border to come."""
    sector_width, sector_height = width // 4, height // 2
    row, column = divmod(number - 1, 4)
    x = column * sector_width + rng.randrange(sector_width)
    y = row * sector_height + rng.randrange(sector_height)
    right, lower = x >= width // 2, y >= height // 2
    if lower:
        direction = Direction.UP if right else Direction.RIGHT
    else:
        direction = Direction.LEFT if right else Direction.DOWN
    return Racer(x, y, direction)
