"""Test matches: a match written down with what must hold on the way, and checked by playing it.

::

    models/Chess.gdl                 the rules, seen from here or from the folder of this file
    ; lines like this are comments
    STATE
    (cell a 1 white-rook)            the whole state, one fact a line
    ...
    COMMAND
    white (move e 2 e 4)             one role a line; together they are one joint move
    STATE
    ...
    GOAL
    (goal white 0)                   what the roles got; the match must be over
    (goal black 100)

A command that is not legal changes nothing, so a test of a refusal is followed by the same STATE
as before. A text goes in (:func:`parse_script`), a :class:`Script` comes out; :func:`run_script`
plays it and reports every difference with its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from spielwerk.core import (
    CHANCE,
    Diagnostic,
    Joint,
    Move,
    MoveError,
    MoveSyntaxError,
    Over,
    Role,
    Severity,
    SourceError,
    Span,
)
from spielwerk.languages.gdl.game import GdlGame, GdlState
from spielwerk.languages.gdl.program import Term, term_text
from spielwerk.languages.gdl.text import parse_term

_KEYWORDS = ("STATE", "COMMAND", "GOAL")
_SHOWN = 6
"""How many facts of a difference are named before the rest is only counted."""
_MAX_PROBLEMS = 100
"""After so many differences a match is not followed any further."""


@dataclass(frozen=True, slots=True)
class ScriptCommand:
    """Moves to be made at once, as they were written: role to text."""

    moves: Mapping[str, str]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Expected:
    """The facts that must hold here, and no others."""

    facts: frozenset[Term]
    line: int = 0


@dataclass(frozen=True, slots=True)
class ExpectedResult:
    """What each of these roles must have got."""

    goals: Mapping[str, int]
    line: int = 0


Step: TypeAlias = ScriptCommand | Expected | ExpectedResult


@dataclass(frozen=True, slots=True)
class Script:
    """A test match: by which rules, and what happens and holds in order."""

    model: str
    steps: tuple[Step, ...]
    file: str = "<text>"

    def to_text(self) -> str:
        """The script in the format that :func:`parse_script` reads."""
        return "".join(f"{line}\n" for line in (self.model, "", *self._lines()))

    def model_path(self) -> Path:
        """Where the rules lie: seen from the script's folder, else from the working directory."""
        beside = Path(self.file).parent / self.model
        return beside if beside.exists() else Path(self.model)

    def _lines(self) -> Iterator[str]:
        for step in self.steps:
            match step:
                case ScriptCommand(moves):
                    yield "COMMAND"
                    yield from (f"{role} {move}" for role, move in moves.items())
                case Expected(facts):
                    yield "STATE"
                    yield from sorted(map(term_text, facts))
                case ExpectedResult(goals):
                    yield "GOAL"
                    yield from (f"(goal {role} {value})" for role, value in goals.items())


@dataclass(frozen=True, slots=True)
class ScriptReport:
    """What came out of a test match."""

    problems: tuple[Diagnostic, ...]
    """Every difference between script and rules, with its line; none if the test is passed."""
    refused: tuple[Diagnostic, ...]
    """The commands that were not legal and so changed nothing, with the reason."""
    played: int
    compared: int
    """How many commands were played, and how many states and results were compared."""

    @property
    def passed(self) -> bool:
        return not self.problems


def parse_script(text: str, file: str = "<text>") -> Script:
    """Read a test match.

    :raises SourceError: with a diagnostic for every line that means nothing
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith(";")
    ]
    if not lines or lines[0][1] in _KEYWORDS:
        hint = "The first line is the path of the model, such as models/Chess.gdl."
        raise SourceError([_problem("model", "No model is named.", file, 1, hint)])
    reader = _Reader(file)
    steps = [reader.step(keyword, start, block) for keyword, start, block in _blocks(lines[1:])]
    if reader.problems:
        raise SourceError(reader.problems)
    return Script(lines[0][1], tuple(steps), file)


def run_script(script: Script, game: GdlGame) -> ScriptReport:
    """Play a test match and compare what happens with what the script expects."""
    return _Run(script, game).report()


def _blocks(
    lines: Iterable[tuple[int, str]],
) -> Iterator[tuple[str, int, list[tuple[int, str]]]]:
    """Keyword, its line, and the lines below it. Lines above the first have no keyword."""
    keyword, start = "", 0
    block: list[tuple[int, str]] = []
    for number, line in lines:
        if line in _KEYWORDS:
            if keyword or block:
                yield keyword, start, block
            keyword, start, block = line, number, []
        else:
            block.append((number, line))
    if keyword or block:
        yield keyword, start, block


class _Reader:
    """Turns blocks into steps and keeps what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Diagnostic] = []

    def step(self, keyword: str, start: int, block: list[tuple[int, str]]) -> Step:
        match keyword:
            case "STATE":
                terms = (self._term(line, number) for number, line in block)
                return Expected(frozenset(term for term in terms if term is not None), start)
            case "COMMAND":
                return self._command(start, block)
            case "GOAL":
                return self._result(start, block)
        hint = "Write STATE, COMMAND or GOAL on a line of its own above it."
        self._report("keyword", f"'{block[0][1]}' stands below no keyword.", block[0][0], hint)
        return Expected(frozenset())

    def _command(self, start: int, block: list[tuple[int, str]]) -> ScriptCommand:
        moves: dict[str, str] = {}
        for number, line in block:
            role, _, move = line.partition(" ")
            if not move or "(" in role:
                hint = "Write the role, then its move: white (move e 2 e 4)."
                self._report("command", f"'{line}' is not a role with its move.", number, hint)
            elif role in moves:
                hint = "Start a new COMMAND block for the next move."
                self._report("command", f"{role} moves twice at once.", number, hint)
            else:
                moves[role] = move.strip()
        if not block:
            hint = "Write a role and its move below it: white (move e 2 e 4)."
            self._report("command", "This COMMAND says nothing.", start, hint)
        return ScriptCommand(moves, start)

    def _result(self, start: int, block: list[tuple[int, str]]) -> ExpectedResult:
        goals: dict[str, int] = {}
        for number, line in block:
            match self._term(line, number):
                case ("goal", str(role), str(value)) if _is_goal(value) and role not in goals:
                    goals[role] = int(value)
                case None:
                    pass
                case _:
                    hint = "Write each role once, such as (goal white 100); values are 0 to 100."
                    self._report("goal", f"'{line}' is not the result of a role.", number, hint)
        return ExpectedResult(goals, start)

    def _term(self, line: str, number: int) -> Term | None:
        try:
            return parse_term(line)
        except MoveSyntaxError as problem:
            hint = "Write one fact a line, such as (cell a 1 white-rook)."
            self._report("fact", str(problem), number, hint)
            return None

    def _report(self, code: str, message: str, line: int, hint: str) -> None:
        self.problems.append(_problem(code, message, self.file, line, hint))


class _Run:
    """A script on its way through a game."""

    def __init__(self, script: Script, game: GdlGame) -> None:
        self.script = script
        self.game = game
        self.state = game.initial()
        self.problems: list[Diagnostic] = []
        self.refused: list[Diagnostic] = []
        self.confirmed = 0
        """How many refusals there had been when the state last was as expected."""
        self.played = self.compared = 0

    def report(self) -> ScriptReport:
        for step in self.script.steps:
            match step:
                case ScriptCommand():
                    self._play(step)
                case Expected():
                    self._compare(step)
                case ExpectedResult():
                    self._judge(step)
            if len(self.problems) >= _MAX_PROBLEMS:
                break
        return ScriptReport(tuple(self.problems), tuple(self.refused), self.played, self.compared)

    def _play(self, command: ScriptCommand) -> None:
        try:
            moves = {Role(r): self.game.parse_move(text) for r, text in command.moves.items()}
            self.state = _after(self.state, moves)
            self.played += 1
        except MoveError as problem:
            span = Span(self.script.file, command.line, 1, command.line, 1)
            refusal = Diagnostic("testmatch-refused", Severity.HINT, str(problem), span)
            self.refused.append(refusal)

    def _compare(self, expected: Expected) -> None:
        self.compared += 1
        found = self.game.engine.facts(self.state.position)
        if found == expected.facts:
            self.confirmed = len(self.refused)
            return
        missing, extra = expected.facts - found, found - expected.facts
        parts = [
            *([f"expected but not true: {_listing(missing)}"] if missing else []),
            *([f"true but not expected: {_listing(extra)}"] if extra else []),
        ]
        hint = None
        if refusal := next(iter(self.refused[self.confirmed :]), None):
            line = refusal.span.line if refusal.span else 0
            hint = f"The command of line {line} was refused: {refusal.message.splitlines()[0]}"
        message = f"The state differs; {'; '.join(parts)}."
        self._report("state", message, expected.line, hint)

    def _judge(self, result: ExpectedResult) -> None:
        self.compared += 1
        if not isinstance(self.state.turn, Over):
            hint = "Goals are compared at the end only; add the missing commands or leave them out."
            self._report("goal", "The match is not over here.", result.line, hint)
            return
        outcome = self.state.outcome()
        for role, value in result.goals.items():
            if role not in self.game.roles:
                hint = f"The roles are {', '.join(self.game.roles)}."
                self._report("goal", f"There is no role {role}.", result.line, hint)
            elif outcome[Role(role)] != value:
                message = f"{role} gets {outcome[Role(role)]}, not {value}."
                self._report("goal", message, result.line)

    def _report(self, code: str, message: str, line: int, hint: str | None = None) -> None:
        self.problems.append(_problem(code, message, self.script.file, line, hint))


def _after(state: GdlState, moves: dict[Role, Move]) -> GdlState:
    """The state after a joint move; passes of roles that are not asked may be among them."""
    chance = {role: move for role, move in moves.items() if role == CHANCE}
    made = {
        role: move
        for role, move in moves.items()
        if role != CHANCE and not _passes_unasked(state, role, move)
    }
    if made or not chance:
        state = state.after(made)
    return state.after(chance) if chance else state


def _passes_unasked(state: GdlState, role: Role, move: Move) -> bool:
    match state.turn:
        case Joint(roles) if role not in roles:
            legal = state.game.engine.legal(state.position, role)
            return legal == (state.game.terms[move],)
    return False


def _listing(facts: frozenset[Term]) -> str:
    texts = sorted(map(term_text, facts))
    more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return f"{', '.join(texts[:_SHOWN])}{more}"


def _is_goal(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 3 and int(value) <= 100


def _problem(code: str, message: str, file: str, line: int, hint: str | None = None) -> Diagnostic:
    span = Span(file, line, 1, line, 1)
    return Diagnostic(f"testmatch-{code}", Severity.ERROR, message, span, hint)
