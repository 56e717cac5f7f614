"""A siege ends with whoever laid it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from benchmarks.siege.attacks import ATTACKS
from tests.server.conftest import Server


@pytest.mark.parametrize("name", ["documents", "slowly"])
def test_an_attack_ends_when_nobody_is_left_who_wants_it(shared_server: Server, name: str) -> None:
    assert name in ATTACKS
    attack = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.siege.attacks", name, shared_server.url],
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert attack.stdin is not None
    with pytest.raises(subprocess.TimeoutExpired):
        attack.wait(timeout=2)
    attack.stdin.close()
    attack.wait(timeout=300)
