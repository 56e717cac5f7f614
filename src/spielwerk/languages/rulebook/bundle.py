"""A rulebook as one text, for those who bring one along: its files, one after another.

A line ``%%% rules.lp`` begins the file of that name; the rest of the text is as it would stand in
the folder. The file that includes the others is made where there is none. A text goes in, a folder
comes out, and what is found in the folder is told by the lines of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from spielwerk.core import Diagnostic, Severity, SourceError, Span, say
from spielwerk.languages.rulebook.language import ENTRYPOINT

_BEGIN = re.compile(r"%%%\s*(?P<name>\S+)\s*")
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,60}\.lp")
_BOOK = re.compile(r'^\s*rulebook\("(?P<name>[A-Za-z0-9_-]{1,40})"\)', re.MULTILINE)
_USUAL = ("meta.lp", "rules.lp")
"""The files that every book has."""


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    first: int
    """The line of the text in which it begins, from 1."""
    text: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """A rulebook as one text."""

    name: str
    """What the book calls itself."""
    files: tuple[_File, ...]
    file: str
    """What diagnostics call the text."""

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """The book as a folder, for as long as it is needed."""
        with TemporaryDirectory() as parent:
            folder = Path(parent) / self.name
            folder.mkdir()
            for one in self.files:
                (folder / one.name).write_text(one.text, encoding="utf-8")
            yield folder

    def placed(self, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """What was found in the folder, at its places in the text."""
        firsts = {one.name: one.first for one in self.files}
        for diagnostic in found:
            span = diagnostic.span
            if span is None:
                yield diagnostic
                continue
            first = firsts.get(Path(span.file).name, 1)
            lines = (span.line + first - 1, span.column, span.end_line + first - 1)
            yield replace(diagnostic, span=Span(self.file, *lines, span.end_column))


def bundle_of(text: str, file: str) -> Bundle:
    """The book in a text.

    :raises SourceError: it is none
    """
    named = _BOOK.search(text)
    if named is None:
        hint = 'Write rulebook("my-book"). below #program rulebook_usable.'
        raise _wrong("rulebook-nameless", "The book does not say what it is called.", file, 1, hint)
    files = list(_files(text, file))
    known = [one.name for one in files]
    files += [_File(name, 1, "") for name in _USUAL if name not in known]
    if ENTRYPOINT not in known:
        includes = "".join(f'#include "{one.name}".\n' for one in files)
        files.append(_File(ENTRYPOINT, 1, includes))
    return Bundle(named["name"], tuple(files), file)


def bundled(files: Iterable[tuple[str, str]]) -> str:
    """Files of a book, by their paths, as one text; what includes the others is made anew.

    :raises SourceError: no file of a rulebook is among them
    """
    books = [(PurePosixPath(path).name, text) for path, text in files if path.endswith(".lp")]
    if not books:
        raise _wrong("rulebook-file", "No file of a rulebook (.lp) is among these.", "files", 1)
    return "".join(
        f"%%% {name}\n{text.rstrip()}\n\n" for name, text in sorted(books) if name != ENTRYPOINT
    )


def _files(text: str, file: str) -> Iterator[_File]:
    parts: list[tuple[str, int, list[str]]] = [("rules.lp", 1, [])]
    for number, line in enumerate(text.splitlines(), 1):
        begin = _BEGIN.fullmatch(line)
        if begin is None:
            parts[-1][2].append(line)
            continue
        if not _NAME.fullmatch(begin["name"]):
            hint = "Names of files are letters and digits and end with .lp"
            message = say("'{begin}' cannot be a file.", begin=begin["name"][:80])
            raise _wrong("rulebook-file", message, file, number, hint)
        parts.append((begin["name"], number + 1, []))
    seen: set[str] = set()
    for name, first, lines in parts:
        if any(map(str.strip, lines)):
            if name in seen:
                raise _wrong(
                    "rulebook-file",
                    say("There are two files called {name}.", name=name),
                    file,
                    first,
                )
            seen.add(name)
            yield _File(name, first, "\n".join(lines) + "\n")


def _wrong(code: str, message: str, file: str, line: int, hint: str | None = None) -> SourceError:
    place = Span(file, line, 1, line, 2)
    return SourceError([Diagnostic(code, Severity.ERROR, message, place, hint)])
