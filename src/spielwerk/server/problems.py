"""Errors over HTTP: problem details as RFC 9457 describes them, for everything that goes wrong.

A problem has a stable ``code`` for programs and a ``detail`` for people; refused moves carry the
explanation, refused rules their diagnostics. A fault of ours says only that it is one.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import DataError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from spielwerk.confinement import HeldUp
from spielwerk.core import Json, RecordError, SourceError, SpielwerkError, UnknownGame
from spielwerk.match import Refusal
from spielwerk.server.incidents import Incident
from spielwerk.server.json_text import to_bytes

_log = logging.getLogger(__name__)
_UNANSWERED = Incident(_log, "the database does not answer requests as it should")

_STATUS = {
    "illegal-move": 422,
    "not-a-move": 422,
    "too-long": 422,
    "empty": 422,
    "no-such-seat": 404,
}
"""The HTTP status of a refusal; all others are conflicts with how the match stands."""
_TOLD = 100
"""So many mistakes in one request are told."""


class Problem(SpielwerkError):
    """A request that cannot be met."""

    def __init__(self, status: int, code: str, detail: str, **more: Json) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.more = more

    @property
    def body(self) -> dict[str, Json]:
        """As those who asked are told of it, over HTTP and over a socket alike."""
        return {"code": self.code, "detail": self.detail, **self.more}


def busy() -> Problem:
    """The machine had no time for rules; nothing was wrong with the question."""
    return Problem(503, "busy", "The machine has no time for it; try again soon.")


def refused(refusal: Refusal) -> Problem:
    """What a match turned down, as a problem of whoever asked for it."""
    more = {} if refusal.why is None else {"explanation": refusal.why.to_json()}
    return Problem(_STATUS.get(refusal.code, 409), refusal.code, refusal.message, **more)


def install(app: FastAPI) -> None:
    """Let the app answer every error with a problem."""
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(SpielwerkError, _on_spielwerk_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(DBAPIError, _on_database)
    app.add_exception_handler(PoolTimeout, _on_database)
    app.add_exception_handler(Exception, _on_fault)


def _answer(status: int, body: dict[str, Json], headers: dict[str, str] | None = None) -> Response:
    title = HTTPStatus(status).phrase
    problem = {"type": "about:blank", "title": title, "status": status, **body}
    return Response(to_bytes(problem), status, headers, "application/problem+json")


async def _on_problem(request: Request, error: Exception) -> Response:
    problem = cast("Problem", error)
    headers = {"Retry-After": "1"} if problem.status == HTTPStatus.TOO_MANY_REQUESTS else None
    return _answer(problem.status, problem.body, headers)


async def _on_spielwerk_error(request: Request, error: Exception) -> Response:
    match error:
        case UnknownGame(suggestions=near):
            return _answer(
                404, {"code": "no-such-game", "detail": str(error), "suggestions": list(near)}
            )
        case SourceError(diagnostics=found):
            return _answer(
                422,
                {
                    "code": "wrong-rules",
                    "detail": "The rules have errors.",
                    "diagnostics": [diagnostic.to_json() for diagnostic in found],
                },
            )
        case RecordError(line=line):
            return _answer(422, {"code": "wrong-log", "detail": str(error), "line": line})
        case HeldUp():
            return _answer(503, {"code": "busy", "detail": str(error)})
    return _answer(422, {"code": "refused", "detail": str(error)})


async def _on_invalid(request: Request, error: Exception) -> Response:
    problems = [
        {"place": "/".join(map(str, one["loc"])), "message": one["msg"]}
        for one in cast("RequestValidationError", error).errors()[:_TOLD]
    ]
    where = problems[0]["place"] if problems else "the request"
    detail = f"{where}: {problems[0]['message']}" if problems else "The request is not valid."
    return _answer(422, {"code": "invalid", "detail": detail, "errors": problems})


async def _on_http(request: Request, error: Exception) -> Response:
    problem = cast("HTTPException", error)
    code = HTTPStatus(problem.status_code).phrase.lower().replace(" ", "-")
    headers = dict(problem.headers) if problem.headers else None
    return _answer(problem.status_code, {"code": code, "detail": str(problem.detail)}, headers)


async def _on_database(request: Request, error: Exception) -> Response:
    if isinstance(error, DataError):
        return _answer(422, {"code": "invalid", "detail": "No such text can be kept."})
    _UNANSWERED.failed(getattr(error, "orig", None) or error)
    detail = "The database does not answer as it should; nothing has changed. Try again."
    return _answer(503, {"code": "no-database", "detail": detail}, {"Retry-After": "1"})


async def _on_fault(request: Request, error: Exception) -> Response:
    _log.error("a fault of ours at %s %s", request.method, request.url.path, exc_info=error)
    return _answer(500, {"code": "fault", "detail": "Something went wrong here; it is logged."})
