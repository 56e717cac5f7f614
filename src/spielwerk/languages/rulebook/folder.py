"""A rulebook's folder, read: its files, their statements by sub-program, and who the book is.

A folder goes in, a :class:`Rulebook` comes out, with everything that is wrong with the texts as
diagnostics. Nothing is grounded or executed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clingo import MessageCode
from clingo.ast import AST, ASTType, parse_string

from spielwerk.core import Diagnostic, Severity, Span, say
from spielwerk.languages.rulebook.language import ENTRYPOINT

MAX_SIZE = 4_000_000
"""Bytes of one file."""
MAX_FILES = 200

_ALLOWED = (
    ASTType.Rule,
    ASTType.Definition,
    ASTType.Defined,
    ASTType.ShowSignature,
    ASTType.Comment,
)
_INCLUDE = re.compile(r'#include\s*"(?P<name>[^"\n]*)"\s*\.')
_QUIET = re.compile(r'%\*.*?\*%|%[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
"""Comments and texts, in which nothing is an include."""
_PLACE = re.compile(r"^<string>:(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: (?:error|info): (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a book, with where it stands."""

    program: str
    ast: AST
    span: Span

    @property
    def head(self) -> AST | None:
        """The atom that a fact or an ordinary rule derives."""
        if self.ast.ast_type is not ASTType.Rule:
            return None
        literal = self.ast.head
        if literal.ast_type is not ASTType.Literal or literal.sign:
            return None
        atom = literal.atom
        return atom.symbol if atom.ast_type is ASTType.SymbolicAtom else None

    @property
    def signature(self) -> tuple[str, int] | None:
        """Name and number of arguments of what it derives."""
        head = self.head
        if head is not None and head.ast_type is ASTType.Pool:
            head = head.arguments[0]
        if head is None or head.ast_type is not ASTType.Function:
            return None
        return head.name, len(head.arguments)

    @property
    def body(self) -> list[AST]:
        return list(self.ast.body) if self.ast.ast_type is ASTType.Rule else []


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A book as it was read."""

    name: str
    """The name of its folder, which is what it must call itself."""
    folder: Path
    statements: tuple[Statement, ...] = ()
    programs: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = ()

    def of(self, program: str) -> Iterator[Statement]:
        """The statements of a sub-program, in order."""
        return (s for s in self.statements if s.program == program)


def read_folder(folder: Path) -> Rulebook:
    """Read a rulebook; what is wrong with it stands in its diagnostics."""
    reader = _Reader(folder)
    if not folder.is_dir():
        reader.complain("rulebook-folder", "There is no such folder.", None, "Is the name right?")
    else:
        for required in (ENTRYPOINT, "meta.lp", "rules.lp"):
            if not (folder / required).is_file():
                hint = say(
                    "A rulebook has {entrypoint}, meta.lp and rules.lp; they may be empty.",
                    entrypoint=ENTRYPOINT,
                )
                reader.complain(
                    "rulebook-file",
                    say("The file {required} is missing.", required=required),
                    None,
                    hint,
                )
        if (folder / ENTRYPOINT).is_file():
            reader.read(folder / ENTRYPOINT)
            reader.look_for_leftovers()
    return Rulebook(
        folder.resolve().name,
        folder,
        tuple(reader.statements),
        frozenset(reader.programs),
        tuple(reader.diagnostics),
    )


def read_file(path: Path) -> Rulebook:
    """Read a single file as a book of its own."""
    reader = _Reader(path.parent)
    reader.read(path)
    found = tuple(reader.statements), frozenset(reader.programs), tuple(reader.diagnostics)
    return Rulebook(path.stem, path.parent, *found)


@dataclass(slots=True)
class _Reader:
    folder: Path
    statements: list[Statement] = field(default_factory=list)
    programs: set[str] = field(default_factory=set)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)

    def complain(
        self,
        code: str,
        message: str,
        span: Span | None,
        hint: str | None = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        place = span or Span(str(self.folder), 1, 1, 1, 1)
        self.diagnostics.append(Diagnostic(code, severity, message, place, hint))

    def read(self, path: Path) -> None:
        """Read a file and what it includes, each file once."""
        path = path.resolve()
        if path in self.seen:
            return
        self.seen.add(path)
        if len(self.seen) > MAX_FILES:
            self.complain(
                "rulebook-files",
                say("The book has more than {max_files} files.", max_files=MAX_FILES),
                None,
            )
            return
        text = self._text(path)
        if text is None:
            return
        blanked = text
        for match in _includes(text):
            blanked = blanked[: match.start()] + " " * len(match[0]) + blanked[match.end() :]
        self._parse(path, blanked)
        for match in _includes(text):
            self._include(path, text, match)

    def look_for_leftovers(self) -> None:
        for path in sorted(self.folder.glob("**/*.lp")):
            if path.resolve() not in self.seen:
                hint = say(
                    'Add #include "{path}". to {entrypoint}.',
                    path=path.relative_to(self.folder),
                    entrypoint=ENTRYPOINT,
                )
                span = Span(str(path), 1, 1, 1, 1)
                message = "No file of the book includes this one, so it counts for nothing."
                self.complain("rulebook-unused-file", message, span, hint, Severity.WARNING)

    def _text(self, path: Path) -> str | None:
        span = Span(str(path), 1, 1, 1, 1)
        try:
            data = path.read_bytes()
        except OSError as problem:
            self.complain(
                "rulebook-file",
                say("It cannot be read: {problem_strerror}.", problem_strerror=problem.strerror),
                span,
            )
            return None
        if len(data) > MAX_SIZE:
            self.complain(
                "rulebook-size",
                say("The file has more than {max_size:,} bytes.", max_size=MAX_SIZE),
                span,
            )
            return None
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            line = data.count(b"\n", 0, problem.start) + 1
            place = Span(str(path), line, 1, line, 1)
            self.complain("rulebook-text", "This is no UTF-8.", place, "Save the file as UTF-8.")
            return None

    def _include(self, path: Path, text: str, match: re.Match[str]) -> None:
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        span = Span(str(path), line, column, line, column + len(match[0]))
        target = (path.parent / match["name"]).resolve()
        if not target.is_relative_to(self.folder.resolve()):
            hint = "A book includes files of its own folder only; use rulebook_depends for others."
            self.complain("rulebook-include", "This leads out of the folder.", span, hint)
        elif not target.is_file():
            self.complain(
                "rulebook-include", say("There is no file {match}.", match=match["name"]), span
            )
        else:
            self.read(target)

    def _parse(self, path: Path, text: str) -> None:
        found: list[AST] = []
        messages: list[str] = []

        def hear(_code: MessageCode, message: str) -> None:
            messages.append(message)

        try:
            parse_string(text, found.append, logger=hear, message_limit=20)
        except RuntimeError:
            for message in messages:
                self._syntax_error(path, message)
        program = "base"
        for ast in found:
            span = _span(path, ast)
            if ast.ast_type is ASTType.Program:
                program = ast.name
                if ast.location.begin != ast.location.end:
                    self.programs.add(program)
            elif ast.ast_type is ASTType.Script:
                hint = "Rules are logic only; write the condition as a rule."
                self.complain("rulebook-script", "Scripts are not run.", span, hint)
            elif "@" in (said := str(ast)) and _calls_out(said):
                hint = "There are no functions outside of the logic program."
                self.complain("rulebook-external", "An @-function is called.", span, hint)
            else:
                self._take(Statement(program, ast, span))

    def _take(self, statement: Statement) -> None:
        """Books derive violations; they do not choose, forbid or optimise answers."""
        kind = statement.ast.ast_type
        hint = "Derive a violation instead, for example house_rule(KEY,FEATURE) :- ... ."
        if kind not in _ALLOWED:
            name = str(kind).rpartition(".")[2]
            message = say(
                "A statement of this kind ({name}) does not belong into a rulebook.", name=name
            )
            self.complain("rulebook-statement", message, statement.span, hint)
        elif kind is ASTType.Rule and statement.head is None:
            message = "Constraints, choices and disjunctions have no place in a rulebook."
            self.complain("rulebook-statement", message, statement.span, hint)
        else:
            self.statements.append(statement)

    def _syntax_error(self, path: Path, message: str) -> None:
        match = _PLACE.match(message)
        if match is None:
            self.complain("rulebook-syntax", message.strip(), Span(str(path), 1, 1, 1, 1))
            return
        line, column = int(match[1]), int(match[2])
        end_line = int(match[3]) if match[3] else line
        end = int(match[4]) if match[4] else column + 1
        what = " ".join(match[5].split())
        span = Span(str(path), line, column, end_line, end)
        hint = "Statements end with a full stop; names of things are texts in double quotes."
        self.complain("rulebook-syntax", what[:1].upper() + what[1:] + ".", span, hint)


def _includes(text: str) -> list[re.Match[str]]:
    masked = list(text)
    for quiet in _QUIET.finditer(text):
        if quiet[0].startswith("%"):
            masked[quiet.start() : quiet.end()] = " " * len(quiet[0])
    return list(_INCLUDE.finditer("".join(masked)))


def _calls_out(said: str) -> bool:
    return "@" in _QUIET.sub("", said)


def _span(path: Path, ast: AST) -> Span:
    begin, end = ast.location.begin, ast.location.end
    return Span(str(path), begin.line, begin.column, end.line, end.column)
