"""What one seat, or a spectator, is shown of a match: the only door to the outside.

A match and a role go in, a JSON-able picture comes out. It is a function of the match's log alone,
so that the same place in the log gives the same picture in every process and after every restart.
Nothing here looks at the seed, at pending answers, or at anybody else's legal moves; what the
match shows of itself is filtered by :mod:`spielwerk.match.observe`.
"""

from __future__ import annotations

from collections.abc import Mapping

from spielwerk.core import Json, Move, Over, Role, State, once
from spielwerk.match import (
    Match,
    MatchEvent,
    Refused,
    Status,
    event_to_json,
    is_play,
    own_moves,
    told,
)

Picture = dict[str, Json]


class Pictures:
    """A match at one place of its log, as everybody may see it. What is alike is made once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._own: dict[Role | None, Picture] = {}

    def of(self, role: Role | None) -> Picture:
        """The match as ``role`` may see it; ``None`` is a spectator."""
        return self.alike | self.own(role)

    @once
    def alike(self) -> Picture:
        """What everybody may see of it, but for what a role's own part says otherwise."""
        return _alike(self._match)

    def own(self, role: Role | None) -> Picture:
        """What is a role's own, always under the same names."""
        known = self._own.get(role)
        if known is None:
            known = self._own[role] = _own(self._match, role, self.alike)
        return known


def _alike(match: Match) -> Picture:
    """What everybody may see of it."""
    begun = match.status is not Status.WAITING
    over = begun and match.outcome is not None
    fault = match.state.fault
    return {
        "game": match.game.name,
        "phase": str(match.status),
        "seats": {seat: _seat(match, seat) for seat in match.game.roles},
        "offers": {str(offer): list(by) for offer, by in match.offers.items()},
        "chat": [{"role": r.role, "text": r.text, "number": r.number} for r in match.chat],
        "reason": match.reason,
        "fault": fault.claim if begun and fault is not None and match.stuck else None,
        "ending": _ending(match) if over else None,
        "rematch": match.successor,
        "step": match.step if begun else 0,
        "asked": list(match.asked) if begun else [],
        "clock": str(match.setup.clock),
        "last": None if match.rewound or match.last is None else told(match.game, match.last),
        "outcome": dict(match.outcome) if begun and match.outcome is not None else None,
        "tally": tally(match) if over else [],
    }


def _own(match: Match, role: Role | None, alike: Picture) -> Picture:
    """What is not the same for everybody, or does not have to be."""
    state, last, waiting = match.state, alike["last"], match.status is Status.WAITING
    if last is not None and match.last is not None and match.game.hidden:
        last = told(match.game, match.last, role)
    discreet = _discreetly(alike, role) if match.game.secret_turns else {}
    own = {"role": role, **({"last": last} if match.game.hidden else {}), **discreet}
    if waiting:  # the beginning, as everybody may see it
        first: Picture = {"view": state.view(None), "scene": state.scene(None).json}
        return {**own, **first, "legal": [], "moves": [], "made": {}, "account": []}
    legal, before = own_moves(match, role), match.before
    return {
        **own,
        "view": state.view(role),
        "scene": state.scene(role).json,
        "legal": list(legal),
        "moves": [state.card(role, move).json for move in legal],
        "made": {} if last is None or before is None else cards(before.state, role, last["moves"]),
        "account": [] if match.rewound else [one.to_json() for one in match.account.of(role)],
    }


def _discreetly(alike: Picture, role: Role | None) -> Picture:
    """Who is asked, and whose clock runs, as far as that is one's own."""
    if not alike["asked"]:
        return {"asked": [], "seats": alike["seats"]}
    running = {"since": None, "deadline": None}
    seats = {one: seat if one == role else seat | running for one, seat in alike["seats"].items()}
    return {"asked": [one for one in alike["asked"] if one == role], "seats": seats}


def tally(match: Match) -> list[Json]:
    """How the scores of a match came about that the rules have ended."""
    ended = isinstance(match.state.turn, Over)
    return [line.to_json() for line in match.state.tally()] if ended else []


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
    if not gone:
        return "repetition" if match.repeated else "other"
    if any(match.occupants[role].bot for role in gone if role in match.occupants):
        return "machine"
    return "late" if any(match.seats[role].overran for role in gone) else "left"


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
