"""A process that keeps the rules of a stranger: ``python -m spielwerk.server.rulekeeper MEMORY``.

It is told a source once a question and answers what the contract asks of a game: what is wrong
with the source, what a state is like, why a move is not legal. States are named by how they were
reached, so that a process that replaces a killed one knows what is meant.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import astuple
from functools import lru_cache
from typing import Any

from spielwerk.core import (
    CHANCE,
    Chance,
    Explanation,
    Game,
    Joint,
    Json,
    Move,
    MoveError,
    Open,
    Over,
    Role,
    State,
    has_errors,
)
from spielwerk.languages.gdl import GdlGame, diagnose_text, parse_program
from spielwerk.server.confinement import answer_questions

__all__ = ["answer"]

_KEPT = 2_000
"""So many states are kept."""
FILE = "rules.gdl"
"""What an uploaded source is called in diagnostics."""

_states: OrderedDict[str, State] = OrderedDict()


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    source = question["source"]
    match question["ask"]:
        case "check":
            return _check(source)
        case "state":
            return _describe(_game(source), _state(source, question["path"]))
        case "parse":
            return _parse(_game(source), question["text"])
        case "short":
            return {"short": _game(source).short(Move(question["move"]))}
        case "card":
            state = _state(source, question["path"])
            return {"card": state.card(question["role"], Move(question["move"])).json}
        case "meant":
            state = _state(source, question["path"])
            return {"moves": list(state.meant(Role(question["role"]), question["squares"]))}
        case "why":
            state = _state(source, question["path"])
            why = state.why_not(Role(question["role"]), Move(question["move"]))
            return {"why": _to_json(why)}
    raise AssertionError("there is no such question")


def _check(source: str) -> dict[str, Any]:
    """What is wrong with a source; what it describes, if nothing is."""
    found = diagnose_text(source, file=FILE)
    answer: dict[str, Any] = {"diagnostics": [diagnostic.to_json() for diagnostic in found]}
    if has_errors(found):
        return answer
    game = _game(source)
    _describe(game, game.initial())
    return answer | {
        "title": game.title,
        "about": game.about,
        "roles": list(game.roles),
        "hidden": game.hidden,
        "fingerprint": game.fingerprint,
        "layout": None if game.layout is None else game.layout.to_json(),
        "file": FILE,
    }


@lru_cache(maxsize=4)
def _game(source: str) -> GdlGame:
    return GdlGame(parse_program(source, file=FILE), "uploaded")


def _state(source: str, path: Sequence[Any]) -> State:
    """The state that a way leads to, from the nearest one that is still known."""
    keys = [f"{hash(source)} {path[:n]}" for n in range(len(path) + 1)]
    known = next((n for n in range(len(path), -1, -1) if keys[n] in _states), None)
    state = _game(source).initial() if known is None else _states[keys[known]]
    for n in range(known or 0, len(path)):
        moves, late = path[n]
        state = state.after({Role(r): Move(m) for r, m in moves.items()}, late)
        _states[keys[n + 1]] = state
        if len(_states) > _KEPT:
            _states.popitem(last=False)
    return state


def _describe(game: Game, state: State) -> dict[str, Any]:
    """Everything about a state that a table shows or asks without a further question."""
    turn = state.turn
    chance = isinstance(turn, Chance)
    over = isinstance(turn, Over)
    return {
        "turn": type(turn).__name__,
        "roles": list(turn.roles) if isinstance(turn, Joint | Open) else [],
        "legal": {role: list(state.legal(role)) for role in (*game.roles, CHANCE)},
        "views": [[role, state.view(role)] for role in (*game.roles, None)],
        "scenes": [[role, state.scene(role).json] for role in (*game.roles, None)],
        "cards": {
            role: {move: state.card(role, move).json for move in state.legal(role)}
            for role in (*game.roles, CHANCE)
        },
        "odds": dict(state.odds()) if chance else {},
        "outcome": dict(state.outcome()) if over else None,
    }


def _parse(game: Game, text: str) -> dict[str, Any]:
    try:
        return {"move": game.parse_move(text)}
    except MoveError as problem:
        return {"wrong": str(problem)}


def _to_json(why: Explanation) -> Json:
    return {
        "claim": why.claim,
        "holds": why.holds,
        "source": None if why.source is None else list(astuple(why.source)),
        "facts": list(why.facts),
        "reasons": [_to_json(reason) for reason in why.reasons],
        "squares": list(why.squares),
        "denies": why.denies,
        "literal": why.literal,
    }


if __name__ == "__main__":
    answer_questions(answer)
