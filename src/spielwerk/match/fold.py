"""The fold of a match's events: match + event → match.

Pure: no clock, no randomness, no threads. :func:`evolve` takes an event only where it can happen,
so folding a log over a game verifies it. Where events come from is the business of
:mod:`spielwerk.match.decide`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import singledispatch
from math import isfinite

from spielwerk.core import (
    CHANCE,
    Chance,
    Move,
    MoveError,
    Open,
    Role,
    SpielwerkError,
)
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
from spielwerk.match.standing import Match, Status

__all__ = ["ImpossibleEvent", "evolve"]


class ImpossibleEvent(SpielwerkError):
    """An event cannot have happened in this match at this point."""


def evolve(match: Match, event: MatchEvent) -> Match:
    """The match after the event.

    :raises ImpossibleEvent: it cannot have happened now
    """
    _require(isfinite(event.at) and event.at >= match.now, "Time went backwards.")
    _require(match.status is not Status.ENDED, "The match was over.")
    role: Role | None = getattr(event, "role", None)
    _require(role is None or role in match.seats, f"There is no seat for {role}.")
    return replace(_apply(event, match), now=event.at)


@singledispatch
def _apply(event: object, match: Match) -> Match:
    raise ImpossibleEvent(f"{event!r} is no event of a match.")


@_apply.register
def _(event: Ready, match: Match) -> Match:
    _require(match.status is Status.OPENING, "Play had begun.")
    _require(not match.seats[event.role].ready, f"{event.role} was ready before.")
    return _with_seat(match, event.role, ready=True)


@_apply.register
def _(event: Began, match: Match) -> Match:
    _require(match.status is Status.OPENING, "Play had begun.")
    prepared = all(seat.ready or seat.gone for seat in match.seats.values())
    start = match.setup.clock.start
    _require(prepared or (start is not None and event.at >= start), "Not everybody was ready.")
    since = dict.fromkeys(match.choosing, event.at)
    return replace(match, status=Status.RUNNING, since=since)


@_apply.register
def _(event: Moved, match: Match) -> Match:
    _require_asked(match, event.role)
    moment = _moment(match, event.at)
    deadline = match.deadline(event.role)
    _require(deadline is None or moment <= deadline, f"{event.role} was late by then.")
    _require_legal(match, event.role, event.move)
    match = _take_time(match, event.role, moment)
    return replace(match, answers={**match.answers, event.role: event.move})


@_apply.register
def _(event: Refused, match: Match) -> Match:
    _require_asked(match, event.role)
    return match


@_apply.register
def _(event: Late, match: Match) -> Match:
    by_rules = match.state.limit(event.role) is not None
    _require(by_rules == event.by_rules, f"The rules set {event.role} another limit.")
    if event.by_rules and (event.role in match.answers or match.seats[event.role].gone):
        _require(event.role in match.choosing, f"{event.role} does not choose now.")
        _require(event.role not in match.late, f"{event.role} was late before.")
    else:
        _require_asked(match, event.role)
        deadline = match.deadline(event.role)
        passed = deadline is not None and _moment(match, event.at) > deadline
        _require(passed, f"{event.role} still had time.")
    if event.by_rules:
        return replace(match, late=(*match.late, event.role))
    return _with_seat(match, event.role, reserve=0.0)


@_apply.register
def _(event: Struck, match: Match) -> Match:
    _require_asked(match, event.role)
    strikes = match.seats[event.role].strikes + 1
    _require(event.strikes == strikes, f"{event.role} has {strikes} strikes, not {event.strikes}.")
    return _with_seat(match, event.role, strikes=strikes)


@_apply.register
def _(event: Replaced, match: Match) -> Match:
    free = event.role in match.choosing and event.role not in {*match.answers, *match.late}
    playing = match.status in (Status.RUNNING, Status.PAUSED)
    _require(free and playing, f"No move of {event.role} was missing.")
    _require_legal(match, event.role, event.move)
    return replace(match, answers={**match.answers, event.role: event.move})


@_apply.register
def _(event: Forfeited, match: Match) -> Match:
    _require(not match.seats[event.role].gone, f"{event.role} was gone before.")
    return _with_seat(match, event.role, gone=True)


@_apply.register
def _(event: Resigned, match: Match) -> Match:
    _require(not match.seats[event.role].gone, f"{event.role} was gone before.")
    return _with_seat(match, event.role, gone=True)


@_apply.register
def _(event: Paused, match: Match) -> Match:
    _require(match.status is Status.RUNNING, "Only a running match can be paused.")
    return replace(match, status=Status.PAUSED, paused_at=event.at)


@_apply.register
def _(event: Resumed, match: Match) -> Match:
    _require(match.status is Status.PAUSED, "The match was not paused.")
    pause = event.at - (match.paused_at or event.at)
    since = {role: began + pause for role, began in match.since.items()}
    return replace(match, status=Status.RUNNING, paused_at=None, since=since)


@_apply.register
def _(event: Stepped, match: Match) -> Match:
    _require(match.status is Status.RUNNING, "The match was not running.")
    chance = isinstance(match.state.turn, Chance) and set(event.event.moves) == {CHANCE}
    _require(chance or event.event == match.due, "These moves were not what had been chosen.")
    try:
        state = match.state.after(event.event.moves, event.event.late)
    except MoveError as problem:
        raise ImpossibleEvent(f"The rules do not allow it: {problem}") from problem
    moved = replace(match, state=state, step=match.step + 1, before=match)
    acted = {*event.event.moves, *event.event.late}
    waiting = {role: move for role, move in match.answers.items() if role not in acted}
    possible = {role: move for role, move in waiting.items() if move in state.legal(role)}
    return replace(
        moved,
        answers=possible,
        late=tuple(r for r in match.late if r not in acted and r in moved.choosing),
        since=_since(match, moved, acted, event.at) | _anew(moved, waiting, possible, event.at),
    )


@_apply.register
def _(event: TakenBack, match: Match) -> Match:
    _require(match.status is Status.RUNNING, "The match was not running.")
    then = match.at_step(event.step)
    if then is None:
        raise ImpossibleEvent(f"There was no way back to step {event.step}.")
    since = dict.fromkeys(then.choosing, event.at)
    return replace(then, seats=match.seats, status=match.status, answers={}, late=(), since=since)


@_apply.register
def _(event: Agreed, match: Match) -> Match:
    _require(match.status is Status.RUNNING, "The match was not running.")
    return replace(match, agreed=True)


@_apply.register
def _(event: Ended, match: Match) -> Match:
    _require(match.status is not Status.PAUSED, "The match was paused.")
    _require(match.verdict == (event.outcome, event.reason), "The match did not end like this.")
    return replace(match, status=Status.ENDED, outcome=event.outcome)


def _since(before: Match, after: Match, acted: set[Role], at: float) -> dict[Role, float]:
    """When the time of those who choose next began to run.

    In an open turn the others' moves do not wind up one's clock; one's own does, unless the
    clock counts by the round.
    """
    going_on = isinstance(before.state.turn, Open) and isinstance(after.state.turn, Open)
    per_round = before.setup.clock.per_round

    def runs_on(role: Role) -> bool:
        own_limit = after.state.limit(role) is not None
        return (
            going_on
            and role in before.since
            and (role not in acted or (per_round and not own_limit))
        )

    return {role: before.since[role] if runs_on(role) else at for role in after.choosing}


def _anew(
    match: Match, waiting: Collection[Role], possible: Collection[Role], at: float
) -> dict[Role, float]:
    """Fresh time for those whose answer another's move has just made impossible."""
    return {role: at for role in match.choosing if role in waiting and role not in possible}


def _take_time(match: Match, role: Role, moment: float) -> Match:
    """Charge the reserve for what the move took beyond its own time."""
    clock = match.setup.clock
    if match.state.limit(role) is not None or not clock.timed:
        return match
    allowed = clock.move or 0.0
    over = moment - match.since[role] - allowed
    if over <= 0:
        return match
    reserve = max(match.seats[role].reserve - over, 0.0)
    since = {**match.since, role: moment - allowed}
    return _with_seat(replace(match, since=since), role, reserve=reserve)


def _moment(match: Match, at: float) -> float:
    """What the clocks show at that time: in a pause, the time it began."""
    return at if match.paused_at is None else match.paused_at


def _with_seat(match: Match, role: Role, **changes: object) -> Match:
    seat = replace(match.seats[role], **changes)  # type: ignore[arg-type]
    return replace(match, seats={**match.seats, role: seat})


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise ImpossibleEvent(otherwise)


def _require_asked(match: Match, role: Role) -> None:
    _require(role in match.asked, f"{role} was not asked for a move.")


def _require_legal(match: Match, role: Role, move: Move) -> None:
    _require(move in match.state.legal(role), f"'{move}' is not a legal move of {role}.")
