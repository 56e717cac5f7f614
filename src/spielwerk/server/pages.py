"""The page people see: the static files of ``spielwerk/web``, served at ``/``.

They go out compressed, and browsers ask each time whether they are still the newest.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

__all__ = ["pages"]

_WORTH_PACKING = 1_000
"""Bytes from which a file is sent compressed."""


class _Fresh(StaticFiles):
    """Files that browsers keep, but never use without asking."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


def pages() -> ASGIApp:
    """An application that serves the page."""
    folder = _Fresh(directory=str(files("spielwerk") / "web"), html=True)
    return GZipMiddleware(folder, minimum_size=_WORTH_PACKING)
