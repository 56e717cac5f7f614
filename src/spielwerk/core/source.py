"""Places in source texts, and the problems found there.

Every checker of the product (GDL, IGold, rulebooks, scenarios, saved matches) reports what it
finds as :class:`Diagnostic` values: what is wrong, where, and what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a source text. Lines and columns count from 1; ``end_column`` is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def covers(self, line: int, column: int) -> bool:
        """Whether a place lies in it, or right behind it."""
        first, last = (self.line, self.column), (self.end_line, self.end_column)
        return first <= (line, column) <= last


class Severity(StrEnum):
    """How bad a problem is: an error refuses the source, a warning does not, a hint teaches."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem found in a source, with a stable code and its place."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    hint: str | None = None

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        hint = f"\n    hint: {self.hint}" if self.hint else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}{hint}"

    def to_json(self) -> dict[str, object]:
        """The diagnostic as a JSON-able mapping, as ``--json`` output and HTTP bodies carry it."""
        span = self.span
        return {
            "code": self.code,
            "severity": str(self.severity),
            "message": self.message,
            "hint": self.hint,
            "file": span.file if span else None,
            "line": span.line if span else None,
            "column": span.column if span else None,
            "end_line": span.end_line if span else None,
            "end_column": span.end_column if span else None,
        }

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Diagnostic:
        """The diagnostic that :meth:`to_json` made this of."""
        span = None
        if body["file"] is not None:
            ends = (body["line"], body["column"], body["end_line"], body["end_column"])
            span = Span(body["file"], *ends)
        severity = Severity(body["severity"])
        return cls(body["code"], severity, body["message"], span, body["hint"])


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of the diagnostics refuses the source."""
    return any(d.severity is Severity.ERROR for d in diagnostics)
