"""The parts of a running server, put together: what routes and sockets work with."""

from __future__ import annotations

from fastapi import Request, WebSocket
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Role
from spielwerk.server.database import open_database
from spielwerk.server.hall import Hall
from spielwerk.server.host import MatchHost
from spielwerk.server.limits import AddressLimits
from spielwerk.server.orders import Order
from spielwerk.server.rights import Rights
from spielwerk.server.settings import Settings
from spielwerk.server.shelf import Shelf

__all__ = ["Service", "service_of"]


class Service:
    """A server at work."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self.settings = settings
        self.engine = engine
        self.shelf = Shelf()
        self.hall = Hall(engine, self.shelf)
        self.rights = Rights(engine)
        self.limits = AddressLimits(
            settings.request_rate, settings.request_burst, settings.sockets_per_address
        )

    @classmethod
    async def start(cls, settings: Settings) -> Service:
        """Open the database and begin.

        :raises DatabaseError: the database cannot be opened
        """
        service = cls(settings, await open_database(settings.db))
        await service.hall.start()
        return service

    async def stop(self) -> None:
        """Let go of everything in order."""
        await self.hall.stop()
        await self.engine.dispose()

    async def enter(
        self, match: str, token: str | None, socket: WebSocket
    ) -> tuple[MatchHost, Role | None]:
        """The table and the seat that a secret speaks for."""
        host = await self.hall.host(match)
        return host, await self.rights.seat(host, token)

    async def submit(self, host: MatchHost, order: Order) -> int:
        """Have an order carried out."""
        return await host.submit(order)


def service_of(request: Request) -> Service:
    """The service behind a request, for routes."""
    service: Service = request.app.state.service
    return service
