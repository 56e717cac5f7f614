"""``spielwerk check``: what is wrong with rule files, for people or as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import click

from spielwerk.catalogue import language_of
from spielwerk.core import Diagnostic, Severity, SpielwerkError, has_errors

__all__ = ["command"]

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "cyan"}
_LONGEST_EXCERPT = 120


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option("--probe", is_flag=True, help="Also play the game and look for dead ends in it.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(paths: tuple[Path, ...], probe: bool, as_json: bool) -> None:
    """Check rule files: each problem with its place, what is wrong, and what to do.

    Exit status: 0 where no file has an error, 1 where one has, 2 where one cannot be read.
    Warnings and hints leave a file playable and the status at 0.
    """
    found: dict[Path, Sequence[Diagnostic]] = {}
    unread: dict[Path, str] = {}
    for path in paths:
        try:
            found[path] = language_of(path).check(path, probe)
        except SpielwerkError as problem:
            unread[path] = str(problem)
    if as_json:
        click.echo(json.dumps(_as_json(found, unread), indent=2, ensure_ascii=False))
    else:
        _print(found, unread)
    if unread:
        raise SystemExit(2)
    if any(map(has_errors, found.values())):
        raise SystemExit(1)


def _as_json(
    found: dict[Path, Sequence[Diagnostic]], unread: dict[Path, str]
) -> list[dict[str, object]]:
    return [
        {
            "file": str(path),
            "ok": not has_errors(diagnostics),
            "diagnostics": [diagnostic.to_json() for diagnostic in diagnostics],
        }
        for path, diagnostics in found.items()
    ] + [{"file": str(path), "ok": False, "unreadable": why} for path, why in unread.items()]


def _print(found: dict[Path, Sequence[Diagnostic]], unread: dict[Path, str]) -> None:
    for path, diagnostics in found.items():
        for diagnostic in diagnostics:
            click.echo(_shown(diagnostic) + "\n")
        click.echo(f"{path}: {_summary(diagnostics)}")
    for why in unread.values():
        click.echo(why, err=True)


def _shown(diagnostic: Diagnostic) -> str:
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


def _summary(diagnostics: Sequence[Diagnostic]) -> str:
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    words = [f"{n} {kind}{'s' if n > 1 else ''}" for kind in Severity if (n := counts[kind])]
    return ", ".join(words) if words else "fine"


def _line(file: str, number: int) -> str:
    """A line of a source, or nothing where it cannot be shown."""
    lines = _lines(file)
    line = lines[number - 1].rstrip() if number <= len(lines) else ""
    return line if len(line) <= _LONGEST_EXCERPT else ""


@lru_cache(maxsize=8)
def _lines(file: str) -> tuple[str, ...]:
    try:
        return tuple(Path(file).read_text(encoding="utf-8", errors="replace").split("\n"))
    except OSError:
        return ()
