"""Runs GDL rules in SWI-Prolog, by the translation in :mod:`.prolog`.

A program goes in. :func:`playouts` plays random matches inside Prolog and says how fast that
went; :class:`SwiPrologEngine` answers what any engine answers, so that ours can be compared with
it state by state. Both need ``swipl`` on the path; without it they say so.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from spielwerk.core import LimitExceeded, SpielwerkError
from spielwerk.languages.gdl.program import Program, Term, term_text
from spielwerk.languages.gdl.text import parse_term
from spielwerk.languages.gdl.tools.prolog import Goal, Translation, prolog_term, translation

_DRIVER = Path(__file__).with_suffix(".pl")

Position: TypeAlias = frozenset[Term]
_Answers: TypeAlias = Mapping[str, list[tuple[Term, ...]]]


def is_installed() -> bool:
    """Whether SWI-Prolog can be run here."""
    return shutil.which("swipl") is not None


@dataclass(frozen=True, slots=True)
class Playouts:
    """What random playouts came to."""

    states: int
    """States visited, each with its terminal test and either legal moves and successor or goals."""
    matches: int
    cpu_seconds: float


def playouts(program: Program, *, seconds: float, seed: int = 0) -> Playouts:
    """Play random matches inside SWI-Prolog for about ``seconds`` of processor time.

    :raises SpielwerkError: SWI-Prolog is not installed or fails
    :raises LimitExceeded: it does not come back
    """
    with tempfile.TemporaryDirectory() as folder:
        command = _command(program, Path(folder), f"play({seconds}, {seed})")
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                encoding="utf-8",
                timeout=20 * seconds + 60,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise LimitExceeded(
                f"SWI-Prolog did not come back from {program.file}: "
                "the rules are too large for it or make it run in circles."
            ) from None
    words = done.stdout.split()
    if done.returncode or len(words) != 3:
        raise SpielwerkError(f"SWI-Prolog failed on {program.file}: {done.stderr.strip()}")
    return Playouts(int(words[0]), int(words[1]), float(words[2]))


class SwiPrologEngine:
    """An engine whose answers come from a running SWI-Prolog. Use it in a ``with`` statement.

    :raises SpielwerkError: SWI-Prolog is not installed or fails
    :raises LimitExceeded: an answer takes longer than ``seconds_per_answer``
    """

    name = "swi-prolog"

    def __init__(self, program: Program, *, seconds_per_answer: float = 60.0) -> None:
        self._file = program.file
        self._seconds = seconds_per_answer
        self._folder = tempfile.TemporaryDirectory()
        self._errors = Path(self._folder.name) / "errors"
        command = _command(program, Path(self._folder.name), f"serve({self._seconds})")
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
            )
        self._seen: tuple[Position, _Answers] | None = None
        try:
            start = self._ask(Goal("initial"))
        except SpielwerkError:
            self.close()
            raise
        self.roles = tuple(str(role) for (role,) in start["role"])
        self._initial = frozenset(fact for (fact,) in start["true"])

    def __enter__(self) -> SwiPrologEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the Prolog process."""
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()

    def initial(self) -> Position:
        return self._initial

    def position(self, facts: Iterable[Term]) -> Position:
        return frozenset(facts)

    def facts(self, position: Position) -> Position:
        return position

    def difference(self, before: Position, position: Position) -> tuple[Position, Position]:
        return before - position, position - before

    def legal(self, position: Position, role: str) -> tuple[Term, ...]:
        moves = (move for who, move in self._look(position)["legal"] if who == role)
        return tuple(sorted(moves, key=term_text))

    def terminal(self, position: Position) -> bool:
        return bool(self._look(position)["terminal"])

    def goals(self, position: Position) -> Mapping[str, tuple[int, ...]]:
        answers = [(who, str(value)) for who, value in self._look(position)["goal"]]
        return {
            role: tuple(sorted(int(v) for who, v in answers if who == role and v.isdecimal()))
            for role in self.roles
        }

    def next(self, position: Position, joint: tuple[Term, ...]) -> Position:
        return frozenset(fact for (fact,) in self._step(position, joint)["true"])

    def sees(self, position: Position, joint: tuple[Term, ...]) -> Mapping[str, frozenset[Term]]:
        answers = self._step(position, joint)["sees"]
        return {
            role: frozenset(percept for who, percept in answers if who == role)
            for role in self.roles
        }

    def _look(self, position: Position) -> _Answers:
        if self._seen is None or self._seen[0] != position:
            self._seen = position, self._ask(Goal("look", (_prolog_list(position),)))
        return self._seen[1]

    def _step(self, position: Position, joint: tuple[Term, ...]) -> _Answers:
        pairs = zip(map(prolog_term, self.roles), map(prolog_term, joint), strict=True)
        moves = ", ".join(f"{role}-{move}" for role, move in pairs)
        return self._ask(Goal("step", (_prolog_list(position), f"[{moves}]")))

    def _ask(self, question: Goal) -> _Answers:
        """Put a question to the driver; its answer is lines of terms, up to a lone dot."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        answers: dict[str, list[tuple[Term, ...]]] = defaultdict(list)
        try:
            self._process.stdin.write(f"{question}.\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._trouble(self._errors.read_text()) from None
        for line in self._process.stdout:
            if line == ".\n":
                return answers
            if line.startswith("!"):
                raise self._trouble(line[1:].strip())
            match parse_term(line):
                case str(word):
                    answers[word].append(())
                case (str(word), *terms):
                    answers[word].append(tuple(terms))
        raise self._trouble(self._errors.read_text())

    def _trouble(self, error: str) -> SpielwerkError:
        """What to raise for an error of Prolog's."""
        if error == "time_limit_exceeded":
            return LimitExceeded(
                f"SWI-Prolog had no answer about {self._file} in {self._seconds:g} s."
            )
        return SpielwerkError(f"SWI-Prolog failed on {self._file}: {error}")


def _command(program: Program, folder: Path, goal: str) -> list[str]:
    """Write the game to ``folder``, and say how to run ``goal`` over it."""
    swipl = shutil.which("swipl")
    if swipl is None:
        raise SpielwerkError(
            "SWI-Prolog is not installed: there is no 'swipl' on the path. "
            "The Debian package is called swi-prolog-nox."
        )
    game = translation(program)
    file = folder / "game.pl"
    file.write_text(f"{game.text}\n{_bridge(game)}", encoding="utf-8")
    return [swipl, "-q", "-f", "none", "-g", goal, "-t", "halt", str(file), str(_DRIVER)]


def _prolog_list(terms: Iterable[Term]) -> str:
    return f"[{', '.join(map(prolog_term, terms))}]"


def _bridge(game: Translation) -> str:
    """The predicates through which the driver talks to a game, whatever its facts are called."""
    facts = list(game.contents("true"))
    moves = list(game.contents("does", "Role"))
    legal = game.contents("legal", "Role")
    percepts = game.contents("sees", "Role")
    tables = [str(Goal(name, ("_",) * arity)) for name, arity in game.tabled]
    lines = [
        *_clauses("stored/2", [f"stored({fact}, {goal})." for fact, goal in facts]),
        *_clauses("given/3", [f"given(Role, {move}, {goal})." for move, goal in moves]),
        *_clauses("legal_move/2", [f"legal_move(Role, {move}) :- {goal}." for move, goal in legal]),
        *_clauses("next_fact/1", [f"next_fact({f}) :- {g}." for f, g in game.contents("next")]),
        *_clauses("percept/2", [f"percept(Role, {seen}) :- {goal}." for seen, goal in percepts]),
        _each("clear_state", "retractall", [goal for _, goal in facts]),
        _each("clear_moves", "retractall", [goal for _, goal in moves]),
        _each("forget", "abolish_table_subgoals", tables),
    ]
    return "\n".join(lines) + "\n"


def _clauses(predicate: str, clauses: list[str]) -> list[str]:
    """The clauses of a predicate that is asked also where it has none."""
    return clauses or [f":- dynamic {predicate}."]


def _each(name: str, do: str, goals: list[str]) -> str:
    return f"{name} :- {', '.join(['true', *(f'{do}({goal})' for goal in goals)])}."
