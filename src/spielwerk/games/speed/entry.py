"""spe_ed in the catalogue, for two to six players."""

from __future__ import annotations

from functools import partial

from spielwerk.core import Entry
from spielwerk.games.speed.game import PLAYERS, Speed

SPEED = Entry(
    Speed.name,
    Speed.title,
    Speed.about,
    Speed().roles,
    Speed.hidden,
    Speed,
    {players: partial(Speed, players) for players in range(PLAYERS[0] + 1, PLAYERS[1] + 1)},
)
