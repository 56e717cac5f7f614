"""A match in the course of one command: what follows from it, and what follows by itself.

:mod:`.decide` tells a draft what a command does; the draft adds what time, chance, complete turns
and policies make of it. Whatever makes no sense ends in :class:`Refused`, and nothing has happened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from spielwerk.core import (
    CHANCE,
    Chance,
    Event,
    Explanation,
    Move,
    MoveError,
    Open,
    Role,
    draw_chance,
)
from spielwerk.match import events
from spielwerk.match.events import MatchEvent
from spielwerk.match.fold import FOLDS
from spielwerk.match.policy import REFUSE, Measure, Policy
from spielwerk.match.standing import Match, Status

MAX_ANSWER = 10_000
"""Longer answers are refused unread."""
TOLD = 200
"""How much of an illegal answer, or of a reason, the log keeps."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing follows from a command: a code for programs, a message for people."""

    code: str
    message: str
    why: Explanation | None = None
    ask: Callable[[], Explanation] | None = field(default=None, compare=False, repr=False)
    """Finds the reasons, where that may take longer than to refuse."""

    def explained(self) -> Refusal:
        """The same with its reasons."""
        if self.ask is None:
            return self
        why = self.ask()
        return Refusal(self.code, why.claim, why)


class TurnedDown(Exception):
    """The way out of a draft that comes to nothing."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


class Draft:
    """A match in the course of one command."""

    def __init__(self, match: Match, at: float) -> None:
        self.match = match
        self.at = at
        self.events: list[MatchEvent] = []

    def add(self, event: MatchEvent) -> None:
        """This happens now."""
        self.match = FOLDS[type(event)](event, self.match)
        self.events.append(event)

    # What must be so, or the command is turned down

    def going_on(self) -> None:
        """The match is not over."""
        if self.match.over:
            raise refused("match-over", "The match is over; ask for a rematch instead.")

    def begun(self) -> None:
        """The match is not over, and no seat is free."""
        if self.match.status is Status.WAITING:
            free = ", ".join(self.match.free)
            raise refused("not-begun", f"The match has not begun: {free} is still free.")
        self.going_on()

    def seated(self, role: Role) -> None:
        """Somebody sits there."""
        if role not in self.match.occupants:
            raise refused("no-such-seat", f"Nobody sits at '{role}'.")

    def playing(self, role: Role) -> None:
        """Somebody plays there, and has not lost yet."""
        self.seated(role)
        self.begun()
        if self.match.seats[role].gone:
            raise refused("gone", "You have resigned or forfeited this match already.")

    # What follows by itself

    def expire(self) -> bool:
        """Whoever's time has run out is late, by the rules or the match; whether anybody was."""
        before, match, next_end = len(self.events), self.match, self.match.next_deadline
        if next_end is None or self.at < next_end:
            return False
        if match.status is Status.OPENING:
            self.add(events.Began(self.at))
        for role in match.asked:
            end = match.expiry(role)
            if end is not None and self.at > end:
                self.be_late(role)
        return len(self.events) > before

    def be_late(self, role: Role) -> None:
        """Note that a seat is late; what that means is up to the rules or a policy."""
        match, limit = self.match, self.match.limit(role)
        spent = self.at - match.since[role] - match.setup.clock.grace
        by_rules = limit is not None and spent > limit.seconds
        self.add(events.Late(self.at, role, by_rules))
        if not by_rules:
            self.penalise(role, match.setup.late, "was late")

    def settle(self) -> None:
        """All that follows without anybody's doing: chance, complete turns, the end."""
        if self.match.status is Status.OPENING and self.match.prepared:
            self.add(events.Began(self.at))
        while self.match.status is Status.RUNNING:
            match = self.match
            if (verdict := match.verdict) is not None:
                self.add(events.Ended(self.at, *verdict))
            elif match.stuck:
                self.add(events.Paused(self.at))
            elif isinstance(match.state.turn, Chance):
                move = draw_chance(match.state, self.generator(CHANCE))
                self.add(events.Stepped(self.at, Event({CHANCE: move})))
            elif (due := match.due) is not None:
                self.add(events.Stepped(self.at, due))
            elif not self.fill_a_gap():
                return

    def fill_a_gap(self) -> bool:
        """Choose for one seat that is gone, if the match waits for such a one."""
        match = self.match
        for role in match.choosing:
            if match.seats[role].gone and role not in {*match.answers, *match.late}:
                if match.limit(role) is None:
                    self.replace(role)
                else:
                    self.add(events.Late(self.at, role, by_rules=True))
                return True
        return False

    def generator(self, role: Role) -> Random:
        """The chance of a role at this step."""
        return Random(f"{self.match.setup.seed}/{self.match.step}/{role}")

    # Answers

    def answer(self, role: Role, text: str, step: int) -> None:
        """A seat answers the question that was asked at a step."""
        self.seated(role)
        match, now = self.match, step == self.match.step
        refuse = match.setup.illegal == REFUSE
        if now and self.may_spoil_its_turn(role) and not refuse:
            self.add(events.Late(self.at, role, by_rules=True))
            return
        if role not in match.asked or not (now or isinstance(match.state.turn, Open)):
            if not self.events:  # otherwise time ran out just now: that has happened
                self.begun()
                raise self.not_now(role, step)
            return
        move = self.read(role, text)
        if not isinstance(move, Refusal):
            self.add(events.Moved(self.at, role, move))
        elif refuse or not now:
            raise TurnedDown(move)
        else:
            found = move.explained()
            why = str(found.why or found.message)
            self.add(events.Refused(self.at, role, text[:TOLD], why[:TOLD]))
            self.penalise(role, match.setup.illegal, "made an illegal move")

    def may_spoil_its_turn(self, role: Role) -> bool:
        """Whether a seat has answered already, and the rules judge those who do so twice."""
        match = self.match
        return (
            role in match.answers
            and role not in match.late
            and match.limit(role) is not None
            and not match.over
        )

    def not_now(self, role: Role, step: int) -> TurnedDown:
        """Why a seat is not asked this."""
        match = self.match
        if step != match.step:
            return refused(
                "stale", f"The move is for step {step}, but the match is at step {match.step}."
            )
        if role in match.answers:
            return refused("already-chosen", "You have chosen already; wait for the others.")
        if match.seats[role].gone:
            return refused("gone", "You have resigned or forfeited this match.")
        waiting = " and ".join(match.asked) or "chance"
        return refused("not-your-turn", f"It is not your turn; now {waiting} must choose.")

    def read(self, role: Role, text: str) -> Move | Refusal:
        """The legal move a text means, or why it is none."""
        if len(text) > MAX_ANSWER:
            what = f"The answer has {len(text):,} characters; {MAX_ANSWER:,} are enough."
            return Refusal("too-long", what)
        state = self.match.state
        legal = state.legal(role)
        if text in legal:  # most come as we have written them, and reading takes longer
            return Move(text)
        try:
            move = self.match.game.parse_move(text)
        except MoveError as problem:
            return Refusal("not-a-move", str(problem))
        if move in legal:
            return move
        what = f"{move} is not a legal move of {role} now."
        return Refusal("illegal-move", what, ask=lambda: state.why_not(role, move))

    def penalise(self, role: Role, policy: Policy, what: str) -> None:
        """Do to a seat what the policy says."""
        match policy.measure:
            case Measure.STRIKE:
                strikes = self.match.seats[role].strikes + 1
                self.add(events.Struck(self.at, role, strikes))
                if strikes >= policy.strikes:
                    self.add(events.Forfeited(self.at, role, f"{what}, strike {strikes}"))
                else:
                    self.replace(role)
            case Measure.BY_RULES if self.match.limit(role) is not None:
                self.add(events.Late(self.at, role, by_rules=True))
            case Measure.FORFEIT | Measure.BY_RULES:
                self.add(events.Forfeited(self.at, role, what))
            case Measure.DEFAULT_MOVE:
                self.add(events.Replaced(self.at, role, self.match.state.legal(role)[0]))
            case Measure.RANDOM_MOVE:
                self.replace(role)

    def replace(self, role: Role) -> None:
        """Make a random move for a seat."""
        move = self.generator(role).choice(self.match.state.legal(role))
        self.add(events.Replaced(self.at, role, move))


def refused(code: str, message: str) -> TurnedDown:
    """To be raised where a command makes no sense."""
    return TurnedDown(Refusal(code, message))
