"""The web application: routes, sockets, static pages, and errors that explain themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import HTMLResponse

from spielwerk import __version__
from spielwerk.server import problems
from spielwerk.server.gate import Gate
from spielwerk.server.routes import accounts, bots, games, matches, operations, records
from spielwerk.server.service import Service, service_of
from spielwerk.server.settings import Settings
from spielwerk.server.socket import serve_socket

__all__ = ["create_app"]

API = "/api/v1"


def create_app(settings: Settings) -> FastAPI:
    """The application. Its database is opened when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = await Service.start(settings)
        yield
        await app.state.service.stop()

    app = FastAPI(
        title="Spielwerk",
        version=__version__,
        summary="Rules you can run, host, play against and question.",
        openapi_url=f"{API}/openapi.json",
        docs_url=f"{API}/docs",
        redoc_url=None,
        lifespan=lifespan,
    )
    problems.install(app)
    app.add_middleware(
        Gate,
        settings=settings,
        limits=lambda: app.state.service.limits,
        docs=f"{API}/docs",
    )
    for router in (games.router, matches.router, records.router, accounts.router, bots.router):
        app.include_router(router, prefix=API)
    app.include_router(operations.router)
    app.add_api_websocket_route(f"{API}/matches/{{match}}/play", _play)
    app.add_api_route("/", _front_page, include_in_schema=False, response_class=HTMLResponse)
    return app


async def _play(socket: WebSocket, match: str) -> None:
    service: Service = socket.app.state.service
    await serve_socket(socket, match, service)


async def _front_page(request: Request) -> HTMLResponse:
    games = "\n".join(
        f"<li><b>{escape(entry.title)}</b> {escape(entry.about)}</li>"
        for entry in service_of(request).shelf.entries()
    )
    return HTMLResponse(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Spielwerk</title>"
        f"<h1>Spielwerk</h1><p><a href='{API}/docs'>The interface for programs</a></p>"
        f"<ul>{games}</ul>"
    )
