"""Replays matches recorded by another reasoner and finds the first difference.

A trace is lines of text. ``!R!`` names the roles; then for every state ``!T!`` says whether it is
terminal, one ``!L!`` line a role lists its legal moves, and ``!C!`` is the joint move made; at the
end of a match ``!G!`` gives the goals, and the next match starts from the beginning. ``!F!`` ends
the trace. Items are separated by commas.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from spielwerk.core import MoveSyntaxError, RecordError
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.game import GdlGame
from spielwerk.languages.gdl.program import Program, Term, normalise, term_text
from spielwerk.languages.gdl.text import parse_term

_KINDS = ("!R!", "!T!", "!L!", "!C!", "!G!", "!F!")


@dataclass(frozen=True, slots=True)
class TraceDifference:
    """Where a trace and the rules first disagree."""

    line: int
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}: expected {self.expected}, found {self.found}"


def verify(subject: GdlGame | Program, trace: str) -> TraceDifference | None:
    """The first difference between the trace and what the rules say; none if they agree.

    :raises RecordError: the text is not a trace; it names the line
    """
    engine = subject.engine if isinstance(subject, GdlGame) else DirectEngine(normalise(subject))
    return next(_Replay(engine).differences(trace), None)


class _Replay:
    def __init__(self, engine: Engine[Any]) -> None:
        self.engine = engine
        self.position = engine.initial()
        self.listed = 0
        """How many roles' legal moves of this state were compared."""

    def differences(self, trace: str) -> Iterator[TraceDifference]:
        for line, text in enumerate(trace.splitlines(), start=1):
            kind, rest = text[:3], text[3:]
            if not text.strip():
                continue
            if kind == "!F!":
                return
            if kind not in _KINDS:
                raise RecordError(
                    f"A line of a trace starts with one of {', '.join(_KINDS)}.", line
                )
            yield from self.compare(kind, rest, line)

    def compare(self, kind: str, rest: str, line: int) -> Iterator[TraceDifference]:
        engine = self.engine
        match kind:
            case "!R!":
                yield from _differ(line, "roles", rest.strip(), ",".join(engine.roles))
            case "!T!":
                self.listed = 0
                terminal = str(engine.terminal(self.position)).lower()
                yield from _differ(line, "terminal", rest.strip().lower(), terminal)
            case "!L!":
                role = self.next_role(line)
                found = engine.legal(self.position, role)
                yield from _differ(
                    line, f"legal moves of {role}", _listing(_terms(rest, line)), _listing(found)
                )
            case "!C!":
                yield from self.make(_terms(rest, line), line)
            case "!G!":
                goals = engine.goals(self.position)
                values = ("/".join(map(str, goals[role])) or "none" for role in engine.roles)
                yield from _differ(line, "goals", rest.strip(), ",".join(values))
                self.position = engine.initial()

    def next_role(self, line: int) -> str:
        if self.listed == len(self.engine.roles):
            raise RecordError("There are more lists of legal moves than roles.", line)
        self.listed += 1
        return self.engine.roles[self.listed - 1]

    def make(self, joint: tuple[Term, ...], line: int) -> Iterator[TraceDifference]:
        roles = self.engine.roles
        if len(joint) != len(roles):
            raise RecordError(f"A joint move has {len(roles)} moves, not {len(joint)}.", line)
        for role, move in zip(roles, joint, strict=True):
            if move not in self.engine.legal(self.position, role):
                legal = _listing(self.engine.legal(self.position, role))
                yield TraceDifference(
                    line, f"move of {role}", term_text(move), f"legal are {legal}"
                )
        self.position = self.engine.next(self.position, joint)


def _differ(line: int, what: str, expected: str, found: str) -> Iterator[TraceDifference]:
    if expected != found:
        yield TraceDifference(line, what, expected, found)


def _listing(moves: tuple[Term, ...]) -> str:
    return ", ".join(sorted(map(term_text, moves))) or "none"


def _terms(text: str, line: int) -> tuple[Term, ...]:
    """The terms of a line; commas separate them, since terms of GDL hold none."""
    try:
        return tuple(parse_term(part) for part in text.split(",") if part.strip())
    except MoveSyntaxError as problem:
        raise RecordError(str(problem), line) from None
