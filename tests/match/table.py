"""Matches in imagined time, for tests: what happens is told by commands, not by waiting."""

from __future__ import annotations

from dataclasses import replace

from spielwerk.core import Game, Role
from spielwerk.match import (
    Answer,
    Command,
    Match,
    MatchEvent,
    Refusal,
    Session,
    Setup,
    Sit,
    Tick,
    open_match,
)


class Table:
    """A match with the log of what happened, driven command by command."""

    def __init__(self, game: Game, setup: Setup | None = None, *, seated: bool = True) -> None:
        setup = setup or Setup()
        self.game = game
        self.setup = replace(setup, seats={role: role for role in game.roles} | {**setup.seats})
        self.events: list[MatchEvent] = []
        self.refusal: Refusal | None = None
        """Why the last command came to nothing, if it did."""
        self._session = Session(open_match(game, self.setup), sink=self.events.extend)
        if seated:
            for role in game.roles:
                self.do(0, Sit(role))

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._session.match

    def do(self, at: float, command: Command) -> tuple[MatchEvent, ...]:
        """Give a command; what happens because of it."""
        answer = self._session.do(command, at)
        self.refusal = answer if isinstance(answer, Refusal) else None
        return () if isinstance(answer, Refusal) else answer.events

    def say(self, at: float, role: str, text: str) -> tuple[MatchEvent, ...]:
        """Answer the question that is asked now."""
        return self.do(at, Answer(Role(role), text, self.match.step))

    def wait(self, at: float) -> tuple[MatchEvent, ...]:
        """Let time pass."""
        return self.do(at, Tick())
