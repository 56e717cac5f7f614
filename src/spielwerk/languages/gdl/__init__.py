"""GDL, the game description language: rules as text, checked, run and explained.

Start with :mod:`.rules`, the values a text becomes; :mod:`.load` is the door rules come in by.
"""

from typing import TYPE_CHECKING

from spielwerk.core.lazily import lazily

if TYPE_CHECKING:
    from spielwerk.languages.gdl.checks import check
    from spielwerk.languages.gdl.direct import DirectEngine
    from spielwerk.languages.gdl.game import GdlGame, GdlState
    from spielwerk.languages.gdl.language import GDL, gdl_game, gdl_program, gdl_text
    from spielwerk.languages.gdl.load import (
        diagnose,
        diagnose_text,
        load_program,
        parse_program,
        read_any,
    )
    from spielwerk.languages.gdl.program.expand import expand
    from spielwerk.languages.gdl.program.normal import normalise
    from spielwerk.languages.gdl.text.infix import read_infix, write_infix
    from spielwerk.languages.gdl.text.syntax import Reading, parse_term, read, write
    from spielwerk.languages.gdl.tools.probe import probe
    from spielwerk.languages.gdl.tools.verify import Difference, verify
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "GDL",
    "Difference",
    "DirectEngine",
    "GdlGame",
    "GdlState",
    "Reading",
    "check",
    "diagnose",
    "diagnose_text",
    "expand",
    "gdl_game",
    "gdl_program",
    "gdl_text",
    "load_program",
    "normalise",
    "parse_program",
    "parse_term",
    "probe",
    "read",
    "read_any",
    "read_infix",
    "verify",
    "write",
    "write_infix",
]
