"""From what comes in to what happens: match + command → events.

Pure as well: commands carry the time at which they came in, and all chance follows from the seed
and the number of the step. Whoever drives a match (the loop of :mod:`spielwerk.match.play`, a
server, a test) turns answers and ticks into commands and appends the events to the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from spielwerk.core import CHANCE, Chance, Event, Move, MoveError, Open, Role, draw_chance
from spielwerk.match.events import (
    Agreed,
    Began,
    Ended,
    Forfeited,
    Late,
    MatchEvent,
    Moved,
    Paused,
    Ready,
    Refused,
    Replaced,
    Resigned,
    Resumed,
    Stepped,
    Struck,
    TakenBack,
)
from spielwerk.match.fold import evolve
from spielwerk.match.policy import Measure, Policy
from spielwerk.match.standing import Match, Status

__all__ = [
    "Agree",
    "Answer",
    "Command",
    "Crash",
    "Pause",
    "Resign",
    "Resume",
    "Sit",
    "TakeBack",
    "Tick",
    "decide",
]

MAX_ANSWER = 10_000
"""Longer answers are refused unread."""
_TOLD = 200
"""How much of an illegal answer the log keeps."""


@dataclass(frozen=True, slots=True)
class Sit:
    """A seat says that it is ready."""

    at: float
    role: Role


@dataclass(frozen=True, slots=True)
class Answer:
    """A seat answers the question it was asked at ``step``."""

    at: float
    role: Role
    text: str
    step: int


@dataclass(frozen=True, slots=True)
class Crash:
    """A seat cannot play on."""

    at: float
    role: Role
    why: str


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat gives up."""

    at: float
    role: Role


@dataclass(frozen=True, slots=True)
class Pause:
    """Somebody in charge stops the clocks."""

    at: float


@dataclass(frozen=True, slots=True)
class Resume:
    """Somebody in charge lets them run again."""

    at: float


@dataclass(frozen=True, slots=True)
class TakeBack:
    """All seats want to go back to where the game stood at ``step``."""

    at: float
    step: int


@dataclass(frozen=True, slots=True)
class Agree:
    """All seats want a draw."""

    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""

    at: float


Command: TypeAlias = Sit | Answer | Crash | Resign | Pause | Resume | TakeBack | Agree | Tick


def decide(match: Match, command: Command) -> tuple[Match, tuple[MatchEvent, ...]]:
    """What happens because of the command, and the match after it.

    Whatever makes no sense now (an answer nobody asked for, a second resignation) makes nothing
    happen. First of all, whoever has run out of time by then is late.
    """
    draft = _Draft(match, max(match.now, round(command.at, 3)))
    if match.status is Status.ENDED:
        return match, ()
    draft.expire()
    draft.take(command)
    draft.settle()
    while draft.expire():
        draft.settle()
    return draft.match, tuple(draft.events)


class _Draft:
    """A match in the course of one command."""

    def __init__(self, match: Match, at: float) -> None:
        self.match = match
        self.at = at
        self.events: list[MatchEvent] = []

    def add(self, event: MatchEvent) -> None:
        self.match = evolve(self.match, event)
        self.events.append(event)

    def expire(self) -> bool:
        """Whoever's time has run out is late, by the rules or the match; whether anybody was."""
        before = len(self.events)
        match, start = self.match, self.match.setup.clock.start
        if match.status is Status.OPENING and start is not None and self.at >= start:
            self.add(Began(self.at))
        for role in match.asked if match.status is Status.RUNNING else ():
            deadline = match.deadline(role)
            if deadline is None or self.at <= deadline:
                continue
            by_rules = match.state.limit(role) is not None
            self.add(Late(self.at, role, by_rules))
            if not by_rules:
                self.penalise(role, match.setup.late, "was late")
        return len(self.events) > before

    def take(self, command: Command) -> None:
        match command:
            case Sit(_, role) if self.match.status is Status.OPENING and self.may_sit(role):
                self.add(Ready(self.at, role))
            case Answer(_, role, text, step):
                self.answer(role, text, step)
            case Crash(_, role, why) if self.present(role):
                self.add(Forfeited(self.at, role, why[:_TOLD]))
            case Resign(_, role) if self.present(role):
                self.add(Resigned(self.at, role))
            case Pause() if self.match.status is Status.RUNNING:
                self.add(Paused(self.at))
            case Resume() if self.match.status is Status.PAUSED:
                self.add(Resumed(self.at))
            case TakeBack(_, step) if self.running and self.match.at_step(step) is not None:
                self.add(TakenBack(self.at, step))
            case Agree() if self.running:
                self.add(Agreed(self.at))

    @property
    def running(self) -> bool:
        return self.match.status is Status.RUNNING

    def present(self, role: Role) -> bool:
        return role in self.match.seats and not self.match.seats[role].gone

    def may_sit(self, role: Role) -> bool:
        return self.present(role) and not self.match.seats[role].ready

    def answer(self, role: Role, text: str, step: int) -> None:
        match = self.match
        now = step == match.step
        if now and role in match.answers and role not in match.late and match.state.limit(role):
            self.add(Late(self.at, role, by_rules=True))  # a second answer: the rules judge it
            return
        if role not in match.asked or not (now or isinstance(match.state.turn, Open)):
            return
        move, why = self.read(role, text)
        if move is not None:
            self.add(Moved(self.at, role, move))
        elif now:
            self.add(Refused(self.at, role, text[:_TOLD], why[:_TOLD]))
            self.penalise(role, match.setup.illegal, "made an illegal move")

    def read(self, role: Role, text: str) -> tuple[Move | None, str]:
        """The legal move a text means, or why it is none."""
        if len(text) > MAX_ANSWER:
            return None, f"The answer has {len(text):,} characters; {MAX_ANSWER:,} are enough."
        try:
            move = self.match.game.parse_move(text)
        except MoveError as problem:
            return None, str(problem)
        if move in self.match.state.legal(role):
            return move, ""
        return None, str(self.match.state.why_not(role, move))

    def penalise(self, role: Role, policy: Policy, what: str) -> None:
        if policy.measure is Measure.STRIKE:
            strikes = self.match.seats[role].strikes + 1
            self.add(Struck(self.at, role, strikes))
            if strikes >= policy.strikes:
                self.add(Forfeited(self.at, role, f"{what}, strike {strikes}"))
                return
        if policy.measure is Measure.FORFEIT:
            self.add(Forfeited(self.at, role, what))
        elif policy.measure is Measure.DEFAULT_MOVE:
            self.add(Replaced(self.at, role, self.match.state.legal(role)[0]))
        else:
            self.replace(role)

    def replace(self, role: Role) -> None:
        """Make a random move for a seat."""
        move = self.generator(role).choice(self.match.state.legal(role))
        self.add(Replaced(self.at, role, move))

    def generator(self, role: Role) -> Random:
        return Random(f"{self.match.setup.seed}/{self.match.step}/{role}")

    def settle(self) -> None:
        """All that follows without anybody's doing: chance, complete turns, the end."""
        prepared = all(seat.ready or seat.gone for seat in self.match.seats.values())
        if self.match.status is Status.OPENING and prepared:
            self.add(Began(self.at))
        while self.match.status is Status.RUNNING:
            match = self.match
            if match.verdict is not None:
                self.add(Ended(self.at, *match.verdict))
            elif isinstance(match.state.turn, Chance):
                move = draw_chance(match.state, self.generator(CHANCE))
                self.add(Stepped(self.at, Event({CHANCE: move})))
            elif match.due is not None:
                self.add(Stepped(self.at, match.due))
            elif not self.fill_a_gap():
                return

    def fill_a_gap(self) -> bool:
        """Choose for one seat that is gone, if the match waits for such a one."""
        match = self.match
        for role in match.choosing:
            if match.seats[role].gone and role not in {*match.answers, *match.late}:
                if match.state.limit(role) is None:
                    self.replace(role)
                else:
                    self.add(Late(self.at, role, by_rules=True))
                return True
        return False
