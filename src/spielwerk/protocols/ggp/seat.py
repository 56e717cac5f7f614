"""One match as our player lives through it: rules made ready, moves followed, a mind asked.

Everything that takes long happens in threads, so that other messages are answered meanwhile, and
everything is awaited only until a given moment (by :func:`time.monotonic`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from contextlib import suppress
from random import Random
from typing import TypeVar

from spielwerk.core import MoveError, Over, Role, SourceError
from spielwerk.languages.gdl import GdlGame, GdlState, parse_program
from spielwerk.match.decide import Answer, Command, Crash
from spielwerk.match.runners import Place, Question, ThreadRunner
from spielwerk.players import Choice, Knowledge, Player
from spielwerk.protocols.ggp.joint import follow, open_moves
from spielwerk.protocols.ggp.messages import MessageError, Start

__all__ = ["Seat", "game_of"]

_T = TypeVar("_T")
_NO_MOVE = "nil"
"""The answer where no move is known: managers choose one then."""


def game_of(rules: str, match: str) -> GdlGame:
    """The game that a manager's rules describe.

    :raises MessageError: the rules are wrong
    """
    try:
        return GdlGame(parse_program(rules, file=match), "match")
    except SourceError as problem:
        raise MessageError(f"These rules cannot be played: {problem}") from None


class Seat:
    """A role in a running match."""

    def __init__(self, start: Start, player: Player, seed: int) -> None:
        self.start = start
        self.thinking = False
        """Whether somebody is waiting for a move."""
        self.heard = time.monotonic()
        """When the manager last said something."""
        self._player = player
        self._rng = Random(seed)
        self._told: list[tuple[str, ...]] = []
        self._state: GdlState | None = None
        self._runner: ThreadRunner | None = None
        self._crashed = ""
        self._inbox: asyncio.Queue[Command] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._preparing = asyncio.create_task(self._prepare())

    async def prepared(self, until: float) -> None:
        """Wait for the mind to be ready, but not longer than that.

        :raises MessageError: the rules are wrong, there is no such role in them, or the match was
            aborted meanwhile
        """
        with suppress(TimeoutError):
            await _by(until, self._ready())

    def tell(self, moves: tuple[str, ...] | None) -> None:
        """Note the joint move that was just made."""
        if moves is not None:
            self._told.append(moves)

    async def move(self, until: float) -> str:
        """The move to make now.

        :raises MessageError: the moves that were told cannot have been made, or as :meth:`prepared`
        """
        self.thinking = True
        try:
            state = await _by(until, self._now())
            moves = open_moves(state, self._role)
            if len(moves) < 2 or isinstance(state.turn, Over):
                return moves[0] if moves else _NO_MOVE
            fallback = self._rng.choice(moves)
            answer = None
            with suppress(TimeoutError):
                answer = await _by(until, self._ask(state, until))
            return answer if answer in moves else fallback
        except TimeoutError:
            return _NO_MOVE
        finally:
            self.thinking = False

    async def ending(self, until: float) -> str:
        """How the match ended, as far as this player can tell."""
        with suppress(TimeoutError, MessageError):
            state = await _by(until, self._now())
            if isinstance(state.turn, Over):
                return f"over, {state.outcome()[self._role]} points for {self._role}"
        return "stopped"

    def close(self) -> None:
        """Stop thinking about it."""
        self._preparing.cancel()
        if self._runner is not None:
            self._runner.close()

    @property
    def trouble(self) -> str:
        """Why moves are made at random, if they are."""
        return self._crashed

    @property
    def _role(self) -> Role:
        return Role(self.start.role)

    async def _prepare(self) -> None:
        start, ready_at = self.start, time.monotonic() + self.start.start_clock
        game = await asyncio.to_thread(game_of, start.rules, start.match)
        if start.role not in game.roles:
            raise MessageError(
                f"There is no role '{start.role}'; there are {' '.join(game.roles)}."
            )
        self._state = game.initial()
        seed, left = self._rng.getrandbits(32), max(ready_at - time.monotonic(), 0.1)
        place = Place(game, self._role, self._player, 0, seed, left, time.monotonic)
        self._runner = ThreadRunner(place, self._post)
        self._note(await self._inbox.get())

    async def _ready(self) -> None:
        try:
            await asyncio.shield(self._preparing)
        except asyncio.CancelledError:
            if not self._preparing.cancelled():
                raise
            raise MessageError("The match was aborted meanwhile.") from None

    def _post(self, command: Command, choice: Choice | None) -> None:
        with suppress(RuntimeError):  # the loop may be gone by the time a mind has made up
            self._loop.call_soon_threadsafe(self._inbox.put_nowait, command)

    def _note(self, command: Command) -> None:
        if isinstance(command, Crash):
            self._crashed = command.why

    async def _now(self) -> GdlState:
        """The state after all that was told."""
        await self._ready()
        assert self._state is not None
        told, self._told = self._told, []
        try:
            self._state = await asyncio.to_thread(_followed, self._state, told)
        except MoveError as problem:
            raise MessageError(f"These moves cannot have been made: {problem}") from None
        return self._state

    async def _ask(self, state: GdlState, until: float) -> str | None:
        """What the mind says, if it still can say something."""
        assert self._runner is not None
        step = self._rng.getrandbits(32)
        if not self._crashed:
            knowledge = Knowledge(state.game, state, self._role)
            self._runner.ask(Question(step, knowledge, (), until))
        while not self._crashed:
            command = await self._inbox.get()
            self._note(command)
            if isinstance(command, Answer) and command.step == step:
                return command.text
        return None


def _followed(state: GdlState, told: list[tuple[str, ...]]) -> GdlState:
    for moves in told:
        state = follow(state, moves)
    return state


async def _by(until: float, what: Awaitable[_T]) -> _T:
    """Wait for it, but not beyond that moment.

    :raises TimeoutError: it takes longer
    """
    return await asyncio.wait_for(what, max(until - time.monotonic(), 0.0))
