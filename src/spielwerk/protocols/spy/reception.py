"""The door of a server and its tables: who is let in, where to, and who comes back.

Whoever connects first says HELLO or RECONNECT. Players are seated at the table that waits for a
second one, or at a new one as long as there may be more; spectators go where something happens.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from spielwerk.games.spy import Spy
from spielwerk.protocols.spy.guests import Guest, Line, refuse
from spielwerk.protocols.spy.journal import Journal
from spielwerk.protocols.spy.letters import Envelope, read_json, read_message
from spielwerk.protocols.spy.messages import CLIENT_MESSAGES, Hello, Reconnect, SpyMessage
from spielwerk.protocols.spy.room import Phase, SpyRoom
from spielwerk.protocols.spy.terms import ServerTerms
from spielwerk.protocols.spy.values import ErrorReason, RoleEnum
from spielwerk.protocols.spy.wire import Revision, SpyMessageError, recognise

LOG = logging.getLogger("spielwerk.spy")
_LONGEST_NAME = 100
_KEPT = 10
"""How many finished matches spectators can still ask for."""


@dataclass(frozen=True, slots=True)
class Occupied:
    """A player who comes back is connected already: over a line that may be dead."""

    line: Line


class Visitor:
    """A connection: nobody at first, then a guest at a table."""

    def __init__(self, reception: Reception, line: Line) -> None:
        self._reception = reception
        self._line = line
        self._place: tuple[SpyRoom, Guest] | None = None
        self._spoken = False

    @property
    def introduced(self) -> bool:
        return self._place is not None

    def hear(self, text: str | bytes) -> None:
        """Something came in."""
        if not self._spoken:
            self._spoken = True
            self._introduce(text)
            return
        if self._place is None or self._place[1].line is not self._line:
            return  # hung up on already
        table, guest = self._place
        try:
            envelope, message = read_message(read_json(text), guest.dialect, _LATER_ON)
        except SpyMessageError as problem:
            table.offend(guest, str(problem))
        else:
            LOG.debug("%a says %s", guest.name, type(message).__name__)
            table.hear(guest, envelope, message)
        self._reception.look_after(table)

    def _introduce(self, text: str | bytes, *, alive: bool | None = None) -> None:
        """Come in, or come back; whether the line of before lives has to be found out first."""
        found = self._reception.admit(self._line, text, alive)
        if isinstance(found, Occupied):
            found.line.prove(lambda there: self._introduce(text, alive=there))
            return
        self._place = found
        if found is not None:
            self._reception.look_after(found[0])

    def go(self, *, clean: bool) -> None:
        """The connection is gone."""
        if self._place is not None:
            table, guest = self._place
            table.lose(guest, self._line, clean=clean)
            self._reception.look_after(table)


_LATER_ON = tuple(kind for kind in CLIENT_MESSAGES if kind not in (Hello, Reconnect))


class Reception:
    """All tables of a server."""

    def __init__(
        self,
        game: Spy,
        terms: ServerTerms,
        journal: Journal | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._game = game
        self._terms = terms
        self._journal = journal
        self._clock = clock
        self._seeds = Random(secrets.randbits(64) if terms.seed is None else terms.seed)
        self._tables: list[SpyRoom] = []
        self._alarms: dict[SpyRoom, asyncio.TimerHandle] = {}
        self._asides: set[asyncio.Future[None]] = set()

    def resume(self) -> int:
        """Go on with the matches that a server left behind; how many there were."""
        found = [] if self._journal is None else list(self._journal.unfinished(self._game))
        for each in found:
            table = SpyRoom.resumed(each, self._terms, self._clock, self._aside)
            self._tables.append(table)
            self.look_after(table)
        return len(found)

    def suspend(self) -> None:
        """Let all matches rest where they are, for a server that goes on with them later."""
        for alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()
        for table in self._tables:
            table.suspend()

    # The door

    def admit(
        self, line: Line, text: str | bytes, alive: bool | None = None
    ) -> tuple[SpyRoom, Guest] | Occupied | None:
        """Let somebody in who introduces itself properly; everybody else is told why not.

        ``alive`` says whether somebody is at the line of before, as far as that is known: both
        players know each other's identifiers, and nobody takes the place of one who is there. From
        the same machine it is taken to be the same player.
        """
        dialect = Revision.STANDARD
        try:
            value = read_json(text)
            dialect = recognise(value)
            envelope, message = read_message(value, dialect, (Hello, Reconnect))
        except SpyMessageError as problem:
            refuse(line, dialect, ErrorReason.ILLEGAL_MESSAGE, str(problem))
            return None
        if isinstance(message, Reconnect):
            return self._welcome_back(line, dialect, envelope, message, alive)
        return self._welcome(line, dialect, message)

    def _welcome(
        self, line: Line, dialect: Revision, message: SpyMessage
    ) -> tuple[SpyRoom, Guest] | None:
        assert isinstance(message, Hello)
        if not 0 < len(message.name.strip()) <= _LONGEST_NAME or not _writable(message.name):
            remark = f"Names have 1 to {_LONGEST_NAME} characters that can be written down."
            refuse(line, dialect, ErrorReason.NAME_NOT_AVAILABLE, remark)
            return None
        table = self._table_for(message)
        if table is None:
            remark = "All tables are taken; come back when a match is over."
            refuse(line, dialect, ErrorReason.ALREADY_SERVING, remark)
            return None
        if table.knows_name(message.name):
            remark = f"Somebody here is called {message.name} already."
            refuse(line, dialect, ErrorReason.NAME_NOT_AVAILABLE, remark)
            return None
        LOG.info("%a comes as %s, speaking %s", message.name, message.role, dialect)
        return table, table.join(message, dialect, line)

    def _welcome_back(
        self,
        line: Line,
        dialect: Revision,
        envelope: Envelope,
        message: Reconnect,
        alive: bool | None,
    ) -> tuple[SpyRoom, Guest] | Occupied | None:
        table = next((t for t in self._tables if t.session_id == message.session_id), None)
        guest = None if table is None else table.guest(envelope.client_id)
        if table is None or guest is None or table.closed or table.phase is Phase.WAITING:
            remark = "There is no such player in such a session."
            refuse(line, dialect, ErrorReason.SESSION_DOES_NOT_EXIST, remark)
            return None
        if guest.line is not None and guest.line.host == line.host:
            guest.dismiss(ErrorReason.GENERAL, "You came back on another line.")
        if guest.line is not None and alive is None:
            return Occupied(guest.line)
        if guest.line is not None and not alive:
            table.lose(guest, guest.line, clean=False)
        if guest.line is not None:
            remark = f"{guest.name} is connected already, from another machine."
            refuse(line, dialect, ErrorReason.GENERAL, remark)
            return None
        LOG.info("%a is back", guest.name)
        table.rejoin(guest, dialect, line)
        return table, guest

    def _table_for(self, hello: Hello) -> SpyRoom | None:
        by_phase: dict[Phase, SpyRoom] = {}
        for table in self._tables:
            if not table.closed or table.phase is Phase.OVER:
                by_phase[table.phase] = table
        order = (Phase.PLAYING, Phase.WAITING, Phase.OVER) if _watches(hello) else (Phase.WAITING,)
        for phase in order:
            if phase in by_phase:
                return by_phase[phase]
        busy = sum(table.phase is not Phase.OVER for table in self._tables)
        return None if busy >= self._terms.matches else self._new_table()

    def _new_table(self) -> SpyRoom:
        seed = self._seeds.getrandbits(48)
        table = SpyRoom(self._game, seed, self._terms, self._clock, self._journal, self._aside)
        over = [each for each in self._tables if each.phase is Phase.OVER]
        for old in over[: max(0, len(over) - _KEPT)]:
            old.close()
            self._tables.remove(old)
        self._tables.append(table)
        return table

    # Time

    def look_after(self, table: SpyRoom) -> None:
        """Set a table's alarm anew, and clear it away where nobody needs it."""
        old = self._alarms.pop(table, None)
        if old is not None:
            old.cancel()
        if table.phase is Phase.WAITING and table.empty and table in self._tables:
            self._tables.remove(table)
        due = table.alarm
        if due is not None and table in self._tables:
            loop = asyncio.get_running_loop()
            self._alarms[table] = loop.call_later(due, self._ring, table)

    def _ring(self, table: SpyRoom) -> None:
        self._alarms.pop(table, None)
        try:
            table.tick()
        except Exception:
            LOG.exception("A match broke off.")
            table.close()
        self.look_after(table)

    def _aside(self, work: Callable[[], str], hand_on: Callable[[str], None]) -> None:
        async def run() -> None:
            hand_on(await asyncio.to_thread(work))

        task = asyncio.ensure_future(run())
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)


def _writable(name: str) -> bool:
    """Whether a name can be sent on and kept: JSON can bring halves of characters."""
    return not any("\ud800" <= each <= "\udfff" for each in name)


def _watches(hello: Hello) -> bool:
    return hello.role is RoleEnum.SPECTATOR
