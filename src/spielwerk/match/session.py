"""A match under way: the one place that holds it while commands come in and time passes.

Goes in a match, what counts as time and where events are written; each command then yields what
happened, or why not. Drivers differ only in where commands come from and who is told: a loop, an
event loop, a test. Nothing moves on before it is written down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from spielwerk.core import Game
from spielwerk.match.commands import Command, Tick
from spielwerk.match.decide import Happened, Refusal, decide
from spielwerk.match.events import MatchEvent
from spielwerk.match.log import MatchLog, replay_match
from spielwerk.match.standing import Match

Sink = Callable[[Sequence[MatchEvent]], object]
"""Writes down what happened; a list's ``extend`` will do."""

_A_MOMENT = 0.002
"""Time is over when it has passed, and matches count in thousandths."""


class Session:
    """A match, its clock and its log."""

    def __init__(
        self,
        match: Match,
        *,
        clock: Callable[[], float] = time.monotonic,
        sink: Sink | None = None,
    ) -> None:
        """``clock`` counts the seconds from wherever it likes; the match goes on where it is."""
        self.match = match
        self._clock = clock
        self._sink = sink
        self.wind(match.now)

    @classmethod
    def resume(
        cls,
        game: Game,
        log: MatchLog,
        *,
        clock: Callable[[], float] = time.monotonic,
        sink: Sink | None = None,
    ) -> Session:
        """Go on with a match from its log; what was about to follow when it broke off follows now.

        :raises RecordError: the log is of another game or rules, or cannot have happened
        """
        *_, match = replay_match(game, log)
        session = cls(match, clock=clock, sink=sink)
        session.tick(match.now)
        return session

    def wind(self, second: float) -> None:
        """It is now this second of the match."""
        self._zero = self._clock() - second

    def now(self) -> float:
        """The second of the match."""
        return self._clock() - self._zero

    def patience(self) -> float | None:
        """In how many seconds to :meth:`tick` if nothing comes in before; ``None`` is never."""
        end = self.match.next_deadline
        return None if end is None else max(end + _A_MOMENT - self.now(), 0.0)

    def consider(self, command: Command, at: float | None = None) -> Happened | Refusal:
        """What a command would do, now or at that second. Nothing has happened yet."""
        return decide(self.match, command, self.now() if at is None else at)

    def commit(self, happened: Happened) -> None:
        """It has happened."""
        if self._sink is not None and happened.events:
            self._sink(happened.events)
        self.match = happened.match

    def do(self, command: Command, at: float | None = None) -> Happened | Refusal:
        """Carry out a command."""
        answer = self.consider(command, at)
        if isinstance(answer, Happened):
            self.commit(answer)
        return answer

    def tick(self, at: float | None = None) -> tuple[MatchEvent, ...]:
        """Time has passed; what happened because of that."""
        answer = self.do(Tick(), at)
        return answer.events if isinstance(answer, Happened) else ()
