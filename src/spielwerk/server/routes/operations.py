"""For those who run the server: is it well?"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel
from sqlalchemy import text

from spielwerk import __version__
from spielwerk.server.operation import CONTENT_TYPE, SOCKETS, TABLES, exposition
from spielwerk.server.routes.parts import ServiceHere

router = APIRouter(tags=["operations"])


class Health(BaseModel):
    """The server answers, and so does its database."""

    status: str
    version: str


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(service: ServiceHere) -> PlainTextResponse:
    """Numbers for Prometheus, of the process that answers."""
    SOCKETS.set(service.limits.sockets)
    TABLES.set(len(service.rooms.all()))
    return PlainTextResponse(exposition(), media_type=CONTENT_TYPE)


@router.get("/healthz")
async def health(service: ServiceHere) -> Health:
    """Whether the server and its database answer."""
    async with service.engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
    return Health(status="ok", version=__version__)
