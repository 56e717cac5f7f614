"""Why a seat cannot do what it tried: the best explanation of a move, or of squares it touched.

A match, a seat and an attempt go in, JSON comes out: what the attempt most likely meant, and why
that is legal or not, as the seat may know it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from spielwerk.core import Explanation, Game, Json, Move, MoveError, Role, State
from spielwerk.match import Status
from spielwerk.server.problems import Problem
from spielwerk.server.rooms.room import EXPLANATIONS, Room

_MAX_MOVE = 1_000
_MOST_SQUARES = 8
_LONGEST_NAME = 40


async def explain_attempt(
    room: Room, role: Role, attempt: str | Sequence[str], whose: str
) -> dict[str, Json]:
    """Why an attempt succeeds or not: the text of a move, or the squares that were touched.

    Somebody at an address wants to know; those take turns.

    Where squares mean nothing at all, ``move`` and ``explanation`` are ``None``.

    :raises Problem: there is no match yet, or the text is no move
    """
    match = room.match
    if match.status is Status.WAITING:
        raise Problem(409, "not-begun", "The match has not begun.")
    _check(attempt)
    try:
        async with EXPLANATIONS.of(whose):
            return await asyncio.to_thread(explain_in, match.game, match.state, role, attempt)
    except MoveError as problem:
        raise Problem(422, "not-a-move", str(problem)) from None


def explain_in(
    game: Game, state: State, role: Role, attempt: str | Sequence[str]
) -> dict[str, Json]:
    """What an attempt means in a state, and why it succeeds there or not.

    :raises MoveError: the text is no move
    """
    moves: Sequence[Move] = (
        [game.parse_move(attempt)] if isinstance(attempt, str) else state.meant(role, attempt)
    )
    found: list[tuple[Move, Explanation]] = [(move, state.why_not(role, move)) for move in moves]
    if not found:
        return {"move": None, "explanation": None}
    move, why = max(found, key=lambda one: one[1].clarity)
    return {"move": state.card(role, move).json, "explanation": why.to_json()}


def _check(attempt: str | Sequence[str]) -> None:
    if isinstance(attempt, str):
        if len(attempt) > _MAX_MOVE:
            raise Problem(422, "too-long", f"A move has at most {_MAX_MOVE:,} characters.")
    elif len(attempt) > _MOST_SQUARES or any(len(name) > _LONGEST_NAME for name in attempt):
        raise Problem(422, "invalid", f"Touch at most {_MOST_SQUARES} squares, by their names.")
