"""How many connections this process has open, from whom, and who of them gives way.

Whoever opens connections and says nothing, or half of something, is shown out before it keeps
others from coming in. What is turned away is counted, and is one line in the log for each incident.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from typing import Protocol

from spielwerk.confinement import allow_open_files
from spielwerk.server.operation import CONNECTIONS, REJECTED
from spielwerk.server.settings import Settings, inherited_settings

_log = logging.getLogger(__name__)

_RESERVE = 160
"""Files that are open besides connections: the database's, pipes to processes, the log."""
_QUIET = 60.0
"""Seconds without another case after which a further one is a new incident."""


class Waiting(Protocol):
    """A connection that waits for a whole request, or for its answer to be taken."""

    @property
    def unsent(self) -> int:
        """Bytes of answers that the client has not taken yet."""

    def give_up(self) -> None:
        """Nobody waits for this request any longer."""


class Doorkeeper:
    """All connections that this process has open."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        files = allow_open_files()
        self.most = max(files - _RESERVE, files // 2) if files is not None else 1_000_000
        self._proxies = {name.strip() for name in settings.proxies.split(",")}
        self._by_address: Counter[str] = Counter()
        self._idle: dict[Waiting, None] = {}
        """Those that wait for a whole request, the longest waiting first."""
        self._jammed: dict[str, dict[Waiting, None]] = {}
        """Those that do not take their answers, by address, the longest first."""
        self._told: dict[str, float] = {}
        CONNECTIONS.set_function(lambda: len(self))

    def __len__(self) -> int:
        return self._by_address.total()

    def come(self, address: str) -> bool:
        """One more; whether it may stay. Either way it :meth:`go`\\ es in the end."""
        self._by_address[address] += 1
        if (
            not self._trusts(address)
            and self._by_address[address] > self.settings.connections_per_address
        ):
            self.refuse("connections-per-address", address)
            return False
        if len(self) > self.most:
            self.refuse("connections", address)
            oldest = next(iter(self._idle), None)
            if oldest is None:
                return False
            oldest.give_up()
        return True

    def go(self, address: str) -> None:
        """One less."""
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def wait(self, line: Waiting) -> None:
        """A connection waits for a request."""
        self._idle[line] = None

    def work(self, line: Waiting) -> None:
        """It has one, or is gone."""
        self._idle.pop(line, None)

    def jam(self, line: Waiting, address: str) -> None:
        """A client does not take its answer; where too much is kept for it, the oldest give way."""
        lines = self._jammed.setdefault(address, {})
        lines[line] = None
        if self._trusts(address):
            return
        kept = sum(one.unsent for one in lines)
        for one in list(lines):
            if kept <= self.settings.unsent_per_address:
                return
            self.refuse("unsent-per-address", address)
            kept -= one.unsent
            del lines[one]
            one.give_up()

    def clear(self, line: Waiting, address: str) -> None:
        """It takes it, or is gone."""
        lines = self._jammed.get(address)
        if lines is not None:
            lines.pop(line, None)
            if not lines:
                del self._jammed[address]

    def _trusts(self, address: str) -> bool:
        """Whether a proxy is there, which speaks for many."""
        return "*" in self._proxies or address in self._proxies

    def refuse(self, limit: str, address: str) -> None:
        """Somebody broke a limit: it is counted, and told once."""
        REJECTED.labels(limit).inc()
        now = time.monotonic()
        if now - self._told.get(limit, -_QUIET) > _QUIET:
            facts = {"limit": limit, "address": address, "connections": len(self)}
            _log.warning("connections are being turned away", extra={"facts": facts})
        self._told[limit] = now


_here: list[Doorkeeper] = []


def connections() -> Doorkeeper:
    """Those of this process."""
    if not _here:
        _here.append(Doorkeeper(inherited_settings()))
    return _here[0]
