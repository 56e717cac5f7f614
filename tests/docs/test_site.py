"""The guides as a site: every page and link is there, with an index, a search and a reference."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from spielwerk.catalogue import entries

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures" / "games"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as ``make docs`` builds it; whatever leads nowhere fails that."""
    for name in ("mkdocs", "material", "mkdocstrings"):
        pytest.importorskip(name, reason="mkdocs is not installed")
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    return folder


def read(page: Path) -> str:
    return (page / "index.html").read_text(encoding="utf-8")


def test_the_first_page_leads_on_and_everything_can_be_searched(site: Path) -> None:
    for page in ("play", "ten-minutes", "gallery", "comparisons", "for-players", "api"):
        assert f'href="{page}/"' in read(site)
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    places = {entry["location"].partition("#")[0] for entry in found["docs"]}
    pages = {page.parent.relative_to(site).as_posix() for page in site.glob("*/index.html")}
    assert {f"{name}/" for name in pages} <= places


def test_the_reference_is_made_from_docstrings(site: Path) -> None:
    contract = read(site / "api" / "game")
    assert "One immutable position of a match." in contract
    assert ":class:" not in contract
    for page in (ROOT / "docs" / "api").glob("*.md"):
        assert page.stem == "index" or "doc-object" in read(site / "api" / page.stem)


def test_the_gallery_shows_every_game_by_a_small_picture(site: Path) -> None:
    shown = read(site / "gallery")
    for entry in entries():
        assert f"spielwerk play {entry.name}<" in shown
        picture = PICTURES / f"{entry.name}.jpg"
        assert picture.exists(), f"{entry.name} has no picture: make gallery"
        assert picture.stat().st_size < 60_000
        assert f"{entry.name}.jpg" in shown
    compared = (ROOT / "docs" / "comparisons.md").read_text(encoding="utf-8")
    assert f"| games that come with it | {len(entries())} |" in compared
    names = {entry.name for entry in entries()}
    assert {picture.stem for picture in PICTURES.iterdir()} == names, "make gallery"
