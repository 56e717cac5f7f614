"""How a game shows itself: boards, short moves, and moves as people write them.

The ``;!`` headers of a program go in (:mod:`.headers` lists and checks them); pictures of a view
(:mod:`.display`) and texts of moves (:mod:`.moves`, by the short forms of :mod:`.notation`) come
out.
"""

from spielwerk.languages.gdl.presentation.display import draw_view, layout
from spielwerk.languages.gdl.presentation.headers import check_headers
from spielwerk.languages.gdl.presentation.moves import MoveReader

__all__ = ["MoveReader", "check_headers", "draw_view", "layout"]
