"""Routes that are taken all the time, without what a framework does for every kind of request.

Most requests are as they should be: a JSON body of the right shape, and who asks, in the headers.
For these the few values that a route of ours wants are found here, in a third of the time. All
others go the usual way, which also says what is wrong with them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.routing import BaseRoute, compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from spielwerk.server.accounts import Caller
from spielwerk.server.gate import replay
from spielwerk.server.rooms import Room
from spielwerk.server.routes.parts import MATCH_ID, asking
from spielwerk.server.service import Service, service_of

_Finder: TypeAlias = Callable[[Request], Awaitable[Any]]
_MATCH = re.compile(MATCH_ID)


class Shortcuts:
    """Leads requests to routes that find by themselves what they want; all others go on."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        prefix: str,
        routes: Sequence[BaseRoute],
        handlers: Mapping[Any, Any],
    ) -> None:
        """``routes`` stand behind a prefix; ``handlers`` answer what goes wrong there."""
        self._app = app
        self._ways = [
            (compile_path(prefix + route.path)[0], route, finders)
            for route in routes
            if isinstance(route, APIRoute) and route.methods == {"POST"}
            if (finders := _finders(route.endpoint)) is not None
        ]
        told = {kind: handler for kind, handler in handlers.items() if kind is not Exception}
        self._quickly = ExceptionMiddleware(self._answer, told)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST" and not scope["root_path"]:
            for pattern, route, finders in self._ways:
                if (found := pattern.match(scope["path"])) is not None:
                    scope["route"], scope["finders"] = route, finders
                    scope["path_params"] = found.groupdict()
                    await self._quickly(scope, receive, send)
                    return
        await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, route = Request(scope, receive), scope["route"]
        finders: dict[str, _Finder] = scope["finders"]
        try:
            given = {name: await find(request) for name, find in finders.items()}
        except _Unusual:
            await self._app(scope, replay(await request.body(), receive), send)
            return
        made: BaseModel = await route.endpoint(**given)
        body = made.model_dump_json().encode()
        headers = [(b"content-length", b"%d" % len(body)), (b"content-type", b"application/json")]
        status = route.status_code or 200
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class _Unusual(Exception):
    """Somebody else should have a look at this request."""


def _finders(endpoint: Callable[..., Any]) -> dict[str, _Finder] | None:
    """How each argument of a route is found; nothing, where one of them is not found here."""
    signature = inspect.signature(endpoint, eval_str=True)
    kinds = {name: _kind(part.annotation) for name, part in signature.parameters.items()}
    bodies = {name: _read(kind) for name, kind in kinds.items() if _is_body(kind)}
    others = {name: _KNOWN.get(kind) for name, kind in kinds.items() if name not in bodies}
    found = {name: find for name, find in others.items() if find is not None}
    answers = inspect.isclass(signature.return_annotation) and issubclass(
        signature.return_annotation, BaseModel
    )
    if len(bodies) != 1 or len(found) < len(others) or not answers:
        return None
    return {**bodies, **found}  # a body that is wrong is seen before anybody is asked


def _kind(annotation: Any) -> Any:
    """The type of an argument, whatever else is said about it."""
    return getattr(annotation, "__origin__", annotation)


def _is_body(kind: Any) -> bool:
    return inspect.isclass(kind) and issubclass(kind, BaseModel)


def _read(model: type[BaseModel]) -> _Finder:
    async def read(request: Request) -> BaseModel:
        if request.headers.get("content-type") != "application/json":
            raise _Unusual
        try:
            return model.model_validate_json(await request.body())
        except ValidationError:
            raise _Unusual from None

    return read


async def _same(request: Request) -> Request:
    return request


async def _room(request: Request) -> Room:
    match = request.path_params["match"]
    if _MATCH.fullmatch(match) is None:
        raise _Unusual
    service: Service = request.app.state.service
    return await service.rooms.open(match)


_KNOWN: dict[Any, _Finder] = {Request: _same, Service: service_of, Caller: asking, Room: _room}
