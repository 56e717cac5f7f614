"""From a file or text to a checked program: the one door through which rules come in.

Reading, writing comfort forms out and checking happen here in this order, for every notation and
dialect. Whatever is wrong becomes diagnostics; a program comes out only if there are no errors.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from spielwerk.core import Diagnostic, SourceError, Span, has_errors, read_text_file
from spielwerk.languages.gdl.checks import check
from spielwerk.languages.gdl.presentation import check_headers
from spielwerk.languages.gdl.program import RELATIONS, WORDS, Dialect, Program, Rule
from spielwerk.languages.gdl.text import (
    MAX_SIZE,
    Includes,
    Reading,
    expand,
    read,
    read_infix,
)


def load_program(path: str | Path, *, dialect: Dialect | None = None) -> Program:
    """The program in a file, with its includes and ranges written out.

    :raises SourceError: there are errors; it carries all diagnostics, warnings included
    """
    return _program(*_load(Path(path), dialect))


def parse_program(
    text: str, *, file: str = "<text>", dialect: Dialect | None = None, folder: Path | None = None
) -> Program:
    """The program in a text. Files can be included from ``folder``, where one is given.

    :raises SourceError: there are errors; it carries all diagnostics, warnings included
    """
    return _program(*_parse(text, file, dialect, folder))


def diagnose(path: str | Path, *, dialect: Dialect | None = None) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a file, be it missing, no text at all, or not quite GDL."""
    return _load(Path(path), dialect)[1]


def diagnose_text(
    text: str, *, file: str = "<text>", dialect: Dialect | None = None, folder: Path | None = None
) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a text, as an editor shows it while it is typed."""
    return _parse(text, file, dialect, folder)[1]


def read_any(text: str, *, file: str = "<text>", dialect: Dialect | None = None) -> Reading:
    """Read a text in whatever notation and dialect it is; nothing is written out or checked."""
    if is_infix(text, file):
        return _with_random(read_infix(text, file=file, dialect=dialect or Dialect.GGP), dialect)
    if dialect is None and is_seed(text, file):
        return read(text, file=file, dialect=Dialect.SEED)
    return _with_random(read(text, file=file, dialect=dialect or Dialect.GGP), dialect)


def _program(program: Program, diagnostics: tuple[Diagnostic, ...]) -> Program:
    if has_errors(diagnostics):
        raise SourceError(diagnostics)
    return program


def _load(path: Path, dialect: Dialect | None) -> tuple[Program, tuple[Diagnostic, ...]]:
    try:
        text = read_text_file(path, "gdl", MAX_SIZE)
    except SourceError as problem:
        return Program((), file=str(path)), problem.diagnostics
    return _parse(text, str(path), dialect, path.parent)


def _parse(
    text: str, file: str, dialect: Dialect | None, folder: Path | None
) -> tuple[Program, tuple[Diagnostic, ...]]:
    reading = read_any(text, file=file, dialect=dialect)
    expanded = expand(
        reading.program, resolve=Includes(folder, lambda t, f: read_any(t, file=f, dialect=dialect))
    )
    program = replace(expanded.program, text=text)
    found = [*reading.diagnostics, *expanded.diagnostics]
    if not (reading.gave_up or expanded.gave_up):
        found += check(program, doubtful=reading.doubtful | expanded.doubtful)
        found += check_headers(program, text)
    return program, tuple(sorted(found, key=lambda d: _place(d, file)))


def _place(diagnostic: Diagnostic, file: str) -> tuple[bool, str, int, int]:
    """Sorts by place, the game's own file before those it includes."""
    span = diagnostic.span or Span(file, 1, 1, 1, 1)
    return span.file != file, span.file, span.line, span.column


# What a text is written in

_SEED_COMMENT = re.compile(r"^[^;\n\"%]*?//", re.MULTILINE)
_FIRST = re.compile(r"\ufeff?(?:\s++|;[^\n]*+|%[^\n]*+|//[^\n]*+)*+")
_INFIX_START = re.compile(r"(?:[a-zA-Z0-9][\w-]*|'[^'\n]*')(?:\(|\s*:-|\.\s)")


def is_infix(text: str, file: str) -> bool:
    """Whether a text is in infix notation."""
    if file.lower().endswith(".hrf"):
        return True
    start = _FIRST.match(text)
    return bool(start and _INFIX_START.match(text, start.end()))


def is_seed(text: str, file: str) -> bool:
    """Whether a text in prefix notation is in the seed dialect."""
    return file.lower().endswith(".seed.gdl") or bool(_SEED_COMMENT.search(text))


def _with_random(reading: Reading, dialect: Dialect | None) -> Reading:
    """The reading as GDL-II, where nobody chose a dialect and only that fits."""
    program = reading.program
    if dialect is None and any(map(_needs_gdl_ii, program.rules)):
        return replace(reading, program=replace(program, dialect=Dialect.GDL_II))
    return reading


_GDL_II = frozenset(name for name, word in WORDS.items() if word.dialect is Dialect.GDL_II)


def _needs_gdl_ii(rule: Rule) -> bool:
    """Whether a rule concludes something, or names a role, that only GDL-II has."""
    head = rule.head
    if head.relation == "role" and len(head.args) == 1:
        return head.args[0] in _GDL_II - RELATIONS
    return head.relation in _GDL_II & RELATIONS
