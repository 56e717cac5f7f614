"""A diagnostic as people read it: what is wrong, the line it is about, a mark, and a hint."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import click

from spielwerk.core import Diagnostic, Severity

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "cyan"}
_LONGEST_LINE = 120
_LARGEST_FILE = 20_000_000


def excerpt(diagnostic: Diagnostic) -> str:
    """A diagnostic with the line it is about and a mark below its place."""
    span = diagnostic.span
    place = f"{span}: " if span else ""
    kind = click.style(f"{diagnostic.severity}", fg=_COLOURS[diagnostic.severity], bold=True)
    lines = [f"{place}{kind}[{diagnostic.code}]: {diagnostic.message}"]
    if span and (source := _line(span.file, span.line)):
        number = str(span.line)
        length = span.end_column - span.column if span.end_line == span.line else 1
        room = max(len(source) - span.column + 1, 1)
        gap = "".join("\t" if c == "\t" else " " for c in source[: span.column - 1])
        lines.append(f"  {number} | {source}")
        lines.append(f"  {' ' * len(number)} | {gap}{'^' * max(1, min(length, room))}")
    if diagnostic.hint:
        lines.append(f"  hint: {diagnostic.hint}")
    return "\n".join(lines)


def _line(file: str, number: int) -> str:
    """A line of a source, or nothing where it cannot be shown."""
    lines = _lines(file)
    line = lines[number - 1].rstrip() if number <= len(lines) else ""
    return line if len(line) <= _LONGEST_LINE else ""


@lru_cache(maxsize=8)
def _lines(file: str) -> tuple[str, ...]:
    try:
        if Path(file).stat().st_size > _LARGEST_FILE:
            return ()
        return tuple(Path(file).read_text(encoding="utf-8", errors="replace").split("\n"))
    except OSError:
        return ()
