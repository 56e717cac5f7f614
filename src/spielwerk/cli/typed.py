"""What a typed line means: whose move it is, which move, and how a line could go on.

People leave out parentheses and words; whatever fits exactly one legal move is that move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from spielwerk.core import Game, Move, MoveSyntaxError, Role, State

_SHOWN = 6


def split_role(line: str, roles: Sequence[Role]) -> tuple[Role | None, str]:
    """A line ``white (move ...)`` as role and move; the role is ``None`` where none is named."""
    for role in sorted(roles, key=len, reverse=True):
        head, rest = line[: len(role)], line[len(role) :]
        if head.lower() == role.lower() and (not rest or rest[0].isspace()) and rest.strip():
            return role, rest.strip()
    return None, line


def role_named(text: str, roles: Sequence[Role]) -> Role | None:
    """The role of this name; in another case, where only one can be meant."""
    if text in roles:
        return Role(text)
    near = [role for role in roles if role.lower() == text.lower()]
    return near[0] if len(near) == 1 else None


def understand(game: Game, state: State, role: Role, text: str) -> Move:
    """The move that ``role`` means by ``text``: a legal one, if any fits, else what it says.

    Parentheses around the whole may be missing.

    :raises MoveSyntaxError: it means nothing, or several moves
    """
    legal = state.legal(role)
    try:
        move = game.parse_move(text)
    except MoveSyntaxError as problem:
        refusal = problem
    else:
        if move in legal or not (fitting := _fitting(legal, text)):
            return move
        return _only(fitting, text)
    if fitting := _fitting(legal, text):
        return _only(fitting, text)
    try:
        return game.parse_move(f"({text})")
    except MoveSyntaxError:
        raise refusal from None


def complete_move(typed: str, moves: Iterable[str]) -> list[str]:
    """The moves that a typed beginning can become, with or without its parentheses."""
    start = _squeeze(typed)
    return [move for move in moves if _squeeze(move).startswith(start)]


def _fitting(legal: Sequence[Move], text: str) -> list[Move]:
    """The legal moves whose words, or whose last words, are those typed."""
    wanted = _squeeze(text)
    if not wanted:
        return []
    whole = [move for move in legal if _squeeze(move) == wanted]
    return whole or [move for move in legal if wanted in _endings(move)]


def _only(fitting: Sequence[Move], text: str) -> Move:
    if len(fitting) == 1:
        return fitting[0]
    shown = ", ".join(fitting[:_SHOWN])
    more = ", ..." if len(fitting) > _SHOWN else ""
    raise MoveSyntaxError(f"'{text}' could be any of {shown}{more}. Type a little more.")


def _endings(move: Move) -> set[str]:
    words = re.findall(r"\w+", move.lower())
    return {"".join(words[start:]) for start in range(len(words))}


def _squeeze(text: str) -> str:
    return "".join(re.findall(r"\w+", text.lower()))
