"""The course of one match on a server: commands go in, what everybody is to be told comes out.

The session of :mod:`spielwerk.match`, its narrator and its journal, kept in step: what happens
is written down before anybody hears of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from spielwerk.core import Over, Role, State
from spielwerk.games.spy import ROLES
from spielwerk.match import (
    Command,
    Ended,
    Happened,
    Match,
    MatchEvent,
    Refusal,
    Session,
    Setup,
    Status,
    Stepped,
    Tick,
    open_match,
    passages,
)
from spielwerk.protocols.spy.fixture import ArrangedMatch
from spielwerk.protocols.spy.journal import InterruptedMatch, Journal, Page
from spielwerk.protocols.spy.messages import SpyMessage, Statistics
from spielwerk.protocols.spy.narrator import Audience, Narrator, Told, pending

LOG = logging.getLogger("spielwerk.spy")


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """One event: what is told of it, and who was late and who lost by that."""

    told: tuple[Told, ...]
    late: tuple[Role, ...] = ()
    kicked: bool = False


class StandardCourse:
    """A match under way, or over."""

    def __init__(
        self, fixture: ArrangedMatch, match: Match, page: Page | None, clock: Callable[[], float]
    ) -> None:
        self.fixture = fixture
        self.events: list[MatchEvent] = []
        self.narrator = Narrator(fixture)
        self.session = Session(match, clock=clock, sink=self._write_down)
        self._page = page

    @classmethod
    def begin(
        cls,
        fixture: ArrangedMatch,
        setup: Setup,
        journal: Journal | None,
        clock: Callable[[], float],
    ) -> StandardCourse:
        """A match before its first event; ``clock`` counts its seconds."""
        page = None if journal is None else journal.page(fixture, setup)
        return cls(fixture, open_match(fixture.game, setup), page, clock)

    @classmethod
    def resume(cls, found: InterruptedMatch, clock: Callable[[], float]) -> StandardCourse:
        """A match from its journal; the narrator knows what was told before."""
        course = cls(found.fixture, replace(found.match, before=None), found.page, clock)
        course.events = list(found.events)
        for event, old, new in passages(found.match, found.events):
            for _ in course.narrator.tell(event, old, new, (None,)):
                pass
        # What was about to follow when the log broke off follows now.
        course.session.wind(found.match.now)
        for _ in course.do(Tick(), ()):
            pass
        return course

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.session.match

    @property
    def over(self) -> bool:
        return self.match.status is Status.ENDED

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def verdict(self) -> Statistics | None:
        """How it ended, if it has."""
        outcome = self.match.outcome
        if outcome is None:
            return None
        winner = max(ROLES, key=outcome.__getitem__)
        return self.narrator.verdict(self.state, winner)

    def request(self, role: Role) -> SpyMessage | None:
        """What a player is asked now."""
        return pending(self.fixture, self.state, role)

    def do(self, command: Command, audiences: Collection[Audience]) -> Iterator[ToldEvent]:
        """What happens because of a command, scene by scene."""
        answer = self.session.consider(command)
        if isinstance(answer, Refusal):
            return
        after = answer.match
        # nobody takes anything back here
        self.session.commit(Happened(replace(after, before=None), answer.events))
        for event, old, new in passages(after, answer.events):
            late = event.event.late if isinstance(event, Stepped) else ()
            told = tuple(self.narrator.tell(event, old, new, audiences))
            yield ToldEvent(told, late, bool(late) and isinstance(new.turn, Over))

    def _write_down(self, events: Sequence[MatchEvent]) -> None:
        self.events += events
        if self._page is None:
            return
        try:
            self._page.add(events)
            if isinstance(events[-1], Ended):
                self._page.end()
                self._page = None
        except OSError as problem:
            LOG.error("The match goes on without its journal: %s", problem)
            self.close()

    def close(self) -> None:
        """Stop writing; a match that is not over can be resumed."""
        if self._page is not None:
            self._page.close()
            self._page = None
