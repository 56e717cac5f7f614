"""A real server in a process of its own, on a database of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

ROOMY = {
    "message_rate": 1_000,
    "question_rate": 1_000,
    "request_rate": 1_000,
    "request_burst": 1_000,
    "arrival_rate": 1_000,
    "arrival_burst": 10_000,
    "copy_rate": 1_000,
    "copy_burst": 10_000,
    "matches_per_address": 100_000,
    "matches_per_account": 100_000,
    "rules_per_address": 10_000,
    "heroes_per_address": 10_000,
    "connections_per_address": 6_000,
    "sockets_per_address": 5_000,
    "warm_up": False,
}
"""Limits for tests that are about something else."""


class Server:
    """``spielwerk serve`` as it is really run."""

    python: Path = Path(sys.executable)
    """Of the environment that it is installed in."""

    def __init__(
        self, db: str, port: int = 0, *, files: int | None = None, **settings: object
    ) -> None:
        """``files`` are how many it may have open, if fewer than we."""
        self.files = files
        self.db = db
        self.settings = settings
        self.port = port
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115

    def start(self) -> Server:
        """Start it, at the same address as before where there was one."""
        environment = {f"SPIELWERK_{k.upper()}": str(v) for k, v in self.settings.items()}
        self.process = subprocess.Popen(
            [
                self.python.with_name("spielwerk"),
                "serve",
                "--db",
                self.db,
                "--port",
                str(self.port),
            ],
            env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            preexec_fn=self._limited if self.files is not None else None,
        )
        line = self.process.stdout.readline()
        if not line.startswith("Spielwerk is at http://"):
            self.log.seek(0)
            raise AssertionError(f"the server said {line!r} and {self.log.read()[-2_000:]}")
        self.url = line.split()[-1]
        self.port = int(self.url.rpartition(":")[2])
        return self

    def _limited(self) -> None:
        import resource  # not on Windows, where nothing limits files

        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    def logged(self) -> str:
        """What it has complained about so far."""
        file = self.log.fileno()
        return os.pread(file, os.fstat(file).st_size, 0).decode()

    def kill(self) -> None:
        """As a power cut would."""
        self.stop(getattr(signal, "SIGKILL", signal.SIGTERM))  # all the same on Windows

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it; its exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(how)
        status = self.process.wait(timeout=300)
        self.process.stdout.close()
        self.process = None
        return status

    def finish(self) -> None:
        """Kill it for good; nothing that happened may have been a fault of ours."""
        self.kill()
        self.log.seek(0)
        logged = self.log.read()
        self.log.close()
        assert "Traceback" not in logged, logged[-3_000:]


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers; all are stopped in the end."""
    started: list[Server] = []

    def start(db: str | None = None, **settings: object) -> Server:
        server = Server(db or str(tmp_path / "test.db"), **settings).start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.finish()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Makes fresh databases on a real PostgreSQL of our own; gives their addresses.

    Its files are not below pytest's folder: where root runs tests PostgreSQL is another user, from
    whom every further run of pytest takes the right to go there.
    """
    pgserver = pytest.importorskip("pgserver")
    folder = tempfile.mkdtemp(prefix="spielwerk-postgres-")
    cluster = pgserver.get_server(folder, cleanup_mode="stop")
    numbers = count(1)

    def database() -> str:
        name = f"test_{next(numbers)}"
        cluster.psql(f"CREATE DATABASE {name}")
        return cluster.get_uri(name)

    yield database
    cluster.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not stop it, with room for all of them."""
    db = str(tmp_path_factory.mktemp("server") / "test.db")
    server = Server(db, **ROOMY)
    yield server.start()
    server.finish()


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    """One server on a fresh SQLite file."""
    return start_server(**ROOMY)
