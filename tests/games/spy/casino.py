"""Small casinos for tests: a drawing of the map with people on it becomes a state.

Capital letters are agents (on free floor, or on a bar seat where ``seated``), ``c`` is the cat,
``j`` the janitor; the rest is as views draw it: ``#`` wall, ``.`` free, ``s`` bar seat, ``t`` bar
table, ``r`` roulette table, ``$`` safe, ``f`` fireplace. Agent A of player one acts, unless said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from spielwerk.core import CHANCE, Chance, Joint, Move, Role, State
from spielwerk.games.spy import (
    CharacterDescription,
    MatchConfig,
    Options,
    PlayState,
    Position,
    Spy,
)
from spielwerk.games.spy.files import MATCH
from spielwerk.games.spy.library import read_library
from spielwerk.games.spy.names import FieldState, Gadget, Property, bits
from spielwerk.games.spy.picture import GLYPHS
from spielwerk.games.spy.position import NOWHERE, Stage
from spielwerk.games.spy.setup import place_crew

__all__ = ["CONFIG", "Agent", "casino", "chooser", "configured", "legal", "play", "why_not"]

CONFIG: MatchConfig = read_library(MATCH, "standard")
_STATES = {glyph: state for state, glyph in GLYPHS.items()}


@dataclass(frozen=True)
class Agent:
    """Somebody in the casino: 0 and 1 are the players' factions, 2 is neutral."""

    faction: int = 0
    gadgets: tuple[Gadget, ...] = ()
    properties: tuple[Property, ...] = ()
    hp: int = 100
    ip: int = 0
    chips: int = 10
    poisoned: bool = False


def configured(**changes: Any) -> MatchConfig:
    """The standard configuration with some values changed."""
    return replace(CONFIG, **changes)


def casino(
    drawing: str,
    people: Mapping[str, Agent],
    *,
    seated: Collection[str] = (),
    config: MatchConfig = CONFIG,
    options: Options | None = None,
    mp: int = 2,
    ap: int = 1,
    **changes: Any,
) -> PlayState:
    """A state in which the first of the people acts. ``changes`` are values of the position."""
    rows = [line for line in drawing.split() if line]
    marks = {mark: (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row)}
    scenario = [[_field(mark, seated) for mark in row] for row in rows]
    cast = [
        CharacterDescription(f"Agent {name}", agent.properties) for name, agent in people.items()
    ]
    game = Spy(scenario, config, cast, options)
    crew = [(n, a.faction, bits(a.gadgets)) for n, a in enumerate(people.values())]
    p = place_crew(game.setting, crew, Random(0))
    p.safe_numbers = tuple(range(1, len(p.board.safes) + 1))
    numbers = p.board.numbers
    for who in range(len(crew)):
        p.put(who, NOWHERE)
    for who, name in enumerate(people):
        p.put(who, numbers[marks[name]])
    p.cat = numbers[marks["c"]]
    p.janitor = numbers[marks["j"]] if "j" in marks else NOWHERE
    _fill(p, people.values())
    p.round, p.stage, p.active, p.waiting = 1, Stage.ACT, 0, tuple(range(1, len(crew)))
    p.mp[0], p.ap[0] = mp, ap
    for name, value in changes.items():
        setattr(p, name, value)
    return PlayState(game, p)


def _field(mark: str, seated: Collection[str]) -> FieldState:
    if mark in seated:
        return FieldState.BAR_SEAT
    return FieldState.FREE if mark.isupper() or mark in "cj" else _STATES[mark]


def _fill(p: Position, agents: Iterable[Agent]) -> None:
    for who, agent in enumerate(agents):
        p.hp[who], p.ip[who], p.chips[who] = agent.hp, agent.ip, agent.chips
        p.poisoned |= agent.poisoned << who


def chooser(state: State) -> Role:
    """Whoever must choose now."""
    match state.turn:
        case Chance():
            return CHANCE
        case Joint((role,)):
            return role
    raise AssertionError(f"the turn is {state.turn}")


def legal(state: State) -> list[Move]:
    """What whoever must choose may choose from."""
    return list(state.legal(chooser(state)))


def play(state: State, *moves: str) -> PlayState:
    """Let whoever must choose make these moves, one after another."""
    for move in moves:
        state = state.after({chooser(state): Move(move)})
    assert isinstance(state, PlayState)
    return state


def why_not(state: PlayState, move: str) -> str:
    """The words with which the active player's move is refused."""
    answer = state.why_not(chooser(state), state.game.parse_move(move))
    assert not answer.holds, f"{move} is allowed"
    return answer.claim
