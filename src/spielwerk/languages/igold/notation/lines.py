"""A text of the compact notation as blocks: lines by their indentation, with their comments.

A text goes in, a tree of :class:`SourceLine` comes out. A line goes on below where a bracket is
still open. ``#`` begins a comment; comments on lines of their own are lines, too, so none is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from spielwerk.core import Diagnostic, Severity, SourceError, Span, say

DEEPEST = 60
"""How deep blocks may be nested."""
_PART = re.compile(r'"(?:[^"\\\n]|\\.)*"?|`[^`\n]*`?|[#()\[\]{}]|[^"`#()\[\]{}\n]+|\n')


@dataclass(slots=True)
class SourceLine:
    """A line with what is indented below it. A comment has no text."""

    number: int
    column: int
    text: str
    comment: str | None = None
    """What stands behind ``#``; for a line of its own, all of the comment."""
    children: list[SourceLine] = field(default_factory=list)
    breaks: tuple[tuple[int, int, int], ...] = ()
    """Where a text of several lines goes on: offset, line and column."""

    def place(self, file: str, start: int = 0, end: int | None = None) -> Span:
        """The span of a stretch of the text."""
        stop = max(len(self.text) if end is None else end, start + 1)
        line, column = self._at(start)
        last, behind = self._at(stop - 1)
        return Span(file, line, column, last, behind + 1)

    def _at(self, offset: int) -> tuple[int, int]:
        line, column, begin = self.number, self.column, 0
        for at, number, there in self.breaks:
            if offset >= at:
                line, column, begin = number, there, at
        return line, column + offset - begin


def wrong(message: str, span: Span, hint: str | None = None) -> SourceError:
    """What is raised where a text cannot be read."""
    return SourceError([Diagnostic("igold-notation", Severity.ERROR, message, span, hint)])


def read_lines(text: str, file: str) -> list[SourceLine]:
    """The lines of the outermost block.

    :raises SourceError: the indentation fits no block, or a bracket is never closed
    """
    root: list[SourceLine] = []
    stack: list[tuple[int, list[SourceLine]]] = [(-1, root)]
    for line, indent in _logical(text, file):
        while indent < stack[-1][0]:
            stack.pop()
        if indent > stack[-1][0]:
            if stack[-1][0] >= 0:
                above = stack[-1][1][-1]
                if above.comment is not None and not above.text:
                    raise wrong(
                        say("Nothing can be indented below a comment."), line.place(file, 0, 1)
                    )
                inner = above.children
            else:
                inner = root
            if len(stack) > DEEPEST:
                raise wrong(
                    say("Blocks are nested more than {deepest} deep.", deepest=DEEPEST),
                    line.place(file, 0, 1),
                )
            stack.append((indent, inner))
        stack[-1][1].append(line)
    return root


def _logical(text: str, file: str) -> Iterator[tuple[SourceLine, int]]:
    lines = text.split("\n")
    number, levels = 0, [0]
    while number < len(lines):
        raw = lines[number]
        number += 1
        if not raw.strip():
            continue
        indent = len(raw) - len(raw.lstrip(" "))
        if raw[indent] == "\t":
            span = Span(file, number, indent + 1, number, indent + 2)
            raise wrong(say("Blocks are indented with blanks, not with tabs."), span)
        here = _scan(raw[indent:])
        parts, breaks, comment, depth = here[0], [], here[1], here[2]
        first = number
        length = len(parts)
        while depth > 0 and number < len(lines):
            more = lines[number]
            number += 1
            inner = more.strip()
            body, note, change = _scan(inner)
            breaks.append((length + 1, number, len(more) - len(more.lstrip()) + 1))
            parts += " " + body
            length = len(parts)
            depth += change
            comment = note if comment is None else comment
        line = SourceLine(first, indent + 1, parts.rstrip(), comment, [], tuple(breaks))
        if depth > 0:
            raise wrong(
                say("A bracket that is opened here is never closed."),
                line.place(file),
                say("Close it with the bracket of the same kind."),
            )
        if not line.text and comment is None:
            continue
        while levels and indent < levels[-1]:
            levels.pop()
        if not levels or indent > levels[-1]:
            levels.append(indent)
        elif indent != levels[-1]:
            raise wrong(say("This line is indented as no line above it."), line.place(file))
        yield line, indent


def _scan(text: str) -> tuple[str, str | None, int]:
    """The text before a comment, the comment, and how many more brackets open than close."""
    depth = 0
    for part in _PART.finditer(text):
        piece = part.group()
        if piece == "#":
            comment = text[part.end() :]
            return text[: part.start()].rstrip(), comment.removeprefix(" ").rstrip(), depth
        if piece in "([{":
            depth += 1
        elif piece in ")]}":
            depth -= 1
    return text.rstrip(), None, depth
