"""For all tests."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import websockets.asyncio.client
import websockets.sync.client
from hypothesis import HealthCheck, settings
from tests.docs.test_examples import blocks
from tests.foreign.scratch import PAGE, Scratch

from spielwerk.client import Client

pytest_plugins = ["tests.skips"]

# How long an example takes says more about the machine's other work than about the example.
settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")

# Tests start hundreds of programs. Where images forbid Python to keep what it has compiled, each of
# them would compile everything again: a server took three seconds of processor time to start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Whoever asks a server beside twenty busy processes waits longer than libraries think they must.
_PATIENCE = 300.0
for _part in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, _part, _PATIENCE)
for _opens, _limit in (
    (websockets.sync.client.connect, "open_timeout"),
    (websockets.asyncio.client.connect.__init__, "open_timeout"),
    (Client.__init__, "timeout"),
):
    assert _limit in _opens.__kwdefaults__
    _opens.__kwdefaults__[_limit] = _PATIENCE

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells let jobs in the background ignore Ctrl-C, and so would all programs that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """What machines learnt in an earlier run would have them play otherwise in this one."""
    beside: pytest.Cache | None = getattr(config, "cache", None)
    if beside is not None and not hasattr(config, "workerinput"):
        for learnt in ("judgements", "strengths", "strategies"):
            shutil.rmtree(beside.mkdir("spielwerk") / learnt, ignore_errors=True)


def pytest_collection_finish() -> None:
    _keep_what_is_there()


def _keep_what_is_there() -> None:
    """What has lasted so long lasts to the end: thousands of tests, games, circuits.

    Python would look through all of it again and again for garbage, which took a tenth of the time.
    """
    gc.collect()
    gc.freeze()


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


@contextmanager
def _out_of_sight_of_a_browser(item: pytest.Item) -> Iterator[None]:
    """A browser keeps a loop running for the rest of the run, which those without one do not see.

    A worker that was given pages first and something else after them could start no loop there.
    """
    kept = asyncio._get_running_loop()
    if kept is None or "browser" in getattr(item, "fixturenames", ()):
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(kept)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Before all fixtures: those of a module start loops, too."""
    with _out_of_sight_of_a_browser(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with _out_of_sight_of_a_browser(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    if nextitem is None:  # the browser goes as well
        return (yield)
    with _out_of_sight_of_a_browser(item):
        result = yield
    if nextitem.path != item.path:
        _keep_what_is_there()
    return result


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
