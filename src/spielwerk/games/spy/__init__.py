"""No Time to Spy: two secret services in one casino. Start with :mod:`.game`."""

from spielwerk.games.spy.game import ROLES, DraftState, PlayState, Spy

__all__ = ["ROLES", "DraftState", "PlayState", "Spy"]
