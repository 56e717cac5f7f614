"""Whether an event can have happened in a match at this point.

Goes in a match and an event that comes from outside, a log or a database; comes out nothing, or
:class:`ImpossibleEvent`. What :mod:`.decide` decides is checked there, where the commands come in.
"""

from __future__ import annotations

from math import isfinite

from spielwerk.core import CHANCE, Chance, Move, Role, SpielwerkError
from spielwerk.match import events
from spielwerk.match.events import MatchEvent, Offer, PlayEvent, is_play
from spielwerk.match.policy import BY_RULES, TOLERATE
from spielwerk.match.standing import Match, Status


class ImpossibleEvent(SpielwerkError):
    """An event cannot have happened in this match at this point."""


def verify(match: Match, event: MatchEvent) -> None:
    """Make sure that the event can have happened now; whether its moves are, the rules say.

    :raises ImpossibleEvent: it cannot
    """
    role: Role | None = getattr(event, "role", None)
    _require(role is None or role in match.seats, f"There is no seat for {role}.")
    if is_play(event):
        _require(isfinite(event.at) and event.at >= match.now, "Time went backwards.")
        _require(match.status is not Status.WAITING, "Seats were free.")
        _require(not match.over, "The match was over.")
        _play(match, event)
    else:
        _company(match, event)


def moment(match: Match, at: float) -> float:
    """What the clocks show at that time: in a pause, the time it began."""
    return at if match.paused_at is None else match.paused_at


def _play(match: Match, event: PlayEvent) -> None:
    match event:
        case events.Ready(_, role):
            _require(match.status is Status.OPENING, "Play had begun.")
            _require(not match.seats[role].ready, f"{role} was ready before.")
        case events.Began(at):
            _require(match.status is Status.OPENING, "Play had begun.")
            start = match.next_deadline
            waited = start is not None and at >= start
            _require(match.prepared or waited, "Not everybody was ready.")
        case events.Moved(at, role, move):
            _require_asked(match, role)
            end = match.expiry(role)
            _require(end is None or moment(match, at) <= end, f"{role} was late by then.")
            _require_legal(match, role, move)
        case events.Refused(_, role):
            _require_asked(match, role)
        case events.Late():
            _late(match, event)
        case events.Struck(_, role, strikes):
            _require_asked(match, role)
            count = match.seats[role].strikes + 1
            _require(strikes == count, f"{role} has {count} strikes, not {strikes}.")
        case events.Replaced(_, role, move):
            free = role in match.choosing and role not in {*match.answers, *match.late}
            playing = match.status in (Status.RUNNING, Status.PAUSED)
            _require(free and playing, f"No move of {role} was missing.")
            _require_legal(match, role, move)
        case events.Forfeited(_, role) | events.Resigned(_, role):
            _require(not match.seats[role].gone, f"{role} was gone before.")
        case events.Paused():
            _require(match.status is Status.RUNNING, "Only a running match can be paused.")
        case events.Resumed():
            _require(match.status is Status.PAUSED, "The match was not paused.")
        case events.Stepped(_, step):
            _require(match.status is Status.RUNNING, "The match was not running.")
            if isinstance(match.state.turn, Chance) and set(step.moves) == {CHANCE}:
                _require_legal(match, CHANCE, step.moves[CHANCE])
            else:
                _require(step == match.due, "These moves were not what had been chosen.")
        case events.TakenBack(_, number):
            _require(match.status is Status.RUNNING, "The match was not running.")
            back = match.at_step(number) is not None
            _require(back, f"There was no way back to step {number}.")
        case events.Agreed():
            _require(match.status is Status.RUNNING, "The match was not running.")
        case events.Ended(_, outcome, reason):
            _require(match.status is not Status.PAUSED, "The match was paused.")
            _require(match.verdict == (outcome, reason), "The match did not end like this.")


def _late(match: Match, event: events.Late) -> None:
    role = event.role
    limited = match.limit(role) is not None
    measured = limited and match.setup.late == TOLERATE
    right = limited == event.by_rules or (measured and not event.by_rules)
    _require(right, f"The rules set {role} another limit.")
    judged = role in match.answers or match.seats[role].gone or match.setup.illegal == BY_RULES
    if event.by_rules and judged:
        _require(role in match.choosing, f"{role} does not choose now.")
        _require(role not in match.late, f"{role} was late before.")
    else:
        _require_asked(match, role)
        end = match.time_out(role)  # nobody has to be patient
        passed = end is not None and moment(match, event.at) > end
        _require(passed, f"{role} still had time.")


def _company(match: Match, event: MatchEvent) -> None:
    match event:
        case events.Seated(role, _, bot):
            _require(not match.over, "The match was over.")
            there = match.occupants.get(role)
            yields = there is None or (bot is not None and there.bot is None)
            _require(yields, f"Somebody sat at {role}.")
        case events.Vacated(role):
            _require(match.status is Status.WAITING, "The match was open.")
            _require(role in match.occupants, f"Nobody sat at {role}.")
        case events.Opened():
            _require(match.status is Status.WAITING, "The match was open.")
            _require(not match.free, "Seats were free.")
        case events.Said(role):
            _require(role in match.occupants, f"Nobody sat at {role}.")
        case events.Offered(role, offer):
            _require(role in match.occupants, f"Nobody sat at {role}.")
            _require(role not in match.offers.get(offer, ()), f"{role} had offered it.")
            _require((offer is Offer.REMATCH) == match.over, "That could not be offered.")
        case events.Declined(_, offer):
            _require(offer in match.offers, "Nobody had offered it.")
        case events.Followed():
            _require(match.successor is None, "There was a rematch.")
        case events.Abandoned():
            _require(not match.over, "The match was over.")


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise ImpossibleEvent(otherwise)


def _require_asked(match: Match, role: Role) -> None:
    _require(role in match.asked, f"{role} was not asked for a move.")


def _require_legal(match: Match, role: Role, move: Move) -> None:
    _require(move in match.state.legal(role), f"'{move}' is not a legal move of {role}.")
