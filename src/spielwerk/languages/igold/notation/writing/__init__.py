"""From the elements of the language to the compact notation.

A tree goes in, text comes out that :mod:`..reading` reads as the same tree, comments included.
Every declaration and statement is read back as it is written: where its short form would not give
the same elements, it is written as in XML. The modules build on each other as those that read do:
how lines look, statements, types and their members, declarations, the game.
"""

from spielwerk.languages.igold.notation.writing.game import write_notation

__all__ = ["write_notation"]
