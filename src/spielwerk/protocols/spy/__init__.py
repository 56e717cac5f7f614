"""The network standard of No Time to Spy, both sides of it, in both its dialects.

Start with :mod:`.messages`, what is said. :mod:`.server` hosts matches: a :mod:`.reception` lets
clients in, in a :mod:`.room` two of them play, and the :mod:`.narrator` tells everybody what
they may know. :mod:`.client` is the other side: an agent decides, it does the talking.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.protocols.spy.client import NOTICE, Agent, SpyClient, SpyClientError
    from spielwerk.protocols.spy.journal import Journal, read_card
    from spielwerk.protocols.spy.messages import (
        GameStarted,
        GameStatus,
        HelloReply,
        RequestEquipmentChoice,
        RequestItemChoice,
        Statistics,
    )
    from spielwerk.protocols.spy.replay import replay_of
    from spielwerk.protocols.spy.server import PORT, SpyServer
    from spielwerk.protocols.spy.terms import ServerTerms
    from spielwerk.protocols.spy.values import Operation, Point
    from spielwerk.protocols.spy.wire import Revision, SpyMessageError
else:
    lazily(__name__)

__all__ = [
    "NOTICE",
    "PORT",
    "Agent",
    "GameStarted",
    "GameStatus",
    "HelloReply",
    "Journal",
    "Operation",
    "Point",
    "RequestEquipmentChoice",
    "RequestItemChoice",
    "Revision",
    "ServerTerms",
    "SpyClient",
    "SpyClientError",
    "SpyMessageError",
    "SpyServer",
    "Statistics",
    "read_card",
    "replay_of",
]
