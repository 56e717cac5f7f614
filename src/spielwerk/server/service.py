"""The parts of a running server, put together: what routes and sockets work with."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import HTTPConnection
from starlette.types import Scope

from spielwerk.confinement import Crew
from spielwerk.core import Game, Role
from spielwerk.match import Clock
from spielwerk.server.accounts import (
    COOKIE,
    HOST_COOKIE,
    Accounts,
    Caller,
    Friends,
    Sessions,
    identify,
)
from spielwerk.server.bans import Bans
from spielwerk.server.games import Games, Workshop
from spielwerk.server.heroes import Heroes, Rulebooks
from spielwerk.server.machines import Bots, Speechless, player_of
from spielwerk.server.operation import AddressLimits, LoopWatch, Tidying, Turns, Wellbeing, whose
from spielwerk.server.problems import Problem
from spielwerk.server.quotas import Origin, Quotas
from spielwerk.server.ratings import Ratings
from spielwerk.server.rooms import EXPLANATIONS, Rights, Room, Rooms, Visibility
from spielwerk.server.settings import Settings
from spielwerk.server.store import RowLookup, open_database
from spielwerk.server.uploads import PREFIX, Uploads

_PREPARING = 10.0
"""How long whoever founds a match with a clock waits for machines and engines to be ready."""


class Service:
    """A server at work."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self.settings = settings
        self.engine = engine
        self.crew = Crew(settings.rules_processes)
        """The places for processes of everything that strangers bring."""
        self.lookup = RowLookup(engine)
        self.quotas = Quotas(self.lookup, settings)
        self.uploads = Uploads(engine, settings, self.crew)
        self.workshop = Workshop(settings.bot_memory) if settings.warm_up else None
        self.games = Games(self.uploads, self.workshop)
        self.bots = Bots("thoughts", settings.bot_processes, settings.bot_memory)
        self.strangers = Bots("thoughts-uploads", 1, settings.bot_memory, polite=True)
        """Where machines think about uploaded games: these hold up no others."""
        self.advisers = Bots(
            "analyses", settings.analysis_processes, settings.bot_memory, polite=True, mine=5
        )
        """Where machines are asked outside of matches."""
        self.readings = Turns("readings", 2, waiting=200, mine=20)
        """Whole matches that are read or told, and games that are made ready to be looked at."""
        self.rooms = Rooms(engine, self.games, self.bots_for, settings.tables_in_memory)
        self.submit = self.rooms.submit
        self.submit_now = self.rooms.submit_now
        self.well = Wellbeing(self.rooms.ownership.beat)
        self.bans = Bans(engine, self.rooms.clock)
        self.lag = LoopWatch()
        self.rights = Rights(engine, self.lookup, self.rooms)
        cookie = HOST_COOKIE if settings.secure_cookies else COOKIE
        self.sessions = Sessions(
            engine, self.lookup, settings.session_idle_seconds, settings.session_seconds
        )
        self.accounts = Accounts(engine, self.sessions, cookie)
        self.friends = Friends(engine)
        self.ratings = Ratings(engine)
        self.rooms.over = self._settle
        self.heroes = Heroes(engine, settings, self.quotas)
        self.rulebooks = Rulebooks(settings, self.uploads, self.crew)
        self.limits = AddressLimits(
            "requests", settings.request_rate, settings.request_burst, settings.sockets_per_address
        )
        self.logins = AddressLimits("logins", rate=0.2, burst=10)
        """Tries to log in, by the account's key."""
        self.arrivals = AddressLimits("arrivals", settings.arrival_rate, settings.arrival_burst)
        """New guests and accounts, by address."""
        self.copies = AddressLimits("copies", settings.copy_rate, settings.copy_burst)
        """Matches that begin with a log, by address."""
        self.questions = AddressLimits("questions", settings.question_rate, settings.question_burst)
        """Explanations over HTTP, by seat."""
        self.news = AddressLimits("news", rate=1.0, burst=20)
        """Questions what is new, by account."""
        self.calls = AddressLimits("calls", rate=0.2, burst=10)
        """Invitations by name, by who invites."""
        self._tidying = Tidying(lambda: self.rooms.store.written)
        self._warming: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, settings: Settings) -> Service:
        """Open the database and begin.

        :raises DatabaseError: the database cannot be opened
        """
        service = cls(settings, await open_database(settings.db))
        await service.rooms.start()
        await service.bans.start()
        service.sessions.start()
        service.lag.start()
        service._tidying.start()
        if settings.warm_up:
            service._warming = asyncio.create_task(service._warm_up(), name="warming up")
        return service

    async def _warm_up(self) -> None:
        await asyncio.gather(self.bots.warm_up(), self.uploads.warm_up())

    async def stop(self) -> None:
        """Let go of everything in order."""
        self._tidying.stop()
        self.bans.stop()
        self.sessions.stop()
        self.lag.stop()
        if self._warming is not None:
            self._warming.cancel()
        await self.rooms.stop()
        for processes in (self.bots, self.strangers, self.advisers, self.workshop):
            if processes is not None:
                processes.stop()
        self.uploads.stop()
        self.rulebooks.stop()
        self.lookup.close()
        await self.engine.dispose()

    async def enter(
        self, match: str, token: str | None, role: str | None, scope: Scope
    ) -> tuple[Room, Role | None, str | None]:
        """The room, the seat that whoever opened the socket speaks for, and by which session."""
        room = await self.rooms.open(match)
        caller = await identify(HTTPConnection(scope), self.accounts, token)
        wanted = None if role is None else Role(role)
        return room, await self.rights.seat(room, caller, wanted), caller.session

    async def _settle(self, room: Room) -> None:
        """Let a match count that is over."""
        if room.charter.visibility is Visibility.PUBLIC and not room.match.game.unlisted:
            await self.ratings.rate(room.id, room.match)

    @property
    def queues(self) -> list[Turns]:
        """All queues for work that takes long."""
        thinking = [bots.turns for bots in (self.bots, self.strangers, self.advisers)]
        rules = self.uploads.checking, self.uploads.trying
        return [*thinking, *rules, self.rulebooks.turns, self.readings, EXPLANATIONS]

    def bots_for(self, game: str) -> Bots:
        """Where machines think about a game."""
        return self.strangers if game.startswith(PREFIX) else self.bots

    async def machines(
        self, game: Game, wanted: Mapping[str, str], clock: Clock, address: str
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
                source = await self.games.source(game.name)
                await self.advisers.check(game.name, role, player, source, whose=address)
            except Speechless as problem:
                raise Problem(422, "unsuited", str(problem)) from None
        if clock.timed and players:
            source = await self.games.source(game.name)
            bots = self.bots_for(game.name)
            ready = [bots.prepare(game.name, r, p, source) for r, p in players.items()]
            told = (*ready, self.games.rehearse(game), self.games.quickest(game))
            await asyncio.wait([asyncio.ensure_future(one) for one in told], timeout=_PREPARING)
        return players

    def origin(self, request: Request, caller: Caller) -> Origin:
        """Whom the quotas of a request count for."""
        return Origin.of(whose(request.scope), caller)


async def service_of(request: Request) -> Service:
    """The service behind a request, for routes; what is not async, FastAPI asks a thread for."""
    service: Service = request.app.state.service
    return service
