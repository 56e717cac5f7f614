"""How a match came to where it is: every step as the one who asks may see it.

For replays, lists of moves and shared positions. Steps that were taken back are gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import takewhile
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel

from spielwerk.core import Json, Role
from spielwerk.match import Match, Status, observe, told
from spielwerk.server.json_text import to_bytes
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import cards, tally
from spielwerk.server.routes.parts import RoomHere, Seat, ServiceHere, Whose

router = APIRouter(prefix="/matches", tags=["records"])


class HistoryStep(BaseModel):
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
    account: list[Json]
    """What happened in the step, as far as one may know it."""


class MatchHistory(BaseModel):
    """A match so far."""

    game: str
    roles: list[str]
    names: dict[str, str | None]
    over: bool
    outcome: dict[str, int] | None
    tally: list[Json]
    """How the scores came about, once the rules have ended the match."""
    steps: list[HistoryStep]


class MatchEnding(BaseModel):
    """What decided a match, as far as its rules say it."""

    sentence: str | None
    wordings: dict[str, str]
    """The sentence in other languages than English."""
    squares: list[str]
    """What is decisive on the board."""


@router.get("/{match}/ending")
async def show_ending(
    room: RoomHere, seat: Seat, service: ServiceHere, address: Whose
) -> MatchEnding:
    """What decided a match that the rules have ended, in words of its rules' author."""
    match = room.match
    if not match.over:
        raise Problem(409, "not-over", "The match is not over.")
    async with service.readings.of(address):
        why = await asyncio.to_thread(match.state.why_over)
    if why is None:
        return MatchEnding(sentence=None, wordings={}, squares=[])
    told = why.to_json()
    return MatchEnding.model_validate(
        {"sentence": why.claim, "wordings": told.get("wordings", {}), "squares": why.squares}
    )


@router.get("/{match}/history", response_model=MatchHistory)
async def show_history(
    room: RoomHere,
    seat: Seat,
    service: ServiceHere,
    address: Whose,
    after: Annotated[int, Query(ge=-1)] = -1,
) -> Response:
    """Every step of the match so far, as the one who asks may see it; or those after one."""
    async with service.readings.of(address):
        told = await asyncio.to_thread(_history, room.match, seat, after)
    return Response(told, media_type="application/json")


def _history(match: Match, role: Role | None, after: int) -> bytes:
    """A :class:`MatchHistory` as JSON, made step by step: what is made in one go is not shared."""
    begun = match.status is not Status.WAITING
    there, outcome = match.occupants, match.outcome
    company: dict[str, Json] = {
        "game": match.game.name,
        "roles": list(match.game.roles),
        "names": {r: there[r].name if r in there else None for r in match.game.roles},
        "over": match.over,
        "outcome": None if outcome is None else dict(outcome),
        "tally": tally(match) if begun and match.over else [],
    }
    steps = map(to_bytes, _steps(match, role, after) if begun else ())
    return b'%b,"steps":[%b]}' % (to_bytes(company)[:-1], b",".join(steps))


def _steps(match: Match, role: Role | None, after: int) -> Iterator[dict[str, Json]]:
    """Each a :class:`HistoryStep`."""
    wanted = takewhile(lambda then: then.step > after, match.way())
    for then in reversed(list(wanted)):
        led = {} if then.last is None else told(then.game, then.last, role)
        seen = observe(then, role)
        moves = led.get("moves", {})
        yield {
            "step": seen.step,
            "moves": moves,
            "made": cards(then.before.state, role, moves) if then.before else {},
            "asked": _asked(match, then, role),
            "view": seen.view,
            "scene": then.state.scene(role).json,
            "account": [one.json for one in seen.account],
        }


def _asked(match: Match, then: Match, role: Role | None) -> list[str]:
    """Who chose in a step, as far as ``role`` may know it by now."""
    secret = match.game.secret_turns and not match.over
    return [one for one in then.choosing if one == role or not secret]
