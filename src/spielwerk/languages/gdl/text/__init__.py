"""The notations of GDL: a text goes in, a :class:`~..program.Program` comes out, and back.

Whatever is wrong is reported with its place, and reading goes on behind it. In the order things
happen:

========================  =========================================================================
:mod:`.limits`            how large sources may be
:mod:`.includes`          files: a game's own, those beside it, and the shipped library
:mod:`.places`            a text that knows its lines, and collects the problems found in it
:mod:`.misread`           a part that means nothing, in either notation
:mod:`.forms`             characters to parenthesised forms
:mod:`.spelling`          names as their authors spell them
:mod:`.layout`            where rules and comments stand in a text that is written
:mod:`.seed_conditions`   what the seed dialect demands of a form
:mod:`.seed_types`        types and ranges before terms, as its later version has them
:mod:`.syntax`            the prefix notation, read and written
:mod:`.infix`             the notation of Prolog writers, read
:mod:`.infix_writing`     and written
:mod:`.comfort`           includes, ranges and relations over numbers, written out
========================  =========================================================================
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.languages.gdl.text.comfort import expand
    from spielwerk.languages.gdl.text.forms import Form, Node, Symbol, read_forms
    from spielwerk.languages.gdl.text.includes import Includes
    from spielwerk.languages.gdl.text.infix import read_infix
    from spielwerk.languages.gdl.text.infix_writing import write_infix
    from spielwerk.languages.gdl.text.limits import MAX_SIZE
    from spielwerk.languages.gdl.text.places import PlacedText
    from spielwerk.languages.gdl.text.seed_types import with_types
    from spielwerk.languages.gdl.text.spelling import (
        Spelling,
        as_written,
        keyword,
        spelling_of,
        terms_in,
        words_in,
        written_variable,
    )
    from spielwerk.languages.gdl.text.syntax import Reading, parse_term, parse_terms, read, write
else:
    lazily(__name__)

__all__ = [
    "MAX_SIZE",
    "Form",
    "Includes",
    "Node",
    "PlacedText",
    "Reading",
    "Spelling",
    "Symbol",
    "as_written",
    "expand",
    "keyword",
    "parse_term",
    "parse_terms",
    "read",
    "read_forms",
    "read_infix",
    "spelling_of",
    "terms_in",
    "with_types",
    "words_in",
    "write",
    "write_infix",
    "written_variable",
]
