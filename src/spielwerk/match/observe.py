"""What a seat or a spectator may be told of a match: the secret filter, all in this file.

Goes in a match (and the event that led to it), comes out a JSON-able picture without anything
that the observer may not know: no move before it is made, no move of others where something is
hidden (the view shows what may be seen of it), nobody's legal moves but one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spielwerk.core import Game, Json, Move, Outcome, Role, Telling, View
from spielwerk.match.events import MatchEvent, Moved, Refused, Replaced, Stepped
from spielwerk.match.fold import evolve
from spielwerk.match.standing import Match, SeatStanding, Setup, Status, open_match
from spielwerk.match.wire import event_to_json


@dataclass(frozen=True, slots=True)
class Observation:
    """A match at one moment, as ``role`` (or a spectator) may see it."""

    role: Role | None
    status: Status
    step: int
    view: View
    legal: tuple[Move, ...]
    """The observer's own legal moves, where it is asked for one."""
    asked: tuple[Role, ...]
    """For whom the match is waiting."""
    deadline: float | None
    """When the next of them must have answered, in seconds of the match."""
    seats: dict[Role, SeatStanding]
    outcome: Outcome | None
    account: Telling
    """What the observer may know of the step that led here."""


def observe(match: Match, role: Role | None = None) -> Observation:
    """The match as ``role`` may see it; ``None`` is a spectator."""
    end = match.next_deadline
    return Observation(
        role,
        match.status,
        match.step,
        match.state.view(role),
        own_moves(match, role),
        asked_as_told(match, role),
        None if end is None else end - match.setup.clock.grace,
        dict(match.seats),
        match.outcome,
        match.account.of(role),
    )


def own_moves(match: Match, role: Role | None) -> tuple[Move, ...]:
    """The legal moves of ``role``, where it is asked for one."""
    return tuple(match.state.legal(role)) if role is not None and role in match.asked else ()


def asked_as_told(match: Match, role: Role | None) -> tuple[Role, ...]:
    """For whom the match is waiting, as far as ``role`` may know."""
    if not match.game.secret_turns:
        return match.asked
    return tuple(one for one in match.asked if one == role)


def told(game: Game, event: MatchEvent, role: Role | None = None) -> dict[str, Json]:
    """The event as JSON, without what ``role`` may not know."""
    if isinstance(event, Moved | Replaced | Refused) and event.role != role:
        known: dict[str, Json] = {"event": type(event).__name__.lower(), "at": event.at}
        return known if game.secret_turns else {**known, "role": event.role}
    body = event_to_json(event)
    if game.hidden and isinstance(event, Stepped):
        moves = event.event.moves
        return {**body, "moves": {mover: move for mover, move in moves.items() if mover == role}}
    return body


def spectate(
    game: Game, setup: Setup, events: Iterable[MatchEvent], role: Role | None = None
) -> Iterator[tuple[dict[str, Json], Observation]]:
    """Follow a match as it happens: what ``role`` is told of each event, and sees after it."""
    match = open_match(game, setup)
    for event in events:
        match = evolve(match, event)
        yield told(game, event, role), observe(match, role)
