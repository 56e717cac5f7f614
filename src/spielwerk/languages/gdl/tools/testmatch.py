"""Recorded matches: a match written down with what must hold on the way, checked by playing it.

::

    models/Chess.gdl                 the rules, seen from the folder above that of this file
    # lines like this are comments
    STATE
    (cell a 1 white_rook)            the whole state, one fact a line
    ...
    COMMAND
    white (move e 2 e 4)             a role and its move
    PARTIAL_STATE
    (cell e 4 white_pawn)            what is true among other things
    REFUSED
    white (move e 4 e 5)             commands that must not be legal here
    GOAL
    (goal white 0)                   what the roles get
    (goal black 100)

By rules in the seed dialect one command is played after the other, ``random``'s like anybody's;
STATE is compared with what everybody sees, and goals are read wherever they are asked for. By all
other rules the commands of a block are one joint move, and goals are read at the end. A command
that is not legal fails the match, and the rest of it is not played.

A text goes in (:func:`parse_script`), a :class:`Script` comes out; :func:`run_script` plays it and
reports every difference with its line.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from spielwerk.core import (
    CHANCE,
    Diagnostic,
    Joint,
    LimitExceeded,
    Move,
    MoveError,
    MoveSyntaxError,
    Over,
    Role,
    Severity,
    SourceError,
    Span,
)
from spielwerk.languages.gdl.asking import as_number
from spielwerk.languages.gdl.game import GdlGame, GdlState
from spielwerk.languages.gdl.in_turn import InTurnGame
from spielwerk.languages.gdl.program import Term, term_text, variables
from spielwerk.languages.gdl.text import parse_term, parse_terms

_G = TypeVar("_G", bound=GdlGame)

_KEYWORDS = ("STATE", "PARTIAL_STATE", "COMMAND", "REFUSED", "GOAL")
_COMMENTS = ("#", ";", "//")
_COMMAND = re.compile(r"([^\s()]+)\s*(.*)")
_REMARK = re.compile(r"\s+(?:#|;|//).*")
"""A comment behind something."""
_SHOWN = 6
"""How many facts of a difference are named before the rest is only counted."""
_MAX_PROBLEMS = 100
"""After so many differences a match is not followed any further."""


@dataclass(frozen=True, slots=True)
class ScriptMove:
    """What a role does, as it was written."""

    role: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class ScriptCommand:
    """Moves to be made, or tried: at once or one after the other, as the rules have it."""

    moves: tuple[ScriptMove, ...]
    line: int = 0
    refused: bool = False
    """Whether none of them may be legal."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The facts that must hold here, and no others unless it is ``partial``."""

    facts: frozenset[Term]
    line: int = 0
    partial: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedResult:
    """What roles must get."""

    goals: tuple[tuple[str, int], ...]
    line: int = 0


Step: TypeAlias = ScriptCommand | Expected | ExpectedResult


@dataclass(frozen=True, slots=True)
class Script:
    """A recorded match: by which rules, and what happens and holds in order."""

    model: str
    steps: tuple[Step, ...]
    file: str = "<text>"

    def to_text(self) -> str:
        """The script in the format that :func:`parse_script` reads."""
        return "".join(f"{line}\n" for line in (self.model, "", *self._lines()))

    def model_path(self) -> Path:
        """Where the rules lie: seen from the folder above the script's, or one further up.

        Else from the script's own folder, else from the working directory.
        """
        model = self.model.replace("\\", "/")
        folder = Path(self.file).resolve().parent
        seen_from = [*folder.parents[:1], folder, *folder.parents[1:]]
        found = (path for path in (one / model for one in seen_from) if path.is_file())
        return next(found, Path(model))

    def _lines(self) -> Iterator[str]:
        for step in self.steps:
            match step:
                case ScriptCommand(moves):
                    yield "REFUSED" if step.refused else "COMMAND"
                    yield from (f"{move.role} {move.text}" for move in moves)
                case Expected(facts):
                    yield "PARTIAL_STATE" if step.partial else "STATE"
                    yield from sorted(map(term_text, facts))
                case ExpectedResult(goals):
                    yield "GOAL"
                    yield from (f"(goal {role} {value})" for role, value in goals)


@dataclass(frozen=True, slots=True)
class ScriptReport:
    """What came out of a recorded match."""

    problems: tuple[Diagnostic, ...]
    """Every difference between script and rules, with its line; none if the test is passed."""
    played: int
    compared: int
    """How many commands were played, and how many states and results were compared."""

    @property
    def passed(self) -> bool:
        return not self.problems


def parse_script(text: str, file: str = "<text>") -> Script:
    """Read a recorded match.

    :raises SourceError: with a diagnostic for every line that means nothing
    """
    lines = [
        (number, _REMARK.sub("", line.strip().strip("\ufeff").strip()))
        for number, line in enumerate(text.splitlines(), start=1)
    ]
    lines = [(n, line) for n, line in lines if line and not line.startswith(_COMMENTS)]
    if not lines or lines[0][1] in _KEYWORDS:
        hint = "The first line is the path of the model, such as models/Chess.gdl."
        raise SourceError([_problem("model", "No model is named.", file, 1, hint)])
    reader = _Reader(file)
    steps = [reader.step(keyword, start, block) for keyword, start, block in _blocks(lines[1:])]
    if reader.problems:
        raise SourceError(reader.problems)
    return Script(lines[0][1], tuple(steps), file)


def run_script(script: Script, game: GdlGame) -> ScriptReport:
    """Play a recorded match and compare what happens with what the script expects."""
    if isinstance(game, InTurnGame):
        return _InTurn(script, game).report()
    return _AtOnce(script, game).report()


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
            case "STATE" | "PARTIAL_STATE":
                facts = [term for number, line in block for term in self._terms(line, number)]
                return Expected(frozenset(facts), start, keyword != "STATE")
            case "COMMAND" | "REFUSED":
                return self._command(start, block, keyword == "REFUSED")
            case "GOAL":
                return self._result(start, block)
        hint = f"Write {', '.join(_KEYWORDS[:-1])} or GOAL on a line of its own above it."
        self._report("keyword", f"'{block[0][1]}' stands below no keyword.", block[0][0], hint)
        return Expected(frozenset())

    def _command(self, start: int, block: list[tuple[int, str]], refused: bool) -> ScriptCommand:
        moves: list[ScriptMove] = []
        for number, line in block:
            found = _COMMAND.fullmatch(line)
            if found is None or not found[2]:
                hint = "Write the role, then its move: white (move e 2 e 4)."
                self._report("command", f"'{line}' is not a role with its move.", number, hint)
            else:
                moves.append(ScriptMove(found[1], found[2].strip(), number))
        return ScriptCommand(tuple(moves), start, refused)

    def _result(self, start: int, block: list[tuple[int, str]]) -> ExpectedResult:
        goals: list[tuple[str, int]] = []
        for number, line in block:
            for term in self._terms(line, number):
                match term:
                    case ("goal", str(role), str(value)):
                        points = as_number(value)
                    case _:
                        role, points = "", None
                if points is None:
                    hint = "Write a role and a number, such as (goal white 100)."
                    self._report("goal", f"'{line}' is not the result of a role.", number, hint)
                else:
                    goals.append((role, points))
        return ExpectedResult(tuple(goals), start)

    def _terms(self, line: str, number: int) -> tuple[Term, ...]:
        try:
            return parse_terms(line)
        except MoveSyntaxError as problem:
            hint = "Write one fact a line, such as (cell a 1 white-rook)."
            self._report("fact", str(problem), number, hint)
            return ()

    def _report(self, code: str, message: str, line: int, hint: str) -> None:
        self.problems.append(_problem(code, message, self.file, line, hint))


class _Run(ABC, Generic[_G]):
    """A script on its way through a game."""

    def __init__(self, script: Script, game: _G) -> None:
        self.script = script
        self.game = game
        self.problems: list[Diagnostic] = []
        self.played = self.compared = 0
        self.lost = False
        """Whether a command was refused, so that the rest has no meaning."""

    def report(self) -> ScriptReport:
        for step in self.script.steps:
            try:
                self._follow(step)
            except LimitExceeded as problem:
                self._report("limit", str(problem), step.line)
                self.lost = True
            if self.lost or len(self.problems) >= _MAX_PROBLEMS:
                break
        return ScriptReport(tuple(self.problems), self.played, self.compared)

    def _follow(self, step: Step) -> None:
        match step:
            case ScriptCommand():
                self.play(step)
            case Expected():
                self.compared += 1
                self._compare(step)
            case ExpectedResult():
                self.compared += 1
                self.judge(step)

    @abstractmethod
    def play(self, command: ScriptCommand) -> None:
        """Make the moves of a command."""

    @abstractmethod
    def facts(self) -> frozenset[Term]:
        """What a STATE is compared with."""

    @abstractmethod
    def judge(self, result: ExpectedResult) -> None:
        """Compare goals."""

    def _compare(self, expected: Expected) -> None:
        found = self.facts()
        missing = expected.facts - found
        extra = frozenset() if expected.partial else found - expected.facts
        if missing or extra:
            parts = [
                *([f"expected but not true: {_listing(missing)}"] if missing else []),
                *([f"true but not expected: {_listing(extra)}"] if extra else []),
            ]
            self._report("state", f"The state differs; {'; '.join(parts)}.", expected.line)

    def refuse(self, reason: str, line: int, hint: str | None = None) -> None:
        self.lost = True
        self._report("refused", reason, line, hint or "The rest of the match was not played.")

    def _report(self, code: str, message: str, line: int, hint: str | None = None) -> None:
        self.problems.append(_problem(code, message, self.script.file, line, hint))


class _InTurn(_Run[InTurnGame]):
    """One role moves at a time, and whether the match is over does not matter."""

    def __init__(self, script: Script, game: InTurnGame) -> None:
        super().__init__(script, game)
        self.state = game.initial()

    def facts(self) -> frozenset[Term]:
        return self.state.open_facts()

    def play(self, command: ScriptCommand) -> None:
        for move in command.moves:
            reason = self._refusal(move)
            if command.refused:
                if reason is None:
                    message = f"{move.role} {move.text} is legal here, but should be refused."
                    self._report("legal", message, move.line)
                    self.lost = True
                    return
                continue
            if reason is not None:
                self.refuse(f"{move.role} {move.text} is refused. {reason}", move.line)
                return
            self.state = self.state.moved(move.role, self._term(move))
            self.played += 1

    def _refusal(self, move: ScriptMove) -> str | None:
        """Why a command is not legal; nothing where it is."""
        if move.role not in self.game.engine.roles:
            return f"There is no role {move.role}; the roles are {_names(self.game.engine.roles)}."
        try:
            term = self._term(move)
        except MoveSyntaxError as problem:
            return str(problem)
        if self.state.may(move.role, term):
            return None
        return str(self.state.why_illegal(move.role, term)).removeprefix("no: ")

    def _term(self, move: ScriptMove) -> Term:
        text = move.text
        if "(" not in text and len(text.split()) > 1:
            text = f"({text})"
        term = parse_term(text)
        if next(variables(term), None) is not None:
            raise MoveSyntaxError(f"A move has values, not variables: {text}")
        return term

    def judge(self, result: ExpectedResult) -> None:
        goals = self.game.engine.goals(self.state.position)
        for role, value in result.goals:
            if role not in goals:
                hint = f"The roles are {_names(goals)}."
                self._report("goal", f"There is no role {role}.", result.line, hint)
            elif value not in goals[role]:
                found = " and ".join(map(str, goals[role])) or "nothing"
                self._report("goal", f"{role} gets {found}, not {value}.", result.line)


class _AtOnce(_Run[GdlGame]):
    """The commands of a block are one joint move."""

    def __init__(self, script: Script, game: GdlGame) -> None:
        super().__init__(script, game)
        self.state = game.initial()

    def facts(self) -> frozenset[Term]:
        return self.game.engine.facts(self.state.position)

    def play(self, command: ScriptCommand) -> None:
        try:
            moves: dict[Role, Move] = {}
            for move in command.moves:
                role = Role(move.role)
                if role in moves:
                    raise MoveError(f"{role} moves twice at once. Start a new COMMAND block.")
                moves[role] = self.game.parse_move(move.text)
            after = _after(self.state, moves)
        except MoveError as problem:
            if not command.refused:
                self.refuse(str(problem), command.line)
            return
        if command.refused:
            self._report("legal", "This is legal, but should be refused.", command.line)
            self.lost = True
            return
        self.state = after
        self.played += 1

    def judge(self, result: ExpectedResult) -> None:
        if not isinstance(self.state.turn, Over):
            hint = "Goals are compared at the end only; add the missing commands or leave them out."
            self._report("goal", "The match is not over here.", result.line, hint)
            return
        outcome = self.state.outcome()
        for written, value in result.goals:
            role = Role(written)
            if role not in self.game.roles:
                hint = f"The roles are {_names(self.game.roles)}."
                self._report("goal", f"There is no role {role}.", result.line, hint)
            elif outcome[role] != value:
                self._report("goal", f"{role} gets {outcome[role]}, not {value}.", result.line)


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


def _names(roles: Iterable[str]) -> str:
    return ", ".join(roles)


def _problem(code: str, message: str, file: str, line: int, hint: str | None = None) -> Diagnostic:
    span = Span(file, line, 1, line, 1)
    return Diagnostic(f"testmatch-{code}", Severity.ERROR, message, span, hint)
