"""Servers that can be killed and started again: on a SQLite file, or several on one PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spielwerk.server import Settings

__all__ = ["AS_ALWAYS", "ROOM", "SiegedServer", "besieged", "postgresql"]

ROOM = {
    "PROXIES": "127.0.0.1",  # so that those who attack can have addresses of their own
    "MATCHES_PER_ADDRESS": 1_000_000,
    "REQUEST_RATE": 1_000,
    "REQUEST_BURST": 1_000,
    "MESSAGE_RATE": 1_000,
}
"""What many honest players need who all come from one address; all else is as it always is."""
AS_ALWAYS: dict[str, object] = {
    name: getattr(Settings(), name.lower()) for name in ROOM if name != "PROXIES"
}
"""Limits that hold for a few honest players, and for whoever does harm."""


class SiegedServer:
    """``spielwerk serve``, at the same address again after it was killed."""

    def __init__(self, db: str, log: Path, limits: dict[str, object] | None = None) -> None:
        self._db = db
        self._log = log
        self._limits = {**ROOM, **(limits or {})}
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.url = ""

    def start(self) -> SiegedServer:
        """Start it, and wait until it listens."""
        limits = {f"SPIELWERK_{name}": str(value) for name, value in self._limits.items()}
        command = [str(Path(sys.executable).with_name("spielwerk")), "serve"]
        with self._log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [*command, "--db", self._db, "--port", str(self._port)],
                env={**os.environ, **limits, "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None, "its output is a pipe"
        self.url = self._process.stdout.readline().split()[-1]
        self._port = int(self.url.rpartition(":")[2])
        return self

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None, "it was started"
        return self._process.pid

    def kill(self, how: int = signal.SIGKILL) -> None:
        """As a power cut would."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            assert self._process.stdout is not None, "its output is a pipe"
            self._process.stdout.close()
            self._process = None

    @property
    def faults(self) -> int:
        """How often something went wrong that is our fault."""
        text = self._log.read_text(encoding="utf-8") if self._log.exists() else ""
        return text.count("Traceback")


@contextmanager
def besieged(
    db: str, processes: int = 1, limits: dict[str, object] | None = None
) -> Iterator[list[SiegedServer]]:
    """Servers on a fresh database: ``sqlite``, which is for one alone, or ``postgresql``."""
    with tempfile.TemporaryDirectory() as folder, _database(db, Path(folder)) as address:
        log = Path(folder) / "log"
        servers = [SiegedServer(address, log, limits) for _ in range(processes)]
        try:
            for server in servers:
                server.start()
            yield servers
        finally:
            for server in servers:
                server.kill()


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(folder / "siege.db")
        return
    with postgresql(folder) as (address, _):
        yield address


@contextmanager
def postgresql(folder: Path) -> Iterator[tuple[str, int]]:
    """A PostgreSQL of our own: its address, and the number of its process."""
    import pgserver  # only where it is needed

    cluster = pgserver.get_server(folder / "postgres", cleanup_mode="stop")
    try:
        pid = int((folder / "postgres" / "postmaster.pid").read_text().split()[0])
        yield cluster.get_uri(), pid
    finally:
        cluster.cleanup()
