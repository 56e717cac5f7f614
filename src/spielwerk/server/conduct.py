"""How an order becomes entries of a table's log.

A table and an order go in, entries come out, or a :class:`Refusal` that says why not. Pure: the
time is told, and nothing is written or sent here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch

from spielwerk.core import MoveSyntaxError, Open, Role
from spielwerk.match import (
    Agree,
    Answer,
    Command,
    Crash,
    Match,
    Pause,
    Resign,
    Resume,
    Sit,
    TakeBack,
    Tick,
    decide,
)
from spielwerk.server.entries import (
    Abandoned,
    Declined,
    Entry,
    Followed,
    Offer,
    Offered,
    Opened,
    Said,
    Seated,
    Vacated,
)
from spielwerk.server.orders import (
    Abandon,
    Decline,
    Fail,
    Follow,
    GiveUp,
    Leave,
    Order,
    Play,
    Refusal,
    Say,
    Take,
    Wake,
    Want,
)
from spielwerk.server.table import Phase, Table, fold, follow

__all__ = ["MAX_MOVE", "agreed", "conduct"]

MAX_MOVE = 1_000
MAX_REMARK = 500


def conduct(table: Table, order: Order, at: float) -> tuple[Table, tuple[Entry, ...]]:
    """What happens because of the order at that second of the match, and the table after it.

    :raises Refusal: it cannot be done now; nothing happened
    """
    draft = _Draft(table, at)
    _carry_out(order, draft)
    return draft.table, tuple(draft.entries)


class _Draft:
    """A table in the course of one order."""

    def __init__(self, table: Table, at: float) -> None:
        self.table = table
        self.at = at
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        self.table = fold(self.table, entry)
        self.entries.append(entry)

    def command(self, make: Callable[[float], Command]) -> None:
        """Give the match a command and write down what happens in it."""
        match, events = decide(self.running(), make(self.at))
        self.table = follow(self.table, events, match)
        self.entries += events

    def running(self) -> Match:
        """The match, which must be going on."""
        match self.table.phase:
            case Phase.WAITING:
                free = ", ".join(self.table.free)
                raise Refusal("not-begun", f"The match has not begun: {free} is still free.")
            case Phase.ENDED | Phase.ABANDONED:
                raise Refusal("match-over", "The match is over; ask for a rematch instead.")
        assert self.table.match is not None, "only a waiting table has no match"
        return self.table.match

    def seat(self, role: Role) -> None:
        if role not in self.table.seats:
            raise Refusal("no-such-seat", f"Nobody sits at '{role}'.")


@singledispatch
def _carry_out(order: object, draft: _Draft) -> None:
    raise AssertionError(f"{order!r} is no order")


@_carry_out.register
def _(order: Take, draft: _Draft) -> None:
    table = draft.table
    if order.role not in table.game.roles:
        roles = ", ".join(table.game.roles)
        raise Refusal("no-such-seat", f"There is no seat '{order.role}'; there are {roles}.")
    occupant = table.seats.get(order.role)
    if table.over:
        raise Refusal("match-over", "The match is over; nobody sits down any more.")
    if occupant is not None and order.claim and occupant.claim == order.claim:
        return  # the same claim again, because its first answer was lost
    if occupant is not None and (order.bot is None or occupant.bot is not None):
        raise Refusal("seat-taken", f"{occupant.name} sits at '{order.role}' already.")
    draft.add(Seated(order.role, order.name, order.bot, order.claim))
    if draft.table.match is None and not draft.table.free:
        draft.add(Opened())
        for role in table.game.roles:
            draft.command(lambda at, role=role: Sit(at, role))  # type: ignore[misc]


@_carry_out.register
def _(order: Leave, draft: _Draft) -> None:
    draft.seat(order.role)
    if draft.table.phase is not Phase.WAITING:
        raise Refusal("begun", "The match has begun: resign, or let a machine take over.")
    draft.add(Vacated(order.role))


@_carry_out.register
def _(order: Play, draft: _Draft) -> None:
    draft.seat(order.role)
    due = draft.running().next_deadline
    if due is not None and draft.at >= due:
        draft.command(Tick)
    match = draft.running() if not draft.table.over else None
    if match is None or not _may_answer(match, order):
        if draft.entries:
            return  # time ran out in between: that has happened, whatever the order wanted
        raise _why_not_now(draft.running(), order)
    _check_legal(match, order)
    draft.command(lambda at: Answer(at, order.role, order.move, order.step))


def _may_answer(match: Match, order: Play) -> bool:
    timely = order.step == match.step or isinstance(match.state.turn, Open)
    return timely and order.role in match.asked


def _why_not_now(match: Match, order: Play) -> Refusal:
    if order.step != match.step:
        return Refusal(
            "stale",
            f"The move is for step {order.step}, but the match is at step {match.step}.",
        )
    if order.role in match.answers:
        return Refusal("already-chosen", "You have chosen already; wait for the others.")
    if match.seats[order.role].gone:
        return Refusal("gone", "You have resigned or forfeited this match.")
    waiting = " and ".join(match.asked) or "chance"
    return Refusal("not-your-turn", f"It is not your turn; now {waiting} must choose.")


def _check_legal(match: Match, order: Play) -> None:
    if len(order.move) > MAX_MOVE:
        raise Refusal("too-long", f"A move has at most {MAX_MOVE:,} characters.")
    if order.move in match.state.legal(order.role):
        return  # most come as we have written them, and reading takes longer than looking
    try:
        move = match.game.parse_move(order.move)
    except MoveSyntaxError as problem:
        raise Refusal("not-a-move", str(problem)) from None
    if move not in match.state.legal(order.role):
        why = match.state.why_not(order.role, move)
        raise Refusal("illegal-move", why.claim, why.to_json())


@_carry_out.register
def _(order: Say, draft: _Draft) -> None:
    draft.seat(order.role)
    text = "".join(c for c in order.text.strip() if c.isprintable() or c == "\n")
    if not text:
        raise Refusal("empty", "There is nothing in this remark.")
    if len(text) > MAX_REMARK:
        raise Refusal("too-long", f"A remark has at most {MAX_REMARK} characters.")
    draft.add(Said(order.role, text))


@_carry_out.register
def _(order: Want, draft: _Draft) -> None:
    draft.seat(order.role)
    table, offer = draft.table, order.offer
    _check_offer(draft, order)
    if order.role not in table.offers.get(offer, ()):
        draft.add(Offered(order.role, offer))
    if agreed(draft.table, offer):
        _settle(draft, offer, draft.table.offers[offer][0])


def agreed(table: Table, offer: Offer) -> bool:
    """Whether all whose agreement is needed want it."""
    by = table.offers.get(offer, ())
    return bool(by) and all(role in by for role in _consenting(table, offer))


def _check_offer(draft: _Draft, order: Want) -> None:
    table = draft.table
    if order.offer is Offer.REMATCH:
        if not table.over:
            raise Refusal("not-over", "A rematch comes after the match.")
        if table.successor is not None:
            raise Refusal("followed", "There is a rematch already.")
        return
    match = draft.running()
    paused = table.phase is Phase.PAUSED
    if (order.offer is Offer.RESUME) != paused:
        now = "paused" if paused else "running"
        raise Refusal("not-now", f"That cannot be offered while the match is {now}.")
    if order.offer is Offer.DRAW and any(who.bot for who in table.seats.values()):
        raise Refusal("no-draw", "A machine sits at the table, and machines play to the end.")
    if order.offer is Offer.UNDO:
        first = table.offers.get(Offer.UNDO, (order.role,))[0]
        if _undo_step(match, first) is None:
            raise Refusal(
                "no-way-back",
                "There is nothing to take back, or something was revealed since: what was seen "
                "stays seen.",
            )


def _consenting(table: Table, offer: Offer) -> list[Role]:
    """Whose agreement is needed: that of all people who are still there."""
    gone = {
        role
        for role, seat in (table.match.seats.items() if table.match else ())
        if seat.gone and offer is not Offer.REMATCH
    }
    return [role for role, who in table.seats.items() if who.bot is None and role not in gone]


def _undo_step(match: Match, role: Role) -> int | None:
    """The step at which ``role`` last chose, if the match can go back there."""
    then = match.before
    while then is not None and role not in then.choosing:
        then = then.before
    return then.step if then is not None and match.at_step(then.step) is not None else None


_AGREED: Mapping[Offer, Callable[[float], Command]] = {
    Offer.DRAW: Agree,
    Offer.PAUSE: Pause,
    Offer.RESUME: Resume,
}


def _settle(draft: _Draft, offer: Offer, by: Role) -> None:
    """Do what all have agreed on. A rematch is founded by whoever drives the table."""
    if offer is Offer.REMATCH:
        return
    if offer is Offer.UNDO:
        step = _undo_step(draft.running(), by)
        assert step is not None, "an offer that cannot be kept is refused"
        draft.command(lambda at: TakeBack(at, step))
    else:
        draft.command(_AGREED[offer])
    if offer in draft.table.offers:
        draft.add(Declined(by, offer))


@_carry_out.register
def _(order: Decline, draft: _Draft) -> None:
    draft.seat(order.role)
    if order.offer not in draft.table.offers:
        raise Refusal("no-offer", f"There is no offer of {order.offer} on the table.")
    draft.add(Declined(order.role, order.offer))


@_carry_out.register
def _(order: GiveUp, draft: _Draft) -> None:
    draft.seat(order.role)
    draft.running()
    if draft.table.phase is Phase.PAUSED:
        draft.command(Resume)
    draft.command(lambda at: Resign(at, order.role))
    if not draft.entries:
        raise Refusal("gone", "You have resigned or forfeited this match already.")


@_carry_out.register
def _(order: Fail, draft: _Draft) -> None:
    draft.command(lambda at: Crash(at, order.role, order.why))


@_carry_out.register
def _(order: Follow, draft: _Draft) -> None:
    if draft.table.successor is not None:
        raise Refusal("followed", "There is a rematch already.")
    draft.add(Followed(order.match))


@_carry_out.register
def _(order: Abandon, draft: _Draft) -> None:
    if not draft.table.over:
        draft.add(Abandoned(order.why))


@_carry_out.register
def _(order: Wake, draft: _Draft) -> None:
    if draft.table.match is not None and not draft.table.over:
        draft.command(Tick)
