"""Spielwerk where the system is not Linux: what others lack is taken away, and it does its jobs.

A ``sitecustomize`` removes it from every Python that is started there, servers and their processes
included. This shows that nothing is assumed, not that those systems do what they say: the workflow
in ``.github`` runs the tests on real ones.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.server.conftest import ROOMY, Server
from tests.server.test_conversation import play_out
from tests.systems import linux_only

from spielwerk.client import Client

ANYWHERE_ELSE = """
import ctypes, os, pathlib

class Library(ctypes.CDLL):
    def __init__(self, name, *more, **options):
        super().__init__(name, *more, **options)
        if name is None:
            {own_library}

    def __getattr__(self, name):
        if name == "prctl":
            raise AttributeError(name)
        return super().__getattr__(name)

ctypes.CDLL = Library
read = pathlib.Path.read_text

def read_text(path, *more, **options):
    if str(path).startswith("/proc"):
        raise FileNotFoundError(2, "there is no /proc", str(path))
    return read(path, *more, **options)

pathlib.Path.read_text = read_text
for name in ("sched_getaffinity", "sched_setaffinity"):
    delattr(os, name) if hasattr(os, name) else None
"""
MACOS = ANYWHERE_ELSE.format(own_library="pass")
WINDOWS = (
    ANYWHERE_ELSE.format(own_library='raise TypeError("a library has a name")')
    + """
import multiprocessing, multiprocessing.context, signal, subprocess, sys

# Neither termios nor tty: click asks for the system's name before it takes them, as it should.
for name in ("resource", "fcntl", "pwd", "grp", "pty"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "killpg", "nice", "waitid", "sysconf"):
    delattr(os, name)

def symlink(*_, **__):
    raise OSError("A required privilege is not held by the client")

os.symlink = symlink
multiprocessing.get_all_start_methods = lambda: ["spawn"]
multiprocessing.set_start_method("spawn", force=True)
subprocess.Popen.kill = lambda self, number=int(signal.SIGKILL): self.send_signal(number)
del signal.SIGKILL
"""
)
pytestmark = linux_only
UPLOAD = """
(role you) (init (left 3)) (succ 2 3) (succ 1 2) (succ 0 1)
(<= (legal you (take)) (true (left ?n)) (succ ?m ?n))
(<= (next (left ?m)) (true (left ?n)) (succ ?m ?n))
(<= terminal (true (left 0)))
(<= (goal you 100) (true (left 0)))
(<= (goal you 0) (not (true (left 0))))
"""


@pytest.fixture(params=["macOS", "Windows"])
def elsewhere(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder in which every Python finds another system."""
    text = MACOS if request.param == "macOS" else WINDOWS
    (tmp_path / "sitecustomize.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def did(folder: Path, *words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "spielwerk", *words],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_people_and_machines_play_meet_and_learn_there(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = ("--seat", "oplayer=mcts:iterations=20")
    assert "oplayer plays" in did(elsewhere, "play", "tic-tac-toe", *seat, typed="1 1\n/exit\n")
    players = ("--players", "random,greedy", "--rounds", "4", "--workers", "2")
    assert "4 matches of tic-tac-toe" in did(elsewhere, "arena", "tic-tac-toe", *players)
    out = elsewhere / "weights.json"
    monkeypatch.setenv("SPIELWERK_CACHE", str(elsewhere / "learnt"))  # nobody else plays by it
    did(elsewhere, "train", "tic-tac-toe", "--rounds", "1", "--workers", "2", "--out", str(out))
    assert out.exists()


def test_games_are_hosted_there_with_machines_and_rules_of_strangers(elsewhere: Path) -> None:
    server = Server(str(elsewhere / "matches.db"), **ROOMY).start()

    async def story() -> None:
        async with Client(server.url) as client:
            seat = await client.found("tic-tac-toe", bots={"oplayer": "mcts:iterations=20"})
            async with seat.connect() as table:
                assert (await play_out(table, Random(1)))["phase"] == "ended"
            await client.guest("Ada")
            brought = await client.call("POST", "/rules", {"source": UPLOAD})
            own = await client.found(brought["game"])
            async with own.connect() as table:
                assert (await play_out(table, Random(1)))["outcome"] == {"you": 100}

    try:
        asyncio.run(story())
        assert server.stop() == 0
    finally:
        server.finish()


def test_what_was_taken_away_is_gone(elsewhere: Path) -> None:
    asked = "from spielwerk.confinement import platform as p; "
    asked += "print(p.die_with_parent(), p.address_space())"
    said = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, env=os.environ, check=True
    )
    assert said.stdout == "False None\n"
