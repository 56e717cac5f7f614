"""How a match came to where it is: every step as the one who asks may see it.

For replays, lists of moves and shared positions. Steps that were taken back are gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from spielwerk.core import Event, Json, Role
from spielwerk.match import Match, Stepped, observe, told
from spielwerk.server.picture import cards
from spielwerk.server.routes.parts import HostHere, Seat

__all__ = ["router"]

router = APIRouter(prefix="/matches", tags=["records"])


class Step(BaseModel):
    """The match after one step."""

    step: int
    moves: dict[str, str]
    """The moves that led here, as far as one may know them."""
    made: dict[str, Json]
    """The same moves as they look."""
    asked: list[str]
    view: Json
    scene: Json
    """The view laid out for drawing."""


class History(BaseModel):
    """A match so far."""

    game: str
    roles: list[str]
    names: dict[str, str | None]
    over: bool
    outcome: dict[str, int] | None
    steps: list[Step]


@router.get("/{match}/history")
async def show_history(
    host: HostHere, seat: Seat, after: Annotated[int, Query(ge=-1)] = -1
) -> History:
    """Every step of the match so far, as the one who asks may see it; or those after one."""
    table = host.table
    match = table.match
    steps = (
        [] if match is None else await asyncio.to_thread(_steps, match, table.steps, seat, after)
    )
    outcome = None if match is None else match.outcome
    return History(
        game=table.game.name,
        roles=list(table.game.roles),
        names={r: table.seats[r].name if r in table.seats else None for r in table.game.roles},
        over=table.over,
        outcome=None if outcome is None else {str(r): points for r, points in outcome.items()},
        steps=steps,
    )


def _steps(match: Match, way: Sequence[Event], role: Role | None, after: int) -> list[Step]:
    shown = []
    wanted = takewhile(lambda then: then.step > after, _back(match))
    for then in reversed(list(wanted)):
        led = told(then.game, Stepped(0.0, way[then.step - 1]), role) if then.step else {}
        seen = observe(then, role)
        moves = led.get("moves", {})
        shown.append(
            Step(
                step=seen.step,
                moves=moves,
                made=cards(then.before.state, role, moves) if then.before else {},
                asked=list(then.choosing),
                view=seen.view,
                scene=then.state.scene(role).json,
            )
        )
    return shown


def _back(match: Match) -> Iterator[Match]:
    """The match, and what it was before each of its steps."""
    now: Match | None = match
    while now is not None:
        yield now
        now = now.before
