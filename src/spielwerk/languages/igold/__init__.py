"""IGold: board and card games as data, in XML.

A file is read (:mod:`.source`), its types are resolved (:mod:`.definition`), everything in it
becomes Python (:mod:`.processor`), the elements of a match are made (:mod:`.world`), and the state
machine runs them (:mod:`.engine`) as a game of the contract (:mod:`.game`).
"""

from spielwerk.languages.igold.game import IgoldGame, IgoldState
from spielwerk.languages.igold.loading import (
    check_text,
    library,
    load_program,
    open_library,
    open_path,
    open_text,
    probe_path,
    sources,
)
from spielwerk.languages.igold.source import read_text

__all__ = [
    "IgoldGame",
    "IgoldState",
    "check_text",
    "library",
    "load_program",
    "open_library",
    "open_path",
    "open_text",
    "probe_path",
    "read_text",
    "sources",
]
