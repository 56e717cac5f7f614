"""Plays one race on a spe_ed server, and then stops.

Goes in: where the server is, a key, and a player. Comes out: what was seen, as a recording and as
an album with the player's reasons. Whoever wants to know what happens meanwhile is told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
)

from spielwerk.core import HICCUPS, Deadline, Diligence, Json, SpielwerkError, Unthought
from spielwerk.games.speed import Arena, SpeedBoard
from spielwerk.players import Quiet
from spielwerk.players.speed import Decision, LargestArea, Solver, SpeedPlayer
from spielwerk.protocols.speed.album import Album, cover, frame, thought
from spielwerk.protocols.speed.clock import RESERVE, Timing, synchronise
from spielwerk.protocols.speed.diary import GAME, SILENT, tell_decision, tell_end, tell_start
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.messages import MAX_STATE, Shown, read_state, write_action

_REFUSALS = {
    403: "The server does not know this key; look at the environment variable KEY.",
    429: "A race with this key is already going on; wait until it is over.",
}


class RaceClientError(SpielwerkError):
    """A race on a server could not be played, or not to its end."""


@dataclass
class RaceNotes:
    """What a client has seen and thought."""

    messages: list[Mapping[str, Json]] = field(default_factory=list)
    frames: list[Mapping[str, Json]] = field(default_factory=list)
    cover: Mapping[str, Json] = field(default_factory=dict)
    won: bool = False
    finished: bool = False
    late: int = 0
    """Answers that went out after their deadline, by our own clock."""
    diligence: Diligence = field(default_factory=Diligence)
    """The decisions, and how many of them a simpler solver had to make."""

    @property
    def album(self) -> Album:
        """The race to look at."""
        return Album(self.cover, self.frames)


class LiveClient:
    """One player, for one race."""

    def __init__(
        self,
        player: SpeedPlayer,
        *,
        seed: int = 0,
        log: logging.Logger = SILENT,
        feed: Feed | None = None,
    ) -> None:
        """``log`` is told what happens, ``feed`` everything there is to look at."""
        self._player = player
        self._solver: Solver = player.solver(seed)
        self._substitute: Solver = LargestArea().solver()
        self._thinking: asyncio.Task[Decision] | None = None
        self._log = log
        self._feed = feed
        self.account = RaceNotes()

    async def play(self, url: str, key: str, time_url: str | None = None) -> RaceNotes:
        """Play one race.

        :raises ClientError: no connection, refused, or cut off before the end
        """
        self._player.ready()
        timing = await self._synchronised(time_url)
        address = f"{url}{'&' if urlsplit(url).query else '?'}{urlencode({'key': key})}"
        self._log.info("Waiting for a race to begin ...")
        try:
            # Servers of that time do not all answer pings, so none are sent.
            async with connect(address, max_size=MAX_STATE, ping_interval=None) as socket:
                await self._race(socket, timing)
        except InvalidStatus as refusal:
            code = refusal.response.status_code
            raise RaceClientError(
                _REFUSALS.get(code, f"{url} refuses with status {code}; is URL right?")
            ) from None
        except InvalidURI:
            raise RaceClientError(
                f"'{url}' is not the address of a server; URL looks like ws://host:port/spe_ed."
            ) from None
        except (OSError, InvalidHandshake, TimeoutError) as problem:
            raise RaceClientError(f"{url} cannot be reached: {problem}. Is URL right?") from None
        return self.account

    async def _synchronised(self, time_url: str | None) -> Timing:
        if not time_url:
            return Timing()
        timing = await synchronise(time_url)
        if timing.delay is None:
            self._log.warning("%s does not tell the time; our own clock must do.", time_url)
        else:
            self._log.info(
                "The server's clock is %+.3f s ahead; its answer took %.3f s.",
                timing.ahead,
                timing.delay,
            )
        return timing

    async def _race(self, socket: ClientConnection, timing: Timing) -> None:
        number = 0
        shape: tuple[int, ...] = ()
        try:
            async for text in socket:
                number += 1
                shown = read_state(text)
                board = replace(shown.board, round=number)
                self.account.messages.append(shown.message)
                if number == 1:
                    shape = _shape(board)
                    self._begin(board, shown.you)
                elif _shape(board) != shape:
                    raise RaceClientError(f"The server shows another race in round {number}.")
                if not shown.running:
                    self._end(board, shown)
                    return
                await self._round(socket, board, shown, timing)
        except ConnectionClosed:
            pass  # servers hang up without a word, and not only at the end
        if not self.account.finished:
            raise RaceClientError(
                f"The server hung up in round {number}, before the race was over. "
                "Nothing can be done about that; begin a new one."
            )

    def _begin(self, board: SpeedBoard, you: int) -> None:
        names = {n: f"player {n}" for n in board.racers} | {you: str(self._player)}
        self.account.cover = cover(board, names, you)
        if self._feed:
            self._feed.begin(self.account.cover)
        tell_start(self._log, board, you)

    async def _round(
        self, socket: ClientConnection, board: SpeedBoard, shown: Shown, timing: Timing
    ) -> None:
        if shown.you not in board.active or shown.deadline is None:
            self._keep(frame(board))
            return
        allowed = timing.allowed(shown.deadline)
        begun = time.monotonic()
        decision = await self._decided(board, shown.you, allowed)
        await socket.send(write_action(decision.action))
        used = time.monotonic() - begun
        self.account.late += used > allowed
        self._keep(frame(board, {shown.you: thought(decision.action, used, decision)}, allowed))
        tell_decision(self._log, board, shown.you, decision, used, allowed)

    async def _decided(self, board: SpeedBoard, you: int, allowed: float) -> Decision:
        arena, deadline = Arena.of(board), Deadline.after(allowed)
        waits = allowed - RESERVE / 4
        seconds = min(max(allowed - RESERVE, allowed / 2), HICCUPS.granted(waits))
        inner = deadline.within(min(seconds, self._player.longest or seconds))

        def decide() -> Decision:
            with Quiet():
                return self._solver.decide(arena, you - 1, inner.left)

        why = Unthought.LATE
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(asyncio.to_thread(decide))
            with HICCUPS.watched():
                done, _ = await asyncio.wait({self._thinking}, timeout=waits)
            HICCUPS.note(-inner.left())
            if done and self._thinking.exception() is None:
                self.account.diligence.note()
                return self._thinking.result()
            if done:
                why = Unthought.FAILED
                self._log.error("The solver failed.", exc_info=self._thinking.exception())
        self.account.diligence.note(why)
        self._log.warning("A simpler solver answers for ours: %s.", why)
        return self._substitute.decide(arena, you - 1, inner.left)

    def _end(self, board: SpeedBoard, shown: Shown) -> None:
        self.account.finished = True
        self.account.won = board.racers[shown.you].active
        names = {n: shown.names.get(n, f"player {n}") for n in board.racers}
        mine = f"{names[shown.you]} ({self._player})"
        self.account.cover = cover(board, names | {shown.you: mine}, shown.you)
        self._keep(frame(board))
        tell_end(self._log, board, names)
        self._log.log(GAME, "%s.", self.account.diligence)

    def _keep(self, one: Mapping[str, Json]) -> None:
        self.account.frames.append(one)
        if self._feed:
            self._feed.add(one)


def _shape(board: SpeedBoard) -> tuple[int, ...]:
    """What never changes in a race."""
    return board.width, board.height, *board.racers
