"""Chess as the rest of the world writes it: FEN, UCI and PGN."""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.protocols.chess.matches import matches_from_pgn, script_of
    from spielwerk.protocols.chess.notation import move_from_uci, position_from_fen, uci_of
else:
    lazily(__name__)

__all__ = ["matches_from_pgn", "move_from_uci", "position_from_fen", "script_of", "uci_of"]
