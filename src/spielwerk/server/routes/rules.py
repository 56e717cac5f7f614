"""Rules people bring along: checked as they type, hosted for those they invite."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from spielwerk.core import Json
from spielwerk.server.problems import Problem
from spielwerk.server.routes.parts import Asking, Body, ServiceHere

__all__ = ["router"]

router = APIRouter(prefix="/rules", tags=["rules"])


class Source(Body):
    """A text of rules in GDL."""

    source: Annotated[str, Field(min_length=1, max_length=200_000)]


class Checked(BaseModel):
    """What is wrong with rules; what they describe, if nothing is."""

    diagnostics: list[Json]
    title: str | None = None
    about: str | None = None
    roles: list[str] = []
    hidden: bool = False
    layout: Json = None


class Hosted(BaseModel):
    """The name under which uploaded rules are played; whoever knows it can."""

    game: str


@router.post("/check")
async def check_rules(service: ServiceHere, given: Source) -> Checked:
    """Say what is wrong with rules, and where."""
    found = await service.uploads.check(given.source)
    return Checked(**{key: value for key, value in found.items() if key != "fingerprint"})


@router.post("", status_code=201)
async def host_rules(
    request: Request, service: ServiceHere, asking: Asking, given: Source
) -> Hosted:
    """Host rules: their game is in no list, and its matches are never public."""
    found = await service.uploads.check(given.source)
    if "roles" not in found:
        raise Problem(
            422, "wrong-rules", "The rules have errors.", diagnostics=found["diagnostics"]
        )
    origin = service.origin(request, asking)
    return Hosted(game=await service.uploads.keep(given.source, asking.account, origin))
