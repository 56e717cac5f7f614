"""Opponents for every game of the contract.

Start with :mod:`spielwerk.players.player`; ``parse_player("mcts:1s")`` makes one from a text.
"""

from spielwerk.players.choice import Candidate, Choice
from spielwerk.players.durations import format_seconds, parse_seconds
from spielwerk.players.knowledge import Knowledge
from spielwerk.players.pace import NEVER, Deadline, Pace
from spielwerk.players.player import Mind, Player, Unsuited
from spielwerk.players.spec import (
    PlayerSpecError,
    parse_player,
    parse_players,
    player_kind,
    player_names,
)

__all__ = [
    "NEVER",
    "Candidate",
    "Choice",
    "Deadline",
    "Knowledge",
    "Mind",
    "Pace",
    "Player",
    "PlayerSpecError",
    "Unsuited",
    "format_seconds",
    "parse_player",
    "parse_players",
    "parse_seconds",
    "player_kind",
    "player_names",
]
