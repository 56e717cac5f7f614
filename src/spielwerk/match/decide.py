"""From what comes in to what happens: match + command + time → events, or a refusal.

Pure: the time is told, and all chance follows from the seed and the number of the step. Whoever
drives a match does so through a :class:`~spielwerk.match.session.Session`, which asks here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from spielwerk.core import Role
from spielwerk.match import commands, events
from spielwerk.match.commands import Command
from spielwerk.match.draft import MAX_ANSWER, TOLD, Draft, Refusal, TurnedDown, refused
from spielwerk.match.events import MatchEvent, Offer
from spielwerk.match.standing import Match, Status

__all__ = ["MAX_ANSWER", "Happened", "Refusal", "decide"]

_MAX_REMARK = 500


@dataclass(frozen=True, slots=True)
class Happened:
    """What follows from a command, and the match after it."""

    match: Match
    events: tuple[MatchEvent, ...] = ()


def decide(match: Match, command: Command, at: float) -> Happened | Refusal:
    """What happens because of a command that comes in at that second of the match.

    First of all, whoever has run out of time by then is late; where that makes an answer
    impossible, it is not refused: time ran out, and that has happened.
    """
    draft = Draft(match, max(match.now, round(at, 3)))
    try:
        draft.expire()
        _CARRIED_OUT[type(command)](command, draft)
    except TurnedDown as end:
        return end.refusal
    draft.settle()
    while draft.expire():
        draft.settle()
    return Happened(draft.match, tuple(draft.events))


@singledispatch
def _carry_out(command: Command, draft: Draft) -> None:
    raise AssertionError(f"{command!r} is no command")


@_carry_out.register
def _(command: commands.Answer, draft: Draft) -> None:
    draft.answer(command.role, command.text, command.step)


@_carry_out.register
def _(command: commands.Tick, draft: Draft) -> None:
    """That time has passed is all there is to it."""


@_carry_out.register
def _(command: commands.Take, draft: Draft) -> None:
    match, role = draft.match, command.role
    if role not in match.game.roles:
        roles = ", ".join(match.game.roles)
        raise refused("no-such-seat", f"There is no seat '{role}'; there are {roles}.")
    if match.over:
        raise refused("match-over", "The match is over; nobody sits down any more.")
    there = match.occupants.get(role)
    if there is not None and command.claim and there.claim == command.claim:
        return  # the same claim again, because its first answer was lost
    handed_over = (
        there is not None
        and there.bot is None
        and command.bot is not None
        and command.over == there.claim
    )
    if there is not None and not handed_over:
        raise refused("seat-taken", f"{there.name} sits at '{role}' already.")
    draft.add(events.Seated(role, command.name, command.bot, command.claim))
    if draft.match.status is Status.WAITING and not draft.match.free:
        draft.add(events.Opened())
        for each in match.game.roles:
            draft.add(events.Ready(draft.at, each))


@_carry_out.register
def _(command: commands.Leave, draft: Draft) -> None:
    draft.seated(command.role)
    if draft.match.status is not Status.WAITING:
        raise refused("begun", "The match has begun: resign, or let a machine take over.")
    draft.add(events.Vacated(command.role))


@_carry_out.register
def _(command: commands.Sit, draft: Draft) -> None:
    draft.playing(command.role)
    if draft.match.status is not Status.OPENING or draft.match.seats[command.role].ready:
        raise refused("begun", "You are ready, or the match has begun.")
    draft.add(events.Ready(draft.at, command.role))


@_carry_out.register
def _(command: commands.Crash, draft: Draft) -> None:
    draft.playing(command.role)
    draft.add(events.Forfeited(draft.at, command.role, command.why[:TOLD]))


@_carry_out.register
def _(command: commands.Resign, draft: Draft) -> None:
    draft.playing(command.role)
    if draft.match.status is Status.PAUSED:
        draft.add(events.Resumed(draft.at))
    draft.add(events.Resigned(draft.at, command.role))


@_carry_out.register
def _(command: commands.Say, draft: Draft) -> None:
    draft.seated(command.role)
    text = "".join(c for c in command.text.strip() if c.isprintable() or c == "\n")
    if not text:
        raise refused("empty", "There is nothing in this remark.")
    if len(text) > _MAX_REMARK:
        raise refused("too-long", f"A remark has at most {_MAX_REMARK} characters.")
    draft.add(events.Said(command.role, text))


@_carry_out.register
def _(command: commands.Want, draft: Draft) -> None:
    role, offer = command.role, command.offer
    draft.seated(role)
    by = draft.match.offers.get(offer, (role,))
    _check_offer(draft, offer, by[0])
    if role not in draft.match.offers.get(offer, ()):
        draft.add(events.Offered(role, offer))
    if draft.match.agree(offer) and offer is not Offer.REMATCH:
        _carry_out(_agreed(draft.match, offer, by[0]), draft)
        if offer in draft.match.offers:
            draft.add(events.Declined(by[0], offer))


def _check_offer(draft: Draft, offer: Offer, by: Role) -> None:
    match = draft.match
    if offer is Offer.REMATCH:
        if not match.over:
            raise refused("not-over", "A rematch comes after the match.")
        if match.successor is not None:
            raise refused("followed", "There is a rematch already.")
        return
    draft.begun()
    waits = match.stuck and offer in (Offer.UNDO, Offer.DRAW)
    when = Status.PAUSED if waits or offer is Offer.RESUME else Status.RUNNING
    if match.status is not when:
        raise refused("not-now", f"That cannot be offered while the match is {match.status}.")
    if offer is Offer.DRAW and any(who.bot for who in match.occupants.values()):
        raise refused("no-draw", "A machine sits at the table, and machines play to the end.")
    if offer is Offer.UNDO and match.at_step(_last_choice(match, by)) is None:
        raise _no_way_back()


def _agreed(match: Match, offer: Offer, by: Role) -> Command:
    """What all have agreed on. A rematch is founded by whoever drives the match."""
    match offer:
        case Offer.UNDO:
            return commands.TakeBack(_last_choice(match, by))
        case Offer.DRAW:
            return commands.Agree()
        case Offer.PAUSE:
            return commands.Pause()
    return commands.Resume()


def _last_choice(match: Match, role: Role) -> int:
    """The step at which a seat last chose; -1 if it never has."""
    before = (then.step for then in match.way() if then is not match and role in then.choosing)
    return next(before, -1)


@_carry_out.register
def _(command: commands.Decline, draft: Draft) -> None:
    draft.seated(command.role)
    if command.offer not in draft.match.offers:
        raise refused("no-offer", f"There is no offer of {command.offer} on the table.")
    draft.add(events.Declined(command.role, command.offer))


@_carry_out.register
def _(command: commands.Pause, draft: Draft) -> None:
    _require_status(draft, Status.RUNNING)
    draft.add(events.Paused(draft.at))


@_carry_out.register
def _(command: commands.Resume, draft: Draft) -> None:
    _require_status(draft, Status.PAUSED)
    draft.add(events.Resumed(draft.at))


@_carry_out.register
def _(command: commands.TakeBack, draft: Draft) -> None:
    _wake_up(draft)
    _require_status(draft, Status.RUNNING)
    if draft.match.at_step(command.step) is None:
        raise _no_way_back()
    draft.add(events.TakenBack(draft.at, command.step))


@_carry_out.register
def _(command: commands.Agree, draft: Draft) -> None:
    _wake_up(draft)
    _require_status(draft, Status.RUNNING)
    draft.add(events.Agreed(draft.at))


@_carry_out.register
def _(command: commands.Follow, draft: Draft) -> None:
    if draft.match.successor is not None:
        raise refused("followed", "There is a rematch already.")
    draft.add(events.Followed(command.match))


@_carry_out.register
def _(command: commands.Abandon, draft: Draft) -> None:
    draft.going_on()
    draft.add(events.Abandoned(command.why))


_CARRIED_OUT = _carry_out.registry
"""By the class of a command: to look it up there takes half as long."""


def _wake_up(draft: Draft) -> None:
    """A match that only waits because its rules went wrong goes on for what leads out of there."""
    if draft.match.stuck and draft.match.status is Status.PAUSED:
        draft.add(events.Resumed(draft.at))


def _require_status(draft: Draft, status: Status) -> None:
    draft.begun()
    if draft.match.status is not status:
        raise refused("not-now", f"That cannot be while the match is {draft.match.status}.")


def _no_way_back() -> TurnedDown:
    return refused(
        "no-way-back",
        "There is nothing to take back, or something was revealed since: what was seen stays seen.",
    )
