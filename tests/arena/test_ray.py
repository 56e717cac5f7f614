"""The same tournament on a real Ray cluster of two workers, one of which is killed on the way."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from spielwerk.arena import Fixture, Result, Results, Tournament, on_ray, run
from spielwerk.core import SpielwerkError

ray = pytest.importorskip("ray", reason="Ray is an optional extra: pip install 'spielwerk[ray]'")


def worker_processes() -> list[int]:
    """The processes that play matches on this machine's cluster."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if command.startswith(b"ray::play_fixture"):
                found.append(int(folder.name))
    return found


@pytest.mark.timeout(300)
def test_no_match_is_lost_or_counted_twice_when_a_worker_is_killed() -> None:
    tournament = Tournament("tic-tac-toe", 2, ("mcts:30ms", "greedy"), rounds=24)
    results = Results(tournament)
    killed: list[int] = []

    def workers(fixtures: Iterable[Fixture]) -> Iterator[Result]:
        return on_ray(tournament, fixtures)

    for result in run(results, workers):
        assert isinstance(result, Result)
        if len(results) >= 4 and not killed:
            deadline = time.monotonic() + 300
            while not (busy := worker_processes()) and time.monotonic() < deadline:
                time.sleep(0.01)
            assert busy, "no worker was at work to be killed"
            os.kill(busy[0], signal.SIGKILL)
            killed.append(busy[0])
    assert killed
    assert sorted(result.number for result in results) == list(range(24))


def test_a_ray_that_cannot_start_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_TMPDIR", "/dev/null/nowhere")
    tournament = Tournament("tic-tac-toe", 2, ("random", "greedy"), rounds=2)
    with pytest.raises(SpielwerkError, match=r"Ray could not be started here: .*--engine ray"):
        list(run(Results(tournament), lambda fixtures: on_ray(tournament, fixtures)))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nonsense"])
def test_an_address_that_does_not_answer_is_an_error_in_words(address: str) -> None:
    tournament = Tournament("tic-tac-toe", 2, ("random", "greedy"), rounds=2)
    with pytest.raises(SpielwerkError, match=f"No Ray cluster answers at {address}"):
        list(run(Results(tournament), lambda fixtures: on_ray(tournament, fixtures, address)))
