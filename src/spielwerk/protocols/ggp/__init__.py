"""The protocol of the general-game-playing community, both sides of it.

A game manager sends the rules of a game as GDL text and then, step by step, the moves that were
made; players answer with theirs. Start with :mod:`.messages`, what is said; :mod:`.player` answers
foreign managers, :mod:`.game_manager` runs foreign players, :mod:`.record` writes down what
happened.
"""

from spielwerk.protocols.ggp.client import PlayerAddressError, parse_address
from spielwerk.protocols.ggp.game_manager import Manager, ManagerError, ManagerTerms
from spielwerk.protocols.ggp.messages import MAX_MESSAGE, GgpMessageError
from spielwerk.protocols.ggp.player import GgpPlayer
from spielwerk.protocols.ggp.record import MatchRecord
from spielwerk.protocols.ggp.server import PORT, PlayerServer, ServerError

__all__ = [
    "MAX_MESSAGE",
    "PORT",
    "GgpMessageError",
    "GgpPlayer",
    "Manager",
    "ManagerError",
    "ManagerTerms",
    "MatchRecord",
    "PlayerAddressError",
    "PlayerServer",
    "ServerError",
    "parse_address",
]
