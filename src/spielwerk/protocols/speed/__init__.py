"""The protocol of the spe_ed competition of 2021, both sides of it.

A server shows every client the board once a round and takes one action from each; start with
:mod:`.messages`, what is said. :mod:`.server` hosts races, :mod:`.client` takes part in one,
:mod:`.album` and :mod:`.viewer` show what happened.
"""

from spielwerk.protocols.speed.client import LiveClient, RaceClientError, RaceNotes
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.heat import Played
from spielwerk.protocols.speed.keys import Keys, read_keys
from spielwerk.protocols.speed.lobby import RaceTerms
from spielwerk.protocols.speed.messages import SpeedMessageError
from spielwerk.protocols.speed.server import PORT, SpeedServer

__all__ = [
    "PORT",
    "Feed",
    "Keys",
    "LiveClient",
    "Played",
    "RaceClientError",
    "RaceNotes",
    "RaceTerms",
    "SpeedMessageError",
    "SpeedServer",
    "read_keys",
]
