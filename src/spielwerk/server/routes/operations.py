"""For those who run the server: is it well?"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from spielwerk import __version__
from spielwerk.server.operation import (
    CONTENT_TYPE,
    PROCESSES,
    SOCKETS,
    TABLES,
    exposition,
)
from spielwerk.server.problems import Problem
from spielwerk.server.routes.parts import ServiceHere

router = APIRouter(tags=["operations"])


class Health(BaseModel):
    """The server answers, and its database takes what is written."""

    status: str
    version: str


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(service: ServiceHere) -> PlainTextResponse:
    """Numbers for Prometheus, of the process that answers."""
    SOCKETS.set(service.limits.sockets)
    TABLES.set(len(service.rooms.all()))
    PROCESSES.set(len(service.crew))
    return PlainTextResponse(exposition(), media_type=CONTENT_TYPE)


@router.get("/healthz")
async def health(service: ServiceHere) -> Health:
    """Whether the server answers and its database takes what is written."""
    if not await service.well.ask():
        raise Problem(503, "no-database", "Nothing can be written to the database.")
    return Health(status="ok", version=__version__)
