"""Figures in columns, for a terminal: headings and rows go in, lines of text come out.

The column with the name of a player or level stands to the left, figures to the right.
"""

from __future__ import annotations

from collections.abc import Sequence

_NAMES = ("player", "level")
_BETWEEN = "  "


def in_columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The lines of a table, as wide as its longest cells."""
    lines = [headings, *rows]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    left = [heading in _NAMES for heading in headings]
    return "\n".join(
        _BETWEEN.join(
            cell.ljust(width) if named else cell.rjust(width)
            for cell, width, named in zip(line, wide, left, strict=True)
        ).rstrip()
        for line in lines
    )
