"""Boards of spe_ed drawn as text, and clocks that tick by the look: tests that repeat."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import strategies as st

from spielwerk.games.speed.compiled import ACTIVE, NO_ANSWER, Arena, Trail, play

HEADINGS = "^>v<"
OLD_TRAIL = 6


def drawn(picture: str, speeds: tuple[int, ...] = (), round_number: int = 1) -> Arena:
    """A position: `#` is a trail, `.` is free, the arrows are players 1, 2, ... in reading order.

    ``speeds`` are theirs, 1 where none is given.
    """
    rows = [line.strip() for line in picture.strip().splitlines()]
    cells = np.zeros((len(rows), len(rows[0])), np.uint8)
    racers = []
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark == "#":
                cells[y, x] = OLD_TRAIL
            elif mark in HEADINGS:
                speed = speeds[len(racers)] if len(racers) < len(speeds) else 1
                racers.append((x, y, HEADINGS.index(mark), speed, 1))
                cells[y, x] = len(racers)
    clock = np.array([round_number], np.int32)
    return Arena(cells, np.array(racers, np.int32), clock)


def ticking(seconds: float, tick: float = 1e-3) -> Callable[[], float]:
    """A clock of so many seconds on which every look takes a tick."""
    looks = iter(range(10**9))
    return lambda: seconds - tick * next(looks)


def go_alone(arena: Arena, k: int, action: int) -> bool:
    """Play a round in which everybody but racer ``k`` stands still; whether it survives."""
    others = arena.racers[:, ACTIVE].copy()
    arena.racers[:, ACTIVE] = 0
    arena.racers[k, ACTIVE] = 1
    actions = np.full(len(arena.racers), NO_ANSWER, np.int32)
    actions[k] = action
    play(arena, actions, Trail.empty(len(arena.racers)))
    alive = bool(arena.racers[k, ACTIVE])
    others[k] = alive
    arena.racers[:, ACTIVE] = others
    return alive


@st.composite
def positions(draw):
    """A board of any shape, some of it trails, and racers anywhere on it, dead ones among them."""
    height, width = draw(st.integers(1, 70)), draw(st.integers(1, 140))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    cells = (rng.random((height, width)) < draw(st.sampled_from([0, 0.1, 0.4]))).astype(np.uint8)
    for _ in range(draw(st.integers(0, 12))):  # Long trails make corridors.
        line = rng.integers(height)
        cells[line, rng.integers(width) :: 1 + rng.integers(2)] = 6
    count = draw(st.integers(1, min(6, height * width)))
    racers = np.zeros((count, 5), np.int32)
    for k, place in enumerate(rng.choice(height * width, count, replace=False)):
        racers[k] = place % width, place // width, 0, rng.integers(1, 5), rng.random() < 0.8
        cells[place // width, place % width] = k + 1
    return Arena(cells, racers, np.ones(1, np.int32))
