"""From characters to parenthesised forms: the layer below every prefix notation of GDL.

A text goes in; symbols and nested forms come out, each knowing where it stands, together with
what authors say in comments (``;: sentence`` before a rule, ``;! key value`` for the whole
game). Parentheses that do not match are reported and mended, so that one slip hides no other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from spielwerk.core import Diagnostic, Severity, Span

__all__ = [
    "MAX_DEPTH",
    "MAX_PROBLEMS",
    "MAX_SIZE",
    "Form",
    "Forms",
    "Node",
    "Source",
    "Symbol",
    "read_forms",
    "symbols_in",
]

MAX_SIZE = 16_000_000
"""The longest text that is read, in characters."""
MAX_DEPTH = 200
"""How deeply forms may nest."""
MAX_PROBLEMS = 100
"""After this many problems reading stops."""


@dataclass(slots=True, eq=False)
class Symbol:
    """A word, in lower case; ``start`` and ``end`` are offsets into the text."""

    name: str
    start: int
    end: int


@dataclass(slots=True, eq=False)
class Form:
    """A parenthesised list."""

    start: int
    end: int = 0
    items: list[Node] = field(default_factory=list)


Node: TypeAlias = Symbol | Form


class Source:
    """A text that knows its lines, and collects the problems found in it."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.problems: list[Diagnostic] = []
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

    def first_on_its_line(self, offset: int) -> bool:
        """Whether only blanks stand before ``offset`` on its line."""
        start = self._lines[bisect_right(self._lines, offset) - 1]
        return not self.text[start:offset].strip()

    def column(self, offset: int) -> int:
        """The column of an offset, from 1."""
        return offset - self._lines[bisect_right(self._lines, offset) - 1] + 1


@dataclass(slots=True)
class Forms:
    """What a text consists of."""

    nodes: list[tuple[Node, str | None]] = field(default_factory=list)
    """The outermost forms in order, each with the sentence written before it."""
    headers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    damaged: list[Form] = field(default_factory=list)
    """Outermost forms whose parentheses do not match; they are not among ``nodes``."""


def read_forms(source: Source, comment: str = ";") -> Forms:
    """Take a text apart; ``comment`` starts one. Problems are reported to ``source``."""
    if not _is_readable(source):
        return Forms()
    return _Scanner(source, comment).run()


def symbols_in(node: Node) -> Iterator[str]:
    """Every symbol below a node, from left to right."""
    if isinstance(node, Symbol):
        yield node.name
        return
    for item in node.items:
        yield from symbols_in(item)


_PATTERNS = {
    ";": re.compile(r"""(\()|(\))|([^\s();"]+)|(;[^\n]*)|("[^"\n]*"?)"""),
    "//": re.compile(r"""(\()|(\))|((?:(?!//)[^\s()"])+)|(//[^\n]*)|("[^"\n]*"?)"""),
}
_OPEN, _CLOSE, _SYMBOL, _COMMENT, _STRING = range(1, 6)


class _Scanner:
    """One pass over the tokens with an explicit stack of the forms that are still open."""

    def __init__(self, source: Source, comment: str) -> None:
        self.source = source
        self.comment = comment
        self.forms = Forms()
        self.open: list[Form] = []
        self.ignored = 0
        """How many forms are open below :data:`MAX_DEPTH`."""
        self.too_deep = False
        self.sentence: list[str] = []

    def run(self) -> Forms:
        source = self.source
        open_forms = self.open
        for token in _PATTERNS[self.comment].finditer(source.text):
            kind = token.lastindex
            if kind == _SYMBOL:
                if not self.ignored:
                    self._symbol(token.group(), token.start(), token.end())
            elif kind == _OPEN:
                if self.ignored or len(open_forms) == MAX_DEPTH:
                    self._descend_too_deep(token.start())
                else:
                    open_forms.append(Form(token.start()))
            elif kind == _CLOSE:
                self._close(token.start())
            elif kind == _COMMENT:
                self._comment(token.group())
            else:
                self._string(token.group(), token.start(), token.end())
            if len(source.problems) >= MAX_PROBLEMS:
                break
        else:
            if open_forms:
                self._mend()
        return self.forms

    def _symbol(self, text: str, start: int, end: int) -> None:
        if not text.isprintable():
            self.source.report(
                "gdl-strange-character",
                start,
                end,
                f"The word {text!r} contains a character that cannot be seen.",
                "Delete it and type the word again.",
            )
        symbol = Symbol(text.lower(), start, end)
        if not self.open:
            self._finish(symbol)
            return
        top = self.open[-1]
        if not top.items and text == "<=" and len(self.open) > 1:
            # Rules do not nest: whatever is still open around this one was never closed.
            self.open.pop()
            self._mend()
            self.open.append(top)
        top.items.append(symbol)

    def _string(self, text: str, start: int, end: int) -> None:
        if len(text) < 2 or text[-1] != '"':
            self.source.report(
                "gdl-open-string",
                start,
                end,
                "This text in quotation marks does not end on its line.",
                'Close it with a second " on the same line.',
            )
            text += '"'
        if self.ignored:
            return
        symbol = Symbol(text, start, end)
        if self.open:
            self.open[-1].items.append(symbol)
        else:
            self._finish(symbol)

    def _close(self, start: int) -> None:
        if self.ignored:
            self.ignored -= 1
        elif self.open:
            form = self.open.pop()
            form.end = start + 1
            if self.open:
                self.open[-1].items.append(form)
            elif self.too_deep:
                self._discard(form)
            else:
                self._finish(form)
        else:
            self.source.report(
                "gdl-stray-parenthesis",
                start,
                start + 1,
                "This closing parenthesis has no opening one.",
                "Delete it, or add the '(' that belongs to it.",
            )

    def _descend_too_deep(self, start: int) -> None:
        if not self.too_deep:
            self.source.report(
                "gdl-nested-too-deeply",
                start,
                start + 1,
                f"Forms nest more than {MAX_DEPTH} levels deep here.",
                "Split the term or the rule; no game needs to nest that deeply.",
            )
        self.too_deep = True
        self.ignored += 1

    def _comment(self, text: str) -> None:
        body = text[len(self.comment) :]
        if body.startswith(":") and not self.open:
            self.sentence.append(body[1:].strip())
        elif body.startswith("!") and not self.open:
            key, _, value = body[1:].strip().partition(" ")
            if key:
                headers = self.forms.headers
                headers[key.lower()] = (*headers.get(key.lower(), ()), value.strip())

    def _finish(self, node: Node) -> None:
        self.forms.nodes.append((node, " ".join(self.sentence) or None))
        self.sentence.clear()

    def _discard(self, form: Form) -> None:
        self.forms.damaged.append(form)
        self.sentence.clear()
        self.too_deep = False
        self.ignored = 0

    def _mend(self) -> None:
        """Give up the open forms, but keep those inside them that look like forms of their own.

        A form that starts a line no further right than the outermost open one was most likely
        meant to stand beside it, not inside it.
        """
        source = self.source
        rest, self.open[:] = list(self.open), []
        root = rest[0]
        self._unclosed(root)
        margin = source.column(root.start)
        for level, form in enumerate(rest):
            if form is not root and self._stands_alone(form, margin):
                self._discard(root)
                root = form
                self._unclosed(root)
                margin = source.column(root.start)
            for item in [*form.items]:
                if isinstance(item, Form) and self._stands_alone(item, margin):
                    form.items.remove(item)
                    self._finish(item)
            if level and form is not root:
                rest[level - 1].items.append(form)
        self._discard(root)

    def _stands_alone(self, form: Form, margin: int) -> bool:
        start = form.start
        return self.source.column(start) <= margin and self.source.first_on_its_line(start)

    def _unclosed(self, form: Form) -> None:
        if self.too_deep:
            return
        self.source.report(
            "gdl-unclosed-parenthesis",
            form.start,
            form.start + 1,
            "This parenthesis is never closed.",
            "Add the missing ')' at the end of this rule or fact.",
        )


def _is_readable(source: Source) -> bool:
    text = source.text
    if len(text) > MAX_SIZE:
        source.report(
            "gdl-too-long",
            0,
            0,
            f"The text has {len(text):,} characters; at most {MAX_SIZE:,} are read.",
            "Describe repeated facts by rules, ranges or includes.",
        )
        return False
    if "\0" in text:
        place = text.index("\0")
        source.report(
            "gdl-not-text",
            place,
            place + 1,
            "This is not a text: it contains a zero byte.",
            "Give a file with GDL rules in UTF-8.",
        )
        return False
    return True
