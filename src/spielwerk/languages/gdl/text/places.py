"""A source text that knows its lines, and collects the problems and comments found in it.

Readers of all notations work with offsets, which are cheap; what they report carries lines and
columns, which people need.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from spielwerk.core import Diagnostic, Severity, Span, say
from spielwerk.languages.gdl.text.limits import MAX_PROBLEMS, MAX_RULES, MAX_SIZE


@dataclass(frozen=True, slots=True)
class Comment:
    """What an author wrote beside the rules."""

    place: Span
    text: str
    """Behind its marks."""
    marks: int = 1
    """How often the mark of comments is repeated."""
    alone: bool = True
    """Whether nothing stands before it on its line."""
    said: bool = False
    """Whether it is a header or a sentence, and so more than a comment."""


class PlacedText:
    """A text that knows its lines, and collects the problems and comments found in it."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.problems: list[Diagnostic] = []
        self.comments: list[Comment] = []
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        """The place of the characters from ``start`` up to ``end``."""
        first = bisect_right(self._lines, start)
        last = bisect_right(self._lines, end, lo=first - 1)
        return Span(
            self.file,
            first,
            start - self._lines[first - 1] + 1,
            last,
            end - self._lines[last - 1] + 1,
        )

    def report(self, code: str, start: int, end: int, message: str, hint: str) -> None:
        """Note an error."""
        self.problems.append(Diagnostic(code, Severity.ERROR, message, self.span(start, end), hint))

    def note_comment(self, start: int, text: str, mark: str, *, said: bool) -> None:
        """Keep a comment, whose text begins with ``mark``."""
        marks, body = 0, text.rstrip()
        while body.startswith(mark):
            marks, body = marks + 1, body[len(mark) :]
        place = self.span(start, start + len(text))
        self.comments.append(Comment(place, body, marks, self.first_on_its_line(start), said))

    def is_hopeless(self, rules: int, place: int) -> bool:
        """Whether to read on after ``rules`` rules makes no sense; reports where it does not."""
        if len(self.problems) >= MAX_PROBLEMS:
            self.report(
                "gdl-too-many-problems",
                place,
                place,
                say(
                    "Reading stopped here, after {max_problems} problems.",
                    max_problems=MAX_PROBLEMS,
                ),
                "Mend the first ones; is this a GDL file at all?",
            )
            return True
        if rules > MAX_RULES:
            self.report(
                "gdl-too-many-rules",
                place,
                place,
                say(
                    "Reading stopped here, after {max_rules:,} rules and facts.",
                    max_rules=MAX_RULES,
                ),
                "Describe repeated facts by rules.",
            )
            return True
        return False

    def first_on_its_line(self, offset: int) -> bool:
        """Whether only blanks stand before ``offset`` on its line."""
        while offset and self.text[offset - 1] in " \t\r":
            offset -= 1
        return offset == 0 or self.text[offset - 1] == "\n"

    def column(self, offset: int) -> int:
        """The column of an offset, from 1."""
        return offset - self._lines[bisect_right(self._lines, offset) - 1] + 1

    def is_readable(self) -> bool:
        """Whether this is a text of bearable length; reports where it is not."""
        text = self.text
        if len(text) > MAX_SIZE:
            self.report(
                "gdl-too-long",
                0,
                0,
                say(
                    "The text has {count:,} characters; at most {max_size:,} are read.",
                    count=len(text),
                    max_size=MAX_SIZE,
                ),
                "Describe repeated facts by rules, ranges or includes.",
            )
            return False
        if "\0" in text:
            place = text.index("\0")
            self.report(
                "gdl-not-text",
                place,
                place + 1,
                "This is not a text: it contains a zero byte.",
                "Give a file with GDL rules in UTF-8.",
            )
            return False
        return True
