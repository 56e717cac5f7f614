"""Asking a text in an editor whatever editors ask, wherever they might ask it."""

from __future__ import annotations

from spielwerk.core import EditedText


def ask_everywhere(edited: EditedText) -> None:
    """Names and outline once, how to go on and what it means at many places."""
    edited.mentions()
    edited.outline()
    for line in range(1, edited.rules.text.count("\n") + 2):
        for column in range(1, 30, 3):
            edited.complete(line, column)
            edited.describe(line, column)
