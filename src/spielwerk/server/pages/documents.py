"""Documents that are the same for everybody: made once, beside everything else, then only sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response


class Document:
    """A text that is made when somebody first asks for it."""

    def __init__(self, make: Callable[[], str], media: str) -> None:
        self._make = make
        self._media = media
        self._made: bytes | None = None
        self._one = Lock()

    async def answer(self, request: Request) -> Response:
        """The document as an answer."""
        text = self._made or await asyncio.to_thread(self._once)
        return Response(text, media_type=self._media)

    def _once(self) -> bytes:
        with self._one:
            if self._made is None:
                self._made = self._make().encode()
            return self._made
