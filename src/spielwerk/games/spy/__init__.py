"""No Time to Spy: two secret services in one casino.

Start with :mod:`.game` for the contract and :mod:`.rounds` for the rules. Who thinks ahead works
with :class:`Position` directly: :func:`choices`, then :func:`operate` and :func:`run_on` on a copy
with :class:`Dice` for chance. Files are read by :mod:`.files`, ready sets are in :mod:`.library`.
"""

from typing import TYPE_CHECKING

from spielwerk.core.lazily import lazily

if TYPE_CHECKING:
    from spielwerk.games.spy.choosing import choices
    from spielwerk.games.spy.drafting import DraftState
    from spielwerk.games.spy.entry import ROLES, SPY
    from spielwerk.games.spy.fate import Dice
    from spielwerk.games.spy.game import Spy
    from spielwerk.games.spy.operations import Happening, PossibleOperation
    from spielwerk.games.spy.play import PlayState
    from spielwerk.games.spy.position import Position
    from spielwerk.games.spy.rounds import operate, player_to_act, run_on
    from spielwerk.games.spy.settings import CharacterDescription, MatchConfig, Options
else:
    lazily(__name__)

__all__ = [
    "ROLES",
    "SPY",
    "CharacterDescription",
    "Dice",
    "DraftState",
    "Happening",
    "MatchConfig",
    "Options",
    "PlayState",
    "Position",
    "PossibleOperation",
    "Spy",
    "choices",
    "operate",
    "player_to_act",
    "run_on",
]
