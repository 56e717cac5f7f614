"""Perft: how many ways there are to go on for so many moves. The classic oracle of rules.

A game or a state goes in, a count comes out. Two implementations of the same rules that agree on
these counts a few moves deep from tricky positions rarely differ anywhere; where they do,
:func:`divide` shows below which first move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from spielwerk.core import CHANCE, Chance, Game, Joint, Move, Open, Over, Role, State


def perft(position: Game | State, depth: int) -> int:
    """The number of different sequences of ``depth`` decisions from here.

    A match that is over earlier contributes none. Moves made at once count as one decision.
    """
    state = _state(position)
    if depth <= 0:
        return 1
    if depth == 1:
        return _choices(state)
    return sum(perft(state.after(moves), depth - 1) for moves in _decisions(state))


def divide(position: Game | State, depth: int) -> dict[str, int]:
    """The same count, split by the first decision. ``depth`` is at least 1."""
    state = _state(position)
    return {
        " ".join(moves.values()): perft(state.after(moves), depth - 1)
        for moves in _decisions(state)
    }


def _state(position: Game | State) -> State:
    return position.initial() if isinstance(position, Game) else position


def _choices(state: State) -> int:
    """How many decisions are possible, without listing their combinations."""
    match state.turn:
        case Over():
            return 0
        case Joint(roles):
            return prod(len(state.legal(role)) for role in roles)
        case Open(roles):
            return sum(len(state.legal(role)) for role in roles)
        case Chance():
            return len(state.legal(CHANCE))


def _decisions(state: State) -> Iterator[Mapping[Role, Move]]:
    match state.turn:
        case Over():
            return
        case Joint(roles):
            for moves in product(*(state.legal(role) for role in roles)):
                yield dict(zip(roles, moves, strict=True))
        case Open(roles):
            for role in roles:
                for move in state.legal(role):
                    yield {role: move}
        case Chance():
            for move in state.legal(CHANCE):
                yield {CHANCE: move}
