"""The server's settings: from the environment, a file, and the command line, in that order.

Every setting has a default that suits a single machine. ``SPIELWERK_PORT=8080`` in the environment
sets :attr:`Settings.port`; a TOML file named by ``SPIELWERK_CONFIG`` holds the same names in lower
case. What is on the command line wins.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from spielwerk.core import SpielwerkError

_PREFIX = "SPIELWERK_"
_INHERITED = "SPIELWERK_INHERITED"
"""The variable in which worker processes find the settings."""


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

    session_idle_seconds: float = 14 * 24 * 3600.0
    """How long a session may be unused before it ends."""
    session_seconds: float = 30 * 24 * 3600.0
    """How long a session lasts in any case, from logging in."""
    max_frame: int = 16_384
    """The longest message of a client over a WebSocket."""
    max_body: int = 1_000_000
    """The longest body of a request."""
    max_hero_body: int = 5_000_000
    """The longest hero that is read, with its picture."""
    bodies_per_address: int = 20_000_000
    """What the bodies of one address may take up at the same time, until they are answered."""
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
    connections_per_address: int = 300
    """Open connections from one address, whatever they are for; proxies may have more."""
    max_header: int = 32_768
    """Bytes of a request's first line and headers."""
    header_seconds: float = 10.0
    """How long a client may take to send them."""
    unsent_per_address: int = 20_000_000
    """What answers of one address may take up that it does not take; the oldest give way."""
    arrival_rate: float = 0.5
    """New guests and accounts a second from one address, in the long run."""
    arrival_burst: int = 60
    matches_per_address: int = 100
    """Unfinished matches founded from one address; guests count for theirs only."""
    matches_per_account: int = 50
    copy_rate: float = 0.1
    """Matches a second that begin with a log, imported or forked, from one address, in the long
    run: finished ones are no unfinished matches, and stay."""
    copy_burst: int = 30
    tables_in_memory: int = 5_000
    rules_seconds: float = 0.0
    """How long one question to uploaded rules may take; 0: as long as their language says."""
    rules_memory: int = 0
    """What the process of uploaded rules may need beyond its start; 0: as their language says."""
    rules_processes: int = 8
    """Processes for everything that strangers bring: uploaded games, checks, trials, editors."""
    rules_per_address: int = 100
    rules_per_account: int = 50
    trials: int = 4
    """Matches in the studio that are tried and debugged at the same time: a process each."""
    trials_per_address: int = 3
    trial_idle_seconds: float = 900.0
    """How long such a match is kept while its author does nothing."""
    rulebooks: str = ""
    """Folders of further rulebooks for heroes, parted by commas; trusted like the library's."""
    heroes_per_address: int = 200
    heroes_per_account: int = 100
    hero_size: int = 3_000_000
    """The longest hero that is kept."""
    bot_processes: int = 2
    """Processes in which machines think."""
    analysis_processes: int = 2
    """Processes in which machines are asked for opinions; those in matches go first."""
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


def pass_on(settings: Settings) -> None:
    """Let worker processes have the same settings."""
    os.environ[_INHERITED] = json.dumps(asdict(settings))


def inherited_settings() -> Settings:
    """The settings of the process that started this one, or of this one itself."""
    return Settings(**json.loads(os.environ[_INHERITED]))


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
