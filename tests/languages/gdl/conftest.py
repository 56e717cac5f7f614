"""For tests of GDL."""

from __future__ import annotations

import pytest


@pytest.fixture
def throwaway_kernels(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For circuits that no other run will ask for again."""
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path))
