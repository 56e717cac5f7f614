"""Players of No Time to Spy. Start with :mod:`.players`; what is worth what: :mod:`.foresight`."""

from spielwerk.players.spy.players import LEVELS, SpyPlayer

__all__ = ["LEVELS", "SpyPlayer"]
