"""A real server and a real Chromium; whatever breaks in a visitor's page fails the test.

The page forbids to make code of texts: what is waited for in it is a function (``() => …``), since
an expression is refused unless it holds at the first look.
"""

from __future__ import annotations

import os
import re
import shutil
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

    def __init__(self, folder: Path, python: str = sys.executable, **settings: object) -> None:
        self._folder = folder
        self._python = python
        self._settings = {"request_rate": 1_000, "request_burst": 1_000} | settings
        self._port = 0  # any that is free, and then always this one
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [self._python, "-m", "spielwerk", "serve", "--port", str(self._port)]
        self._process = subprocess.Popen(
            [*command, "--db", str(self.database)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self._folder,
            env=os.environ
            | {f"SPIELWERK_{key.upper()}": str(value) for key, value in self._settings.items()},
        )
        assert self._process.stdout is not None
        found = re.search(r"Spielwerk is at (http://\S+:(\d+))$", self._process.stdout.readline())
        assert found
        self.address, self._port = f"{found[1]}/", int(found[2])

    @property
    def database(self) -> Path:
        """The file with its matches and accounts."""
        return self._folder / "matches.db"

    @property
    def process(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=300)
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
    # The first is the same engine without the browser's own windows, and takes a fifth less time.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium is installed")
    with playwright_api.sync_playwright() as tools:
        running = tools.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


class Visitors:
    """Profiles of the browser for people who come to the server, each as if it were a new one.

    A new profile starts a process, loads every module of the page again and costs twice the
    processor time of a visit; so cookies and storage of those who left are cleared instead.
    """

    def __init__(self, browser: Any, address: str) -> None:
        self._browser = browser
        self._address = address
        self._gone: list[tuple[str, Any]] = []

    def come(self, settings: dict[str, Any]) -> Any:
        """A profile with these settings in which nothing is kept."""
        key = repr(sorted(settings.items()))
        found = next((one for one in self._gone if one[0] == key), None)
        if found is not None:
            self._gone.remove(found)
            return found[1]
        context = self._browser.new_context(**settings)
        # This page stays: it holds the process, and clears what the others have stored.
        context.new_page().goto(self._address + "healthz")
        return context

    def leave(self, context: Any, settings: dict[str, Any]) -> None:
        """Whoever had the profile is gone, and so is all that they left."""
        own, *others = context.pages
        for page in others:
            page.close()
        context.clear_cookies()
        own.evaluate("localStorage.clear(); sessionStorage.clear()")
        self._gone.append((repr(sorted(settings.items())), context))
        if len(self._gone) > KEPT_PROFILES:
            self._gone.pop(0)[1].close()


KEPT_PROFILES = 4


@pytest.fixture(scope="session")
def visitors(browser: Any, server: Server) -> Visitors:
    return Visitors(browser, server.address)


@pytest.fixture
def visit(browser: Any, server: Server, visitors: Visitors) -> Iterator[Callable[..., Any]]:
    """Open the page as somebody new: ``visit("#/game/chess", locale="de-DE")``."""
    came: list[tuple[Any, dict[str, Any]]] = []
    elsewhere: list[Any] = []
    errors: list[str] = []

    def visit(path: str = "", *, address: str = server.address, **options: Any) -> Any:
        settings = {"viewport": {"width": 1280, "height": 900}, "locale": "en-US"} | options
        if address == server.address:
            context = visitors.come(settings)
            came.append((context, settings))
        else:
            context = browser.new_context(**settings)
            elsewhere.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address + path)
        return page

    yield visit
    for context in elsewhere:
        context.close()
    for context, settings in came:
        visitors.leave(context, settings)
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
