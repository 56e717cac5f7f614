"""What one seat, or a spectator, is shown of a match: the only door to the outside.

A match and a role go in, a JSON-able picture comes out. It is a function of the match's log alone,
so that the same place in the log gives the same picture in every process and after every restart.
Nothing here looks at the seed, at pending answers, or at anybody else's legal moves; what the
match shows of itself is filtered by :mod:`spielwerk.match.observe`.
"""

from __future__ import annotations

from collections.abc import Mapping

from spielwerk.core import Json, Move, Over, Role, State
from spielwerk.match import (
    Match,
    MatchEvent,
    Refused,
    Status,
    event_to_json,
    is_play,
    observe,
    told,
)


def picture(match: Match, role: Role | None) -> dict[str, Json]:
    """The match as ``role`` may see it; ``None`` is a spectator."""
    last = None if match.rewound else match.last
    shown: dict[str, Json] = {
        "game": match.game.name,
        "role": role,
        "phase": str(match.status),
        "seats": {seat: _seat(match, seat) for seat in match.game.roles},
        "offers": {str(offer): list(by) for offer, by in match.offers.items()},
        "chat": [{"role": r.role, "text": r.text, "number": r.number} for r in match.chat],
        "reason": match.reason,
        "ending": None,
        "rematch": match.successor,
        "last": None if last is None else told(match.game, last, role),
        "step": 0,
        "view": None,
        "scene": None,
        "legal": [],
        "moves": [],
        "made": {},
        "asked": [],
        "clock": str(match.setup.clock),
        "outcome": None,
    }
    if match.status is not Status.WAITING:
        shown |= _board(match, role)
        if match.before is not None and shown["last"] is not None:
            shown["made"] = cards(match.before.state, role, shown["last"]["moves"])
    return shown


def cards(before: State, role: Role | None, moves: Mapping[str, str]) -> dict[str, Json]:
    """How the moves that were made in a state look to ``role``, by who made them."""
    return {mover: before.card(role, Move(move)).json for mover, move in moves.items()}


def news(match: Match, event: MatchEvent, role: Role | None) -> dict[str, Json] | None:
    """An event as ``role`` is told of it; ``None`` where it is told nothing."""
    if is_play(event):
        return None if isinstance(event, Refused) else told(match.game, event, role)
    return {key: value for key, value in event_to_json(event).items() if key != "claim"}


def _board(match: Match, role: Role | None) -> dict[str, Json]:
    seen = observe(match, role)
    return {
        "step": seen.step,
        "view": seen.view,
        "scene": match.state.scene(role).json,
        "legal": list(seen.legal),
        "moves": [match.state.card(role, move).json for move in seen.legal],
        "asked": list(seen.asked),
        "outcome": None if seen.outcome is None else dict(seen.outcome),
        "ending": None if seen.outcome is None else _ending(match),
    }


def _ending(match: Match) -> str:
    """What decided a match, as a word for programs: the log says it in a sentence."""
    if match.agreed:
        return "agreement"
    if isinstance(match.state.turn, Over):
        return "rules"
    return "left" if any(seat.gone for seat in match.seats.values()) else "other"


def _seat(match: Match, role: Role) -> dict[str, Json]:
    occupant = match.occupants.get(role)
    shown: dict[str, Json] = {
        "name": occupant.name if occupant else None,
        "bot": occupant.bot if occupant else None,
    }
    if match.status is Status.WAITING:
        return shown
    seat = match.seats[role]
    asked = role in match.asked
    return shown | {
        "gone": seat.gone,
        "strikes": seat.strikes,
        "reserve": seat.reserve,
        "since": match.since.get(role) if asked else None,
        "deadline": match.deadline(role) if asked else None,
    }
