"""Minds in a match: until when one may think, and which of a seat's moves were thought.

A match with its clock goes in, the seconds for a thought come out: less than the match waits, by
the margin that everybody keeps (:mod:`spielwerk.core.margin`). A :class:`Ledger` is told of what
happens, and counts the moves that nobody thought.
"""

from __future__ import annotations

from collections.abc import Iterable

from spielwerk.core import HICCUPS, Choice, Diligence, Role, Unthought, unweighed
from spielwerk.match.events import Forfeited, Late, MatchEvent, Moved, Refused, Replaced
from spielwerk.match.standing import Match

_RESERVE_SHARE = 20
"""A player is not told to use more than this part of its reserve for one move."""
_BY_REASON = {"was late": Unthought.LATE, "made an illegal move": Unthought.NONSENSE}
"""Reasons of a forfeit other than that a player failed."""


def time_to_think(match: Match, role: Role, now: float) -> float | None:
    """Seconds that an asked role may think, to be neither late nor out of reserve.

    ``now`` is the second of the match; nothing where there is no limit.
    """
    deadline = match.deadline(role)
    if deadline is None:
        return None
    if match.limit(role) is None:
        share = match.seats[role].reserve / _RESERVE_SHARE
        deadline = min(deadline, match.since[role] + (match.setup.clock.move or 0.0) + share)
    return HICCUPS.granted(max(deadline - now, 0.0))


class Ledger:
    """How many moves every seat made, and which of them were not thought."""

    def __init__(self, roles: Iterable[Role]) -> None:
        self.seats = {role: Diligence() for role in roles}
        self._wrong: dict[Role, Unthought] = {}
        """What was last found wrong with a seat's answer."""

    def hear(self, role: Role, choice: Choice) -> None:
        """A seat says what it chose."""
        if why := unweighed(choice):
            self._wrong[role] = why

    def take(self, event: MatchEvent) -> tuple[Role, Unthought] | None:
        """Something happened; whose move that was not thought, if it was one, and why."""
        match event:
            case Moved(_, role):
                if self._wrong.pop(role, None) is not Unthought.UNWEIGHED:
                    self.seats[role].note()
                    return None
                why = Unthought.UNWEIGHED
            case Refused(_, role):
                self._wrong[role] = Unthought.NONSENSE
                return None
            case Late(_, role, by_rules=False):
                self._wrong[role] = Unthought.LATE
                return None
            case Late(_, role):
                why = self._wrong.pop(role, Unthought.LATE)
            case Replaced(_, role):
                why = self._wrong.get(role, Unthought.FAILED)
            case Forfeited(_, role, reason):
                why = self._wrong[role] = _BY_REASON.get(reason.split(",")[0], Unthought.FAILED)
            case _:
                return None
        self.seats[role].note(why)
        return role, why
