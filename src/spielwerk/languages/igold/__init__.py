"""IGold: board and card games as data, in XML.

A file is read (:mod:`.source`), its types are resolved (:mod:`.definition`), everything in it
becomes Python (:mod:`.processor`), the elements of a match are made (:mod:`.world`), and the state
machine runs them (:mod:`.engine`) as a game of the contract (:mod:`.game`).
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.languages.igold.coverage import coverage_of
    from spielwerk.languages.igold.debugger import IgoldDebugger
    from spielwerk.languages.igold.game import IgoldGame, IgoldState
    from spielwerk.languages.igold.language import IGOLD, igold_game, sources
    from spielwerk.languages.igold.loading import (
        check_text,
        load_program,
        open_library,
        open_path,
        open_text,
        probe,
    )
    from spielwerk.languages.igold.position import MatchPosition
    from spielwerk.languages.igold.rewriting import expanded, rewritten
    from spielwerk.languages.igold.source import read_text
else:
    lazily(__name__)

__all__ = [
    "IGOLD",
    "IgoldDebugger",
    "IgoldGame",
    "IgoldState",
    "MatchPosition",
    "check_text",
    "coverage_of",
    "expanded",
    "igold_game",
    "load_program",
    "open_library",
    "open_path",
    "open_text",
    "probe",
    "read_text",
    "rewritten",
    "sources",
]
