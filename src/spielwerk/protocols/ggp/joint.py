"""Joint moves: one move of every role in the order of the rules, passes and chance included.

The protocol speaks in joint moves, the contract asks only who has a choice. Here one becomes the
other. Managers that write roles and moves in another case than the rules are understood; what we
say ourselves is always spelt as the rules spell it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spielwerk.core import CHANCE, Chance, Joint, Move, MoveError, NotYourTurn, Role
from spielwerk.languages.gdl import GdlGame, GdlState, Spelling


def roles_in_order(game: GdlGame) -> tuple[Role, ...]:
    """All roles in the order in which their moves stand in messages, chance included."""
    return tuple(map(Role, game.engine.roles))


def role_meant(game: GdlGame, name: str) -> Role | None:
    """The player that a manager means by a name, in whatever case."""
    role = Role(Spelling(game.roles).word(name))
    return role if role in game.roles else None


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
    told = {role: _told(state, role, text) for role, text in zip(roles, moves, strict=True)}
    match state.turn:
        case Joint(choosing):
            after = state.after({role: told[role] for role in choosing})
            return after if after.pending is None else after.after({CHANCE: told[CHANCE]})
        case Chance():
            return state.after({CHANCE: told[CHANCE]})
    raise NotYourTurn("The match is over; nobody moves any more.")


def _told(state: GdlState, role: Role, text: str) -> Move:
    """The move that somebody says ``role`` made.

    :raises MoveError: it is not possible here
    """
    possible = open_moves(state, role)
    said = state.game.parse_move(text)
    move = Move(Spelling(possible).word(said))
    if move not in possible:
        raise MoveError(f"{move} is not legal for {role} here.")
    return move
