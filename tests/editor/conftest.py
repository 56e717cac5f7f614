"""One language server for all tests of a module: starting it is the slow part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.editor.conversation import Editor

import spielwerk

LIBRARY = Path(spielwerk.__file__).parent / "library"


@pytest.fixture(scope="session")
def editor() -> Iterator[Editor]:
    with Editor() as one:
        yield one


@pytest.fixture(scope="session")
def library() -> Path:
    """The shipped games and rulebooks."""
    return LIBRARY
