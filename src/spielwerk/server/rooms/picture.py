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

Picture = dict[str, Json]


class Pictures:
    """A match at one place of its log, as everybody may see it. What is alike is made once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._alike: Picture | None = None
        self._own: dict[Role | None, Picture] = {}

    def of(self, role: Role | None) -> Picture:
        """The match as ``role`` may see it; ``None`` is a spectator."""
        if role not in self._own:
            if self._alike is None:
                self._alike = _alike(self._match)
            self._own[role] = _own(self._match, role, self._alike)
        return self._own[role]


def _alike(match: Match) -> Picture:
    """What everybody may see of it."""
    begun = match.status is not Status.WAITING
    over = begun and match.outcome is not None
    return {
        "game": match.game.name,
        "phase": str(match.status),
        "seats": {seat: _seat(match, seat) for seat in match.game.roles},
        "offers": {str(offer): list(by) for offer, by in match.offers.items()},
        "chat": [{"role": r.role, "text": r.text, "number": r.number} for r in match.chat],
        "reason": match.reason,
        "ending": _ending(match) if over else None,
        "rematch": match.successor,
        "step": match.step if begun else 0,
        "asked": list(match.asked) if begun else [],
        "clock": str(match.setup.clock),
        "last": None if match.rewound or match.last is None else told(match.game, match.last),
        "outcome": dict(match.outcome) if begun and match.outcome is not None else None,
    }


def _own(match: Match, role: Role | None, alike: Picture) -> Picture:
    """That, and what is not the same for everybody."""
    if match.status is Status.WAITING:
        nothing: Picture = {"view": None, "scene": None, "legal": [], "moves": [], "made": {}}
        return {**alike, "role": role, **nothing}
    seen, state, last = observe(match, role), match.state, alike["last"]
    if last is not None and match.last is not None and match.game.hidden:
        last = told(match.game, match.last, role)
    before = match.before
    return {
        **alike,
        "role": role,
        "last": last,
        "view": seen.view,
        "scene": state.scene(role).json,
        "legal": list(seen.legal),
        "moves": [state.card(role, move).json for move in seen.legal],
        "made": {} if last is None or before is None else cards(before.state, role, last["moves"]),
    }


def cards(before: State, role: Role | None, moves: Mapping[str, str]) -> dict[str, Json]:
    """How the moves that were made in a state look to ``role``, by who made them."""
    return {mover: before.card(role, Move(move)).json for mover, move in moves.items()}


def news(match: Match, event: MatchEvent, role: Role | None) -> dict[str, Json] | None:
    """An event as ``role`` is told of it; ``None`` where it is told nothing."""
    if is_play(event):
        return None if isinstance(event, Refused) else told(match.game, event, role)
    return {key: value for key, value in event_to_json(event).items() if key != "claim"}


def _ending(match: Match) -> str:
    """What decided a match, as a word for programs: the log says it in a sentence."""
    if match.agreed:
        return "agreement"
    if isinstance(match.state.turn, Over):
        return "rules"
    gone = [role for role, seat in match.seats.items() if seat.gone]
    if any(match.occupants[role].bot for role in gone if role in match.occupants):
        return "machine"
    return "left" if gone else "other"


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
