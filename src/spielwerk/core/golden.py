"""Golden playthroughs: one seeded random match as text, with all that anybody was told.

Every state is written down with its turn, its legal moves and the view of every role and of a
spectator. The text of a game is kept next to the tests and compared; a slip in the rules or a
leaked secret then shows as a diff that can be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from spielwerk.core.game import CHANCE, Chance, Game, Joint, Json, Open, Over, State
from spielwerk.core.playout import random_event

_WIDTH = 100


def playthrough(game: Game, *, seed: int = 0, max_steps: int = 60) -> str:
    """One random match as text, cut with a line that says so after ``max_steps`` steps."""
    return "\n".join(_lines(game, seed, max_steps)) + "\n"


def _lines(game: Game, seed: int, max_steps: int) -> Iterator[str]:
    yield f"game: {game.name}"
    yield f"title: {game.title}"
    yield from _flow("roles", game.roles)
    yield f"hidden information: {'yes' if game.hidden else 'no'}"
    if game.options:
        yield f"options: {json.dumps(dict(game.options), sort_keys=True, ensure_ascii=False)}"
    yield f"seed: {seed}"
    rng = Random(seed)
    state = game.initial(seed)
    for step in range(max_steps + 1):
        yield ""
        yield f"=== state {step}"
        yield from _describe(game, state)
        if isinstance(state.turn, Over):
            return
        if step == max_steps:
            break
        event = random_event(state, rng)
        yield ""
        for role, move in event.moves.items():
            yield f"--> {role}: {move}"
        state = state.after(event.moves, event.late)
    yield ""
    yield f"=== cut after {max_steps} steps; the match is not over"


def _describe(game: Game, state: State) -> Iterator[str]:
    match state.turn:
        case Over():
            yield "turn: nobody, the match is over"
            yield from _flow(
                "outcome", [f"{role} {value}" for role, value in _outcome(game, state)]
            )
        case Joint(roles):
            yield from _flow("turn: all of" if len(roles) > 1 else "turn", roles)
        case Open(roles):
            yield from _flow("turn: any of", roles)
        case Chance():
            yield "turn: chance"
            odds = state.odds()
            alike = len(set(odds.values())) == 1
            told = ["all alike"] if alike else [f"{move} {odds[move]}" for move in odds]
            yield from _flow("odds", told)
    for role in (*game.roles, CHANCE):
        if legal := state.legal(role):
            yield from _flow(f"legal {role} ({len(legal)})", legal)
        if limit := state.limit(role):
            yield f"limit {role}: {limit.name}, {limit.seconds:g} seconds"
    yield from _views(game, state)


def _views(game: Game, state: State) -> Iterator[str]:
    """The spectator's view as a picture and as data, then each role's, where it differs."""
    shown: dict[str, str] = {}
    for who, view in [
        ("spectator", state.view(None)),
        *((str(role), state.view(role)) for role in game.roles),
    ]:
        text = "\n".join(_mapping(view, "  "))
        if text in shown:
            yield f"view {who}: as {shown[text]}"
            continue
        shown[text] = who
        yield f"view {who}:"
        yield from (f"  | {line}".rstrip() for line in game.draw(view).splitlines())
        yield text


def _mapping(view: Mapping[str, Json], indent: str) -> Iterator[str]:
    """JSON with one line a key, and long lists flowing over as many lines as they need."""
    for key in sorted(view):
        value = view[key]
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            yield from _flow(f"{key} ({len(value)})", value, indent)
        elif isinstance(value, Mapping) and value:
            yield f"{indent}{key}:"
            yield from _mapping(value, indent + "  ")
        else:
            yield f"{indent}{key}: {json.dumps(value, sort_keys=True, ensure_ascii=False)}"


def _flow(label: str, items: Iterable[str], indent: str = "") -> Iterator[str]:
    """``label: item, item, ...`` over several lines where needed, never broken inside an item."""
    line = f"{indent}{label}:"
    for number, item in enumerate(items):
        if number:
            line += ","
            if len(line) + 1 + len(item) > _WIDTH:
                yield line
                line = f"{indent}  {item}"
                continue
        line += f" {item}"
    yield line


def _outcome(game: Game, state: State) -> list[tuple[str, int]]:
    outcome = state.outcome()
    return [(role, outcome[role]) for role in game.roles]
