"""The language of ``docs/add-a-language.md``, installed as its readers install it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.test_examples import ROOT, blocks
from tests.foreign.scratch import Scratch

PAGE = ROOT / "docs" / "add-a-language.md"


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the page has its readers write, and nothing else."""
    folder = tmp_path_factory.mktemp("take")
    for block in blocks(PAGE):
        if block.title:
            (folder / block.title).write_text(block.body, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def foreign(written: Path, tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """An environment with that package."""
    scratch = Scratch.made(tmp_path_factory.mktemp("scratch"))
    scratch.install(written)
    return scratch
