"""The server's settings: from the environment, a file, and the command line, in that order.

Every setting has a default that suits a single machine. ``SPIELWERK_PORT=8080`` in the environment
sets :attr:`Settings.port`; a TOML file named by ``SPIELWERK_CONFIG`` holds the same names in lower
case. What is on the command line wins.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from spielwerk.core import SpielwerkError

_PREFIX = "SPIELWERK_"


class SettingsError(SpielwerkError):
    """A setting is unknown or its value does not fit."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Times are in seconds, sizes in bytes."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = "spielwerk.sqlite3"
    """The path of a SQLite file, or ``postgresql://user@host/name``."""
    workers: int = 1
    """Server processes; more than one needs PostgreSQL."""
    origins: str = ""
    """Other web origins whose pages may connect, parted by commas; our own always may."""
    proxies: str = ""
    """Addresses of proxies whose X-Forwarded-For is believed, parted by commas."""
    secure_cookies: bool = False
    """Whether cookies go over HTTPS only; switch it on behind TLS."""
    log_format: str = "text"
    """``text`` for people, ``json`` for machines."""

    max_frame: int = 16_384
    """The longest message of a client over a WebSocket."""
    max_body: int = 1_000_000
    """The longest body of a request."""
    message_rate: float = 50.0
    """Messages a second that are read from one WebSocket, in the long run."""
    message_burst: int = 100
    question_rate: float = 5.0
    """Explanations a second for one WebSocket or seat, in the long run: dearer than moves."""
    question_burst: int = 20
    request_rate: float = 20.0
    """Requests a second from one address that change something, in the long run."""
    request_burst: int = 60
    sockets_per_address: int = 200
    hello_seconds: float = 10.0
    """How long a WebSocket may be open without saying who it is."""
    idle_seconds: float = 120.0
    """How long a WebSocket may be silent before it is closed; a ping is enough."""
    matches_per_guest: int = 50
    """Unfinished matches one guest or account may have founded."""
    tables_in_memory: int = 5_000
    rules_seconds: float = 0.0
    """How long one question to uploaded rules may take; 0: as long as their language says."""
    rules_memory: int = 0
    """What the process of uploaded rules may need beyond its start; 0: as their language says."""
    rules_processes: int = 8
    """Uploaded games that are ready to be played at the same time."""
    rules_per_guest: int = 50
    trials: int = 8
    """Matches in the studio that are tried and debugged at the same time: a process each."""
    trials_per_address: int = 3
    trial_idle_seconds: float = 900.0
    """How long such a match is kept while its author does nothing."""
    rulebooks: str = ""
    """Folders of further rulebooks for heroes, parted by commas; trusted like the library's."""
    heroes_per_account: int = 100
    hero_size: int = 500_000
    """The longest hero that is kept."""
    bot_processes: int = 2
    """Processes in which machines think."""
    bot_memory: int = 1_000_000_000
    """What each of them may need beyond its start."""
    warm_up: bool = True
    """Whether processes for machines and uploaded rules are started before they are needed, and
    games that are played get quicker engines."""


def read_settings(
    given: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings from all their places.

    :raises SettingsError: a setting is unknown or its value does not fit
    """
    settings = Settings()
    if path := environment.get(f"{_PREFIX}CONFIG"):
        settings = _with(settings, _read_file(Path(path)), path)
    known = {part.name for part in fields(Settings)}
    named = {
        name.removeprefix(_PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(_PREFIX)
    }
    found = {name: value for name, value in named.items() if name in known}
    settings = _with(settings, found, "the environment")
    return _with(settings, {k: v for k, v in given.items() if v is not None}, "the command line")


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise SettingsError(f"{path}: {problem.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise SettingsError(f"{path} is not a TOML file: {problem}.") from None


def _with(settings: Settings, values: Mapping[str, Any], where: str) -> Settings:
    types = {part.name: type(getattr(settings, part.name)) for part in fields(Settings)}
    read: dict[str, Any] = {}
    for name, value in values.items():
        if name not in types:
            raise SettingsError(f"There is no setting '{name}' (from {where}).")
        try:
            read[name] = _READ[types[name]](value)
        except (KeyError, ValueError, TypeError):
            kind = types[name].__name__
            raise SettingsError(f"{name} = {value!r} (from {where}) is not a {kind}.") from None
    return replace(settings, **read)


def _flag(value: object) -> bool:
    return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[
        str(value).lower()
    ]


_READ: Mapping[type, Any] = {bool: _flag, int: int, float: float, str: str}
