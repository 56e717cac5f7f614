"""Where players think: in the caller's thread, in a thread or in a process of their own.

A runner seats a player, is asked questions and posts what comes back as commands, whatever the
player does. Only a process can be stopped when its player hangs; a hung thread is left behind
and never listened to again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from queue import SimpleQueue
from threading import Thread

from spielwerk.core import (
    Choice,
    Deadline,
    Event,
    Game,
    Knowledge,
    Mind,
    Player,
    Role,
    part_missing,
)
from spielwerk.match.commands import Answer, Command, Crash, Sit

Post = Callable[[Command, Choice | None], None]
"""Takes what a seat says, and for an answer also what it thought."""


class Where(StrEnum):
    """Where players think."""

    INLINE = "inline"
    """In the caller's thread: nothing is quicker, but a player that hangs stops everything."""
    THREAD = "thread"
    PROCESS = "process"


@dataclass(frozen=True, slots=True)
class Seating:
    """A seat to be taken: all a runner needs to know."""

    game: Game
    role: Role
    player: Player
    match_seed: int
    seed: int
    """For the player's own chance; it says nothing about the match's."""
    start_seconds: float | None
    reopen: Callable[[], Game] | None = None
    """How a process of its own gets the game, where that cannot be sent to it."""

    def sit(self) -> Mind:
        """Seat the player."""
        return self.player.sit(
            self.game, self.role, seed=self.seed, deadline=Deadline.after(self.start_seconds)
        )


@dataclass(frozen=True, slots=True)
class Question:
    """What do you do now?"""

    step: int
    knowledge: Knowledge
    history: Sequence[Event]
    """The events so far, for whoever must live through them elsewhere."""
    until: float | None
    """The moment by :func:`time.monotonic` at which thinking should end."""

    @property
    def deadline(self) -> Deadline:
        """The same as the deadline of a mind."""
        return Deadline.until(self.until)


class Runner(ABC):
    """A player at work."""

    @abstractmethod
    def ask(self, question: Question) -> None:
        """Put a question. The last one has been answered."""

    @abstractmethod
    def close(self) -> None:
        """Nothing that comes from now on is posted."""


class InlineRunner(Runner):
    """Thinks while it is being asked."""

    def __init__(self, place: Seating, post: Post) -> None:
        self._place = place
        self._post = post
        try:
            self._mind = place.sit()
        except (Exception, SystemExit) as problem:
            _blame_no_player(problem)
            post(Crash(place.role, complaint(problem)), None)
        else:
            post(Sit(place.role), None)

    def ask(self, question: Question) -> None:
        role = self._place.role
        try:
            choice = checked(self._mind.choose(question.knowledge, question.deadline))
        except (Exception, SystemExit) as problem:
            _blame_no_player(problem)
            self._post(Crash(role, complaint(problem)), None)
        else:
            self._post(Answer(role, choice.move, question.step), choice)

    def close(self) -> None:
        """There is nothing to stop."""


class ThreadRunner(Runner):
    """Thinks in a thread of its own."""

    def __init__(self, place: Seating, post: Post) -> None:
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        self._closed = False
        self._place = place
        self._post = post
        Thread(target=self._work, name=f"player {place.role}", daemon=True).start()

    def _work(self) -> None:
        runner = InlineRunner(self._place, self._pass_on)
        while (question := self._questions.get()) is not None:
            runner.ask(question)

    def _pass_on(self, command: Command, choice: Choice | None) -> None:
        if not self._closed:
            self._post(command, choice)

    def ask(self, question: Question) -> None:
        self._questions.put(question)

    def close(self) -> None:
        self._closed = True
        self._questions.put(None)


def checked(choice: object) -> Choice:
    """The choice, if it is one: players may be anybody's code."""
    if not isinstance(choice, Choice) or not isinstance(choice.move, str):
        raise TypeError(f"a player answers with a Choice, not with a {type(choice).__name__}")
    return choice


def _blame_no_player(problem: BaseException) -> None:
    """Tell whoever let them meet what is not installed here: a loss would be no player's fault.

    :raises PartMissing: that is what went wrong
    """
    if isinstance(problem, ImportError) and (missing := part_missing(problem)) is not None:
        raise missing from problem


def complaint(problem: BaseException) -> str:
    """A player's error as a reason for its forfeit."""
    if isinstance(problem, ImportError) and (missing := part_missing(problem)) is not None:
        return f"crashed: {missing}"
    return f"crashed: {type(problem).__name__}: {problem}"[:200]
