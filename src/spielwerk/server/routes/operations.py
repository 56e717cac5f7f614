"""For those who run the server: is it well?"""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel
from sqlalchemy import text

from spielwerk import __version__
from spielwerk.server.routes.parts import ServiceHere

__all__ = ["router"]

router = APIRouter(tags=["operations"])


class Health(BaseModel):
    """The server answers, and so does its database."""

    status: str
    version: str


@router.get("/healthz")
async def health(service: ServiceHere) -> Health:
    """Whether the server and its database answer."""
    async with service.engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
    return Health(status="ok", version=__version__)
