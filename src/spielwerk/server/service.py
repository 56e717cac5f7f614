"""The parts of a running server, put together: what routes and sockets work with."""

from __future__ import annotations

from fastapi import Request
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import HTTPConnection
from starlette.types import Scope

from spielwerk.core import Role
from spielwerk.server import tables
from spielwerk.server.accounts import Accounts
from spielwerk.server.bots import Bots
from spielwerk.server.callers import Caller, identify
from spielwerk.server.database import open_database
from spielwerk.server.hall import Hall
from spielwerk.server.host import MatchHost
from spielwerk.server.limits import AddressLimits
from spielwerk.server.orders import Order
from spielwerk.server.problems import Problem
from spielwerk.server.rights import Rights
from spielwerk.server.secrets import digest
from spielwerk.server.settings import Settings
from spielwerk.server.shelf import Shelf
from spielwerk.server.tidying import Tidying
from spielwerk.server.uploads import PREFIX, Uploads

__all__ = ["Service", "service_of"]

_UNFINISHED = ("waiting", "opening", "running", "paused")


class Service:
    """A server at work."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self.settings = settings
        self.engine = engine
        self.uploads = Uploads(engine, settings)
        self.shelf = Shelf(self.uploads)
        self.bots = Bots(settings.bot_processes, settings.bot_memory)
        self.strangers = Bots(1, settings.bot_memory)
        """Where machines think about uploaded games: these hold up no others."""
        self.hall = Hall(engine, self.shelf, self.bots_for, settings.tables_in_memory)
        self.rights = Rights(engine, self.hall)
        self.accounts = Accounts(engine)
        self.limits = AddressLimits(
            settings.request_rate, settings.request_burst, settings.sockets_per_address
        )
        self.logins = AddressLimits(rate=0.2, burst=10, sockets=0)
        """Tries to log in, by name."""
        self._tidying = Tidying(lambda: self.hall.ledger.written)

    @classmethod
    async def start(cls, settings: Settings) -> Service:
        """Open the database and begin.

        :raises DatabaseError: the database cannot be opened
        """
        service = cls(settings, await open_database(settings.db))
        await service.hall.start()
        service._tidying.start()
        return service

    async def stop(self) -> None:
        """Let go of everything in order."""
        self._tidying.stop()
        await self.hall.stop()
        self.bots.stop()
        self.strangers.stop()
        self.uploads.stop()
        await self.engine.dispose()

    async def enter(
        self, match: str, token: str | None, role: str | None, scope: Scope
    ) -> tuple[MatchHost, Role | None]:
        """The table, and the seat that whoever opened the socket speaks for there."""
        host = await self.hall.host(match)
        caller = await identify(HTTPConnection(scope), self.accounts, token)
        wanted = None if role is None else Role(role)
        return host, await self.rights.seat(host, caller, wanted)

    def bots_for(self, game: str) -> Bots:
        """Where machines think about a game."""
        return self.strangers if game.startswith(PREFIX) else self.bots

    def origin(self, request: Request, caller: Caller) -> str:
        """Whom limits count for: the account, or else the address, as a hash."""
        address = request.client.host if request.client else "unknown"
        return digest(f"account {caller.account}" if caller.account else f"address {address}")

    async def founding(self, request: Request, caller: Caller) -> str:
        """Whom a new table's limits count for.

        :raises Problem: they have too many tables going
        """
        origin = self.origin(request, caller)
        row = tables.matches.c
        query = (
            select(func.count())
            .select_from(tables.matches)
            .where(row.origin == origin, row.phase.in_(_UNFINISHED))
        )
        async with self.engine.connect() as connection:
            going = (await connection.execute(query)).scalar_one()
        if going >= self.settings.matches_per_guest:
            raise Problem(
                429,
                "too-many-matches",
                f"You have {going} unfinished matches; finish or leave some first.",
            )
        return origin

    async def submit(self, host: MatchHost, order: Order) -> int:
        """Have an order carried out, wherever the table is."""
        return await self.hall.submit(host, order)


def service_of(request: Request) -> Service:
    """The service behind a request, for routes."""
    service: Service = request.app.state.service
    return service
