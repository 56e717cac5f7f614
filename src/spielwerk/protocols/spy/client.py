"""The client's side: connect, say hello, answer requests, and outlive whatever a server does.

An :class:`Agent` decides; :class:`SpyClient` does the talking. Messages that nobody understands
are noted and passed over, lines that break off are taken up again, and an agent that fails or
thinks for too long is answered for with the most harmless thing there is; that is told and counted.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Protocol, TypeAlias, TypeVar
from uuid import UUID

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode

from spielwerk.core import HICCUPS, Diligence, Leaving, SpielwerkError, Unthought
from spielwerk.games.spy import Gadget, OperationType
from spielwerk.protocols.spy.letters import Envelope, read_json, read_message, write_message
from spielwerk.protocols.spy.messages import (
    SERVER_MESSAGES,
    EquipmentChoice,
    Failure,
    GameOperation,
    GamePause,
    GameStarted,
    GameStatus,
    Hello,
    HelloReply,
    ItemChoice,
    Reconnect,
    RequestEquipmentChoice,
    RequestGameOperation,
    RequestItemChoice,
    SpyMessage,
    Statistics,
    Strike,
)
from spielwerk.protocols.spy.values import Operation, Point, RoleEnum
from spielwerk.protocols.spy.wire import Revision, SpyMessageError, recognise

LOG = logging.getLogger("spielwerk.spy.client")
NOTICE = 25
"""The level of what is no trouble, but what somebody who waits wants to know."""
_T = TypeVar("_T")
_Arrival: TypeAlias = tuple[float, str | bytes] | ConnectionClosed
"""A message and the moment at which it came, or the end of the line."""
_LARGEST = 16 * 1024 * 1024
"""Bytes of a message; a status of the largest map has some megabytes."""
_WAY = 0.1
"""How much of the time that a server gives is kept back for the way, if not more."""
_SILENCE = 0.5
"""After so much of the time for an operation nothing will follow from what was said in a pause."""
_WAITING = 1_000
"""Messages that may wait to be taken."""
_UNTIMED = 60.0
"""Seconds for decisions that have no limit, and before the limit is known."""
_FIRST_WAIT = 0.05
_LONGEST_WAIT = 2.0
"""Seconds between attempts to connect: more each time."""


class SpyClientError(SpielwerkError):
    """The match cannot be played (to its end); the text says why."""


class Agent(Protocol):
    """Whoever decides. Calls come one after another, from a thread of their own."""

    def welcome(self, reply: HelloReply) -> None:
        """Map, configuration and characters of the match to come."""

    def started(self, started: GameStarted, client_id: UUID) -> None:
        """Who plays, and which of them the agent is."""

    def choose(self, offer: RequestItemChoice, seconds: float) -> UUID | Gadget:
        """One of the offered characters or gadgets."""

    def equip(
        self, chosen: RequestEquipmentChoice, seconds: float
    ) -> Mapping[UUID, Sequence[Gadget]]:
        """Who carries what."""

    def observe(self, status: GameStatus) -> None:
        """What happened, and how things stand."""

    def operate(self, character_id: UUID, seconds: float) -> Operation:
        """What the character does next."""

    def ended(self, statistics: Statistics) -> None:
        """It is over."""


class SpyClient:
    """Plays one match on a server."""

    def __init__(
        self,
        address: str,
        name: str,
        agent: Agent,
        *,
        role: RoleEnum = RoleEnum.AI,
        dialect: Revision = Revision.STANDARD,
        patience: float = 30.0,
    ) -> None:
        """``address`` is ``ws://host:port``; for ``patience`` seconds a dead line is redialled."""
        self._address = address
        self._hello = Hello(name, role)
        self._agent = agent
        self._dialect = dialect
        self._patience = patience
        self._client_id: UUID | None = None
        self._session_id: UUID | None = None
        self._limit = _UNTIMED
        self._places: dict[str, Point] = {}
        self._end: Statistics | None = None
        self._paused = False
        self._said: SpyMessage | None = None
        """The last answer, as long as nothing follows from it."""
        self._unheard: SpyMessage | None = None
        """An answer from which nothing had followed when a pause began or ended."""
        self._back_until: float | None = None
        """Until when to try to come back, where the line broke off."""
        self._thread = ThreadPoolExecutor(1, "agent")
        self.diligence = Diligence()
        """What was decided, and how much of it not by the agent."""

    async def play(self) -> Statistics:
        """The end of the match, once it was played.

        :raises ClientError: the server cannot be reached, refuses us, or hangs up on us
        """
        try:
            while self._end is None:
                socket = await self._dial()
                try:
                    await self._converse(socket)
                except ConnectionClosed as end:
                    self._look_whether_to_redial(end)
                except SpyClientError as problem:
                    # A server may take us for connected until it notices that the line is dead.
                    if self._back_until is None or time.monotonic() > self._back_until:
                        raise
                    LOG.warning("%s Asking again.", problem)
                    await asyncio.sleep(_LONGEST_WAIT / 4)
                finally:
                    await socket.close()
            return self._end
        finally:
            self._thread.shutdown(wait=False, cancel_futures=True)

    def _look_whether_to_redial(self, end: ConnectionClosed) -> None:
        """A server that goes away may come back; one that says goodbye has finished with us."""
        if self._session_id is None:
            raise SpyClientError("The server hung up without a word.") from None
        if end.rcvd is not None and end.rcvd.code == CloseCode.NORMAL_CLOSURE:
            raise SpyClientError("The server hung up before the match was over.") from None
        if self._back_until is None:
            self._back_until = time.monotonic() + self._patience
        elif time.monotonic() > self._back_until:
            raise SpyClientError("The line broke off, and the server does not go on.") from None
        LOG.warning("The line broke off; trying again for %g seconds.", self._patience)

    async def _dial(self) -> ClientConnection:
        loop = asyncio.get_running_loop()
        until, wait = loop.time() + self._patience, _FIRST_WAIT
        while True:
            try:
                return await connect(self._address, max_size=_LARGEST, compression=None)
            except (OSError, WebSocketException, TimeoutError) as problem:
                if wait == _FIRST_WAIT:
                    LOG.log(
                        NOTICE,
                        "There is no server at %s yet (%s); trying for %g seconds.",
                        self._address, problem, self._patience,
                    )  # fmt: skip
                if loop.time() + wait > until:
                    raise SpyClientError(
                        f"There is no server at {self._address}: {problem}. "
                        "Look at the address and the port."
                    ) from None
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    async def _converse(self, socket: ClientConnection) -> None:
        if self._session_id is None:
            await self._say(socket, self._hello)
        else:
            await self._say(socket, Reconnect(self._session_id))
        inbox: asyncio.Queue[_Arrival] = asyncio.Queue(_WAITING)
        listening = asyncio.create_task(_listen(socket, inbox))
        try:
            while self._end is None:
                came = await self._next(socket, inbox)
                if isinstance(came, ConnectionClosed):
                    raise came
                arrived, text = came
                message = self._read(text)
                if message is not None:
                    self._back_until = None
                    await self._take(socket, message, arrived)
        finally:
            listening.cancel()

    async def _next(self, socket: ClientConnection, inbox: asyncio.Queue[_Arrival]) -> _Arrival:
        """What comes next. Where nothing does after a pause, a server may have passed over what
        it was told in it: then it is told again."""
        if self._unheard is not None and not self._paused:
            try:
                return await asyncio.wait_for(inbox.get(), _SILENCE * self._limit)
            except TimeoutError:
                LOG.warning("Nothing follows the pause; saying once more what was said in it.")
                await self._say(socket, self._unheard)
                self._unheard = None
        return await inbox.get()

    def _read(self, text: str | bytes) -> SpyMessage | None:
        try:
            value = read_json(text)
            if value.get("type") == HelloReply.standard:
                self._dialect = recognise(value)
            envelope, message = read_message(value, self._dialect, SERVER_MESSAGES)
        except SpyMessageError as problem:
            LOG.warning("Passed over: %s", problem)
            return None
        if isinstance(message, HelloReply):
            self._client_id = envelope.client_id
        if isinstance(message, Failure):
            reason = f"{message.reason}: {envelope.remark}" if envelope.remark else message.reason
            raise SpyClientError(f"The server refuses us. {reason}")
        return message

    async def _say(self, socket: ClientConnection, message: SpyMessage) -> None:
        envelope = Envelope(self._client_id, datetime.now())
        await socket.send(json.dumps(write_message(message, envelope, self._dialect)))

    async def _take(self, socket: ClientConnection, message: SpyMessage, arrived: float) -> None:
        if isinstance(message, GamePause):
            self._paused, self._unheard = message.game_paused, self._said
            LOG.log(NOTICE, "The match %s.", "is paused" if self._paused else "goes on")
            return
        self._said = self._unheard = None
        match message:
            case HelloReply():
                self._session_id = message.session_id
                self._limit = float(message.settings.turn_phase_limit or _UNTIMED)
                LOG.log(NOTICE, "Connected; waiting for the match to begin.")
                await self._tell(lambda: self._agent.welcome(message))
            case GameStarted() if self._client_id is not None:
                mine = self._client_id
                await self._tell(lambda: self._agent.started(message, mine))
            case GameStatus():
                self._places = _places(message)
                await self._tell(lambda: self._agent.observe(message))
            case Statistics():
                self._end = message
                await self._tell(lambda: self._agent.ended(message))
            case Strike():
                LOG.warning("Strike %d of %d", message.strike_nr, message.strike_max)
            case RequestItemChoice() | RequestEquipmentChoice() | RequestGameOperation():
                with HICCUPS.watched():
                    answer = await self._decide(message, self._leaving(arrived))
                if answer is not None:
                    # From who carries what nothing follows until the other side has said it, too.
                    if self._paused or not isinstance(answer, EquipmentChoice):
                        self._said = answer
                    await self._say(socket, answer)

    async def _decide(self, request: SpyMessage, leaving: Leaving) -> SpyMessage | None:
        seconds = HICCUPS.granted(leaving.planned - time.monotonic())
        match request:
            case RequestItemChoice():
                offered: tuple[UUID | Gadget, ...] = (
                    *request.offered_character_ids,
                    *request.offered_gadgets,
                )
                if not offered:
                    LOG.warning("Passed over: an offer of nothing")
                    return None
                item = await self._asked(
                    lambda: self._agent.choose(request, seconds),
                    offered[0],
                    offered.__contains__,
                    leaving,
                )
                gadget = item if isinstance(item, Gadget) else None
                who = item if isinstance(item, UUID) else None
                return ItemChoice(request.offer_nr, who, gadget)
            case RequestEquipmentChoice():
                people, gadgets = request.chosen_character_ids, request.chosen_gadgets
                if not people:
                    LOG.warning("Passed over: nobody to be equipped")
                    return None
                everything: Mapping[UUID, Sequence[Gadget]] = {people[0]: gadgets}
                held = await self._asked(
                    lambda: self._agent.equip(request, seconds),
                    everything,
                    lambda given: _hands_out_all(given, request),
                    leaving,
                )
                return EquipmentChoice({who: tuple(held.get(who, ())) for who in people})
            case RequestGameOperation(character_id=acting):
                place = self._places.get(str(acting))
                retire = Operation(OperationType.RETIRE, acting, place)
                return GameOperation(
                    await self._asked(
                        lambda: self._agent.operate(acting, seconds),
                        retire,
                        lambda wanted: wanted.character_id == acting,
                        leaving,
                    )
                )
        return None

    async def _tell(self, tell: Callable[[], None]) -> None:
        await self._heard(tell, self._leaving(time.monotonic()))

    async def _asked(
        self, ask: Callable[[], _T], otherwise: _T, fits: Callable[[_T], bool], leaving: Leaving
    ) -> _T:
        """What the agent says, or what is said for it where it fails, dawdles or talks nonsense."""
        said = await self._heard(ask, leaving)
        if not isinstance(said, Unthought):
            if fits(said):
                self.diligence.note()
                return said
            LOG.error("The agent's answer %r is none to what was asked.", said)
            said = Unthought.NONSENSE
        self.diligence.note(said)
        LOG.error("%s was not thought: %s.", otherwise, said)
        return otherwise

    async def _heard(self, ask: Callable[[], _T], leaving: Leaving) -> _T | Unthought:
        """What the agent says in time, or why it says nothing."""
        begun = time.monotonic()
        ends = begun + HICCUPS.granted(leaving.planned - begun)
        asked = asyncio.get_running_loop().run_in_executor(self._thread, ask)
        try:
            return await asyncio.wait_for(asked, max(leaving.latest - begun, 0.0))
        except TimeoutError:
            LOG.error("The agent thought for too long.")
            return Unthought.LATE
        except Exception:
            LOG.exception("The agent failed.")
            return Unthought.FAILED
        finally:
            HICCUPS.note(time.monotonic() - ends)

    def _leaving(self, arrived: float) -> Leaving:
        """When the answer to a message that came then goes out to be in time."""
        return HICCUPS.leaving(arrived, self._limit, _WAY * self._limit)


async def _listen(socket: ClientConnection, inbox: asyncio.Queue[_Arrival]) -> None:
    """Note when messages come, also while the agent thinks about others."""
    try:
        while True:
            text = await socket.recv()
            await inbox.put((time.monotonic(), text))
    except ConnectionClosed as end:
        await inbox.put(end)


def _hands_out_all(given: Mapping[UUID, Sequence[Gadget]], request: RequestEquipmentChoice) -> bool:
    held = sorted(gadget for gadgets in given.values() for gadget in gadgets)
    mine = set(given) <= set(request.chosen_character_ids)
    return mine and held == sorted(request.chosen_gadgets)


def _places(status: GameStatus) -> dict[str, Point]:
    """Where everybody stands, as far as the status says it in a way one can understand."""
    found = {}
    people = status.state.get("characters")
    for each in people if isinstance(people, list) else ():
        try:
            place = each["coordinates"]
            found[str(each["characterId"])] = Point(int(place["x"]), int(place["y"]))
        except (KeyError, TypeError, ValueError):
            continue
    return found
