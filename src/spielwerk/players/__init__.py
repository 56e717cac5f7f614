"""Opponents for every game of the contract.

What a player is stands in :mod:`spielwerk.core.player`; ``parse_player("mcts:1s")`` makes one from
a text. Who is best at a game :mod:`.auto` finds out, and :mod:`.levels` are for people to choose.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.players.alert import win_at_once
    from spielwerk.players.at_once import make_ready, quick_soon, sit_at_once
    from spielwerk.players.auto import best_player, contenders, find_out, lasting
    from spielwerk.players.levels import LevelPlayer, Strong
    from spielwerk.players.meeting import Interrupted, Meeting, meet
    from spielwerk.players.pace import Pace, Quiet, working_clock
    from spielwerk.players.reasons import Reasons, reasons_for
    from spielwerk.players.spec import (
        PlayerSpecError,
        parse_player,
        parse_players,
        player_kind,
        player_names,
    )
else:
    lazily(__name__)

__all__ = [
    "Interrupted",
    "LevelPlayer",
    "Meeting",
    "Pace",
    "PlayerSpecError",
    "Quiet",
    "Reasons",
    "Strong",
    "best_player",
    "contenders",
    "find_out",
    "lasting",
    "make_ready",
    "meet",
    "parse_player",
    "parse_players",
    "player_kind",
    "player_names",
    "quick_soon",
    "reasons_for",
    "sit_at_once",
    "win_at_once",
    "working_clock",
]
