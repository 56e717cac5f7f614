"""The asking engine: runs rules of the seed dialect as Prolog would, one question after another.

A program as it was read goes in; an engine (:class:`..engine.Engine`) that can be asked for any
relation comes out. In the order things happen:

==================  ===============================================================================
:mod:`.engine`      what is asked of states; read this first
:mod:`.machine`     relations, and the answers that are kept
:mod:`.clauses`     conditions as functions
:mod:`.cells`       terms with holes
:mod:`.tables`      rows, and facts of a state, found by what is known of them
:mod:`.numbers`     whole numbers and the relations between them
:mod:`.types`       types: which values a variable can have
:mod:`.layout`      every fact and move that types allow, in a fixed order
:mod:`.grounding`   rules without variables, for a circuit
==================  ===============================================================================
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.languages.gdl.asking.engine import IDLE, AskingEngine
    from spielwerk.languages.gdl.asking.grounding import ground
    from spielwerk.languages.gdl.asking.layout import facts_by_type, moves_by_type
    from spielwerk.languages.gdl.asking.numbers import NUMBER_WORDS, as_number, is_number_relation
    from spielwerk.languages.gdl.asking.types import DECLARATIONS, Types
else:
    lazily(__name__)

__all__ = [
    "DECLARATIONS",
    "IDLE",
    "NUMBER_WORDS",
    "AskingEngine",
    "Types",
    "as_number",
    "facts_by_type",
    "ground",
    "is_number_relation",
    "moves_by_type",
]
