"""What a confined process says of the rules of a stranger.

Every question has a source and its language, and asks what the contract asks of a game: what is
wrong with the source, what a state is like, why a move is not legal. States are named by how they
were reached, so that a process that replaces a killed one knows what is meant.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import astuple
from functools import lru_cache
from typing import Any

from spielwerk.catalogue import language_named, open_rules
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
    StepAccount,
    has_errors,
    phrased,
)

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
            return _describe(_game(*rules), _state(question)) | _told(question)
        case "parse":
            return {"move": _game(*rules).parse_move(question["text"])}
        case "short":
            return {"short": _game(*rules).short(Move(question["move"]))}
        case "card":
            state = _state(question)
            return {"card": state.card(question["role"], Move(question["move"])).json}
        case "meant":
            state = _state(question)
            return {"moves": list(state.meant(Role(question["role"]), question["squares"]))}
        case "why":
            state = _state(question)
            why = state.why_not(Role(question["role"]), Move(question["move"]))
            return {"why": _to_json(why)}
        case "over":
            over = _state(question).why_over()
            return {"why": None if over is None else _to_json(over)}
    raise AssertionError("there is no such question")


def _check(language: str, source: str) -> dict[str, Any]:
    """What is wrong with a source; what it describes, if nothing is."""
    rules = language_named(language).brought(source)
    found = language_named(language).check(rules)
    told = [language_named(language).worded(diagnostic).to_json() for diagnostic in found]
    answer: dict[str, Any] = {"diagnostics": told}
    if has_errors(found):
        return answer
    if (imprint := language_named(language).imprint) is not None:
        said = imprint(rules)
        return answer | {"title": said.title, "needs": list(said.needs), "roles": []}
    game = _game(language, source)
    _describe(game, game.initial())
    return answer | {
        "title": game.title,
        "about": game.about,
        "roles": list(game.roles),
        "hidden": game.hidden,
        "fingerprint": game.fingerprint,
        "repetitions": game.repetitions,
        "layout": None if game.layout is None else game.layout.to_json(),
        "file": rules.file,
    }


@lru_cache(maxsize=4)
def _game(language: str, source: str) -> Game:
    known = language_named(language)
    return open_rules(known, known.brought(source))


def _state(question: dict[str, Any]) -> State:
    """The state that a way from a seed leads to, from the nearest one that is still known."""
    rules = (question["language"], question["source"])
    seed, path = question["seed"], question["path"]
    keys = [f"{hash(rules)} {seed} {path[:n]}" for n in range(len(path) + 1)]
    known = next((n for n in range(len(path), -1, -1) if keys[n] in _states), -1)
    if known < 0:
        _keep(keys[0], _game(*rules).initial(seed))
    state = _states[keys[max(known, 0)]]
    for n in range(max(known, 0), len(path)):
        moves, late = path[n]
        state = state.after({Role(r): Move(m) for r, m in moves.items()}, late)
        _keep(keys[n + 1], state)
    return state


def _keep(key: str, state: State) -> None:
    _states[key] = state
    if len(_states) > _KEPT:
        _states.popitem(last=False)


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
        "limits": {role: astuple(limit) for role in game.roles if (limit := state.limit(role))},
        "odds": dict(state.odds()) if chance else {},
        "outcome": dict(state.outcome()) if over else None,
        "fault": None if state.fault is None else _to_json(state.fault),
        "tally": [line.to_json() for line in state.tally()] if over else [],
        "recurrence": state.recurrence() if game.repetitions else "",
    }


def _told(question: dict[str, Any]) -> dict[str, Any]:
    """What everybody may know of the last step to a state."""
    path = question["path"]
    if not path:
        return {"account": StepAccount().to_json()}
    moves, late = path[-1]
    game = _game(question["language"], question["source"])
    before, after = _state(question | {"path": path[:-1]}), _state(question)
    made = {Role(r): Move(m) for r, m in moves.items()}
    return {"account": game.account(before, made, late, after).to_json()}


def _to_json(why: Explanation) -> Json:
    return {
        "claim": why.claim,
        "wordings": dict(phrased(why.claim)),
        "holds": why.holds,
        "source": None if why.source is None else list(astuple(why.source)),
        "facts": list(why.facts),
        "reasons": [_to_json(reason) for reason in why.reasons],
        "squares": list(why.squares),
        "denies": why.denies,
        "literal": why.literal,
    }
