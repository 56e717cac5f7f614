"""What the server keeps: the logs of matches, who owns which, and all other rows, in one database.

:mod:`.schema` lists the tables, :mod:`.events` appends to the logs and reads them back.
"""

from spielwerk.server.store import schema
from spielwerk.server.store.backup import back_up, restore
from spielwerk.server.store.clock import DatabaseClock
from spielwerk.server.store.database import (
    UNANSWERED,
    DatabaseError,
    database_url,
    is_sqlite,
    open_database,
)
from spielwerk.server.store.events import (
    EVENTS_CHANNEL,
    MAX_NOTE,
    Append,
    EventStore,
    Listing,
    LostRoom,
    NotWritten,
    StoredEvent,
    read_note,
)
from spielwerk.server.store.lookup import RowLookup
from spielwerk.server.store.ownership import Ownership

__all__ = [
    "EVENTS_CHANNEL",
    "MAX_NOTE",
    "UNANSWERED",
    "Append",
    "DatabaseClock",
    "DatabaseError",
    "EventStore",
    "Listing",
    "LostRoom",
    "NotWritten",
    "Ownership",
    "RowLookup",
    "StoredEvent",
    "back_up",
    "database_url",
    "is_sqlite",
    "open_database",
    "read_note",
    "restore",
    "schema",
]
