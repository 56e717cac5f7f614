"""JSON with places: a text goes in, the value and the span of each of its parts come out.

A part is named by its path: the keys and indices that lead to it. ``json`` reads the value and
finds what is no JSON at all; the places come from a second look at a text known to be right.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from spielwerk.core import Diagnostic, Json, Severity, SourceError, Span

Path = tuple[str | int, ...]

LONGEST = 1_000_000
"""How many characters a file may have."""
_DEEPEST = 50
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """A JSON value that knows where its parts stand."""

    value: Json
    file: str
    spans: Mapping[Path, Span]
    twice: tuple[Path, ...] = ()
    """Keys that stand more than once in one object."""

    def span(self, path: Path) -> Span:
        """Where a part stands, or the nearest part around it."""
        while path not in self.spans:
            path = path[:-1]
        return self.spans[path]


def read_json(text: str, file: str) -> JsonDocument:
    """Read a JSON text.

    :raises SourceError: it is too long or no JSON
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST:
        hint = f"Such files have at most {LONGEST:,} characters."
        _refuse("spy-too-long", "The file is too long.", Span(file, 1, 1, 1, 1), hint)
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        span = Span(file, problem.lineno, problem.colno, problem.lineno, problem.colno + 1)
        hint = "Files are JSON: no comments, no comma after the last entry."
        _refuse("spy-json", f"This is no JSON: {problem.msg}.", span, hint)
    except _Constant as problem:
        word = next(t for t in _TOKEN.finditer(text) if t.group().lstrip("-") == str(problem))
        span = _Lines(text, file).span(*word.span())
        _refuse("spy-json", f"{problem} is no number in JSON.", span, "Write a plain number.")
    except RecursionError:
        _refuse("spy-json", "The file is nested too deeply.", Span(file, 1, 1, 1, 1), None)
    reader = _Reader(text, file)
    reader.read(())
    return JsonDocument(value, file, reader.spans, tuple(reader.twice))


class _Constant(Exception):
    """NaN and infinities, which Python reads and JSON does not know."""


def _no_constant(name: str) -> NoReturn:
    raise _Constant(name.removeprefix("-"))


def _refuse(code: str, message: str, span: Span | None, hint: str | None) -> NoReturn:
    raise SourceError([Diagnostic(code, Severity.ERROR, message, span, hint)]) from None


class _Lines:
    """From offsets in a text to lines and columns."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        line, column = self._place(start)
        return Span(self._file, line, column, *self._place(end))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class _Reader:
    """Walks through a text that is known to be JSON."""

    def __init__(self, text: str, file: str) -> None:
        self._tokens = [(found.group(), *found.span()) for found in _TOKEN.finditer(text)]
        self._lines = _Lines(text, file)
        self._next = 0
        self.spans: dict[Path, Span] = {}
        self.twice: list[Path] = []

    def read(self, path: Path) -> None:
        if len(path) > _DEEPEST:
            _refuse("spy-json", "The file is nested too deeply.", self._here(), None)
        token, start, _ = self._tokens[self._next]
        if token == "{":
            self._read_members(path)
        elif token == "[":
            self._read_entries(path)
        else:
            self._next += 1
        self.spans[path] = self._lines.span(start, self._tokens[self._next - 1][2])

    def _here(self) -> Span:
        _, start, end = self._tokens[self._next]
        return self._lines.span(start, end)

    def _read_members(self, path: Path) -> None:
        self._next += 1
        while self._tokens[self._next][0] != "}":
            key: str = json.loads(self._tokens[self._next][0])
            if (*path, key) in self.spans:
                self.twice.append((*path, key))
            self._next += 2
            self.read((*path, key))
            self._skip_comma()
        self._next += 1

    def _read_entries(self, path: Path) -> None:
        self._next += 1
        index = 0
        while self._tokens[self._next][0] != "]":
            self.read((*path, index))
            index += 1
            self._skip_comma()
        self._next += 1

    def _skip_comma(self) -> None:
        if self._tokens[self._next][0] == ",":
            self._next += 1
