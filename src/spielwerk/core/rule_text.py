"""Rules as somebody wrote them: a text, what to call it, and the folder it may use files of.

Paths go in, texts come out, for every language alike. What cannot be read says why, with a code
that begins with the name of its language.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spielwerk.core.errors import SourceError
from spielwerk.core.source import Diagnostic, Severity, Span


@dataclass(frozen=True, slots=True)
class RuleText:
    """A text of rules. Only one from a trusted place has a folder: a stranger's includes none."""

    text: str
    file: str = "<text>"
    """What diagnostics call it."""
    folder: Path | None = None
    """Where files stand that it may include; rules that are a folder stand there as a whole."""


def read_text_file(path: Path, language: str, longest: int) -> str:
    """The text of a file of at most ``longest`` bytes.

    :raises SourceError: it is missing, no file, too long, or no text
    """
    try:
        if path.is_dir():
            raise _refused(path, language, "This is a folder, not a file.", "Name a file in it.")
        if not path.exists():
            raise _refused(path, language, "There is no such file.", "Is the name spelt right?")
        if not path.is_file():
            message = "This is not an ordinary file."
            raise _refused(path, language, message, "Name a file of rules.")
        with path.open("rb") as stream:
            data = stream.read(longest + 1)
    except (OSError, ValueError) as problem:
        message = f"The file cannot be read: {getattr(problem, 'strerror', None) or problem}."
        hint = "Check its name and your rights to read it."
        raise _refused(path, language, message, hint) from None
    if len(data) > longest:
        message = f"The file is longer than {longest:,} bytes."
        raise _refused(path, language, message, "Split it up, or say less in it.", "too-long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        message = f"This is not a text in UTF-8: line {line} contains a byte that cannot be read."
        raise _refused(path, language, message, "Save it as UTF-8.", "not-text") from None


def _refused(path: Path, language: str, message: str, hint: str, code: str = "file") -> SourceError:
    place = Span(str(path), 1, 1, 1, 1)
    return SourceError([Diagnostic(f"{language}-{code}", Severity.ERROR, message, place, hint)])
