"""Hosting every game of the contract over the network.

Start with :mod:`spielwerk.server.rooms` (what a room is told is what a match is told) and
:mod:`spielwerk.server.store` (where its events are kept); :func:`create_app` puts all together.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.server.accounts import appoint
    from spielwerk.server.app import create_app
    from spielwerk.server.process import serve
    from spielwerk.server.settings import Settings, SettingsError, read_settings
    from spielwerk.server.store import DatabaseError, back_up, restore
else:
    lazily(__name__)

__all__ = [
    "DatabaseError",
    "Settings",
    "SettingsError",
    "appoint",
    "back_up",
    "create_app",
    "read_settings",
    "restore",
    "serve",
]
