"""The protocol of the spe_ed competition of 2021, both sides of it.

A server shows every client the board once a round and takes one action from each; start with
:mod:`.messages`, what is said. :mod:`.server` hosts races, :mod:`.client` takes part in one,
:mod:`.album` and :mod:`.viewer` show what happened.
"""

from spielwerk.protocols.speed.client import Account, ClientError, LiveClient
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.heat import Played
from spielwerk.protocols.speed.keys import Keys, read_keys
from spielwerk.protocols.speed.lobby import Terms
from spielwerk.protocols.speed.messages import MessageError
from spielwerk.protocols.speed.server import PORT, SpeedServer

__all__ = [
    "PORT",
    "Account",
    "ClientError",
    "Feed",
    "Keys",
    "LiveClient",
    "MessageError",
    "Played",
    "SpeedServer",
    "Terms",
    "read_keys",
]
