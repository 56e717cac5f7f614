"""The course of one match on a server: commands go in, what everybody is to be told comes out.

The pure match of :mod:`spielwerk.match`, its narrator and its journal, kept in step: what happens
is written down before anybody hears of it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from spielwerk.core import Over, Role, State
from spielwerk.games.spy import ROLES
from spielwerk.match import (
    Command,
    Match,
    MatchEvent,
    Setup,
    Status,
    Stepped,
    Tick,
    decide,
    open_match,
)
from spielwerk.protocols.spy.fixture import Fixture
from spielwerk.protocols.spy.journal import Found, Journal, Page
from spielwerk.protocols.spy.messages import Message, Statistics
from spielwerk.protocols.spy.narrator import Audience, Narrator, Told, pending

__all__ = ["Course", "Scene"]

LOG = logging.getLogger("spielwerk.spy")


@dataclass(frozen=True, slots=True)
class Scene:
    """One event: what is told of it, and who was late and who lost by that."""

    told: tuple[Told, ...]
    late: tuple[Role, ...] = ()
    kicked: bool = False


class Course:
    """A match under way, or over."""

    def __init__(self, fixture: Fixture, match: Match, page: Page | None) -> None:
        self.fixture = fixture
        self.match = match
        self.events: list[MatchEvent] = []
        self.narrator = Narrator(fixture)
        self._page = page

    @classmethod
    def begin(cls, fixture: Fixture, setup: Setup, journal: Journal | None) -> Course:
        """A match before its first event."""
        page = None if journal is None else journal.page(fixture, setup)
        return cls(fixture, open_match(fixture.game, setup), page)

    @classmethod
    def resume(cls, found: Found) -> Course:
        """A match from its journal; the narrator knows what was told before."""
        course = cls(found.fixture, found.match, found.page)
        course.events = list(found.events)
        start = open_match(found.fixture.game, found.match.setup)
        for event, old, new in _steps(start, found.match, found.events):
            for _ in course.narrator.tell(event, old, new, (None,)):
                pass
        course.match = replace(found.match, before=None)
        # What was about to follow when the log broke off follows now.
        for _ in course.do(Tick(found.match.now), ()):
            pass
        return course

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

    def request(self, role: Role) -> Message | None:
        """What a player is asked now."""
        return pending(self.fixture, self.state, role)

    def do(self, command: Command, audiences: Collection[Audience]) -> Iterator[Scene]:
        """What happens because of a command, scene by scene."""
        before = self.match
        after, events = decide(before, command)
        if not events:
            return
        self.match = replace(after, before=None)  # nobody takes anything back here
        self.events += events
        self._write_down(events)
        for event, old, new in _steps(before, after, events):
            late = event.event.late if isinstance(event, Stepped) else ()
            told = tuple(self.narrator.tell(event, old, new, audiences))
            yield Scene(told, late, bool(late) and isinstance(new.turn, Over))

    def _write_down(self, events: Sequence[MatchEvent]) -> None:
        if self._page is None:
            return
        try:
            self._page.add(events)
            if self.over:
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


def _steps(
    before: Match, after: Match, events: Sequence[MatchEvent]
) -> list[tuple[MatchEvent, State, State]]:
    """Each event with the states around it; matches remember the way they came."""
    states, match = [after.state], after
    for _ in range(after.step - before.step):
        assert match.before is not None
        match = match.before
        states.append(match.state)
    found = []
    for event in events:
        old = states[-1]
        if isinstance(event, Stepped):
            states.pop()
        found.append((event, old, states[-1]))
    return found
