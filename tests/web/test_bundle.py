"""The page in a wheel: a few files in place of its modules, none of them left out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Server

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "spielwerk" / "web"
COMMENT = re.compile(r"/\*.*?\*/|^ *//.*?$", re.DOTALL | re.MULTILINE)
BUILD = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-v"]

pytest.importorskip("hatchling", reason="hatchling is not installed")
expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def build(sources: Path, folder: Path, **environment: str) -> tuple[Path, str]:
    """The page in a wheel of the sources, and what the build said."""
    told = subprocess.run(
        [*BUILD, "--wheel-dir", str(folder), str(sources)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder / "spielwerk" / "web", told.stdout + told.stderr


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("esbuild", path=ROOT / "node_modules" / ".bin") is None:
        pytest.skip("esbuild is not installed: npm ci")
    web, _ = build(ROOT, tmp_path_factory.mktemp("wheel"))
    return web / "bundle"


def test_every_module_and_style_of_the_page_is_in_the_bundle(bundle: Path) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in bundle.glob("*.js"))
    for path in WEB.rglob("*.js"):
        if "entries" not in path.parts:
            source = COMMENT.sub("", path.read_text(encoding="utf-8"))
            said = set(re.findall(r'(?<![\w/])"([a-z][\w.-]{5,})"(?! *:)', source))
            assert {text for text in said if f"{text}" not in code} == set(), path
    (style,) = bundle.glob("*.css")
    for name in ("look", "pages", "boards", "tabletop"):
        selectors = re.findall(r"^\.([\w-]+)", (WEB / "styles" / f"{name}.css").read_text(), re.M)
        packed = style.read_text(encoding="utf-8")
        assert [one for one in selectors if f".{one}" not in packed] == []


def test_what_a_table_needs_is_named_by_the_page_and_is_there(bundle: Path) -> None:
    page = (bundle / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="bundle/([^"]+)"', page)
    assert 3 < len(named) < 30
    assert [name for name in named if not (bundle / name).is_file()] == []
    assert "app.js" not in page


def test_a_match_is_played_on_the_bundled_page(
    bundle: Path, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(bundle.parents[2]))
    server = Server(tmp_path)
    server.start()
    page = browser.new_page(locale="de-DE")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.removeprefix(server.address)))
    try:
        page.goto(f"{server.address}#/game/tic-tac-toe")
        page.get_by_role("button", name="Spielen").first.click()
        page.locator(".board .square:enabled").first.click()
        expect(page.locator(".board .square .x")).to_have_count(1)
    finally:
        page.close()
        server.stop()
    modules = [name for name in loaded if name.endswith(".js")]
    assert modules
    assert all(name.startswith("bundle/") for name in modules), modules


def test_where_nothing_can_bundle_the_build_says_so_and_ships_plain_modules(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    left_out = shutil.ignore_patterns("__pycache__", "library")
    shutil.copytree(ROOT / "src", sources / "src", ignore=left_out)
    for name in ("pyproject.toml", "hatch_build.py", "package.json", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    web, told = build(sources, tmp_path / "wheel", PATH="")
    assert "plain modules" in told
    assert (web / "app.js").is_file()
    assert not (web / "bundle").exists()
