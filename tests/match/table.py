"""Matches in imagined time, for tests: what happens is told by commands, not by waiting."""

from __future__ import annotations

from spielwerk.core import Game, Role
from spielwerk.match import (
    Answer,
    Command,
    Match,
    MatchEvent,
    Setup,
    Sit,
    Tick,
    decide,
    open_match,
)


class Table:
    """A match with the log of what happened, driven command by command."""

    def __init__(self, game: Game, setup: Setup | None = None, *, seated: bool = True) -> None:
        self.game = game
        self.setup = setup or Setup()
        self.match: Match = open_match(game, self.setup)
        self.events: list[MatchEvent] = []
        if seated:
            for role in game.roles:
                self.do(Sit(0, role))

    def do(self, command: Command) -> tuple[MatchEvent, ...]:
        """Give a command; what happens because of it."""
        self.match, events = decide(self.match, command)
        self.events += events
        return events

    def say(self, at: float, role: str, text: str) -> tuple[MatchEvent, ...]:
        """Answer the question that is asked now."""
        return self.do(Answer(at, Role(role), text, self.match.step))

    def wait(self, at: float) -> tuple[MatchEvent, ...]:
        """Let time pass."""
        return self.do(Tick(at))
