"""For all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.docs.test_examples import blocks
from tests.foreign.scratch import PAGE, Scratch

pytest_plugins = ["tests.skips"]

# How long an example takes says more about the machine's other work than about the example.
settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells let jobs in the background ignore Ctrl-C, and so would all programs that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _own_cache_folder(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """What is compiled is kept beside pytest's own cache: for all workers, and not in a home."""
    beside: pytest.Cache | None = getattr(request.config, "cache", None)
    folder = beside.mkdir("spielwerk") if beside else tmp_path_factory.mktemp("spielwerk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELWERK_CACHE", str(folder))
        yield


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that ``docs/add-a-language.md`` has its readers write, and nothing else."""
    folder = tmp_path_factory.mktemp("take")
    for block in blocks(PAGE):
        if block.title:
            (folder / block.title).write_text(block.body, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def foreign(written: Path, tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """An environment in which that package is installed."""
    scratch = Scratch.made(tmp_path_factory.mktemp("scratch"))
    scratch.install(written)
    return scratch
