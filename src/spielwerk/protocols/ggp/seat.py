"""One match as our player lives through it: rules made ready, moves followed, a mind asked.

Everything that takes long happens in threads, so that other messages are answered meanwhile, and
everything is awaited only until a given moment (by :func:`time.monotonic`). The mind is granted
less than the wait, and waited for longer than planned where the machine hesitates; a move that it
has not thought is told and counted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from threading import BoundedSemaphore, Thread
from typing import TypeVar

from spielwerk.core import (
    HICCUPS,
    Deadline,
    Diligence,
    Knowledge,
    Leaving,
    Move,
    MoveError,
    Over,
    Player,
    Role,
    SourceError,
    Unthought,
    unweighed,
)
from spielwerk.languages.gdl import GdlGame, GdlState, parse_program
from spielwerk.players import parse_player
from spielwerk.protocols.ggp.joint import follow, open_moves, role_meant
from spielwerk.protocols.ggp.messages import GgpMessageError, Start
from spielwerk.protocols.ggp.mind import SeatedMind

_T = TypeVar("_T")
_THREADS = BoundedSemaphore(8)
"""Work that was given up goes on until it is done, so there is a limit to it."""
_NO_MOVE = "nil"
"""The answer where no move is known: managers choose one then."""
_SUBSTITUTE = parse_player("greedy")
"""Looks one move ahead where the mind has nothing to say."""


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

    Moves are followed as soon as the rules are read. The mind sits at the game's fastest engine;
    as long as that is being made, it thinks on the direct one.
    """

    def __init__(
        self, start: Start, player: Player, seed: int, tell: Callable[[str], None]
    ) -> None:
        """``tell`` hears of every move that was not thought."""
        self.start = start
        self.thinking = False
        """Whether somebody is waiting for a move."""
        self.heard = time.monotonic()
        """When the manager last said something."""
        self.diligence = Diligence()
        """The moves of which there was a choice, and which of them were not thought."""
        self._tell = tell
        self._role = Role(start.role)
        self._player = player
        self._rng = Random(seed)
        self._told: list[tuple[str, ...]] = []
        self._mind: SeatedMind | None = None
        self._meanwhile: SeatedMind | None = None
        """Thinks on the direct engine as long as the mind does not sit."""
        self._opening = asyncio.create_task(self._open())
        self._seating = asyncio.create_task(self._sit())
        self._seating.add_done_callback(lambda task: task.cancelled() or task.exception())

    @property
    def trouble(self) -> str:
        """Why the mind does not play, if it does not."""
        return self._mind.trouble if self._mind is not None else ""

    async def prepared(self, until: float) -> None:
        """Wait for the mind to be ready, but not longer than that.

        :raises MessageError: the rules are wrong, there is no such role in them, or the match was
            aborted meanwhile
        """
        with suppress(TimeoutError), HICCUPS.watched():
            await _by(until, _unless_aborted(self._seating))

    def tell(self, moves: tuple[str, ...] | None) -> None:
        """Note the joint move that was just made."""
        if moves is not None:
            self._told.append(moves)

    async def move(self, leaving: Leaving) -> str:
        """The move to make now.

        :raises MessageError: the moves that were told cannot have been made, or as :meth:`prepared`
        """
        self.thinking = True
        try:
            with HICCUPS.watched():
                state = await _by(leaving.latest, self._now())
                moves = open_moves(state, self._role)
                if len(moves) < 2 or isinstance(state.turn, Over):
                    return moves[0] if moves else _NO_MOVE
                return await self._chosen(state, moves, leaving)
        except TimeoutError:
            self._note(_NO_MOVE, Unthought.UNREADY)
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
        for mind in (self._mind, self._meanwhile):
            if mind is not None:
                mind.close()

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
        fast = game if game.hidden else await apart(game.quick)
        left = max(HICCUPS.granted(ready_at - time.monotonic()), 0.1)
        self._mind = self._seat(fast, left)
        await self._mind.sat()

    def _seat(self, game: GdlGame, seconds: float) -> SeatedMind:
        return SeatedMind(game, self._role, self._player, self._rng.getrandbits(32), seconds)

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

    async def _chosen(self, state: GdlState, moves: tuple[Move, ...], leaving: Leaving) -> str:
        """What the mind chooses, or else what is chosen for it."""
        begun, latest = time.monotonic(), leaving.latest
        ends = begun + HICCUPS.granted(leaving.planned - begun)
        try:
            mind = await self._mind_within(state.game, (ends - begun) / 4)
            choice = await _by(latest - (latest - ends) / 8, mind.choose(state, ends))
        except TimeoutError:
            HICCUPS.note(time.monotonic() - ends)
            why: Unthought | None = Unthought.LATE if self._seating.done() else Unthought.UNREADY
        else:
            if choice is not None and choice.move in moves:
                self._note(choice.move, unweighed(choice))
                return choice.move
            why = Unthought.FAILED if choice is None else Unthought.NONSENSE
        move = await self._instead(state, moves, latest)
        self._note(move, why)
        return move

    async def _mind_within(self, game: GdlGame, seconds: float) -> SeatedMind:
        """The mind to ask: the one that sits at the fastest engine, if it does so that soon."""
        with suppress(TimeoutError):
            await asyncio.wait_for(_unless_aborted(self._seating), seconds)
        if self._mind is not None and (self._mind.ready or game.hidden):
            return self._mind
        if self._meanwhile is None:
            self._meanwhile = self._seat(game.at_once(), seconds)
        return self._meanwhile

    async def _instead(self, state: GdlState, moves: tuple[Move, ...], until: float) -> Move:
        """A move for a mind that has none: the best at first sight, while there is time for it."""
        deadline = Deadline.after(HICCUPS.granted(until - time.monotonic()))
        knowledge = Knowledge(state.game, state, self._role)
        mind = _SUBSTITUTE.sit(state.game, self._role, seed=self._rng.getrandbits(32))
        with suppress(TimeoutError, GgpMessageError):
            return (await _by(until, apart(lambda: mind.choose(knowledge, deadline)))).move
        return self._rng.choice(moves)

    def _note(self, move: str, why: Unthought | None) -> None:
        self.diligence.note(why)
        if why is not None:
            reason = f"{why} ({self.trouble})" if self.trouble else str(why)
            self._tell(f"{move} was not thought: {reason}")


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
