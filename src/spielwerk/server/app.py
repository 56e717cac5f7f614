"""The web application: routes, sockets, static pages, and errors that explain themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from spielwerk import __version__
from spielwerk.server import problems
from spielwerk.server.editors import Editors
from spielwerk.server.gate import Gate
from spielwerk.server.json_text import to_text
from spielwerk.server.pages import Document, pages, reference
from spielwerk.server.quotas import hashed
from spielwerk.server.routes import (
    accounts,
    bots,
    games,
    heroes,
    history,
    learning,
    lobby,
    matches,
    operations,
    operators,
    people,
    quick,
    records,
    rules,
    spy,
)
from spielwerk.server.service import Service
from spielwerk.server.settings import Settings
from spielwerk.server.socket import serve_socket
from spielwerk.server.trials import Trials

API = "/api/v1"


def create_app(settings: Settings) -> FastAPI:
    """The application. Its database is opened when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = await Service.start(settings)
        app.state.editors = Editors(settings, app.state.service.crew)
        app.state.trials = Trials(settings, app.state.service.crew)
        yield
        app.state.trials.stop()
        app.state.editors.stop()
        await app.state.service.stop()

    app = _Application(
        title="Spielwerk",
        version=__version__,
        summary="Rules you can run, room, play against and question.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    problems.install(app)

    def banned(address: str) -> bool:
        bans = app.state.service.bans
        return bool(bans) and bans.holds(hashed(address))

    gate: dict[str, Any] = {
        "settings": settings,
        "limits": lambda: app.state.service.limits,
        "banned": banned,
    }
    app.add_middleware(
        quick.Shortcuts,
        prefix=API,
        routes=matches.router.routes,
        handlers=app.exception_handlers,
    )
    app.add_middleware(Gate, **gate)
    app.sockets = Gate(_sockets(), **gate)
    for router in (
        lobby.router,
        matches.router,
        games.router,
        people.router,
        history.router,
        records.router,
        accounts.router,
        bots.router,
        rules.router,
        learning.router,
        spy.router,
        operators.router,
    ):
        app.include_router(router, prefix=API)
    app.include_router(operations.router)
    app.include_router(heroes.router, prefix="/heroes")
    contract = Document(lambda: to_text(app.openapi()), "application/json")
    page = Document(lambda: reference(app.openapi()), "text/html")
    app.add_route(f"{API}/openapi.json", contract.answer)
    app.add_route(f"{API}/docs", page.answer)
    app.mount("/", pages())
    return app


class _Application(FastAPI):
    """FastAPI for requests; sockets go straight to those who talk over them.

    What it puts around a connection is for requests, and costs a socket time at every message.
    Telemetry is left out for both: there are metrics of our own.
    """

    sockets: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            scope["app"] = self
            await self.sockets(scope, receive, send)
        elif scope["type"] == "http":
            await Starlette.__call__(self, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def _sockets() -> Router:
    """Whom a socket is for, by its address."""
    return Router(
        [
            WebSocketRoute(f"{API}/matches/{{match}}/play", _Play()),
            WebSocketRoute(f"{API}/language", _Language()),
            WebSocketRoute(f"{API}/trial", _Trial()),
        ]
    )


class _Play:
    """The sockets of the rooms, as an application of their own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        service: Service = scope["app"].state.service
        await serve_socket(scope, receive, send, scope["path_params"]["match"], service)


class _Language:
    """The sockets of editors, as an application of their own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        editors: Editors = scope["app"].state.editors
        await editors.serve(scope, receive, send)


class _Trial:
    """The sockets of authors who try rules, as an application of their own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        trials: Trials = scope["app"].state.trials
        await trials.serve(scope, receive, send)
