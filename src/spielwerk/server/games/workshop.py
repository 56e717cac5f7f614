"""Where games of the library get their quickest engines, beside everything else.

To make an engine may take many seconds, and nobody shall wait for that: a process does it that
leaves what it made on disk, from where it is taken in a moment. A game goes in, the same game
comes out, quicker where that is possible.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

from spielwerk.catalogue import open_game
from spielwerk.confinement import Confined, Limits
from spielwerk.core import Game, Over, SpielwerkError, random_event

_SECONDS = 300.0
"""How long an engine may take to be made."""
_MOMENT = 1.0
"""Processor seconds within which one that is on disk is ready."""
_PRACTICE = 0.3
"""Processor seconds for which a game is tried out before people play on it."""

_REST = 2.0
"""How long practice beside people's matches rests, of the time that it works."""


class Workshop:
    """Makes one engine after another."""

    def __init__(self, memory: int) -> None:
        self._process = Confined(f"{__name__}:answer", Limits(_SECONDS, memory, polite=False))
        self._one = asyncio.Lock()

    def stop(self) -> None:
        """Leave it."""
        self._process.kill()

    async def quicken(self, game: Game) -> Game:
        """The same game on its quickest engine, or as it is."""
        async with self._one:
            try:
                there = (await self._process.asked({"game": game.name}))["there"]
            except SpielwerkError:
                there = False
            self._process.kill()  # it may have needed much memory
        return await asyncio.to_thread(practised, game.quick) if there else game


def practised(make: Callable[[], Game], rest: float = _REST) -> Game:
    """A game that has been played a little: what it finds out once, it knows by then.

    Between two moves it rests, so that whoever else works in this process is not held up, for
    ``rest`` times as long as a move took.
    """
    game, rng = make(), Random(0)
    end, state = time.thread_time() + _PRACTICE, game.initial()
    while time.thread_time() < end:
        begun = time.thread_time()
        state.scene(None)
        for role in game.roles:
            state.view(role)
            for move in state.legal(role):
                state.card(role, move)
        event = random_event(state, rng)
        state = state.after(event.moves, event.late)
        if isinstance(state.turn, Over):
            state = game.initial()
        time.sleep(rest * (time.thread_time() - begun))
    return game


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Make an engine, in the process; whether it can be taken from the disk."""
    open_game(question["game"]).quick()
    began = time.process_time()
    game = open_game(question["game"])
    there = game.quick() is not game and time.process_time() - began < _MOMENT
    return {"there": there}
