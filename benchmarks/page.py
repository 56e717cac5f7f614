"""The page on a cold cache and a slow processor: when a board can be used, and what travelled.

A real Chromium, slowed down four times, opens a table with an empty cache. The first paint shows
something, the board is there when its squares answer; the bytes are those on the wire. A clone
serves the page as plain modules, a wheel as a bundle: both are opened. The best of several visits
counts, since whatever else the machine does only takes time.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from benchmarks.measure import Budget
from benchmarks.report import Report
from benchmarks.server import serving

__all__ = ["opening"]

_SLOWER = 4
_LONGEST, _LARGEST = 1000.0, 130.0
"""Milliseconds and kB that a table may take."""
_GAMES = ("tic-tac-toe", "chess")
_ROOT = Path(__file__).parents[1]
_NOTICE = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector(".board .square:enabled")) return;
  document.documentElement.dataset.usable = performance.now();
  watcher.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
_PAINTED = 'performance.getEntriesByName("first-contentful-paint")[0].startTime'


def opening(budget: Budget) -> Report:
    """How long until a board can be used, and how much is loaded for it."""
    notes = (
        f"Cold cache, processor slowed down {_SLOWER} times, the best of {budget.runs} visits; "
        f"at most {_LONGEST:.0f} ms and {_LARGEST:.0f} kB.",
    )
    title = "Opening a table in Chromium"
    path = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        return Report(title, (), ("Chromium or playwright is not installed.",))
    rows = []
    with sync_playwright() as tools, tempfile.TemporaryDirectory() as folder:
        browser = tools.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, package in (("plain modules", None), ("bundle", _unpacked_wheel(Path(folder)))):
            with serving(package) as address:
                rows += [
                    {"page": name, "game": game, **_visits(browser, address, game, budget.runs)}
                    for game in _GAMES
                ]
        browser.close()
    return Report(title, rows, notes)


def _unpacked_wheel(folder: Path) -> Path:
    """The package as a wheel brings it, the page bundled."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(_ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def _visits(browser: Any, address: str, game: str, runs: int) -> dict[str, str | float]:
    _open(browser, address, game)  # the server reads the rules when they are first wanted
    visits = [_open(browser, address, game) for _ in range(runs)]
    paint, board, size = (min(values) for values in zip(*visits, strict=True))
    good = board <= _LONGEST and size / 1000 <= _LARGEST
    return {
        "first paint ms": paint,
        "board ms": board,
        "kB": size / 1000,
        "as asked": "yes" if good else "NO",
    }


def _open(browser: Any, address: str, game: str) -> tuple[float, float, float]:
    """When something was painted, when the board was there, and how many bytes came."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    root = f"{address.rstrip('/')}/api/v1"
    me = context.request.post(f"{root}/accounts/guest", data={"name": "Ada"}).json()
    headers = {"X-CSRF-Token": me["csrf"]}
    roles = context.request.get(f"{root}/games/{game}").json()["roles"]
    founded = context.request.post(
        f"{root}/matches",
        data={"game": game, "role": roles[0], "bots": dict.fromkeys(roles[1:], "easy")},
        headers=headers,
    ).json()
    page = context.new_page()
    page.add_init_script(_NOTICE)
    wire = context.new_cdp_session(page)
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.on(
        "Network.webSocketFrameReceived",
        lambda event: sizes.append(len(event["response"]["payloadData"])),
    )
    wire.send("Network.enable")
    wire.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    page.goto(f"{address.rstrip('/')}/#/match/{founded['match']}")
    page.wait_for_selector("html[data-usable]")
    usable = float(page.locator("html").get_attribute("data-usable"))
    page.wait_for_load_state("networkidle")
    painted = float(page.evaluate(_PAINTED))
    context.close()
    return painted, usable, sum(sizes)
