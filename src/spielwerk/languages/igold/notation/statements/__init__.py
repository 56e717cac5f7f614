"""Statements of the compact notation: operations of the language, read from lines.

:mod:`.blocks` reads lines, blocks and what has no word of its own; the others read what begins with
a word, and say so by :func:`~.blocks.statement`.
"""

from spielwerk.languages.igold.notation.statements import asking, changing, flow, moving, telling
from spielwerk.languages.igold.notation.statements.blocks import (
    CHANGES,
    ENDS,
    STATEMENTS,
    Statements,
    comment_node,
    joined_comments,
)

__all__ = [
    "CHANGES",
    "ENDS",
    "STATEMENTS",
    "Statements",
    "asking",
    "changing",
    "comment_node",
    "flow",
    "joined_comments",
    "moving",
    "telling",
]
