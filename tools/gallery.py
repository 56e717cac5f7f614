"""Draws a small picture of every game for the docs, as the page of a server draws it.

``make gallery`` runs it: a server is started, Chromium opens the catalogue, and each game's
picture, a position of a real match, is kept in ``docs/pictures/games``.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[1] / "docs" / "pictures" / "games"
_WINDOW = {"width": 1000, "height": 900}


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("The pictures are drawn by Chromium, which is not installed.")
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "spielwerk", "serve", "--port", "0",
             "--db", str(Path(folder, "matches.db"))],
            stdout=subprocess.PIPE, text=True, cwd=folder,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            drawn = draw(server.stdout.readline().split()[-1], chromium)
        finally:
            server.terminate()
            server.wait(60)
    print(f"{drawn} pictures in {FOLDER}")


def draw(address: str, chromium: str) -> int:
    """A picture of each tile of the catalogue; how many there are."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(
            viewport=_WINDOW, device_scale_factor=3, color_scheme="light", locale="en-US"
        )
        page.goto(address)
        tiles = page.locator("li.tile:has(a[href*='#/game/'])")
        tiles.first.wait_for(timeout=60_000)
        for number in range(tiles.count()):
            tile = tiles.nth(number)
            name = str(tile.locator("h3 a").get_attribute("href")).rpartition("/")[2]
            tile.scroll_into_view_if_needed()
            frame = tile.locator(".frame")
            frame.locator("> *").first.wait_for(timeout=60_000)
            frame.screenshot(path=str(FOLDER / f"{name}.jpg"), type="jpeg", quality=80)
        browser.close()
        return len(list(FOLDER.iterdir()))


if __name__ == "__main__":
    main()
