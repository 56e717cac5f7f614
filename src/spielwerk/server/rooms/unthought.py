"""Moves of machines that they had not thought: each is in the log and in the numbers.

The log names no match: whoever knows the address of one may watch it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from spielwerk.core import Role, Unthought
from spielwerk.match import Ledger, Match, MatchEvent
from spielwerk.server.operation import UNTHOUGHT

_log = logging.getLogger(__name__)


def note_unthought(role: Role, player: str, why: Unthought) -> None:
    """A machine did not think a move itself."""
    UNTHOUGHT.labels(str(why)).inc()
    facts = {"role": role, "player": player, "why": str(why)}
    _log.warning("a machine's move was not thought", extra={"facts": facts})


def note_made_for_machines(match: Match, events: Sequence[MatchEvent]) -> None:
    """Something happened; whatever the match did for or to a machine was not thought by it."""
    if all(who.bot is None for who in match.occupants.values()):
        return
    ledger = Ledger(match.game.roles)
    for role, why in filter(None, map(ledger.take, events)):
        who = match.occupants.get(role)
        if who is not None and who.bot is not None:
            note_unthought(role, who.bot, why)
