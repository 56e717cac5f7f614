"""Compiled kernels are kept beside pytest's own cache: quick from run to run, and not in a home."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def kernel_folder(request: pytest.FixtureRequest):
    with pytest.MonkeyPatch.context() as patch:
        cache = request.config.cache
        if cache is not None:
            patch.setenv("SPIELWERK_CACHE", str(cache.mkdir("kernels")))
        yield


@pytest.fixture
def throwaway_kernels(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For circuits that no other run will ask for again."""
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path))
