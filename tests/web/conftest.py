"""A real server and a real Chromium; whatever breaks in a visitor's page fails the test."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

playwright_api = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed", exc_type=ImportError
)
# The first thought of a machine starts a process, which takes its time where many tests run.
playwright_api.expect.set_options(timeout=40_000)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Server:
    """A server of its own process that can be stopped and started again at the same address."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self._folder = folder
        self._python = python
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}/"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [self._python, "-m", "spielwerk", "serve", "--port", str(self._port)]
        self._process = subprocess.Popen(
            [*command, "--db", str(self._folder / "matches.db")],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self._folder,
            env=os.environ | {"SPIELWERK_REQUEST_RATE": "1000", "SPIELWERK_REQUEST_BURST": "1000"},
        )
        assert self._process.stdout is not None
        assert "Spielwerk is at" in self._process.stdout.readline()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=100)
            self._process.stdout.close()  # type: ignore[union-attr]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may stop it."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium is installed")
    with playwright_api.sync_playwright() as tools:
        running = tools.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Open the page as somebody new: ``visit("#/game/chess", locale="de-DE")``."""
    contexts: list[Any] = []
    errors: list[str] = []

    def visit(path: str = "", *, address: str = server.address, **options: Any) -> Any:
        settings = {"viewport": {"width": 1280, "height": 900}, "locale": "en-US"} | options
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go; SPIELWERK_PICTURES names a folder to keep them."""
    kept = os.environ.get("SPIELWERK_PICTURES")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def match_of(page: Any) -> str:
    """The id of the match a page shows."""
    found = re.search(r"/(?:match|replay)/([\w-]{12})", page.url)
    assert found, page.url
    return found[1]
