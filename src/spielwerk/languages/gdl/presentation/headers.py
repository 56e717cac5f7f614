"""Looks over the ``;!`` headers of a game: a slip in them never stops a match, but a board.

A program and the text it was read from go in, diagnostics with the place of the header come
out. They are warnings: the rules are sound, only the picture is not what the author wants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from spielwerk.core import Diagnostic, Severity, Span
from spielwerk.languages.gdl.presentation.display import BOARDS, SIDES, parse_grid
from spielwerk.languages.gdl.presentation.notation import Notation
from spielwerk.languages.gdl.presentation.telling import ToldPattern
from spielwerk.languages.gdl.program import Argument, Atom, Program, Term, relations_about


@dataclass(frozen=True, slots=True)
class Header:
    """One thing a header can say."""

    key: str
    example: str
    meaning: str

    def __str__(self) -> str:
        return f";! {self.key} {self.example}"


_TABLE = (
    Header("title", "Chess", "what people call it"),
    Header("about", "…", "one or two sentences for the catalogue"),
    Header("grid", "(cell ?column ?row ?piece)", "which facts make up the board"),
    Header("columns", "a b c", "from left to right"),
    Header("rows", "3 2 1", "from top to bottom"),
    Header("piece", "white-king ♔", "what to draw for a value"),
    Header("board", "hex", "cells that touch six others"),
    Header("edge", "red left right", "which sides of the board belong to a colour"),
    Header("dialect", "seed-2", "which variety of the language it is: ggp, gdl-ii, seed, seed-2"),
    Header("notation", "?a?b-?c?d (move ?a ?b ?c ?d)", "a short way to write a move"),
    Header("word", "de queen Dame", "what a value is called in sentences of another language"),
    Header(
        "repetition",
        "3 quiet",
        "a position that comes up so often is drawn; facts of these names do not tell two apart",
    ),
    Header(
        "tell",
        "en (said ?who fold) ?who folds",
        "what people are told, in a language, of a percept or of a move: `(does ?who (bid ?n))`",
    ),
)
HEADERS: Mapping[str, Header] = {header.key: header for header in _TABLE}
"""What headers can say, in the order of ``docs/gdl.md``."""

_FACT_RELATIONS = relations_about(Argument.FACT)
_HEADER = re.compile(r"^[ \t]*(?:;|//|%)![ \t]*(\S+)[ \t]*([^\r\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Line:
    key: str
    value: str
    span: Span

    def problem(self, code: str, message: str, hint: str) -> Diagnostic:
        return Diagnostic(f"gdl-header-{code}", Severity.WARNING, message, self.span, hint)


def read_repetition(headers: Mapping[str, tuple[str, ...]]) -> tuple[int, frozenset[str]]:
    """How often a position may come up until the match is drawn, and which facts do not matter."""
    words = [word for line in headers.get("repetition", ()) for word in line.split()]
    if not words or not words[0].isdecimal():
        return 0, frozenset()
    return int(words[0]), frozenset(words[1:])


def check_headers(program: Program, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with the headers of ``program``, which was read from ``text``."""
    headers = tuple(_headers(text, program.file))
    facts = frozenset(_fact_shapes(program))
    problems = [problem for header in headers for problem in _check_one(header, facts)]
    return (*problems, *_check_together(headers))


def _headers(text: str, file: str) -> Iterator[_Line]:
    for found in _HEADER.finditer(text):
        line = text.count("\n", 0, found.start(1)) + 1
        column = found.start(1) - text.rfind("\n", 0, found.start(1))
        end = column + len(found[0].rstrip()) - (found.start(1) - found.start())
        yield _Line(found[1].lower(), found[2].strip(), Span(file, line, column, line, end))


def _check_one(header: _Line, facts: frozenset[tuple[str, int]]) -> Iterator[Diagnostic]:
    if header.key not in HEADERS:
        near = get_close_matches(header.key, HEADERS, 1)
        hint = f"Did you mean '{near[0]}'?" if near else f"Known headers: {', '.join(HEADERS)}."
        yield header.problem("unknown", f"There is no header '{header.key}'.", hint)
    elif not header.value:
        yield header.problem(
            "empty", f"The header '{header.key}' says nothing.", "Write its value behind it."
        )
    elif header.key == "grid":
        yield from _check_grid(header, facts)
    elif header.key == "board" and header.value.lower() not in BOARDS:
        yield header.problem(
            "board", f"There is no board '{header.value}'.", f"Boards are {' or '.join(BOARDS)}."
        )
    elif header.key == "edge" and not set(header.value.lower().split()[1:]) & set(SIDES):
        yield header.problem(
            "edge",
            f"'{header.value}' does not say which side of the board has which colour.",
            f"Write a colour and some of {', '.join(SIDES)}: {HEADERS['edge']}",
        )
    elif header.key == "notation" and Notation.parse(header.value) is None:
        yield header.problem(
            "notation",
            f"'{header.value}' is not a short form and the move it stands for.",
            f"Write both with the same variables: {HEADERS['notation']}",
        )
    elif header.key == "repetition" and not re.match(r"[2-9]\b", header.value):
        yield header.problem(
            "repetition",
            f"'{header.value}' does not say how often a position may come up.",
            f"Write a number from 2 to 9 first: {HEADERS['repetition']}",
        )
    elif header.key == "tell" and ToldPattern.parse(header.value) is None:
        yield header.problem(
            "tell",
            f"'{header.value}' is not a language, a percept or move, and a sentence.",
            f"Write all three: {HEADERS['tell']}",
        )
    elif header.key in ("columns", "rows"):
        names = header.value.split()
        if twice := sorted({name for name in names if names.count(name) > 1}):
            yield header.problem(
                "twice",
                f"'{twice[0]}' stands more than once among the {header.key}.",
                "Name each of them once.",
            )


def _check_grid(header: _Line, facts: frozenset[tuple[str, int]]) -> Iterator[Diagnostic]:
    grid = parse_grid(header.value)
    if grid is None:
        yield header.problem(
            "grid",
            f"'{header.value}' does not say where the column and the row stand in a fact.",
            f"Write a pattern such as {HEADERS['grid'].example}.",
        )
    elif (str(grid[0]), len(grid) - 1) not in facts:
        names = [name for name, arity in facts if arity == len(grid) - 1]
        near = get_close_matches(str(grid[0]), names, 1)
        yield header.problem(
            "grid",
            f"No fact '{grid[0]}' with {len(grid) - 1} arguments is ever true in this game.",
            f"Did you mean '{near[0]}'?" if near else "Name a fact that init or next brings about.",
        )


def _check_together(headers: tuple[_Line, ...]) -> Iterator[Diagnostic]:
    """A grid needs columns and rows, and the other way round."""
    first = {header.key: header for header in reversed(headers)}
    wanted = ("grid", "columns", "rows")
    present = [key for key in wanted if key in first]
    missing = [key for key in wanted if key not in first]
    if present and missing:
        yield first[present[0]].problem(
            "incomplete",
            f"A board needs grid, columns and rows; here is no {' and no '.join(missing)}.",
            f"Add a line such as '{HEADERS[missing[0]]}'.",
        )


def _fact_shapes(program: Program) -> Iterator[tuple[str, int]]:
    """Name and number of arguments of whatever can be true."""
    for rule in program.rules:
        for atom in (rule.head, *(literal for literal in rule.body if isinstance(literal, Atom))):
            if atom.relation in _FACT_RELATIONS and len(atom.args) == 1:
                yield _shape(atom.args[0])


def _shape(fact: Term) -> tuple[str, int]:
    if isinstance(fact, tuple):
        return str(fact[0]), len(fact) - 1
    return str(fact), 0
