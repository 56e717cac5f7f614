"""How a game shows itself: boards, short moves, and moves as people write them.

The ``;!`` headers of a program go in (:mod:`.headers` lists and checks them); pictures of a view
(:mod:`.display`, :mod:`.scenes`) and texts of moves (:mod:`.moves`, by the short forms of
:mod:`.notation`) come out.
"""

from spielwerk.languages.gdl.presentation.display import draw_view, read_cells
from spielwerk.languages.gdl.presentation.headers import HEADERS, check_headers, read_repetition
from spielwerk.languages.gdl.presentation.moves import MoveReader
from spielwerk.languages.gdl.presentation.scenes import (
    Showing,
    ShownPosition,
    glimpse,
    meant_moves,
    move_card,
    percepts,
    squares_of,
)
from spielwerk.languages.gdl.presentation.telling import Teller, mentions

__all__ = [
    "HEADERS",
    "MoveReader",
    "Showing",
    "ShownPosition",
    "Teller",
    "check_headers",
    "draw_view",
    "glimpse",
    "meant_moves",
    "mentions",
    "move_card",
    "percepts",
    "read_cells",
    "read_repetition",
    "squares_of",
]
