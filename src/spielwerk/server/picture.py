"""What one seat, or a spectator, is shown of a table: the only door to the outside.

A table and a role go in, a JSON-able picture comes out. It is a function of the table's log alone,
so that the same place in the log gives the same picture in every process and after every restart.
Nothing here looks at the seed, at pending answers, or at anybody else's legal moves; what the
match shows of itself is filtered by :mod:`spielwerk.match.observe`.
"""

from __future__ import annotations

from collections.abc import Mapping

from spielwerk.core import Json, Move, Over, Role, State
from spielwerk.match import Match, Refused, observe, told
from spielwerk.server.entries import Entry, entry_to_json, is_match_event
from spielwerk.server.table import Table

__all__ = ["cards", "news", "picture"]


def picture(table: Table, role: Role | None) -> dict[str, Json]:
    """The table as ``role`` may see it; ``None`` is a spectator."""
    shown: dict[str, Json] = {
        "game": table.game.name,
        "role": role,
        "phase": str(table.phase),
        "seats": {seat: _seat(table, seat) for seat in table.game.roles},
        "offers": {str(offer): list(by) for offer, by in table.offers.items()},
        "chat": [{"role": r.role, "text": r.text, "number": r.number} for r in table.chat],
        "reason": table.reason,
        "ending": None,
        "rematch": table.successor,
        "last": None if table.last is None else told(table.game, table.last, role),
        "step": 0,
        "view": None,
        "scene": None,
        "legal": [],
        "moves": [],
        "made": {},
        "asked": [],
        "clock": str(table.charter.clock),
        "outcome": None,
    }
    if table.match is not None:
        shown |= _match(table.match, role)
        if table.match.before is not None and shown["last"] is not None:
            shown["made"] = cards(table.match.before.state, role, shown["last"]["moves"])
    return shown


def cards(before: State, role: Role | None, moves: Mapping[str, str]) -> dict[str, Json]:
    """How the moves that were made in a state look to ``role``, by who made them."""
    return {mover: before.card(role, Move(move)).json for mover, move in moves.items()}


def news(table: Table, entry: Entry, role: Role | None) -> dict[str, Json] | None:
    """An entry as ``role`` is told of it; ``None`` where it is told nothing."""
    if is_match_event(entry):
        return None if isinstance(entry, Refused) else told(table.game, entry, role)
    return {key: value for key, value in entry_to_json(entry).items() if key != "claim"}


def _match(match: Match, role: Role | None) -> dict[str, Json]:
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


def _seat(table: Table, role: Role) -> dict[str, Json]:
    occupant = table.seats.get(role)
    shown: dict[str, Json] = {
        "name": occupant.name if occupant else None,
        "bot": occupant.bot if occupant else None,
    }
    match = table.match
    if match is None:
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
