"""Talking to foreign players: a message goes out, an answer or what went wrong comes back."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from spielwerk.core import SpielwerkError
from spielwerk.protocols.ggp.messages import Message, write_message
from spielwerk.protocols.ggp.server import PORT

_MAX_REPLY = 20_000
"""Of longer answers the rest is not read."""


class PlayerAddressError(SpielwerkError):
    """A text is not the address of a player."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: a text, or else why there is none."""

    text: str = ""
    fault: str = ""
    late: bool = False
    """Whether it was not there in time."""


def parse_address(text: str) -> str:
    """The address of a player as a URL: ``localhost``, ``host:9148`` or a URL of its own.

    :raises AddressError: it is none
    """
    text = text.strip()
    url = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(url)
        port = parts.port or PORT
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme not in ("http", "https") or not re.fullmatch(r"[\w.:-]+", parts.hostname or ""):
        raise PlayerAddressError(
            f"'{text}' is not the address of a player; write for example localhost:{PORT} "
            f"or http://localhost:{PORT}."
        )
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}:{port}{parts.path or '/'}"


class PlayerLine:
    """The way to one player."""

    def __init__(self, http: httpx.AsyncClient, url: str) -> None:
        self._http = http
        self.url = url

    async def ask(self, message: Message, seconds: float) -> Reply:
        """Send a message and wait so long for the answer. Nothing is raised whatever happens."""
        try:
            async with asyncio.timeout(seconds):
                return await self._post(write_message(message))
        except TimeoutError:
            return Reply(fault=f"no answer within {seconds:g} s", late=True)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as problem:
            return Reply(fault=f"unreachable: {type(problem).__name__} {problem}".strip()[:200])

    async def _post(self, text: str) -> Reply:
        headers = {"content-type": "text/acl", "accept": "text/delim"}
        async with self._http.stream(
            "POST", self.url, content=text.encode(), headers=headers
        ) as response:
            body = bytearray()
            async for part in response.aiter_bytes():
                body += part
                if len(body) > _MAX_REPLY:
                    return Reply(fault=f"an answer of more than {_MAX_REPLY:,} bytes")
            answer = body.decode(errors="replace").strip()
        if response.status_code != 200:
            return Reply(fault=f"status {response.status_code}: {answer}"[:200])
        return Reply(answer)
