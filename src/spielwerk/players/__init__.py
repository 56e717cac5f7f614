"""Opponents for every game of the contract.

What a player is stands in :mod:`spielwerk.core.player`; ``parse_player("mcts:1s")`` makes one from
a text.
"""

from spielwerk.players.at_once import quick_soon, sit_at_once
from spielwerk.players.pace import Pace, Quiet
from spielwerk.players.spec import (
    PlayerSpecError,
    parse_player,
    parse_players,
    player_kind,
    player_names,
)

__all__ = [
    "Pace",
    "PlayerSpecError",
    "Quiet",
    "parse_player",
    "parse_players",
    "player_kind",
    "player_names",
    "quick_soon",
    "sit_at_once",
]
