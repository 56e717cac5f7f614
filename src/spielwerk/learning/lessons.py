"""The rules of a game in two minutes: positions of matches, and what the rules say in them.

``library/lessons/NAME.json`` says only which positions, and which moves are asked about; every
picture and every sentence is what the rules themselves show and say there. ``tools/lessons.py``
looks for positions worth showing. ``library/lessons/rules.toml`` says the rules of larger games in
short, and ``tips.toml`` has what somebody who plays a game for the first time is told when a kind
of move comes up: a guided match shows that.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from spielwerk.core import Game, Json, Label, Move, Role, State

_FOLDER = files("spielwerk").joinpath("library", "lessons")


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A position, how it comes about, and perhaps a move that one may or may not make there."""

    kind: str
    """``look`` at it, a ``story`` of what happened last, a ``question``, or the ``end``."""
    moves: tuple[Mapping[Role, Move], ...]
    role: Role | None = None
    """Whose move is asked about."""
    move: Move | None = None
    label: Label = ""
    """What the move is called where it can be made; a position where it cannot may not know."""

    def to_json(self) -> dict[str, Json]:
        asked = {} if self.move is None else {"role": self.role, "move": self.move}
        label = {"label": self.label} if self.label else {}
        return {"kind": self.kind, **asked, **label, "moves": [dict(one) for one in self.moves]}


@dataclass(frozen=True, slots=True)
class RuleLesson:
    """Positions of matches that begin with one seed."""

    seed: int
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Tip:
    """What is good to know where one of some kinds of moves can be made."""

    when: tuple[str, ...]
    """How such moves begin."""
    text: Label


def lesson_named(name: str) -> RuleLesson | None:
    """The lesson about a game of the library, whatever its options; there may be none."""
    file = _FOLDER.joinpath(f"{_plain(name)}.json")
    if not file.is_file():
        return None
    kept = json.loads(file.read_text("utf-8"))
    steps = tuple(
        LessonStep(
            one["kind"],
            tuple({Role(r): Move(m) for r, m in moves.items()} for moves in one["moves"]),
            one.get("role"),
            one.get("move"),
            one.get("label", ""),
        )
        for one in kept["steps"]
    )
    return RuleLesson(kept["seed"], steps)


def tips_for(name: str) -> tuple[Tip, ...]:
    """What somebody new to a game is told on the way, in the order in which it matters."""
    found = _sentences("tips").get(_plain(name), ())
    return tuple(Tip(tuple(one["when"]), _text(one)) for one in found)


def rules_in_short(name: str) -> tuple[Label, ...]:
    """What is done in a game, in which order, and who wins: for games that take some sentences."""
    return tuple(map(_text, _sentences("rules").get(_plain(name), ())))


@cache
def _sentences(file: str) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(_FOLDER.joinpath(f"{file}.toml").read_text("utf-8"))


def _text(entry: Mapping[str, Any]) -> Label:
    return {"en": entry["en"], "de": entry["de"]}


def _plain(name: str) -> str:
    return name.partition(":")[0]


def lesson_shown(game: Game, lesson: RuleLesson) -> list[dict[str, Json]]:
    """Every step as a page shows it: the position, and what the rules say about it."""
    return [_shown(game, lesson.seed, step) for step in lesson.steps]


def _shown(game: Game, seed: int, step: LessonStep) -> dict[str, Json]:
    before, state = reached(game, seed, step.moves)
    last = step.moves[-1] if step.moves else {}
    made = {role: before.card(None, move).json for role, move in last.items() if role in game.roles}
    shown: dict[str, Json] = {
        "kind": step.kind,
        "role": step.role,
        "view": state.view(step.role),
        "scene": state.scene(step.role).json,
        "made": {} if game.hidden else made,
    }
    match step.kind:
        case "story":
            told = game.account(before, last, (), state).of(None)
            shown["account"] = [one.json for one in told]
        case "question":
            assert step.role is not None
            assert step.move is not None
            label = {"label": step.label} if step.label else {}
            shown["card"] = {**state.card(step.role, step.move).json, **label}
            shown["explanation"] = state.why_not(step.role, step.move).to_json()
        case "end":
            why = state.why_over()
            shown["explanation"] = None if why is None else why.to_json()
            shown["outcome"] = dict(state.outcome())
    return shown


def reached(game: Game, seed: int, moves: Sequence[Mapping[Role, Move]]) -> tuple[State, State]:
    """The position after some moves, and the one before the last of them."""
    before = state = game.initial(seed)
    for one in moves:
        before, state = state, state.after(one)
    return before, state
