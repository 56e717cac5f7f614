"""What one seat, or a spectator, is shown of a match: the only door to the outside.

A match and a role go in, a JSON-able picture comes out. It is a function of the match's log alone,
so that the same place in the log gives the same picture in every process and after every restart.
Nothing here looks at the seed, at pending answers, or at anybody else's legal moves; what the
match shows of itself is filtered by :mod:`spielwerk.match.observe`.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter, is_

from spielwerk.core import Json, Move, Over, Role, State, Telling
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

    def __init__(self, match: Match, known: Pictures | None = None) -> None:
        """``known`` is the match at another place: what is the same there is not made again."""
        self.match = match
        self.since = None if known is None else known.match.number
        """The number of that place."""
        self.news = _alike(match, known)
        """What may look otherwise to everybody than it does there."""
        self.alike: Picture = self.news if known is None else {**known.alike, **self.news}
        """What everybody may see of it, but for what a role's own part says otherwise."""
        self._own: dict[Role | None, Picture] = {}
        self._made: dict[str, Json] = {}
        self._told: tuple[Telling, list[Json]] = (), []

    def of(self, role: Role | None) -> Picture:
        """The match as ``role`` may see it; ``None`` is a spectator."""
        return self.alike | self.own(role)

    def own(self, role: Role | None) -> Picture:
        """What is a role's own, always under the same names."""
        known = self._own.get(role)
        if known is None:
            known = self._own[role] = self._find_own(role)
        return known

    def _find_own(self, role: Role | None) -> Picture:
        """What is not the same for everybody, or does not have to be."""
        match, last = self.match, self.alike["last"]
        state, own = match.state, {"role": role}
        if match.game.hidden:
            if last is not None and match.last is not None:
                last = told(match.game, match.last, role)
            own["last"] = last
        if match.game.secret_turns:
            own |= _discreetly(self.alike, role)
        if match.status is Status.WAITING:  # the beginning, as everybody may see it
            first: Picture = {"view": state.view(None), "scene": state.scene(None).json}
            return {**own, **first, "legal": [], "moves": [], "made": {}, "account": []}
        legal = own_moves(match, role)
        return {
            **own,
            "view": state.view(role),
            "scene": state.scene(role).json,
            "legal": list(legal),
            "moves": [state.card(role, move).json for move in legal],
            "made": {} if last is None else self._cards(role, last["moves"]),
            "account": [] if match.rewound else self._account(role),
        }

    # The same objects for all who are shown the same, so that these are compared once

    def _cards(self, role: Role | None, moves: Mapping[str, str]) -> dict[str, Json]:
        before = self.match.before
        made = {} if before is None else cards(before.state, role, moves)
        if made.keys() != self._made.keys() or not all(
            map(is_, made.values(), self._made.values())
        ):
            self._made = made
        return self._made

    def _account(self, role: Role | None) -> list[Json]:
        telling = self.match.account.of(role)
        if telling is not self._told[0]:
            self._told = telling, [one.json for one in telling]
        return self._told[1]


_COMPANY = attrgetter(
    "status", "setup", "occupants", "chat", "offers", "reason", "successor", "outcome", "agreed"
)
"""What a match is beside its game and its clocks."""


def _alike(match: Match, known: Pictures | None) -> Picture:
    """What everybody may see of it, but for what is the same at another place."""
    begun, fault = match.status is not Status.WAITING, match.state.fault
    moved_on = known is not None and all(map(is_, _COMPANY(match), _COMPANY(known.match)))
    now: Picture = {
        "seats": _seats(match, known if moved_on else None),
        "fault": fault.claim if begun and fault is not None and match.stuck else None,
        "step": match.step if begun else 0,
        "asked": list(match.asked) if begun else [],
        "last": None if match.rewound or match.last is None else told(match.game, match.last),
    }
    if moved_on and match.status is Status.RUNNING:
        return now
    over = begun and match.outcome is not None
    return {
        "game": match.game.name,
        "phase": str(match.status),
        "offers": {str(offer): list(by) for offer, by in match.offers.items()},
        "chat": [{"role": r.role, "text": r.text, "number": r.number} for r in match.chat],
        "reason": match.reason,
        "ending": _ending(match) if over else None,
        "rematch": match.successor,
        "clock": str(match.setup.clock),
        "outcome": dict(match.outcome) if begun and match.outcome is not None else None,
        "tally": tally(match) if over else [],
        **now,
    }


def _discreetly(alike: Picture, role: Role | None) -> Picture:
    """Who is asked, and how much time there is, as far as that is one's own."""
    seats = {
        one: seat if one == role or alike["outcome"] or "reserve" not in seat else seat | _UNTOLD
        for one, seat in alike["seats"].items()
    }
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


def is_logged_as_told(event: MatchEvent) -> bool:
    """Whether those who did it, and all where nobody did, are told an event as the log has it.

    Only of games in which nothing is hidden.
    """
    return is_play(event) and not isinstance(event, Refused)


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


def _seats(match: Match, known: Pictures | None) -> dict[str, Json]:
    """Who sits where, and whose clock runs; maybe the same people as at another place."""
    if match.status is Status.WAITING:
        return {role: _occupant(match, role) for role in match.game.roles}
    if known is None or known.match.seats is not match.seats:
        return {role: _occupant(match, role) | _seat(match, role) for role in match.game.roles}
    return {role: {**seat, **_times(match, role)} for role, seat in known.alike["seats"].items()}


def _occupant(match: Match, role: Role) -> dict[str, Json]:
    who = match.occupants.get(role)
    return {"name": who.name if who else None, "bot": who.bot if who else None}


def _seat(match: Match, role: Role) -> dict[str, Json]:
    seat = match.seats[role]
    standing = {"gone": seat.gone, "strikes": seat.strikes, "reserve": seat.reserve}
    return standing | _times(match, role)


def _times(match: Match, role: Role) -> dict[str, Json]:
    """Since when a seat's clock runs, and until when."""
    if role not in match.asked:
        return _NO_TIMES
    return {"since": match.since.get(role), "deadline": match.deadline(role)}


_NO_TIMES: dict[str, Json] = {"since": None, "deadline": None}
_UNTOLD = {**_NO_TIMES, "reserve": None}
"""Of others where turns are secret: what is left of a reserve tells who has used it."""
