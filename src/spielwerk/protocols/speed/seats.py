"""Who sits at a seat of a race: a client at the other end of a line, or a bot.

Neither can hold up a race. What a client is sent waits in a queue of limited length, written by a
task of its own; a bot thinks in a thread.
"""

from __future__ import annotations

import asyncio
import json
import logging

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from spielwerk.core import HICCUPS, Deadline
from spielwerk.games.speed import Arena
from spielwerk.players.speed import SpeedPlayer
from spielwerk.protocols.speed.heat import Heat, View
from spielwerk.protocols.speed.messages import write_action

LOG = logging.getLogger("spielwerk.speed")
_QUEUE = 32
"""States that may wait for a client that does not read."""
_PATIENCE = 10.0
"""Seconds that a client may take to accept a state."""
_MANY = 200
"""Messages in one round after which a client is taken for a flood and hung up on."""
_BOT_SECONDS = 1.0
"""The longest thought of a bot whose spec does not say."""
_RESERVE = 0.5
"""What a bot leaves of its deadline."""


class ClientSeat:
    """A client, from its arrival in the lobby to the end of its race."""

    def __init__(self, socket: ServerConnection, name: str) -> None:
        self.name = name
        self._socket = socket
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(_QUEUE)
        self._place: tuple[Heat, int] | None = None
        self._messages = 0
        self._gone = False

    def show(self, view: View, heat: Heat) -> None:
        """Put a state on its way."""
        if self._gone:  # in the moment between the lobby and the race
            heat.lose(view.number)
            return
        self._place = heat, view.number
        self._messages = 0
        self._put(json.dumps(view.message, separators=(",", ":")))

    def part(self) -> None:
        """Hang up once everything has been sent."""
        self._put(None)

    async def converse(self) -> None:
        """Listen and write until the line is dead, then leave the race."""
        writing = asyncio.create_task(self._write())
        try:
            async for message in self._socket:
                self._hear(message)
        except ConnectionClosed:
            pass  # the usual end: nobody says goodbye in this protocol
        finally:
            writing.cancel()
            self._gone = True
            if self._place:
                heat, number = self._place
                heat.lose(number)

    def _hear(self, message: str | bytes) -> None:
        self._messages += 1
        if self._messages > _MANY:
            self._socket.transport.abort()
        elif self._place:
            heat, number = self._place
            heat.hear(number, message)

    def _put(self, text: str | None) -> None:
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self._socket.transport.abort()

    async def _write(self) -> None:
        try:
            while (text := await self._queue.get()) is not None:
                await asyncio.wait_for(self._socket.send(text), _PATIENCE)
            # The official server drops the connection without a close frame, and so do we.
            self._socket.transport.close()
            await asyncio.wait_for(self._socket.wait_closed(), _PATIENCE)
        except TimeoutError:
            self._socket.transport.abort()
        except ConnectionClosed:
            pass  # the listening side notices, too


class BotSeat:
    """A bot; it answers within a second, however long the deadline."""

    def __init__(self, player: SpeedPlayer, name: str, seed: int) -> None:
        self.name = name
        self._player = player
        self._solver = player.solver(seed)
        self._thinking: asyncio.Task[None] | None = None

    def show(self, view: View, heat: Heat) -> None:
        """Begin to think, where there is anything to decide."""
        if view.number in view.state.board.active and view.state.board.running:
            self._thinking = asyncio.create_task(self._answer(view, heat))

    def part(self) -> None:
        """Nothing is left to do."""

    async def _answer(self, view: View, heat: Heat) -> None:
        wait = max(min(view.seconds - _RESERVE, HICCUPS.granted(view.seconds)), 0.0)
        deadline = Deadline.after(min(self._player.longest or _BOT_SECONDS, wait))
        try:
            with HICCUPS.watched():
                decision = await asyncio.to_thread(
                    self._solver.decide, Arena.of(view.state.board), view.number - 1, deadline.left
                )
            HICCUPS.note(-deadline.left())
        except Exception:
            LOG.exception("Bot %s failed; it is out of the race.", self.name)
            heat.lose(view.number)
            return
        heat.hear(view.number, write_action(decision.action), decision)
