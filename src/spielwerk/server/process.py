"""The server as processes: bind the address, say where it is, serve until told to stop.

One process serves by itself; several share the address and are started again when they die.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from multiprocessing import parent_process
from threading import Thread

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from spielwerk.catalogue import problems
from spielwerk.core import SpielwerkError
from spielwerk.server.app import create_app
from spielwerk.server.connections import CarefulHttp
from spielwerk.server.heroes import rulebook_folders
from spielwerk.server.operation import set_up_logs
from spielwerk.server.settings import Settings, SettingsError, inherited_settings, pass_on
from spielwerk.server.store import database_url, open_database
from spielwerk.server.websocket import CarefulWebSocket

_BACKLOG = 2_048
_SWITCH = 0.0005
"""Seconds for which a thread keeps the event loop waiting while it computes."""


class AddressError(SpielwerkError):
    """The address cannot be listened at."""


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until interrupted.

    :raises AddressError: the address is taken or not ours
    :raises DatabaseError: the database cannot be opened
    :raises SettingsError: several processes are wanted on SQLite, or a folder does not exist
    """
    if settings.workers > 1 and database_url(settings.db).get_backend_name() == "sqlite":
        raise SettingsError("Several workers need PostgreSQL: give --db postgresql://...")
    set_up_logs(settings.log_format)
    for problem in problems():
        logging.getLogger(__name__).warning(problem)
    rulebook_folders(settings)
    asyncio.run(_check_database(settings))
    with _listen(settings) as listener:
        address = f"http://{settings.host}:{listener.getsockname()[1]}"
        config = _config(settings)
        if settings.workers > 1:
            announce(address)
            pass_on(settings)
            Multiprocess(config, sockets=[listener]).run()
            return
        server = uvicorn.Server(config)
        # Whoever knows the address may ask us to stop, also before uvicorn listens to signals; it
        # stops in order and then raises the signal again: to be asked to stop is no error.
        signal.signal(signal.SIGTERM, server.handle_exit)
        announce(address)
        pass_on(settings)
        server.run(sockets=[listener])


def inherited_app() -> FastAPI:
    """The application in a worker process, with the settings of its parent."""
    settings = inherited_settings()
    sys.setswitchinterval(_SWITCH)
    set_up_logs(settings.log_format)
    Thread(target=_end_with_parent, name="watches the parent", daemon=True).start()
    return create_app(settings)


def _end_with_parent() -> None:
    """Several processes end with the one that looks after them: else they would keep its address
    to themselves when it was killed."""
    if (parent := parent_process()) is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


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
        f"{__name__}:inherited_app",
        factory=True,
        workers=settings.workers,
        access_log=False,
        log_config=None,
        http=CarefulHttp,
        ws=CarefulWebSocket,
        ws_max_size=settings.max_frame,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        backlog=_BACKLOG,
    )
