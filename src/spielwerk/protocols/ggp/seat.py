"""One match as our player lives through it: rules made ready, moves followed, a mind asked.

Everything that takes long happens in threads, so that other messages are answered meanwhile, and
everything is awaited only until a given moment (by :func:`time.monotonic`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from threading import BoundedSemaphore, Thread
from typing import TypeVar

from spielwerk.core import Choice, Knowledge, MoveError, Over, Player, Role, SourceError
from spielwerk.languages.gdl import GdlGame, GdlState, parse_program
from spielwerk.match import Answer, Command, Crash, Question, Seating, ThreadRunner
from spielwerk.protocols.ggp.joint import follow, open_moves, role_meant
from spielwerk.protocols.ggp.messages import GgpMessageError, Start

_T = TypeVar("_T")
_THREADS = BoundedSemaphore(8)
"""Work that was given up goes on until it is done, so there is a limit to it."""
_NO_MOVE = "nil"
"""The answer where no move is known: managers choose one then."""


def game_of(rules: str, match: str) -> GdlGame:
    """The game that a manager's rules describe.

    :raises MessageError: the rules are wrong
    """
    try:
        return GdlGame(parse_program(rules, file=match), "match")
    except SourceError as problem:
        raise GgpMessageError(f"These rules cannot be played: {problem}") from None


class PlayedRole:
    """A role in a running match.

    Moves are followed, and made at random if need be, as soon as the rules are read. The mind sits
    at the game's fastest engine; that one and the mind itself may take longer.
    """

    def __init__(self, start: Start, player: Player, seed: int) -> None:
        self.start = start
        self.thinking = False
        """Whether somebody is waiting for a move."""
        self.heard = time.monotonic()
        """When the manager last said something."""
        self.trouble = ""
        """Why moves are made at random, if they are."""
        self._role = Role(start.role)
        self._player = player
        self._rng = Random(seed)
        self._told: list[tuple[str, ...]] = []
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[Command] = asyncio.Queue()
        self._runner: ThreadRunner | None = None
        self._opening = asyncio.create_task(self._open())
        self._seating = asyncio.create_task(self._sit())
        self._seating.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def prepared(self, until: float) -> None:
        """Wait for the mind to be ready, but not longer than that.

        :raises MessageError: the rules are wrong, there is no such role in them, or the match was
            aborted meanwhile
        """
        with suppress(TimeoutError):
            await _by(until, _unless_aborted(self._seating))

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
            answer = None
            with suppress(TimeoutError):
                answer = await _by(until, self._ask(state, until))
            return answer if answer in moves else self._rng.choice(moves)
        except TimeoutError:
            return _NO_MOVE
        finally:
            self.thinking = False

    async def ending(self, until: float) -> str:
        """How the match ended, as far as this player can tell."""
        with suppress(TimeoutError, GgpMessageError):
            state = await _by(until, self._now())
            if isinstance(state.turn, Over):
                return f"over, {state.outcome()[self._role]} points for {self._role}"
        return "stopped"

    def close(self) -> None:
        """Stop thinking about it."""
        self._opening.cancel()
        self._seating.cancel()
        if self._runner is not None:
            self._runner.close()

    async def _open(self) -> GdlGame:
        game = await apart(lambda: game_of(self.start.rules, self.start.match))
        role = role_meant(game, self.start.role)
        if role is None:
            roles = " ".join(game.roles)
            raise GgpMessageError(f"There is no role '{self.start.role}'; there are {roles}.")
        self._role = role
        self._state = game.initial()
        return game

    async def _sit(self) -> None:
        ready_at = time.monotonic() + self.start.start_clock
        game = await asyncio.shield(self._opening)
        self._fast = game if game.hidden else await apart(game.quick)
        left = max(ready_at - time.monotonic(), 0.1)
        seed = self._rng.getrandbits(32)
        place = Seating(self._fast, self._role, self._player, 0, seed, left)
        self._runner = ThreadRunner(place, self._post)
        self._note(await self._inbox.get())

    def _post(self, command: Command, choice: Choice | None) -> None:
        with suppress(RuntimeError):  # the loop may be gone by the time a mind is made up
            self._loop.call_soon_threadsafe(self._inbox.put_nowait, command)

    def _note(self, command: Command) -> None:
        if isinstance(command, Crash):
            self.trouble = command.why

    async def _now(self) -> GdlState:
        """The state after all that was told."""
        await _unless_aborted(self._opening)
        told = list(self._told)
        try:
            self._state = await apart(lambda: _followed(self._state, told))
        except MoveError as problem:
            raise GgpMessageError(f"These moves cannot have been made: {problem}") from None
        del self._told[: len(told)]
        return self._state

    async def _ask(self, state: GdlState, until: float) -> str | None:
        """What the mind says, if it still can say something."""
        await _unless_aborted(self._seating)
        step = self._rng.getrandbits(32)
        if self._runner is not None and not self.trouble:
            same = state if self._fast is state.game else self._fast.at(state.facts())
            knowledge = Knowledge(self._fast, same, self._role)
            self._runner.ask(Question(step, knowledge, (), until))
        while not self.trouble:
            command = await self._inbox.get()
            self._note(command)
            if isinstance(command, Answer) and command.step == step:
                return command.text
        return None


def _followed(state: GdlState, told: list[tuple[str, ...]]) -> GdlState:
    for moves in told:
        state = follow(state, moves)
    return state


async def apart(work: Callable[[], _T]) -> _T:
    """Do it in a thread that nobody waits for when the process ends.

    :raises MessageError: there are too many such threads already
    """
    if not _THREADS.acquire(blocking=False):
        raise GgpMessageError("Too much was begun and given up; try again in a minute.")
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_T] = loop.create_future()

    def report(result: _T | None, problem: Exception | None) -> None:
        if done.cancelled():
            return
        if problem is not None:
            done.set_exception(problem)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        try:
            outcome: tuple[_T | None, Exception | None] = (work(), None)
        except Exception as problem:
            outcome = (None, problem)
        finally:
            _THREADS.release()
        with suppress(RuntimeError):  # the loop may be gone by then
            loop.call_soon_threadsafe(report, *outcome)

    Thread(target=run, name="ggp", daemon=True).start()
    return await done


async def _unless_aborted(task: asyncio.Task[_T]) -> _T:
    """Wait for a part of the preparation.

    :raises MessageError: the match was aborted meanwhile
    """
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if not task.cancelled():
            raise
        raise GgpMessageError("The match was aborted meanwhile.") from None


async def _by(until: float, what: Awaitable[_T]) -> _T:
    """Wait for it, but not beyond that moment.

    :raises TimeoutError: it takes longer
    """
    return await asyncio.wait_for(what, max(until - time.monotonic(), 0.0))
