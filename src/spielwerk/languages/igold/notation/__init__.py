"""The compact notation of IGold, ``.igold``: the same games in a quarter of the lines.

:func:`read_notation` gives the tree that the XML would give, with the author's places;
:func:`write_notation` writes any tree. Each is readable from the other without loss.
"""

from spielwerk.languages.igold.notation.editing import EditedNotation
from spielwerk.languages.igold.notation.phrases import canon
from spielwerk.languages.igold.notation.reading import read_notation
from spielwerk.languages.igold.notation.writing import write_notation

__all__ = ["EditedNotation", "canon", "read_notation", "write_notation"]
