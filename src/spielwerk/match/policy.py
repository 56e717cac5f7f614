"""What a match does with a seat that answers too late or with an illegal move.

Text forms: ``random-move``, ``default-move``, ``forfeit``, ``strike:3``; for illegal moves also
``refuse`` and ``by-rules``, for late ones ``tolerate``. Where the rules of a game name a time
limit, they say themselves what being late means, and no policy is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from spielwerk.core import SpielwerkError


class PolicyError(SpielwerkError):
    """A text names no policy, or one that does not fit."""


class Measure(StrEnum):
    """What happens to the seat."""

    RANDOM_MOVE = "random-move"
    """Any legal move is made for it."""
    DEFAULT_MOVE = "default-move"
    """Its first legal move is made for it."""
    FORFEIT = "forfeit"
    """It loses."""
    STRIKE = "strike"
    """A random move is made for it and counted against it; too many, and it loses."""
    REFUSE = "refuse"
    """An illegal move is turned down, nothing has happened, and the seat may answer again."""
    BY_RULES = "by-rules"
    """The rules judge an illegal move as one too late; where they set no limit, it loses."""
    TOLERATE = "tolerate"
    """That it is late is noted, and its answer is awaited all the same."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A measure, and how many strikes are too many."""

    measure: Measure
    strikes: int = 3

    def __str__(self) -> str:
        return f"strike:{self.strikes}" if self.measure is Measure.STRIKE else str(self.measure)


FORFEIT = Policy(Measure.FORFEIT)
BY_RULES = Policy(Measure.BY_RULES)
REFUSE = Policy(Measure.REFUSE)
TOLERATE = Policy(Measure.TOLERATE)


def parse_policy(text: str) -> Policy:
    """The policy a text names.

    :raises PolicyError: there is none of that name, or the number of strikes is wrong
    """
    name, colon, number = map(str.strip, text.partition(":"))
    if name not in list(Measure):
        near = get_close_matches(name, list(Measure), n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        known = ", ".join(Measure)
        raise PolicyError(f"There is no policy called '{name}'; there are {known}.{hint}")
    if not colon:
        return Policy(Measure(name))
    if name != Measure.STRIKE:
        raise PolicyError(f"Only strike takes a number: write {name} alone, or strike:{number}.")
    if not (number.isascii() and number.isdigit() and 0 < int(number[:9]) <= 1000):
        raise PolicyError(f"'{number}' is not a number of strikes from 1 to 1000.")
    return Policy(Measure.STRIKE, int(number))
