"""The network standard of No Time to Spy, both sides of it, in both its dialects.

Start with :mod:`.messages`, what is said. :mod:`.server` hosts matches: a :mod:`.hall` lets
clients in, at a :mod:`.table` two of them play, and the :mod:`.narrator` tells everybody what
they may know. :mod:`.client` is the other side: an agent decides, it does the talking.
"""

from spielwerk.protocols.spy.client import Agent, SpyClient, SpyClientError
from spielwerk.protocols.spy.journal import Journal, read_card
from spielwerk.protocols.spy.replay import replay_of
from spielwerk.protocols.spy.server import PORT, SpyServer
from spielwerk.protocols.spy.terms import ServerTerms
from spielwerk.protocols.spy.wire import Revision, SpyMessageError

__all__ = [
    "PORT",
    "Agent",
    "Journal",
    "Revision",
    "ServerTerms",
    "SpyClient",
    "SpyClientError",
    "SpyMessageError",
    "SpyServer",
    "read_card",
    "replay_of",
]
