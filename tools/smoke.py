"""What an installed Spielwerk is asked to do before it is called fine: each command's main job.

``tools/dist.py`` calls it with an environment that has the wheel. Commands run in a folder where
nothing of the repository is in sight, with a cache of their own; a word that each must say tells
that it did its job. Servers are started, played at over their protocols, and looked at.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

QUICKEST = 0.3
"""Seconds of processor time that the help may take."""
CORE = [
    (["--help"], "Commands"),
    (["games"], "tic-tac-toe"),
    (["check", "GDL/chess.gdl"], "fine"),
    (["test", "GDL/tic-tac-toe.test"], "all as expected"),
    (["golden", "tic-tac-toe"], "view xplayer"),
    (["play", "tic-tac-toe", "--seat", "oplayer=mcts:100ms"], "oplayer plays"),
    (["arena", "tic-tac-toe", "--players", "random,greedy", "--rounds", "2"], "2 matches"),
    (["health", "nim", "--matches", "4"], "parts of the rules used"),
    (["debug", "tic-tac-toe"], "must decide"),
    (["recipe"], "dice"),
    (["draw", "tic-tac-toe"], "<svg"),
    (["levels", "--show", "tic-tac-toe"], "alphabeta plays"),
    (["gdl", "perft", "tic-tac-toe", "--depth", "3"], "504"),
    (["solve", "kuhn-poker", "--minutes", "0.05"], "situations"),
]
WHOLE = [
    (["check", "IGOLD/citadels.igold"], "fine"),
    (["play", "citadels"], "Goodbye"),
    (["igold", "compile", "citadels"], "phases"),
    (["hero", "validate", "HEROES/alrike.json"], "800 / 1100 AP"),
    (["hero", "sheet", "HEROES/alrike.json", "--out", "alrike.pdf"], ""),
    (["gdl", "stats", "chess"], "circuit"),
    (["train", "tic-tac-toe", "--rounds", "1"], "of the points"),
    (["speed", "simulated", "-s=jumper,slow-filler", "-w=16", "-h=14", "-l=/"], "won"),
    (["spy", "duel", "spy-easy", "random", "-n", "2", "-m", "quick"], "of 2"),
]
KEEPING = [
    (["backup", "kept.jsonl", "--db", "matches.db"], ""),
    (["restore", "kept.jsonl", "--db", "again.db"], ""),
    (["operator", "anna", "--db", "again.db"], "is an operator now"),
]
"""What keeps and fills the database of the server that was played at."""
BESIDES = {"serve", "lsp", "ggp"}
"""Commands that go on until they are stopped; each has a function below."""
_MATCH = """
import asyncio, sys
from spielwerk.client import Client

async def match():
    async with Client(sys.argv[1]) as client:
        await client.register("anna", "a long password, quite")
        seat = await client.found("tic-tac-toe", bots={"oplayer": "random"})
        async with seat.connect() as table:
            while table.picture is None or table.picture["phase"] != "ended":
                await table.until(lambda shown: shown["legal"] or shown["phase"] == "ended")
                if table.picture["legal"]:
                    await table.move(table.picture["legal"][0])

asyncio.run(match())
"""
"""A match over a WebSocket, played by the installed client."""
_MOVES = "1 1\n/exit\nquit\n"
_HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Installed:
    """A Python that has Spielwerk, and the folder where its commands run."""

    python: Path
    folder: Path

    def environment(self) -> dict[str, str]:
        """Nothing that leads to the repository or to what its owner has kept."""
        clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        return {**clean, "XDG_CACHE_HOME": str(self.folder / "cache")}

    def library(self) -> Path:
        """Where the games of the wheel lie."""
        code = "import spielwerk; print(spielwerk.__path__[0])"
        asked = [str(self.python), "-c", code]
        said = subprocess.check_output(asked, text=True, cwd=self.folder, env=self.environment())
        return Path(said.strip(), "library")

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """A command to its end."""
        return subprocess.run(
            [str(self.python), "-m", "spielwerk", *arguments],
            input=typed, capture_output=True, text=True, timeout=300, check=False,
            cwd=self.folder, env=self.environment(),
        )  # fmt: skip

    @contextmanager
    def running(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """A command that goes on until it is stopped."""
        process = subprocess.Popen(
            [str(self.python), "-m", "spielwerk", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=self.folder, env=self.environment(),
        )  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=60)

    @contextmanager
    def serving(self, *arguments: str) -> Iterator[str]:
        """A command that listens; its first line ends with its address."""
        with self.running(*arguments) as process:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1].rstrip("/.")


def try_core(installed: Installed) -> None:
    """What ``pip install spielwerk`` can do."""
    for command, word in CORE:
        tried(installed, command, word)
    quick(installed)


def try_whole(installed: Installed) -> None:
    """What all extras can do together; every command is among it."""
    for command, word in CORE + WHOLE:
        tried(installed, command, word)
    edited(installed)
    managed(installed)
    served(installed)
    for command, word in KEEPING:
        tried(installed, command, word)
    nothing_left_out(installed)


def tried(installed: Installed, command: list[str], word: str) -> None:
    """A command does its job, from a folder where the repository is not."""
    library = installed.library()
    folders = {name: f"{library / name.lower()}/" for name in ("IGOLD", "HEROES", "GDL")}
    given = list(command)
    for name, folder in folders.items():
        given = [part.replace(f"{name}/", folder) for part in given]
    done = installed.run(*given, typed=_MOVES)
    if done.returncode or word.lower() not in (done.stdout + done.stderr).lower():
        raise SystemExit(
            f"'spielwerk {' '.join(command)}' ended with {done.returncode}, without '{word}':\n"
            f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    print(f"  spielwerk {' '.join(command)}", flush=True)


def quick(installed: Installed) -> None:
    """The help comes at once."""
    before = os.times()
    installed.run("--help")
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    if used > QUICKEST:
        raise SystemExit(f"'spielwerk --help' took {used:.2f} s of processor time.")
    print(f"  its help takes {used:.2f} s of processor time", flush=True)


def edited(installed: Installed) -> None:
    """The language server says what it can do."""
    hello = json.dumps(_HELLO)
    with installed.running("lsp") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"Content-Length: {len(hello)}\r\n\r\n{hello}")
        process.stdin.flush()
        while line := process.stdout.readline().strip():
            if line.startswith("Content-Length:"):
                length = int(line.split()[1])
        assert "completionProvider" in process.stdout.read(length)
    print("  spielwerk lsp", flush=True)


def managed(installed: Installed) -> None:
    """Two players and a manager of the general-game-playing community."""
    player = ["ggp", "player", "--player", "random", "--port", "0"]
    with installed.serving(*player) as one, installed.serving(*player) as other:
        addresses = ",".join(address.removeprefix("http://") for address in (one, other))
        tried(installed, ["ggp", "manager", "tic-tac-toe", "--players", addresses], "over after")


def served(installed: Installed) -> None:
    """The server of the wheel: health, a match over a WebSocket, the page."""
    with installed.serving("serve", "--port", "0", "--db", "matches.db") as address:
        with urllib.request.urlopen(f"{address}/healthz") as answer:
            assert json.load(answer)["status"] == "ok"
        subprocess.run(
            [str(installed.python), "-c", _MATCH, address],
            check=True, cwd=installed.folder, env=installed.environment(), timeout=300,
        )  # fmt: skip
        looked_at(address)
    print("  spielwerk serve, a match over its WebSocket, its page", flush=True)


def looked_at(address: str) -> None:
    """The page shows its games and logs no error, where a browser can be had."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("  (no Chromium here: the page was not looked at)")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda problem: errors.append(str(problem)))
        page.goto(address)
        page.get_by_text("Chess").first.wait_for(timeout=60_000)
        browser.close()
    if errors:
        raise SystemExit(f"The page says {errors[0]}")


def nothing_left_out(installed: Installed) -> None:
    """Every command that there is was tried."""
    code = "from spielwerk.cli.entry import COMMANDS; print(*COMMANDS)"
    known = subprocess.check_output(
        [str(installed.python), "-c", code],
        text=True, cwd=installed.folder, env=installed.environment(),
    )  # fmt: skip
    asked = {command[0] for command, _ in CORE + WHOLE + KEEPING} | BESIDES
    if left := set(known.split()) - asked:
        raise SystemExit(f"Nobody tried {', '.join(sorted(left))}: tools/smoke.py lists what is.")
