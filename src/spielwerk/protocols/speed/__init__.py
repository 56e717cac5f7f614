"""The protocol of the spe_ed competition of 2021, both sides of it.

A server shows every client the board once a round and takes one action from each; start with
:mod:`.messages`, what is said. :mod:`.server` hosts races, :mod:`.client` takes part in one,
:mod:`.album` and :mod:`.viewer` show what happened.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.protocols.speed.album import (
        Album,
        add_thoughts,
        cover,
        frame,
        read_album,
        record_album,
        thought,
    )
    from spielwerk.protocols.speed.client import LiveClient, RaceClientError, RaceNotes
    from spielwerk.protocols.speed.diary import tell_decision, tell_end, tell_start
    from spielwerk.protocols.speed.feed import Feed
    from spielwerk.protocols.speed.heat import Played
    from spielwerk.protocols.speed.keys import Keys, read_keys
    from spielwerk.protocols.speed.lobby import RaceTerms
    from spielwerk.protocols.speed.messages import SpeedMessageError, state_message
    from spielwerk.protocols.speed.onlookers import Gallery
    from spielwerk.protocols.speed.server import PORT, SpeedServer
    from spielwerk.protocols.speed.viewer import album_page
else:
    lazily(__name__)

__all__ = [
    "PORT",
    "Album",
    "Feed",
    "Gallery",
    "Keys",
    "LiveClient",
    "Played",
    "RaceClientError",
    "RaceNotes",
    "RaceTerms",
    "SpeedMessageError",
    "SpeedServer",
    "add_thoughts",
    "album_page",
    "cover",
    "frame",
    "read_album",
    "read_keys",
    "record_album",
    "state_message",
    "tell_decision",
    "tell_end",
    "tell_start",
    "thought",
]
