"""What several routes share: who asks, the service behind them, and their models' pieces."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request
from fastapi.security import HTTPBearer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from spielwerk.core import Role
from spielwerk.server.accounts import (
    LONGEST,
    PATTERN,
    Caller,
    Visit,
    identify,
    presentable,
    visit_of,
)
from spielwerk.server.operation import whose
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import Room
from spielwerk.server.service import Service, service_of


class Body(BaseModel):
    """The body of a request: nothing in it that we do not know."""

    model_config = ConfigDict(extra="forbid")


class Accepted(BaseModel):
    """It has happened, and is safe."""

    seq: int


Spec = Annotated[str, Field(min_length=1, max_length=200, examples=["strong", "mcts:1s"])]
"""A machine: the name of a strength, or a player's spec."""

BotSeats = Annotated[dict[str, Spec], Field(max_length=64, examples=[{"yellow": "strong"}])]
"""Machines by their seats."""

MATCH_ID = r"^[A-Za-z0-9_-]{12}$"

Name = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST, pattern=PATTERN, examples=["Ada"]),
    AfterValidator(presentable),
]
"""What somebody is called in a room."""

MatchId = Annotated[str, Path(pattern=MATCH_ID, description="The id of a match.")]

ServiceHere = Annotated[Service, Depends(service_of)]


async def _whose(request: Request) -> str:
    return whose(request.scope)


Whose = Annotated[str, Depends(_whose)]
"""The address that limits and turns count for."""


async def _visit(request: Request) -> Visit:
    return visit_of(request.headers)


Coming = Annotated[Visit, Depends(_visit)]
"""How whoever asks came."""


class _Bearer(HTTPBearer):
    """Who sent a request, by the secret that came with it."""

    async def __call__(self, request: Request) -> Caller:  # type: ignore[override]
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        service: Service = request.app.state.service
        given = secret.strip() if kind.lower() == "bearer" else ""
        return await identify(request, service.accounts, given or None)


asking = _Bearer(
    auto_error=False,
    scheme_name="HTTPBearer",
    description="The secret of a seat (`seat_…`) or of a session (`session_…`).",
)
Asking = Annotated[Caller, Depends(asking)]
"""Who sent the request."""


async def _room(match: MatchId, service: ServiceHere) -> Room:
    return await service.rooms.open(match)


RoomHere = Annotated[Room, Depends(_room)]


async def _seat(
    room: RoomHere,
    asking: Asking,
    service: ServiceHere,
    role: Annotated[
        str | None, Query(max_length=80, description="Which seat, if one has several.")
    ] = None,
) -> Role | None:
    return await service.rights.seat(room, asking, None if role is None else Role(role))


def seated(seat: Role | None) -> Role:
    """The seat, where one is needed.

    :raises Problem: the one who asks is a spectator
    """
    if seat is None:
        raise Problem(
            401, "seat-needed", "Say whose seat you speak for: Authorization: Bearer seat_…"
        )
    return seat


Seat = Annotated[Role | None, Depends(_seat)]
"""The seat that the one who asks speaks for; ``None`` is a spectator."""
