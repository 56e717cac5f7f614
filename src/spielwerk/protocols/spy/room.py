"""One match on a server, from the first player who comes to the last who hears the statistics.

A table knows no sockets and no event loop: guests join, speak and get lost, time passes when
somebody says so, and what is to be told goes to the guests' lines. Who is there is kept by its
:mod:`.company`, and how the match itself goes is up to its :mod:`.course`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

from spielwerk.core import Role
from spielwerk.games.spy import ROLES, Spy
from spielwerk.match import (
    Answer,
    Command,
    Crash,
    Match,
    Pause,
    Resign,
    Resume,
    Setup,
    Sit,
    Tick,
)
from spielwerk.protocols.spy.absences import Absences
from spielwerk.protocols.spy.answers import Offence, OutOfPlace, moves_of
from spielwerk.protocols.spy.briefing import brief, inform, retelling
from spielwerk.protocols.spy.company import Company
from spielwerk.protocols.spy.course import StandardCourse
from spielwerk.protocols.spy.fixture import ArrangedMatch, Introduced, welcome
from spielwerk.protocols.spy.guests import Guest, Line
from spielwerk.protocols.spy.journal import InterruptedMatch, Journal
from spielwerk.protocols.spy.letters import Envelope
from spielwerk.protocols.spy.messages import (
    GameLeave,
    GameLeft,
    GamePause,
    Hello,
    RequestConfigDelivery,
    RequestGamePause,
    RequestMetaInformation,
    RequestReplay,
    SpyMessage,
)
from spielwerk.protocols.spy.meta import Asked
from spielwerk.protocols.spy.narrator import ABSENT
from spielwerk.protocols.spy.terms import ServerTerms
from spielwerk.protocols.spy.values import ErrorReason, RoleEnum
from spielwerk.protocols.spy.wire import Revision

LOG = logging.getLogger("spielwerk.spy")

_A_MOMENT = 0.002
"""Deadlines are over when they have passed, and matches count in thousandths."""
_KICKED = {Revision.STANDARD: (), Revision.LATER: (ErrorReason.TOO_MANY_STRIKES,)}
"""In version 2 the last strike says it all."""

Aside = Callable[[Callable[[], str], Callable[[str], None]], None]
"""Does some work that takes long elsewhere, and hands on what came out."""


class Phase(StrEnum):
    """How far a table is."""

    WAITING = "waiting"
    """For a second player."""
    PLAYING = "playing"
    OVER = "over"


class SpyRoom:
    """Where one match is played."""

    def __init__(
        self,
        game: Spy,
        seed: int,
        terms: ServerTerms,
        clock: Callable[[], float],
        journal: Journal | None,
        aside: Aside,
    ) -> None:
        config = game.setting.config
        self.session_id = uuid4()
        self.game = game
        self._seed = seed
        self._terms = terms
        self._clock = lambda: clock() / terms.second
        self._journal = journal
        self._aside = aside
        self._company = Company()
        self._absences = Absences(
            config.pause_limit or terms.pause_limit,
            config.reconnect_limit or terms.reconnect_limit,
        )
        self._held: dict[Role, SpyMessage] = {}
        """Answers that came in during a pause."""
        self._course: StandardCourse | None = None
        self._over_at: float | None = None
        self._closed = False
        self._suspended = False

    @classmethod
    def resumed(
        cls,
        found: InterruptedMatch,
        terms: ServerTerms,
        clock: Callable[[], float],
        aside: Aside,
    ) -> SpyRoom:
        """A match from its journal, paused until both players are back."""
        fixture = found.fixture
        table = cls(fixture.game, found.match.setup.seed, terms, clock, None, aside)
        table.session_id = fixture.session_id
        table._course = StandardCourse.resume(found, table._clock)
        for role, player in zip(ROLES, fixture.players, strict=True):
            table._company.await_player(player, role)
            table._absences.lose(role, table._now())
        table._settle_pause()
        return table

    # Who is there

    @property
    def phase(self) -> Phase:
        if self._course is None:
            return Phase.WAITING
        return Phase.OVER if self._course.over else Phase.PLAYING

    @property
    def match(self) -> Match | None:
        """The match as it stands; None before there is one."""
        return None if self._course is None else self._course.match

    @property
    def empty(self) -> bool:
        """Whether nobody is here any more."""
        return self._company.empty

    @property
    def closed(self) -> bool:
        """Whether everybody was sent home."""
        return self._closed

    def knows_name(self, name: str) -> bool:
        """Whether somebody at this table has the name."""
        return self._company.knows_name(name)

    def guest(self, client_id: UUID | None) -> Guest | None:
        """The player of this identifier."""
        return self._company.player(client_id)

    def join(self, hello: Hello, dialect: Revision, line: Line) -> Guest:
        """Somebody comes. With the second player the match begins."""
        guest = self._company.join(hello, dialect, line)
        if self._over_at is not None:
            self._over_at, self._closed = self._now(), False
        guest.tell(welcome(self.session_id, self.game))
        if not guest.plays:
            self._brief(guest)
        elif self._company.complete:
            self._begin()
        return guest

    def rejoin(self, guest: Guest, dialect: Revision, line: Line) -> None:
        """A player is back after its connection broke off."""
        assert guest.seat is not None
        guest.dialect, guest.line = dialect, line
        self._brief(guest)
        self._absences.return_of(guest.seat)
        if self._absences.any:
            guest.tell(GamePause(True, self._absences.enforced))
        self._settle_pause()

    def lose(self, guest: Guest, line: Line, *, clean: bool) -> None:
        """A line is gone. Who says goodbye gives up; who does not may come back."""
        if guest.line is not line:
            return
        guest.line = None
        if self._suspended:
            return
        if guest.seat is None or self.phase is Phase.WAITING:
            self._company.forget(guest)
        elif self.phase is Phase.PLAYING:
            if clean:
                self._leave(guest.seat)
            else:
                self._absences.lose(guest.seat, self._now())
                self._settle_pause()

    # What is said

    def hear(self, guest: Guest, envelope: Envelope, message: SpyMessage) -> None:
        """A guest says something."""
        if envelope.client_id != guest.client_id:
            self.offend(guest, "This message is in the name of somebody else.")
            return
        match message:
            case RequestConfigDelivery() | RequestMetaInformation():
                told = 0 if self._course is None else len(self._course.events)
                guest.tell_aside(inform(message, self._asked(guest)), told)
            case RequestReplay():
                self._replay(guest)
            case GameLeave() if not guest.plays:
                guest.tell(GameLeft(guest.client_id))
                guest.dismiss()
                self._company.forget(guest)
            case _ if not guest.plays:
                self.offend(guest, f"A spectator sends no {message.standard}.")
            case _ if self.phase is not Phase.OVER:
                self._hear_player(guest, message)

    def offend(self, guest: Guest, why: str) -> None:
        """A guest did what the standard forbids: it is sent away, and loses if it plays."""
        LOG.info("%a is sent away: %s", guest.name, ascii(why))
        guest.dismiss(ErrorReason.ILLEGAL_MESSAGE, why)
        if guest.seat is None or self.phase is Phase.WAITING:
            self._company.forget(guest)
        elif self.phase is Phase.PLAYING:
            self._expel(guest.seat, why)

    def _hear_player(self, guest: Guest, message: SpyMessage) -> None:
        assert guest.seat is not None
        control = isinstance(message, GameLeave | RequestGamePause)
        if guest.role is RoleEnum.AI and control:
            self.offend(guest, f"A machine sends no {message.standard}.")
        elif isinstance(message, GameLeave):
            self._say_goodbye(guest)
        elif self.phase is Phase.WAITING:
            self.offend(guest, "The match has not begun.")
        elif isinstance(message, RequestGamePause):
            self._ask_for_pause(guest, message.game_pause)
        elif self._absences.any:
            self._held.setdefault(guest.seat, message)
        else:
            self._answer(guest, message)

    def _answer(self, guest: Guest, message: SpyMessage) -> None:
        course = self._course
        assert course is not None
        assert guest.seat is not None
        self._do(Tick())
        if course.over:
            return
        try:
            moves = moves_of(course.fixture, course.state, guest.seat, message)
        except OutOfPlace as problem:
            if guest.excused:
                guest.excused -= 1
            else:
                self.offend(guest, str(problem))
        except Offence as problem:
            self.offend(guest, str(problem))
        else:
            guest.excused = 0
            for move in moves:
                self._do(Answer(guest.seat, move, course.match.step))

    def _ask_for_pause(self, guest: Guest, paused: bool) -> None:
        was = self._absences.any
        self._absences.ask(paused, self._now())
        if self._absences.any == was:
            guest.tell(GamePause(was, self._absences.enforced))
        self._settle_pause()

    def _say_goodbye(self, guest: Guest) -> None:
        assert guest.seat is not None
        if self.phase is Phase.WAITING:
            guest.tell(GameLeft(guest.client_id))
            guest.dismiss()
            self._company.forget(guest)
        else:
            self._leave(guest.seat)
            guest.dismiss()

    # The course of the match

    def _begin(self) -> None:
        one, two = (
            Introduced(guest.client_id, guest.name, guest.role)
            for guest in self._company.seats.values()
        )
        fixture = ArrangedMatch(self.session_id, self.game, (one, two), datetime.now())
        names = {role: guest.name for role, guest in self._company.seats.items()}
        setup = Setup(self._seed, names)
        self._course = StandardCourse.begin(fixture, setup, self._journal, self._clock)
        for role in ROLES:
            self._do(Sit(role))

    def _leave(self, role: Role) -> None:
        self._do(Resume())
        self._do(Resign(role))

    def _expel(self, role: Role, why: str) -> None:
        self._do(Resume())
        self._do(Crash(role, why))

    def _settle_pause(self) -> None:
        """Stop or start the match's clocks; what was said in a pause is heard after it."""
        assert self._course is not None
        if self._absences.any:
            self._course.narrator.enforced = self._absences.enforced
            self._do(Pause())
            return
        self._do(Resume())
        held, self._held = self._held, {}
        for role, message in held.items():
            if self.phase is Phase.PLAYING and not self._absences.any:
                guest = self._company.seats[role]
                self._answer(guest, message)
                guest.excused += 1  # it may say it again, not knowing that it was heard

    def _do(self, command: Command) -> None:
        assert self._course is not None
        for scene in self._course.do(command, self._company.audiences):
            for told in scene.told:
                self._company.send(told.to, told.message)
            for role in scene.late:
                guest = self._company.seats[role]
                guest.excused += 1
                if scene.kicked:
                    guest.dismiss(*_KICKED[guest.dialect])
        end = self._course.verdict
        if end is not None and self._over_at is None:
            self._over_at = self._now()
            winner = self._company.player(end.winner)
            assert winner is not None
            LOG.info("%a wins session %s: %s", winner.name, self.session_id, end.reason)

    # Beside the match

    def _brief(self, guest: Guest) -> None:
        """Tell somebody who comes (back) in the middle how things stand, and what is asked."""
        course = self._course
        if course is None:
            return
        brief(guest, course)
        if guest.seat is None:
            if not course.over and self._absences.any:
                guest.tell(GamePause(True, self._absences.enforced))
        elif not course.over and guest.seat not in self._held:
            request = course.request(guest.seat)
            if request is not None:
                guest.tell(request)

    def _asked(self, guest: Guest) -> Asked:
        end = self._absences.pause_end
        return Asked(
            self.game,
            None if self._course is None else self._course.state,
            guest.seat,
            tuple(each.name for each in self._company.spectators),
            None if end is None else max(0.0, end - self._now()),
        )

    def _replay(self, guest: Guest) -> None:
        course = self._course
        if course is None or not course.over:
            guest.tell_failure("There is a replay as soon as the match is over.")
            return
        self._aside(retelling(guest, course), guest.deliver)

    # Time

    def _now(self) -> float:
        """Seconds of the match."""
        assert self._course is not None
        return self._course.session.now()

    def tick(self) -> None:
        """Time has passed."""
        if self._over_at is not None and self._now() >= self._over_at + self._terms.farewell:
            self.close()
        elif self.phase is Phase.PLAYING:
            late = self._absences.expire(self._now())
            if late is not None:
                self._expel(late, ABSENT)
            else:
                self._settle_pause()
                self._do(Tick())

    @property
    def alarm(self) -> float | None:
        """In how many real seconds to say next that time has passed."""
        if self._over_at is not None:
            due: float | None = None if self._closed else self._over_at + self._terms.farewell
        else:
            clock = None if self._course is None else self._course.match.next_deadline
            ends = [end for end in (clock, self._absences.alarm) if end is not None]
            due = min(ends, default=None)
        if due is None:
            return None
        return max(0.0, due + _A_MOMENT - self._now()) * self._terms.second

    def close(self) -> None:
        """Send everybody home."""
        self._closed = True
        self._company.dismiss()

    def suspend(self) -> None:
        """Let the match rest: its journal is closed, and who goes now does not give up."""
        self._suspended = True
        if self._course is not None:
            self._course.close()
