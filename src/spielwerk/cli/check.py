"""``spielwerk check``: what is wrong with rule files, for people or as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from spielwerk.catalogue import language_of
from spielwerk.cli.excerpt import excerpt
from spielwerk.core import Diagnostic, Language, RuleText, Severity, SourceError, has_errors


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option("--probe", is_flag=True, help="Also play the game and look for dead ends in it.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(paths: tuple[Path, ...], probe: bool, as_json: bool) -> None:
    """Check rule files: each problem with its place, what is wrong, and what to do.

    Exit status: 0 where no file has an error, 1 where one has, 2 where one cannot be read.
    Warnings and hints leave a file playable and the status at 0; what --probe finds does not.
    """
    results = [_check(path, probe) for path in paths]
    if as_json:
        click.echo(json.dumps([r.to_json() for r in results], indent=2, ensure_ascii=False))
    else:
        for result in results:
            result.show()
    raise SystemExit(max(result.status for result in results))


@dataclass(frozen=True, slots=True)
class _Result:
    """What is to be said about one file."""

    path: Path
    diagnostics: tuple[Diagnostic, ...]
    status: int
    """What the command ends with, were it about this file alone."""

    @property
    def readable(self) -> bool:
        return self.status < 2

    def to_json(self) -> dict[str, object]:
        return {
            "file": str(self.path),
            "ok": self.status == 0,
            "readable": self.readable,
            "diagnostics": [diagnostic.to_json() for diagnostic in self.diagnostics],
        }

    def show(self) -> None:
        for diagnostic in self.diagnostics:
            click.echo(excerpt(diagnostic) + "\n", err=not self.readable)
        if self.readable:
            click.echo(f"{self.path}: {_summary(self.diagnostics)}")


def _check(path: Path, probe: bool) -> _Result:
    try:
        language = language_of(path)
        rules = language.read(path)
        found = tuple(sorted(language.check(rules), key=_place))
    except SourceError as problem:
        return _Result(path, problem.diagnostics, 2)
    if has_errors(found):
        return _Result(path, found, 1)
    played = tuple(_probe(language, rules)) if probe else ()
    return _Result(path, (*found, *played), 1 if played else 0)


def _probe(language: Language[Any], rules: RuleText) -> Sequence[Diagnostic]:
    """What play finds; nothing where the language has no probe."""
    if language.probe is None or language.open is None:
        click.echo(f"{rules.file}: there is no probe for rules in {language.title}.", err=True)
        return ()
    return language.probe(language.open(rules))


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (span.file, span.line, span.column) if span else ("", 0, 0)


def _summary(diagnostics: Sequence[Diagnostic]) -> str:
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    words = [f"{n} {kind}{'s' if n > 1 else ''}" for kind in Severity if (n := counts[kind])]
    return ", ".join(words) if words else "fine"
