"""Joint moves: one move of every role in the order of the rules, passes and chance included.

The protocol speaks in joint moves, the contract asks only who has a choice. Here one becomes the
other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spielwerk.core import CHANCE, Chance, Joint, Move, MoveError, NotYourTurn, Role
from spielwerk.languages.gdl import GdlGame, GdlState


def roles_in_order(game: GdlGame) -> tuple[Role, ...]:
    """All roles in the order in which their moves stand in messages, chance included."""
    return tuple(map(Role, game.engine.roles))


def open_moves(state: GdlState, role: Role) -> tuple[Move, ...]:
    """What ``role`` may do by the rules, also where it can only pass and so is not asked."""
    return tuple(state.game.texts[term] for term in state.game.engine.legal(state.position, role))


def joint_move(state: GdlState, made: Mapping[Role, Move]) -> tuple[Move, ...]:
    """The whole joint move, where those who were not asked pass."""
    roles = roles_in_order(state.game)
    return tuple(made.get(role) or open_moves(state, role)[0] for role in roles)


def follow(state: GdlState, moves: Sequence[str]) -> GdlState:
    """The state after a joint move that somebody tells.

    :raises MoveError: it is not possible here
    """
    game = state.game
    roles = roles_in_order(game)
    if len(moves) != len(roles):
        raise MoveError(f"{len(roles)} moves were expected, one a role, not {len(moves)}.")
    told = {role: game.parse_move(text) for role, text in zip(roles, moves, strict=True)}
    for role, move in told.items():
        if move not in open_moves(state, role):
            raise MoveError(f"{move} is not legal for {role} here.")
    match state.turn:
        case Joint(choosing):
            after = state.after({role: told[role] for role in choosing})
            return after if after.pending is None else after.after({CHANCE: told[CHANCE]})
        case Chance():
            return state.after({CHANCE: told[CHANCE]})
    raise NotYourTurn("The match is over; nobody moves any more.")
