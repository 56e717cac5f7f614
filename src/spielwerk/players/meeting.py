"""Players who meet without a match around them: quick, in one thread, by any clock.

A game, a player a role and a seed go in; who got what comes out, and how many moves of each were
not its own thoughts. Contests that nobody watches are played this way, most of all by processor
time, so that whatever else the machine does is nobody's disadvantage.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from random import Random

from spielwerk.core import (
    CHANCE,
    Chance,
    Course,
    Deadline,
    Game,
    Joint,
    Knowledge,
    Mind,
    Move,
    Open,
    Over,
    Player,
    Role,
    State,
    TimeSource,
    draw_chance,
    random_event,
    unweighed,
)

_LONGEST = 3_000
"""Steps after which nobody has won."""
_DRAWN = 50


@dataclass(frozen=True, slots=True)
class Meeting:
    """How it ended."""

    outcome: Mapping[Role, int]
    steps: int
    unthought: Mapping[Role, int]
    """Moves of each that it had weighed nothing for."""
    broken_off: bool = False


class Interrupted(Exception):
    """Somebody wanted no more of it."""


def meet(
    game: Game,
    players: Mapping[Role, Player],
    *,
    seed: int = 0,
    clock: TimeSource = time.thread_time,
    sitting: float = 1.0,
    opening: int = 0,
    go_on: Callable[[], bool] = lambda: True,
) -> Meeting:
    """Let players meet once. They think as long as their specs say, by ``clock``.

    :param sitting: seconds to look at the game before it begins
    :param opening: steps at the beginning that are left to chance
    :raises Interrupted: ``go_on``, asked before every move, said no
    :raises Unsuited: one of them does not play such games
    """
    rng = Random(seed)
    minds = {
        role: player.sit(
            game, role, seed=_seed(seed, role), deadline=Deadline.after(sitting, clock)
        )
        for role, player in players.items()
    }
    course, steps = _opened(game, seed, opening), 0
    unthought = dict.fromkeys(game.roles, 0)
    while not isinstance(course.state.turn, Over):
        if steps >= _LONGEST:
            return Meeting(dict.fromkeys(game.roles, _DRAWN), steps, unthought, broken_off=True)
        moves: dict[Role, Move] = {}
        for role in _choosing(course.state, rng):
            if not go_on():
                raise Interrupted
            moves[role] = _chosen(game, course, role, minds[role], clock, unthought)
        course = course.after(moves or {CHANCE: draw_chance(course.state, rng)})
        steps += 1
    return Meeting(course.state.outcome(), steps, unthought)


def _opened(game: Game, seed: int, steps: int) -> Course:
    """The first state after some random steps; the same for everybody who gets the seed."""
    course, rng = Course.begun(game, seed), Random(f"{seed}/opening")
    for _ in range(steps):
        after = course.after(random_event(course.state, rng).moves)
        if isinstance(after.state.turn, Over):
            break
        course = after
    return course


def _chosen(
    game: Game,
    course: Course,
    role: Role,
    mind: Mind,
    clock: TimeSource,
    unthought: dict[Role, int],
) -> Move:
    choice = mind.choose(Knowledge(game, course, role), Deadline(inf, clock))
    unthought[role] += unweighed(choice) is not None
    return choice.move


def _choosing(state: State, rng: Random) -> tuple[Role, ...]:
    match state.turn:
        case Joint(roles):
            return roles
        case Open(roles):
            return (rng.choice(roles),)
        case Chance():
            return ()
    raise AssertionError("it is not over")


def _seed(seed: int, role: Role) -> int:
    return int(sha256(f"{seed}/{role}".encode()).hexdigest()[:8], 16)
