"""A player of ours that answers foreign game managers.

Messages go in as texts, answers come out; how they travel is the business of :mod:`.server`. The
player sits in one match at a time and tells everybody else that it is busy. It answers within the
clocks of the manager whatever its mind does: a mind that is late or crashes costs a good move,
not the match, and whoever listens is told of every such move.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

from spielwerk.core import HICCUPS, Leaving, Player
from spielwerk.protocols.ggp.messages import (
    Abort,
    GgpMessageError,
    Info,
    Play,
    Preview,
    Start,
    Stop,
    read_message,
)
from spielwerk.protocols.ggp.seat import PlayedRole, apart, game_of

_BUSY = "busy"
_MARGIN_SHARE, _LONGEST_MARGIN = 0.2, 1.0
"""The part of a clock, and the most of it, that is kept back for the way to the manager, where
the machine does not hesitate for longer."""
_PATIENCE = 60.0
"""A manager that says nothing for so long beyond its clocks has gone: others may start."""


class GgpPlayer:
    """Answers messages, one match at a time."""

    def __init__(
        self,
        player: Player,
        *,
        name: str = "spielwerk",
        seed: int = 0,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        """``tell`` hears what happens, a line at a time."""
        self._player = player
        self._name = name
        self._seeds = Random(seed)
        self._tell = tell
        self._seat: PlayedRole | None = None

    async def answer(self, text: str) -> str:
        """What to answer to a message that has just come in.

        :raises MessageError: it is not a message, or one that makes no sense now
        """
        arrived = time.monotonic()
        message = read_message(text)
        self._forget_the_dead(arrived)
        match message:
            case Info():
                return f"((name {self._name}) (status {'busy' if self._seat else 'available'}))"
            case Preview() if self._seat is None:
                return await self._preview(message)
            case Start() if self._seat is None:
                return await self._start(message, arrived)
            case Play() | Stop() | Abort() if (
                self._seat and self._seat.start.match == message.match
            ):
                self._seat.heard = arrived
                return await self._go_on(self._seat, message, arrived)
        return _BUSY

    async def _preview(self, message: Preview) -> str:
        with suppress(TimeoutError):
            looking = apart(lambda: game_of(message.rules, "preview"))
            await asyncio.wait_for(looking, message.clock)
        return "ready"

    async def _start(self, message: Start, arrived: float) -> str:
        seed = self._seeds.getrandbits(32)

        def tell(line: str) -> None:
            self._tell(f"match {message.match}: {line}")

        seat = self._seat = PlayedRole(message, self._player, seed, tell)
        try:
            await seat.prepared(_leaving(arrived, message.start_clock).planned)
        except GgpMessageError:
            self._leave(seat, "not played")
            raise
        clocks = f"{message.start_clock:g} s to start, {message.play_clock:g} s a move"
        tell(f"{message.role}, {clocks}")
        if seat.trouble:
            tell(f"{self._player} does not play, others choose for it: {seat.trouble}")
        return "ready"

    async def _go_on(self, seat: PlayedRole, message: Play | Stop | Abort, arrived: float) -> str:
        leaving = _leaving(arrived, seat.start.play_clock)
        match message:
            case Play(_, moves):
                if seat.thinking:
                    return _BUSY
                seat.tell(moves)
                return await seat.move(leaving)
            case Stop(_, moves):
                seat.tell(moves)
                self._leave(seat, await seat.ending(leaving.planned))
                return "done"
            case Abort():
                self._leave(seat, "aborted")
                return "aborted"

    def _forget_the_dead(self, now: float) -> None:
        seat = self._seat
        if seat is not None:
            clocks = seat.start.start_clock + seat.start.play_clock
            if now - seat.heard > clocks + _PATIENCE:
                self._leave(seat, "the manager has not been heard of any more")

    def _leave(self, seat: PlayedRole, why: str) -> None:
        seat.close()
        if self._seat is seat:
            self._seat = None
        count = f"; {seat.diligence}" if seat.diligence.moves else ""
        self._tell(f"match {seat.start.match}: {why}{count}")


def _leaving(arrived: float, clock: float) -> Leaving:
    """When an answer leaves, to arrive within the clock."""
    return HICCUPS.leaving(arrived, clock, min(_MARGIN_SHARE * clock, _LONGEST_MARGIN))
