"""Machines at the tables: :mod:`.bots` asks them, :mod:`.thinker` is where they think."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.server.machines.bots import Bots, Opinion, Speechless, player_of
else:
    lazily(__name__)  # a process that thinks needs none of it

__all__ = ["Bots", "Opinion", "Speechless", "player_of"]
