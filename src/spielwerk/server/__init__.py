"""Hosting every game of the contract over the network.

Start with :mod:`spielwerk.server.table` (a table is a fold over its log) and
:mod:`spielwerk.server.rooms.room` (one table at work); :func:`create_app` puts everything together.
"""

from spielwerk.server.app import create_app
from spielwerk.server.settings import Settings, SettingsError, read_settings
from spielwerk.server.store.database import DatabaseError

__all__ = ["DatabaseError", "Settings", "SettingsError", "create_app", "read_settings"]
