"""Matches shared out among processes.

Helpings of matches go in and their lessons come out in the same order, whoever played them. Child
processes inherit the compiled game where the system can do that; elsewhere one process plays all.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing

from spielwerk.core import Game
from spielwerk.players.training.fitting import Lessons
from spielwerk.players.training.selfplay import Helping, play_helping

_inherited: list[Game] = []
"""In a child: the game it was made for."""


def play_all(
    game: Game, helpings: Sequence[Helping], workers: int, go_on: Callable[[], bool]
) -> list[Lessons]:
    """The lessons of all helpings, or of those that were played when ``go_on`` said no."""
    lessons: list[Lessons] = []
    with closing(_played(game, helpings, workers)) as played:
        for some in played:
            lessons += some
            if not go_on():
                break
    return lessons


def _played(
    game: Game, helpings: Sequence[Helping], workers: int
) -> Generator[list[Lessons], None, None]:
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (play_helping(game, helping) for helping in helpings)
        return
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(workers, context, initializer=_inherited.append, initargs=(game,))
    try:
        yield from pool.map(_play_inherited, helpings)
    finally:
        pool.shutdown(cancel_futures=True)


def _play_inherited(helping: Helping) -> list[Lessons]:
    return play_helping(_inherited[0], helping)
