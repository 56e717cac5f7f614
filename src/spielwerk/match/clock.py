"""The time a match gives its seats: before the match, for a move or a round, and in reserve.

A clock is a value; it counts nothing itself. Text form: ``start=10s,move=1s,reserve=2m``, with
``round=`` instead of ``move=`` where all who choose at the same time share one deadline, and
``grace=`` for extra time that nobody is told of. ``untimed`` leaves time to the rules;
``unhurried`` sets their limits aside, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from spielwerk.core import SpielwerkError, format_seconds, parse_seconds


class ClockError(SpielwerkError):
    """A text does not describe a clock."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for everything; ``None`` is no limit. Rules that name their own limit overrule it."""

    start: float | None = None
    """To sit down and prepare. The match begins when all are ready, at the latest then."""
    move: float | None = None
    """To answer when asked."""
    reserve: float = 0.0
    """For the whole match, used up where ``move`` was not enough; alone, a chess clock."""
    per_round: bool = False
    """Whether moving does not wind the clock up again while the others go on choosing.

    It matters in open turns only: where all must choose, they share a deadline anyhow.
    """
    grace: float = 0.0
    """Silent extra time at every deadline, also at those that the rules name."""
    unhurried: bool = False
    """Whether limits that the rules name are set aside."""

    @property
    def timed(self) -> bool:
        """Whether moves have any limit."""
        return self.move is not None or self.reserve > 0

    def __str__(self) -> str:
        if self.unhurried:
            return "unhurried"
        move = "round" if self.per_round else "move"
        given = {
            "start": self.start,
            move: self.move,
            "reserve": self.reserve or None,
            "grace": self.grace or None,
        }
        parts = [f"{k}={format_seconds(v)}" for k, v in given.items() if v is not None]
        return ",".join(parts) or "untimed"


UNTIMED = Clock()
"""Only rules hurry anybody; whoever never answers holds up the match for ever."""
UNHURRIED = Clock(unhurried=True)
"""Nobody is hurried, whatever the rules say."""


def parse_clock(text: str) -> Clock:
    """The clock a text describes.

    :raises ClockError: unknown part, wrong time, or both ``move`` and ``round``
    """
    if text.strip() == "untimed":
        return UNTIMED
    if text.strip() == "unhurried":
        return UNHURRIED
    seconds: dict[str, float] = {}
    for part in text.split(","):
        name, _, value = map(str.strip, part.partition("="))
        if name not in ("start", "move", "round", "reserve", "grace") or name in seconds:
            raise ClockError(
                f"'{part.strip()}' is not part of a clock, or is there twice. "
                "Write for example start=10s,move=1s,reserve=2m, round= instead of move=, "
                "untimed or unhurried."
            )
        try:
            seconds[name] = parse_seconds(value)
        except ValueError as problem:
            raise ClockError(f"The clock's {name}: {problem}.") from None
    if "move" in seconds and "round" in seconds:
        raise ClockError("A clock counts by the move or by the round, not both.")
    return Clock(
        seconds.get("start"),
        seconds.get("move", seconds.get("round")),
        seconds.get("reserve", 0.0),
        "round" in seconds,
        seconds.get("grace", 0.0),
    )
