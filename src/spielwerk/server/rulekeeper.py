"""What a confined process says of the rules of a stranger.

Every question has a source and its language, and asks what the contract asks of a game: what is
wrong with the source, what a state is like, why a move is not legal. States are named by how they
were reached, so that a process that replaces a killed one knows what is meant.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import astuple
from functools import lru_cache
from typing import Any

from spielwerk.catalogue import language_named
from spielwerk.core import (
    CHANCE,
    Chance,
    Explanation,
    Game,
    Joint,
    Json,
    Move,
    Open,
    Over,
    Role,
    State,
    has_errors,
)
from spielwerk.languages.gdl import GdlGame, layout

__all__ = ["answer"]

_KEPT = 2_000
"""So many states are kept."""

_states: OrderedDict[str, State] = OrderedDict()


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question.

    :raises MoveSyntaxError: a text is to be read as a move, and is none
    :raises SpielwerkError: the rules are wrong, or cannot be run
    """
    rules = (question["language"], question["source"])
    match question["ask"]:
        case "check":
            return _check(*rules)
        case "state":
            return _describe(_game(*rules), _state(rules, question["path"]))
        case "parse":
            return {"move": _game(*rules).parse_move(question["text"])}
        case "why":
            state = _state(rules, question["path"])
            why = state.why_not(Role(question["role"]), Move(question["move"]))
            return {"why": _to_json(why)}
    raise AssertionError("there is no such question")


def _check(language: str, source: str) -> dict[str, Any]:
    """What is wrong with a source; what it describes, if nothing is."""
    found = language_named(language).check_text(source)
    answer: dict[str, Any] = {"diagnostics": [diagnostic.to_json() for diagnostic in found]}
    if has_errors(found):
        return answer
    game = _game(language, source)
    _describe(game, game.initial())
    return answer | {
        "title": game.title,
        "about": game.about,
        "roles": list(game.roles),
        "hidden": game.hidden,
        "fingerprint": game.fingerprint,
        "layout": layout(game.program.headers) if isinstance(game, GdlGame) else None,
    }


@lru_cache(maxsize=4)
def _game(language: str, source: str) -> Game:
    return language_named(language).open_text(source)


def _state(rules: tuple[str, str], path: Sequence[Any]) -> State:
    """The state that a way leads to, from the nearest one that is still known."""
    keys = [f"{hash(rules)} {path[:n]}" for n in range(len(path) + 1)]
    known = next((n for n in range(len(path), -1, -1) if keys[n] in _states), None)
    state = _game(*rules).initial() if known is None else _states[keys[known]]
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
        "odds": dict(state.odds()) if chance else {},
        "outcome": dict(state.outcome()) if over else None,
    }


def _to_json(why: Explanation) -> Json:
    return {
        "claim": why.claim,
        "holds": why.holds,
        "source": None if why.source is None else list(astuple(why.source)),
        "facts": list(why.facts),
        "reasons": [_to_json(reason) for reason in why.reasons],
    }
