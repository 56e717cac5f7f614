"""Our player at one engine of a game: it sits down and thinks in a thread, and is awaited here.

A game and a player go in; asked with a state and the moment at which its thinking must end, it
comes to a choice, or says why it cannot. How late its answers come is noted, so that the next one
is asked for a little earlier where the machine hesitates.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from spielwerk.core import HICCUPS, Choice, Knowledge, Player, Role
from spielwerk.languages.gdl import GdlGame, GdlState
from spielwerk.match import Answer, Command, Crash, Question, Seating, ThreadRunner


class SeatedMind:
    """A mind, from the moment its player begins to sit down."""

    def __init__(
        self, game: GdlGame, role: Role, player: Player, seed: int, seconds: float
    ) -> None:
        """``seconds`` are for sitting down."""
        self.trouble = ""
        """Why it does not play, if it does not."""
        self._game = game
        self._role = role
        self._loop = asyncio.get_running_loop()
        self._sits = asyncio.Event()
        self._ends: list[float] = []
        """When its thinking had to end, question by question."""
        self._answer: asyncio.Future[Choice | None] = self._loop.create_future()
        place = Seating(game, role, player, 0, seed, seconds)
        self._runner = ThreadRunner(place, self._post)

    @property
    def ready(self) -> bool:
        """Whether it sits, or never will."""
        return self._sits.is_set()

    async def sat(self) -> None:
        """Wait until it sits, or never will."""
        await self._sits.wait()

    async def choose(self, state: GdlState, ends: float) -> Choice | None:
        """What it chooses, if it thinks until that moment; nothing where it does not play."""
        await self.sat()
        if self.trouble:
            return None
        step, self._answer = len(self._ends), self._loop.create_future()
        self._ends.append(ends)
        knowledge = Knowledge(state.game, state, self._role).at(self._game)
        self._runner.ask(Question(step, knowledge, (), ends))
        return await self._answer

    def close(self) -> None:
        """Stop listening to it."""
        self._runner.close()

    def _post(self, command: Command, choice: Choice | None) -> None:
        with suppress(RuntimeError):  # the loop may be gone by the time a mind is made up
            self._loop.call_soon_threadsafe(self._hear, command, choice)

    def _hear(self, command: Command, choice: Choice | None) -> None:
        self._sits.set()
        if isinstance(command, Crash):
            self.trouble = command.why
        elif isinstance(command, Answer):
            HICCUPS.note(time.monotonic() - self._ends[command.step])
            if command.step != len(self._ends) - 1:
                return  # nobody waits for that any more
        else:
            return
        if not self._answer.done():
            self._answer.set_result(choice)
