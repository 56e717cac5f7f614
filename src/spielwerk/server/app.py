"""The web application: routes, sockets, static pages, and errors that explain themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.responses import HTMLResponse
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from spielwerk import __version__
from spielwerk.server import problems
from spielwerk.server.editors import Editors
from spielwerk.server.gate import Gate
from spielwerk.server.pages import pages, reference
from spielwerk.server.routes import (
    accounts,
    bots,
    games,
    heroes,
    history,
    learning,
    matches,
    operations,
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
        app.state.editors = Editors(settings)
        app.state.trials = Trials(settings)
        yield
        app.state.trials.stop()
        app.state.editors.stop()
        await app.state.service.stop()

    app = FastAPI(
        title="Spielwerk",
        version=__version__,
        summary="Rules you can run, room, play against and question.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    problems.install(app)
    app.add_middleware(Gate, settings=settings, limits=lambda: app.state.service.limits)
    for router in (
        games.router,
        matches.router,
        history.router,
        records.router,
        accounts.router,
        bots.router,
        rules.router,
        learning.router,
        spy.router,
    ):
        app.include_router(router, prefix=API)
    app.include_router(operations.router)
    app.include_router(heroes.router, prefix="/heroes")
    app.add_route(f"{API}/docs", lambda _: HTMLResponse(reference(app.openapi())))
    app.router.routes.append(WebSocketRoute(f"{API}/language", _Language()))
    app.router.routes.append(WebSocketRoute(f"{API}/trial", _Trial()))
    app.router.routes.append(WebSocketRoute(f"{API}/matches/{{match}}/play", _Play()))
    app.mount("/", pages())
    return app


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
