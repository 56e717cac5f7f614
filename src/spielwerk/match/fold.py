"""The fold of a match's events: match + event → match.

Pure: no clock, no randomness, no threads. :func:`evolve` takes an event only where it can happen
(:mod:`.verify`), so folding a log over a game verifies it. :func:`apply` believes what
:mod:`.decide` has just decided.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from spielwerk.core import MoveError, Open, Role, State, once
from spielwerk.match import events
from spielwerk.match.events import MatchEvent, Offer
from spielwerk.match.policy import TOLERATE
from spielwerk.match.standing import (
    Match,
    Occupant,
    Passage,
    Remark,
    SeatStanding,
    Status,
    choosing,
)
from spielwerk.match.verify import ImpossibleEvent, moment, verify

_CHAT = 50
"""How many remarks a match remembers."""
_FOUND_OUT = tuple(name for name, value in vars(Match).items() if isinstance(value, once))
"""What a match may have found out about itself, which need not be so any more."""
_MOOT = (Offer.DRAW, Offer.UNDO)
"""What nobody wants any more once the game has moved on."""


def evolve(match: Match, event: MatchEvent) -> Match:
    """The match after the event.

    :raises ImpossibleEvent: it cannot have happened now
    """
    verify(match, event)
    try:
        return apply(event, match)
    except MoveError as problem:
        raise ImpossibleEvent(f"The rules do not allow it: {problem}") from problem


@singledispatch
def apply(event: MatchEvent, match: Match) -> Match:
    """The match after an event of which it is sure that it can happen now."""
    raise ImpossibleEvent(f"{event!r} is no event of a match.")


@apply.register
def _(event: events.Ready, match: Match) -> Match:
    return _on(match, event.at, seats=_with_seat(match, event.role, ready=True))


@apply.register
def _(event: events.Began, match: Match) -> Match:
    since = dict.fromkeys(match.choosing, event.at)
    return _on(match, event.at, status=Status.RUNNING, since=since)


@apply.register
def _(event: events.Moved, match: Match) -> Match:
    return _on(
        match,
        event.at,
        answers={**match.answers, event.role: event.move},
        **_take_time(match, event.role, moment(match, event.at)),
    )


@apply.register
def _(event: events.Refused, match: Match) -> Match:
    return _on(match, event.at)


@apply.register
def _(event: events.Late, match: Match) -> Match:
    if event.by_rules:
        return _on(match, event.at, late=(*match.late, event.role))
    seats = _with_seat(match, event.role, reserve=0.0, overran=True)
    noted = (event.role,) if match.setup.late == TOLERATE else ()
    return _on(match, event.at, seats=seats, overdue=(*match.overdue, *noted))


@apply.register
def _(event: events.Struck, match: Match) -> Match:
    return _on(match, event.at, seats=_with_seat(match, event.role, strikes=event.strikes))


@apply.register
def _(event: events.Replaced, match: Match) -> Match:
    return _on(match, event.at, answers={**match.answers, event.role: event.move})


@apply.register
def _(event: events.Forfeited, match: Match) -> Match:
    return _on(match, event.at, seats=_with_seat(match, event.role, gone=True))


@apply.register
def _(event: events.Resigned, match: Match) -> Match:
    return _on(match, event.at, seats=_with_seat(match, event.role, gone=True, overran=False))


@apply.register
def _(event: events.Paused, match: Match) -> Match:
    return _on(match, event.at, status=Status.PAUSED, paused_at=event.at)


@apply.register
def _(event: events.Resumed, match: Match) -> Match:
    pause = event.at - moment(match, event.at)
    since = {role: began + pause for role, began in match.since.items()}
    return _on(match, event.at, status=Status.RUNNING, paused_at=None, since=since)


@apply.register
def _(event: events.Stepped, match: Match) -> Match:
    state = match.state.played(event.event.moves, event.event.late)
    acted = {*event.event.moves, *event.event.late}
    since = _since(match, state, acted, event.at)
    waiting = {role: move for role, move in match.answers.items() if role not in acted}
    possible = waiting and {r: move for r, move in waiting.items() if move in state.legal(r)}
    for role in waiting:  # fresh time for whoever's answer has just become impossible
        if role in since and role not in possible:
            since[role] = event.at
    return _on(
        match,
        event.at,
        state=state,
        course=match.lived.led_to(state, event.event),
        step=match.step + 1,
        answers=possible,
        late=match.late and tuple(r for r in match.late if r not in acted and r in since),
        overdue=match.overdue and tuple(r for r in match.overdue if since.get(r) == match.since[r]),
        since=since,
        offers=match.offers
        and {what: by for what, by in match.offers.items() if what not in _MOOT},
        last=event,
        rewound=False,
        before=match,
        passage=Passage(match.game, match.state, event.event, state),
    )


@apply.register
def _(event: events.TakenBack, match: Match) -> Match:
    then = match.at_step(event.step)
    assert then is not None, "whoever goes back knows that there is a way"
    return _on(
        match,
        event.at,
        state=then.state,
        course=then.course,
        step=then.step,
        answers={},
        late=(),
        overdue=(),
        since=dict.fromkeys(then.choosing, event.at),
        last=then.last,
        rewound=True,
        before=then.before,
        passage=then.passage,
    )


@apply.register
def _(event: events.Agreed, match: Match) -> Match:
    return _on(match, event.at, agreed=True)


@apply.register
def _(event: events.Ended, match: Match) -> Match:
    return _on(
        match,
        event.at,
        status=Status.ENDED,
        outcome=event.outcome,
        reason=event.reason,
        offers={},
    )


@apply.register
def _(event: events.Seated, match: Match) -> Match:
    who = Occupant(event.name, event.bot, event.claim)
    return _on(match, occupants={**match.occupants, event.role: who})


@apply.register
def _(event: events.Vacated, match: Match) -> Match:
    left = {role: who for role, who in match.occupants.items() if role != event.role}
    return _on(match, occupants=left)


@apply.register
def _(event: events.Opened, match: Match) -> Match:
    names = {role: match.occupants[role].name for role in match.game.roles}
    return _on(match, status=Status.OPENING, setup=replace(match.setup, seats=names))


@apply.register
def _(event: events.Said, match: Match) -> Match:
    remark = Remark(match.number, event.role, event.text)
    return _on(match, chat=(*match.chat, remark)[-_CHAT:])


@apply.register
def _(event: events.Offered, match: Match) -> Match:
    by = (*match.offers.get(event.offer, ()), event.role)
    return _on(match, offers={**match.offers, event.offer: by})


@apply.register
def _(event: events.Declined, match: Match) -> Match:
    return _on(match, offers={w: by for w, by in match.offers.items() if w != event.offer})


@apply.register
def _(event: events.Followed, match: Match) -> Match:
    return _on(match, successor=event.match, offers={})


@apply.register
def _(event: events.Abandoned, match: Match) -> Match:
    return _on(match, status=Status.ABANDONED, reason=event.why, offers={})


def _on(match: Match, at: float | None = None, **changes: object) -> Match:
    """The match one event later, with what the event changes.

    Copied by hand: :func:`dataclasses.replace` takes five times as long, twice a move.
    """
    known = vars(match).copy()
    for name in _FOUND_OUT:
        known.pop(name, None)
    known.update(changes)
    known["number"] = match.number + 1
    if at is not None:
        known["now"] = at
    later = object.__new__(Match)
    object.__setattr__(later, "__dict__", known)
    return later


FOLDS = apply.registry
"""What :func:`apply` does, by the class of an event: to look it up there takes half as long."""


def _since(before: Match, after: State, acted: set[Role], at: float) -> dict[Role, float]:
    """When the time of those who choose next began to run.

    In an open turn the others' moves do not wind up one's clock; one's own does, unless the
    clock counts by the round.
    """
    if not (isinstance(before.state.turn, Open) and isinstance(after.turn, Open)):
        return dict.fromkeys(choosing(after), at)
    per_round = before.setup.clock.per_round

    def runs_on(role: Role) -> bool:
        kept = role not in acted or (per_round and after.limit(role) is None)
        return kept and role in before.since

    return {role: before.since[role] if runs_on(role) else at for role in choosing(after)}


def _take_time(match: Match, role: Role, moment: float) -> dict[str, object]:
    """Charge the reserve for what the move took beyond its own time."""
    clock = match.setup.clock
    if not clock.timed or match.limit(role) is not None:
        return {}
    allowed = clock.move or 0.0
    over = moment - match.since[role] - allowed
    if over <= 0:
        return {}
    reserve = max(match.seats[role].reserve - over, 0.0)
    return {
        "since": {**match.since, role: moment - allowed},
        "seats": _with_seat(match, role, reserve=reserve),
    }


def _with_seat(match: Match, role: Role, **changes: object) -> dict[Role, SeatStanding]:
    seat = replace(match.seats[role], **changes)  # type: ignore[arg-type]
    return {**match.seats, role: seat}
