"""Honest matches under all attacks at once, with kills: nothing is lost, changed or leaked.

``make soak`` does it for half an hour with matches of all games. Each attack and each kill alone is
in ``make test``: ``attacks/``, ``test_recovery.py``, ``test_load.py``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HALF_AN_HOUR = ("--minutes", "30", "--between", "60", "--tables", "6")


def siege(*arguments: str, seconds: float) -> str:
    """What the command says, which fails where something was lost."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.siege", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_honest_matches_lose_nothing_under_all_attacks_and_kills():
    told = siege("everything", *HALF_AN_HOUR, seconds=3_500)
    print(told)
    assert re.search(r"│ +\d+ │", told), "there is a row of numbers"


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_twenty_kills_under_load_lose_and_change_nothing(database):
    print(siege("kills", "--db", database, seconds=3_500))


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_honest_moves_are_quick_during_each_attack():
    """On a machine with nothing else to do: this one is about time."""
    print(siege("attacks", seconds=3_500))
