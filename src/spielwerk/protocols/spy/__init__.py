"""The network standard of No Time to Spy, both sides of it, in both its dialects.

Start with :mod:`.messages`, what is said. :mod:`.server` hosts matches: a :mod:`.hall` lets
clients in, at a :mod:`.table` two of them play, and the :mod:`.narrator` tells everybody what
they may know. :mod:`.client` is the other side: an agent decides, it does the talking.
"""

from spielwerk.protocols.spy.client import Agent, ClientError, SpyClient
from spielwerk.protocols.spy.journal import Journal, read_card
from spielwerk.protocols.spy.replay import replay_of
from spielwerk.protocols.spy.server import PORT, SpyServer
from spielwerk.protocols.spy.terms import Terms
from spielwerk.protocols.spy.wire import Dialect, MessageError

__all__ = [
    "PORT",
    "Agent",
    "ClientError",
    "Dialect",
    "Journal",
    "MessageError",
    "SpyClient",
    "SpyServer",
    "Terms",
    "read_card",
    "replay_of",
]
