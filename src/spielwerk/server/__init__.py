"""Hosting every game of the contract over the network.

Start with :mod:`spielwerk.server.rooms` (what a room is told is what a match is told) and
:mod:`spielwerk.server.store` (where its events are kept); :func:`create_app` puts all together.
"""

from spielwerk.server.app import create_app
from spielwerk.server.settings import Settings, SettingsError, read_settings
from spielwerk.server.store import DatabaseError

__all__ = ["DatabaseError", "Settings", "SettingsError", "create_app", "read_settings"]
