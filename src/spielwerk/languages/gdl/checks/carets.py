"""Where a word stands: terms do not know their places, but the conditions around them do.

A program and the place of a condition go in, the place of a word or variable inside it comes out,
so that a mark stands below the very word that is wrong.
"""

from __future__ import annotations

import re
from functools import cached_property

from spielwerk.core import Span
from spielwerk.languages.gdl.program import Program

_EDGE_BEFORE, _EDGE_AFTER = r"(?<![^\s(),&|~])", r"(?![^\s(),&|.~])"
_COMMENT = re.compile(r";|//|%")


class Carets:
    """Finds words in the text of a program."""

    def __init__(self, program: Program) -> None:
        self._file = program.file
        self._text = program.text

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.removeprefix("\ufeff").split("\n")

    def word(self, within: Span | None, word: str) -> Span | None:
        """The place of a word; all of ``within`` where it is not found in there."""
        return self._find(within, re.escape(word)) or within

    def variable(self, within: Span | None, name: str) -> Span | None:
        """The place of a variable, in either notation."""
        capital = f"{name[:1].upper()}{name[1:]}"
        found = self._find(within, re.escape(f"?{name}"))
        return found or self._find(within, f"{re.escape(capital)}") or within

    def _find(self, within: Span | None, pattern: str) -> Span | None:
        if within is None or within.file != self._file or not self._text:
            return None
        wanted = re.compile(f"{_EDGE_BEFORE}{pattern}{_EDGE_AFTER}")
        for number in range(within.line, within.end_line + 1):
            line = self._lines[number - 1] if number <= len(self._lines) else ""
            start = within.column - 1 if number == within.line else 0
            end = within.end_column - 1 if number == within.end_line else len(line)
            if comment := _COMMENT.search(line, start, end):
                end = comment.start()
            if found := wanted.search(line, start, end):
                return Span(self._file, number, found.start() + 1, number, found.end() + 1)
        return None


def covers(outer: Span | None, inner: Span | None) -> bool:
    """Whether one place lies inside another."""
    if outer is None or inner is None or outer.file != inner.file:
        return outer == inner
    starts = (outer.line, outer.column) <= (inner.line, inner.column)
    return starts and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
