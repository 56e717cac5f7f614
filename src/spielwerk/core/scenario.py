"""Scenario tests: a game, a seed, perhaps a position, moves, and what is expected on the way.

:func:`read_scenarios` reads a file of them, one sentence a line, as ``docs/scenarios.md`` describes
it. :func:`rehearse` plays one on its game and tells where the game differs from what is expected.
Everything goes through the contract, so rules in any language can be tested.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from spielwerk.core.errors import MoveError, SourceError, SpielwerkError
from spielwerk.core.game import (
    CHANCE,
    Game,
    Json,
    Move,
    Over,
    Role,
    State,
    deciding_roles,
)
from spielwerk.core.source import Diagnostic, Severity, Span

SUFFIX = ".test"
"""How the names of files with scenario tests end."""

_Found = TypeVar("_Found")

_MOVE = re.compile(r"(?P<role>[^:=]+?):\s*(?P<move>.+)")
_MAY = re.compile(r"(?P<role>.+?) may(?P<how> not| only)?:\s*(?P<move>.*)")
_SEES = re.compile(r"(?P<role>.+?) sees (?P<path>.+?) (?P<how>=|has|lacks) (?P<value>.*)")


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """One line of a test: what kind of sentence it is, and the rest of it."""

    kind: str
    """``given``, ``move`` or ``expect``."""
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Scenario:
    """One test."""

    title: str
    game: str
    """The name of a game, or the path of its rules from the file on."""
    seed: int
    steps: tuple[ScenarioStep, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a game is not as expected."""

    scenario: Scenario
    span: Span
    expected: str
    found: str

    def __str__(self) -> str:
        return (
            f"{self.span}: {self.scenario.title}\n"
            f"  expected  {self.expected}\n"
            f"  found     {self.found}"
        )


# Reading


def read_scenarios(text: str, file: str = "<text>") -> list[Scenario]:
    """The tests in a text.

    :raises SourceError: a line means nothing; all of them are named
    """
    return _Reader(file).read(text)


class _Reader:
    """Reads line by line; what was said of game and seed holds for all tests that follow."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.game = ""
        self.seed = 0
        self.found: list[Scenario] = []
        self.problems: list[Diagnostic] = []

    def read(self, text: str) -> list[Scenario]:
        for number, line in enumerate(text.splitlines(), 1):
            said = line.strip()
            if said and not said.startswith("#"):
                column = line.index(said[0]) + 1
                self._line(said, Span(self.file, number, column, number, column + len(said)))
        if not self.found and not self.problems:
            self._wrong("There is no test here.", Span(self.file, 1, 1, 1, 1), "test WHAT IT SHOWS")
        if self.problems:
            raise SourceError(self.problems)
        return self.found

    def _line(self, said: str, span: Span) -> None:
        word, _, rest = said.partition(" ")
        rest = rest.strip()
        if word in ("game", "seed", "test", "given", "expect") and not rest:
            self._wrong(f"'{word}' must be followed by something.", span, _FORMS[word])
        elif word == "game":
            self.game, self.seed = rest, 0
        elif word == "seed":
            if rest.isdecimal() and len(rest) <= 18:
                self.seed = int(rest)
            else:
                self._wrong(f"'{rest}' is no seed.", span, _FORMS["seed"])
        elif word == "test":
            if not self.game:
                self._wrong("It is not said which game is tested.", span, _FORMS["game"])
            self.found.append(Scenario(rest, self.game, self.seed, (), span))
        elif word in ("given", "expect"):
            self._step(word, rest, span)
        elif _MOVE.fullmatch(said):
            self._step("move", said, span)
        else:
            self._wrong(f"'{said}' is no line of a test.", span, f"{', '.join(_FORMS.values())}.")

    def _step(self, kind: str, text: str, span: Span) -> None:
        if not self.found:
            self._wrong("This belongs to no test.", span, _FORMS["test"])
            return
        *others, last = self.found
        steps = (*last.steps, ScenarioStep(kind, text, span))
        self.found = [*others, Scenario(last.title, last.game, last.seed, steps, last.span)]

    def _wrong(self, message: str, span: Span, form: str) -> None:
        hint = f"Write: {form}"
        self.problems.append(Diagnostic("scenario-line", Severity.ERROR, message, span, hint))


_FORMS = {
    "game": "game NAME",
    "seed": "seed NUMBER",
    "test": "test WHAT IT SHOWS",
    "given": "given FACT",
    "move": "ROLE: MOVE",
    "expect": "expect FACT",
}


# Playing


def rehearse(scenario: Scenario, game: Game) -> Iterator[Difference]:
    """Where a game is not as a test expects it. After a move that cannot be made nothing follows.

    :raises SourceError: the test says something that means nothing in this game
    """
    state = game.initial(scenario.seed)
    steps = list(scenario.steps)
    while steps:
        step = steps.pop(0)
        if step.kind == "given":
            facts = [step.text]
            while steps and steps[0].kind == "given":
                facts.append(steps.pop(0).text)
            state = _meant(step, partial(state.arranged, facts))
        elif step.kind == "move":
            try:
                state = _moved(game, state, step)
            except MoveError as problem:
                why = " ".join(str(problem).split())
                yield Difference(scenario, step.span, f"{step.text} can be played", why)
                return
        else:
            found = _meant(step, partial(_unlike, game, state, step.text))
            if found is not None:
                yield Difference(scenario, step.span, step.text, found)


def _meant(step: ScenarioStep, do: Callable[[], _Found]) -> _Found:
    """What comes of a line; what means nothing is an error of the test, at its place."""
    try:
        return do()
    except SourceError:
        raise
    except SpielwerkError as problem:
        wrong = Diagnostic("scenario-meaning", Severity.ERROR, str(problem), step.span)
        raise SourceError([wrong]) from None


def _moved(game: Game, state: State, step: ScenarioStep) -> State:
    """The state after the moves of a line: one, or those that are made at once.

    :raises MoveError: they cannot be made
    """
    moves: dict[Role, Move] = {}
    for part in step.text.split(";"):
        found = _MOVE.fullmatch(part.strip())
        if found is None:
            hint = "Write moves that are made at once as ROLE: MOVE; ROLE: MOVE"
            message = f"'{part.strip()}' is no move."
            raise SourceError(
                [Diagnostic("scenario-line", Severity.ERROR, message, step.span, hint)]
            )
        role = _meant(step, partial(_role, game, found["role"]))
        moves[role] = _read(game, role, found["move"])
    return state.after(moves)


def read_moves(game: Game, state: State, text: str) -> dict[Role, Move]:
    """The moves that ``ROLE: MOVE; ROLE: MOVE`` means; one role may be left out where only one can
    do that.

    :raises MoveError: it is no move, or it is not clear whose
    :raises SpielwerkError: there is no such role
    """
    moves: dict[Role, Move] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        found = _MOVE.fullmatch(part)
        if found is not None and found["role"].strip() in (*game.roles, "chance", CHANCE):
            role = _role(game, found["role"])
            moves[role] = _read(game, role, found["move"])
            continue
        asked = deciding_roles(state)
        drawn = CHANCE in asked
        move = Move(part) if drawn else game.parse_move(part)
        able = [role for role in asked if move in state.legal(role)]
        if len(able) > 1:
            raise MoveError(f"Who? {', '.join(able)} can do that: ROLE: {move}.")
        moves[(able or asked or game.roles)[0]] = move
    return moves


def write_scenario(
    title: str, game: str, seed: int, lines: Sequence[tuple[str, str]], about: str = ""
) -> str:
    """A test as text, from lines of a kind (``given``, ``move``, ``expect``) each."""
    written = [f"# {line}" for line in about.splitlines()]
    written += [f"game {game}", f"seed {seed}", "", f"test {' '.join(title.split())}"]
    written += [text if kind == "move" else f"{kind} {text}" for kind, text in lines]
    return "\n".join(written) + "\n"


def move_line(moves: Mapping[Role, Move]) -> str:
    """Moves that are made at once as a line of a test."""
    return "; ".join(
        f"{'chance' if role == CHANCE else role}: {move}" for role, move in moves.items()
    )


def _read(game: Game, role: Role, text: str) -> Move:
    return Move(text.strip()) if role == CHANCE else game.parse_move(text.strip())


def _role(game: Game, name: str) -> Role:
    if name.strip() in ("chance", CHANCE):
        return CHANCE
    if name.strip() not in game.roles:
        raise SpielwerkError(f"There is no role '{name}'; there are {', '.join(game.roles)}.")
    return Role(name.strip())


def _unlike(game: Game, state: State, said: str) -> str | None:
    """What there is instead of what is expected, if that is something else.

    :raises SpielwerkError: what is expected means nothing
    """
    word, _, rest = said.partition(" ")
    if said == "over":
        return None if isinstance(state.turn, Over) else _whose(state)
    if word == "turn" and "=" not in rest:
        wanted = sorted(_role(game, name) for name in rest.split(","))
        return None if wanted == sorted(deciding_roles(state)) else _whose(state)
    if word == "outcome":
        return _other_outcome(game, state, rest)
    if (found := _MAY.fullmatch(said)) is not None:
        return _other_moves(game, state, found)
    if (found := _SEES.fullmatch(said)) is not None:
        return _other_sight(game, state, found)
    return _other_fact(state, said)


def _whose(state: State) -> str:
    return f"turn {', '.join(deciding_roles(state))}" if deciding_roles(state) else "over"


def _other_outcome(game: Game, state: State, rest: str) -> str | None:
    wanted = {}
    for part in rest.split(","):
        name, _, points = part.strip().rpartition(" ")
        if not points.isdecimal():
            raise SpielwerkError(f"'{part.strip()}' is no outcome: write ROLE POINTS, ROLE POINTS.")
        wanted[_role(game, name)] = int(points)
    if not isinstance(state.turn, Over):
        return _whose(state)
    found = state.outcome()
    if all(found[role] == points for role, points in wanted.items()):
        return None
    return "outcome " + ", ".join(f"{role} {points}" for role, points in found.items())


def _other_moves(game: Game, state: State, asked: re.Match[str]) -> str | None:
    role, how = _role(game, asked["role"]), (asked["how"] or "").strip()
    legal = state.legal(role)
    if how == "only":
        wanted = sorted(
            _read(game, role, text) for text in asked["move"].split("|") if text.strip()
        )
        return None if wanted == sorted(legal) else f"{role} may only: {' | '.join(legal)}"
    text, _, reason = asked["move"].partition(" because ")
    move = _read(game, role, text)
    if how == "not":
        if move in legal:
            return f"{role} may: {move}"
        why = " ".join(str(state.why_not(role, move)).split())
        told = " ".join(reason.lower().split()) in why.lower()
        return None if told else f"{role} may not: {move} because {why}"
    if move in legal:
        return None
    why = " ".join(str(state.why_not(role, move)).split())
    return f"{role} may not: {move} because {why}"


def _other_sight(game: Game, state: State, asked: re.Match[str]) -> str | None:
    name, path, how = asked["role"].strip(), asked["path"].strip(), asked["how"]
    viewer = None if name == "spectator" else _role(game, name)
    found: Json = state.view(viewer)
    for part in path.split("."):
        if isinstance(found, list) and part.isdecimal() and int(part) < len(found):
            found = found[int(part)]
        elif isinstance(found, dict) and part in found:
            found = found[part]
        else:
            return None if how == "lacks" else f"{name} sees no {path}"
    wanted = _value(asked["value"])
    if how == "=":
        fits = found == wanted
    else:
        fits = (isinstance(found, list | dict) and wanted in found) == (how == "has")
    shown = json.dumps(found, ensure_ascii=False)
    return None if fits else f"{name} sees {path} = {shown}"


def _value(text: str) -> Json:
    """A value as JSON; what is none is a text."""
    try:
        return json.loads(text)
    except ValueError:
        return text.strip()


def _other_fact(state: State, said: str) -> str | None:
    facts: Sequence[str] = state.facts()
    if not facts:
        raise SpielwerkError("This game tells no facts; say what somebody sees instead.")
    negative = said.startswith("not ")
    wanted = " ".join(said.removeprefix("not ").split())
    if (wanted in facts) != negative:
        return None
    if negative:
        return wanted
    name, sign, _ = wanted.partition(" = ")
    same = [fact for fact in facts if sign and fact.partition(" = ")[0] == name]
    return "; ".join(same) or f"not {wanted}"
