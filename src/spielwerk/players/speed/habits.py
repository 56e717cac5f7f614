"""What the five simple racers do: each has one habit, and none thinks ahead.

A position and a racer's row go in, an action with its reason in words comes out, at once. A racer
with a habit never chooses what must kill it while there is anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from spielwerk.games.speed import (
    ACTIONS,
    FREE,
    JUMP_EVERY,
    JUMP_SPEED,
    SPEED,
    Action,
    Arena,
    Direction,
    X,
    Y,
)
from spielwerk.players.speed.decision import Clock, Decision
from spielwerk.players.speed.space import area_after, lands, survivable

Habit = Callable[[Arena, int, Sequence[int], Random], tuple[int, str]]
"""One of the actions (by number) that racer ``k`` survives, and why."""

_SLOWER, _FASTER, _STRAIGHT = (
    ACTIONS.index(action) for action in (Action.SLOW_DOWN, Action.SPEED_UP, Action.CHANGE_NOTHING)
)

_JUMPERS_PACE = 5
"""Fast enough to clear a wall, slow enough to turn in a bay."""


@dataclass(frozen=True)
class Creature:
    """A solver that follows one habit; only its generator has a memory."""

    habit: Habit
    rng: Random

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        """The action of racer ``k`` (a row, from 0), however little time is left."""
        safe = survivable(arena, k)
        if not safe:
            return Decision(Action.CHANGE_NOTHING, note="There is nothing left to do.")
        chosen, reason = self.habit(arena, k, safe, self.rng)
        return Decision(ACTIONS[chosen], note=reason)


def _random_safe(arena: Arena, k: int, safe: Sequence[int], rng: Random) -> tuple[int, str]:
    return rng.choice(safe), f"Any of {len(safe)} safe actions."


def _straight_on(arena: Arena, k: int, safe: Sequence[int], rng: Random) -> tuple[int, str]:
    """Goes on as it is; before a wall it turns to where the line of sight is longer."""
    if _STRAIGHT in safe:
        return _STRAIGHT, "Straight on."
    best = max(safe, key=lambda action: _sight(arena, k, action))
    return best, "A wall ahead; this way one sees farthest."


def _largest_area(arena: Arena, k: int, safe: Sequence[int], rng: Random) -> tuple[int, str]:
    """Goes where most free cells are connected; among equals slowly, then straight on."""
    areas = {action: area_after(arena, k, action) for action in safe}
    best = max(safe, key=lambda action: (areas[action], -_speed(arena, k, action), action))
    return best, f"{areas[best]} free cells that way."


def _jumper(arena: Arena, k: int, safe: Sequence[int], rng: Random) -> tuple[int, str]:
    """Is fast in every sixth round and jumps to wherever there is most room."""
    if int(arena.clock[0]) % JUMP_EVERY == 0:
        jumps = [action for action in safe if _speed(arena, k, action) >= JUMP_SPEED]
        if jumps:
            best = max(jumps, key=lambda action: area_after(arena, k, action))
            return best, f"Jumps to {area_after(arena, k, best)} free cells."
    speed = int(arena.racers[k, SPEED])
    if speed < _JUMPERS_PACE and _FASTER in safe and _sight(arena, k, _FASTER) > speed:
        return _FASTER, "Gathers speed for the next jump."
    if _sight(arena, k, _STRAIGHT) > 2 * speed and _STRAIGHT in safe:
        return _STRAIGHT, "Fast enough, and the way is free."
    best = max(safe, key=lambda action: (area_after(arena, k, action), _sight(arena, k, action)))
    return best, "Evades to where there is most room."


def _slow_filler(arena: Arena, k: int, safe: Sequence[int], rng: Random) -> tuple[int, str]:
    """Brakes to speed 1 and creeps along walls, so that little room is wasted."""
    if _SLOWER in safe:
        return _SLOWER, "Slows down."
    areas = {action: area_after(arena, k, action) for action in safe}
    roomy = [action for action in safe if areas[action] == max(areas.values())]
    best = max(roomy, key=lambda action: (_walls(arena, k, action), -_speed(arena, k, action)))
    return best, f"Along {_walls(arena, k, best)} walls, with {areas[best]} free cells left."


HABITS: Mapping[str, Habit] = {
    "random-safe": _random_safe,
    "straight-on": _straight_on,
    "largest-area": _largest_area,
    "jumper": _jumper,
    "slow-filler": _slow_filler,
}
"""The habits by name."""


def _speed(arena: Arena, k: int, action: int) -> int:
    return int(lands(arena.racers[k], action)[3])


def _sight(arena: Arena, k: int, action: int) -> int:
    """How many free cells lie ahead of a racer that has acted but not moved."""
    x, y = int(arena.racers[k, X]), int(arena.racers[k, Y])
    dx, dy = Direction(lands(arena.racers[k], action)[2]).step
    height, width = arena.cells.shape
    count = 0
    while True:
        x, y = x + dx, y + dy
        if not (0 <= x < width and 0 <= y < height) or arena.cells[y, x] != FREE:
            return count
        count += 1


def _walls(arena: Arena, k: int, action: int) -> int:
    """How many neighbours of the cell an action leads to are taken, the edge included."""
    x, y, _, _ = lands(arena.racers[k], action)
    height, width = arena.cells.shape
    neighbours = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return sum(
        not (0 <= nx < width and 0 <= ny < height) or arena.cells[ny, nx] != FREE
        for nx, ny in neighbours
    )
