"""Players of No Time to Spy. Start with :mod:`.players`; what is worth what: :mod:`.foresight`."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.players.spy.casefile import ME, CaseError, Casefile
    from spielwerk.players.spy.drafting import Team
    from spielwerk.players.spy.players import LEVELS, SpyPlayer, SpyStrong
else:
    lazily(__name__)

__all__ = ["LEVELS", "ME", "CaseError", "Casefile", "SpyPlayer", "SpyStrong", "Team"]
