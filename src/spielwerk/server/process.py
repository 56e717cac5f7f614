"""The server as a process: binds its address, says where it is, serves until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable

import uvicorn

from spielwerk.core import SpielwerkError
from spielwerk.server.app import create_app
from spielwerk.server.database import open_database
from spielwerk.server.settings import Settings

__all__ = ["AddressError", "serve"]

_BACKLOG = 2_048


class AddressError(SpielwerkError):
    """The address cannot be listened at."""


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until interrupted.

    :raises AddressError: the address is taken or not ours
    :raises DatabaseError: the database cannot be opened
    """
    asyncio.run(_check_database(settings))
    with _listen(settings) as listener:
        port = listener.getsockname()[1]
        announce(f"http://{settings.host}:{port}")
        # uvicorn stops in order and then raises the signal again: to be asked to stop is no error.
        signal.signal(signal.SIGTERM, lambda *_: None)
        uvicorn.Server(_config(settings)).run(sockets=[listener])


async def _check_database(settings: Settings) -> None:
    """What is wrong with the database is said before anything is served."""
    await (await open_database(settings.db)).dispose()


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as problem:
        listener.close()
        where = f"{settings.host}:{settings.port}"
        raise AddressError(
            f"Cannot listen at {where}: {problem.strerror}. Choose another --port."
        ) from None
    listener.listen(_BACKLOG)
    return listener


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings),
        access_log=False,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=settings.max_frame,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        backlog=_BACKLOG,
    )
