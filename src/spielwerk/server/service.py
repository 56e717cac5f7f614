"""The parts of a running server, put together: what routes and sockets work with."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from fastapi import Request
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import HTTPConnection
from starlette.types import Scope

from spielwerk.core import Game, Role
from spielwerk.match import Clock
from spielwerk.server.accounts import Accounts, Caller, identify
from spielwerk.server.games import Games, Workshop
from spielwerk.server.heroes import Heroes, Rulebooks
from spielwerk.server.machines import Bots, Speechless, player_of
from spielwerk.server.operation import AddressLimits, Tidying
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import Rights, Room, Rooms
from spielwerk.server.secrets import digest
from spielwerk.server.settings import Settings
from spielwerk.server.store import open_database, schema
from spielwerk.server.uploads import PREFIX, Uploads

_PREPARING = 10.0
"""How long whoever founds a match with a clock waits for machines and engines to be ready."""
_UNFINISHED = ("waiting", "opening", "running", "paused")


class Service:
    """A server at work."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self.settings = settings
        self.engine = engine
        self.uploads = Uploads(engine, settings)
        self.workshop = Workshop(settings.bot_memory) if settings.warm_up else None
        self.games = Games(self.uploads, self.workshop)
        self.bots = Bots(settings.bot_processes, settings.bot_memory)
        self.strangers = Bots(1, settings.bot_memory, polite=True)
        """Where machines think about uploaded games: these hold up no others."""
        self.rooms = Rooms(engine, self.games, self.bots_for, settings.tables_in_memory)
        self.submit = self.rooms.submit
        self.rights = Rights(engine, self.rooms)
        self.accounts = Accounts(engine)
        self.heroes = Heroes(engine, settings)
        self.rulebooks = Rulebooks(settings, self.uploads)
        self.limits = AddressLimits(
            settings.request_rate, settings.request_burst, settings.sockets_per_address
        )
        self.logins = AddressLimits(rate=0.2, burst=10, sockets=0)
        """Tries to log in, by name."""
        self.questions = AddressLimits(settings.question_rate, settings.question_burst, sockets=0)
        """Explanations over HTTP, by seat."""
        self._tidying = Tidying(lambda: self.rooms.store.written)
        self._warming: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, settings: Settings) -> Service:
        """Open the database and begin.

        :raises DatabaseError: the database cannot be opened
        """
        service = cls(settings, await open_database(settings.db))
        await service.rooms.start()
        service._tidying.start()
        if settings.warm_up:
            service._warming = asyncio.create_task(service._warm_up(), name="warming up")
        return service

    async def _warm_up(self) -> None:
        await asyncio.gather(self.bots.warm_up(), self.uploads.warm_up())

    async def stop(self) -> None:
        """Let go of everything in order."""
        self._tidying.stop()
        if self._warming is not None:
            self._warming.cancel()
        await self.rooms.stop()
        for processes in (self.bots, self.strangers, self.workshop):
            if processes is not None:
                processes.stop()
        self.uploads.stop()
        self.rulebooks.stop()
        await self.engine.dispose()

    async def enter(
        self, match: str, token: str | None, role: str | None, scope: Scope
    ) -> tuple[Room, Role | None]:
        """The room, and the seat that whoever opened the socket speaks for there."""
        room = await self.rooms.open(match)
        caller = await identify(HTTPConnection(scope), self.accounts, token)
        wanted = None if role is None else Role(role)
        return room, await self.rights.seat(room, caller, wanted)

    def bots_for(self, game: str) -> Bots:
        """Where machines think about a game."""
        return self.strangers if game.startswith(PREFIX) else self.bots

    async def machines(
        self, game: Game, wanted: Mapping[str, str], clock: Clock
    ) -> dict[Role, str]:
        """The players that strengths or specs mean, by their seats, once it is sure that they can.

        Where a clock is going to count, everything is ready for the game by then, if it ever is.

        :raises Problem: there is no such seat, or the player does not play such games
        :raises PlayerSpecError: there is no such player
        """
        players = {Role(role): player_of(text) for role, text in wanted.items()}
        for role, player in players.items():
            if role not in game.roles:
                roles = ", ".join(game.roles)
                raise Problem(422, "no-such-seat", f"There is no such seat; there are {roles}.")
            try:
                source, bots = await self.games.source(game.name), self.bots_for(game.name)
                await bots.check(game.name, role, player, source)
            except Speechless as problem:
                raise Problem(422, "unsuited", str(problem)) from None
        if clock.timed and players:
            source = await self.games.source(game.name)
            bots = self.bots_for(game.name)
            ready = [bots.prepare(game.name, r, p, source) for r, p in players.items()]
            told = (*ready, self.games.rehearse(game), self.games.quickest(game))
            await asyncio.wait([asyncio.ensure_future(one) for one in told], timeout=_PREPARING)
        return players

    def origin(self, request: Request, caller: Caller) -> str:
        """Whom limits count for: the account, or else the address, as a hash."""
        address = request.client.host if request.client else "unknown"
        return digest(f"account {caller.account}" if caller.account else f"address {address}")

    async def founding(self, request: Request, caller: Caller) -> str:
        """Whom a new room's limits count for.

        :raises Problem: they have too many matches going
        """
        origin = self.origin(request, caller)
        row = schema.matches.c
        query = (
            select(func.count())
            .select_from(schema.matches)
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


def service_of(request: Request) -> Service:
    """The service behind a request, for routes."""
    service: Service = request.app.state.service
    return service
