"""From a file or text to a checked program: the one door through which rules come in.

Reading, writing comfort forms out and checking happen here in this order, for every notation and
dialect. Whatever is wrong becomes diagnostics; a program comes out only if there are no errors.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from spielwerk.core import Diagnostic, Severity, SourceError, Span, has_errors, read_text_file, say
from spielwerk.languages.gdl.asking import is_number_relation
from spielwerk.languages.gdl.checks import check, check_in_turn
from spielwerk.languages.gdl.presentation import check_headers
from spielwerk.languages.gdl.program import RELATIONS, WORDS, Atom, Dialect, Program, Rule, atoms
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
    """Read a text in whatever notation and dialect it is; nothing is written out or checked.

    The dialect is the one given, else the one that a header names, else recognised.
    """
    dialect = dialect or named_dialect(text)
    if is_infix(text, file):
        return _with_random(read_infix(text, file=file, dialect=dialect or Dialect.GGP), dialect)
    if dialect is None and is_seed(text, file):
        strict = read(text, file=file, dialect=Dialect.SEED)
        return _relaxed(text, file, _COMMENTED) if has_errors(strict.diagnostics) else strict
    reading = read(text, file=file, dialect=dialect or Dialect.GGP)
    if dialect is None and (sign := _sign_of_seed(text, reading)):
        return _relaxed(text, file, sign)
    return _with_random(reading, dialect)


def named_dialect(text: str) -> Dialect | None:
    """The dialect that a header of the text names, such as ``;! dialect seed-2``."""
    found = _NAMED.search(text)
    return Dialect(found[1].lower()) if found else None


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
    if reading.program.dialect.in_turn:
        return _checked_in_turn(reading, text, file)
    expanded = expand(
        reading.program, resolve=Includes(folder, lambda t, f: read_any(t, file=f, dialect=dialect))
    )
    program = replace(expanded.program, text=text)
    found = [*reading.diagnostics, *expanded.diagnostics]
    if not (reading.gave_up or expanded.gave_up):
        found += check(program, doubtful=reading.doubtful | expanded.doubtful)
        found += check_headers(program, text)
    return program, tuple(sorted(found, key=lambda d: _place(d, file)))


def _checked_in_turn(
    reading: Reading, text: str, file: str
) -> tuple[Program, tuple[Diagnostic, ...]]:
    """The seed dialect has no comfort forms, and checks of its own."""
    program = replace(reading.program, text=text)
    found = [*reading.diagnostics]
    if not reading.gave_up:
        found += check_in_turn(program, doubtful=reading.doubtful)
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


_NAMED = re.compile(
    r"^[ \t]*(?:;|//|%)![ \t]*dialect[ \t:]+(ggp|gdl-ii|seed-2|seed)\b",
    re.MULTILINE | re.IGNORECASE,
)
_COMMENTED = "comments start with //, and the text keeps the conditions of that version only"
_TYPED = re.compile(r"[\s(](?:\[[^\[\]()\s]*,\s*[^\[\]()\s]*\]|[^\W\d][\w-]*):[?(\w]")


def _relaxed(text: str, file: str, why: str) -> Reading:
    """The text in the later version of the seed dialect, with a hint that says so."""
    reading = read(text, file=file, dialect=Dialect.SEED_2)
    hint = Diagnostic(
        "gdl-seed-2",
        Severity.HINT,
        say("This is read in the dialect seed-2: {why}.", why=why),
        Span(file, 1, 1, 1, 1),
        "Say so in a header, //! dialect seed-2, or name another one.",
    )
    return replace(reading, diagnostics=(hint, *reading.diagnostics))


def _sign_of_seed(text: str, reading: Reading) -> str | None:
    """What shows that a text without // comments is in the later version of the seed dialect."""
    if _TYPED.search(re.sub(r";[^\n]*", "", text)):
        return "there are types before terms"
    rules = reading.program.rules
    defined = {rule.head.relation for rule in rules}
    for rule in rules:
        for atom, _ in atoms((rule.head, *rule.body)):
            if atom.relation in ("init", "next", "true") and atom.args:
                fact = atom.args[0]
                if isinstance(fact, tuple) and fact[0] == "sees":
                    return "what a role sees is part of the state"
            is_comfort = "numbers" in defined or "include" in defined or "letters" in defined
            if atom.relation not in defined and not is_comfort and _computes(atom):
                return f"{atom.relation} is not defined, so the one of numbers is meant"
    return None


def _computes(atom: Atom) -> bool:
    if atom.relation == "count":
        return len(atom.args) > 1
    return is_number_relation(atom.signature)


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
